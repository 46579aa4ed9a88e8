import type { JsonObject } from '@tessera/json';
import { prepared, type Transaction } from '../../platform/database/database.js';

/** A collection as stored. */
export interface CollectionRow {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly configuration: JsonObject;
  /** Incremented by every change of configuration. */
  readonly configuration_version: number;
  /** Incremented when a configuration change affects the ids, dates or identifiers of all records. */
  readonly key_version: number;
  /** Incremented with the key version, and when synonyms change. */
  readonly index_version: number;
  /** Incremented when a configuration change affects the ids of all records. */
  readonly id_version: number;
  /** The least strength of a `high`, as labels require it; 0 by default. */
  readonly strictness: number;
  /** The sequence number of the last write. */
  readonly change_mark: number;
  readonly last_ingest_at: Date | null;
  /** Whether a person may have decided that two records are the same. */
  readonly aliased: boolean;
}

/** The grant of a collection to one group. */
export interface GrantRow {
  readonly group_id: string;
  readonly permission: 'read' | 'write';
  readonly filter: JsonObject | null;
}

/** A collection with the grants of the requested groups. */
export interface SharedCollectionRow extends CollectionRow {
  readonly grants: GrantRow[];
}

const columns = `c.id, c.strictness, c.name, c.description, c.configuration, c.configuration_version, c.key_version, c.index_version, c.id_version,
  s.change_mark::float8 as change_mark, s.last_ingest_at, s.aliased`;

const fromCollections = `from collections c
  join collection_states s on s.workspace_id = $1 and s.collection_id = c.id and c.deleted_at is null`;

// The grants are aggregated in a subquery, so that one round trip reads them with the collection.
const grants = `(select coalesce(jsonb_agg(jsonb_build_object('group_id', g.group_id, 'permission', g.permission,
    'filter', g.filter) order by g.group_id), '[]') from collection_grants g
  where g.workspace_id = $1 and g.collection_id = c.id and g.group_id = any($2::uuid[])) as grants`;

/** Lists the deleted collections by name: of each name, the one that was deleted last. */
export function listDeletedCollections(
  transaction: Transaction,
): Promise<(SharedCollectionRow & { readonly deleted_at: Date })[]> {
  return transaction.query(
    `select distinct on (c.name collate "C") ${columns}, c.deleted_at, '[]'::jsonb as grants from collections c
     join collection_states s on s.workspace_id = $1 and s.collection_id = c.id
     where c.workspace_id = $1 and c.deleted_at is not null order by c.name collate "C", c.deleted_at desc`,
    [transaction.workspaceId],
  );
}

/** Finds a collection by name or id, with the grants of the given groups. */
export async function findCollection(
  transaction: Transaction,
  by: { readonly column: 'name' | 'id'; readonly value: string },
  groupIds: readonly string[],
): Promise<SharedCollectionRow | undefined> {
  const [row] = await transaction.query<SharedCollectionRow>(
    prepared(`select ${columns}, ${grants} ${fromCollections} where c.workspace_id = $1 and c.${by.column} = $3`),
    [transaction.workspaceId, groupIds, by.value],
  );
  return row;
}

/** Lists all collections by name, with the grants of the given groups. `null` reads no grants. */
export function listCollections(
  transaction: Transaction,
  groupIds: readonly string[] | null,
): Promise<SharedCollectionRow[]> {
  const isShared = `exists (select from collection_grants g
    where g.workspace_id = $1 and g.collection_id = c.id and g.group_id = any($2::uuid[]))`;
  return transaction.query<SharedCollectionRow>(
    `select ${columns}, ${grants} ${fromCollections}
     where c.workspace_id = $1 ${groupIds === null ? '' : `and ${isShared}`} order by c.name collate "C"`,
    [transaction.workspaceId, groupIds ?? []],
  );
}

/** An identifier that many records share names none of them. */
const foundMax = 500;

/** A collection with its live records that have one of some keys. */
export interface FoundRecordsRow extends SharedCollectionRow {
  readonly found: { readonly external_id: string; readonly attributes: JsonObject }[];
}

/**
 * Finds the live records of all collections that have one of the keys as id or identifier. Keys of digits count only in
 * the collection with the given name, because other collections have records with the same numbers.
 */
export function findRecordsByKeys(
  transaction: Transaction,
  groupIds: readonly string[],
  { collection, keys }: { readonly collection: string; readonly keys: readonly string[] },
): Promise<FoundRecordsRow[]> {
  const given = `unnest(case when c.name = $3 then $4 else $5 end::text[]) collate "C"`;
  return transaction.query<FoundRecordsRow>(
    prepared(`select ${columns}, ${grants}, f.found ${fromCollections} cross join lateral (
               select jsonb_agg(jsonb_build_object('external_id', r.external_id, 'attributes', r.attributes)) as found
               from (select ${given} as id union select k.external_id from record_keys k
                     where k.workspace_id = $1 and k.collection_id = c.id and k.key = any(array(select ${given}))
                     limit $6) i
               join records r on r.workspace_id = $1 and r.collection_id = c.id and r.external_id = i.id
                 and r.tombstoned_at is null) f
             where c.workspace_id = $1 and f.found is not null`),
    [transaction.workspaceId, groupIds, collection, keys, keys.filter((key) => !/^\d{1,9}$/.test(key)), foundMax],
  );
}

/**
 * Lists the grants of a collection that have a filter. Reads no other table, because Citus rejects a join after writes
 * in the same transaction.
 */
export function listFilteredGrants(transaction: Transaction, collectionId: string): Promise<GrantRow[]> {
  return transaction.query<GrantRow>(
    `select group_id, permission, filter from collection_grants
     where workspace_id = $1 and collection_id = $2 and filter is not null order by group_id`,
    [transaction.workspaceId, collectionId],
  );
}
