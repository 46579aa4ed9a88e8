import type { JsonObject } from '@tessera/json';
import type { Transaction } from '../../platform/database/database.js';

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
  /** The sequence number of the last write. */
  readonly change_mark: number;
  readonly last_ingest_at: Date | null;
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

const columns = `c.id, c.name, c.description, c.configuration, c.configuration_version, c.key_version, c.index_version, c.id_version,
  s.change_mark::float8 as change_mark, s.last_ingest_at`;

const fromCollections = `from collections c
  join collection_states s on s.workspace_id = $1 and s.collection_id = c.id`;

// The grants are aggregated in a subquery, so that one round trip reads them with the collection.
const grants = `(select coalesce(jsonb_agg(jsonb_build_object('group_id', g.group_id, 'permission', g.permission,
    'filter', g.filter) order by g.group_id), '[]') from collection_grants g
  where g.workspace_id = $1 and g.collection_id = c.id and g.group_id = any($2::uuid[])) as grants`;

/** Finds a collection by name or id, with the grants of the given groups. */
export async function findCollection(
  transaction: Transaction,
  by: { readonly column: 'name' | 'id'; readonly value: string },
  groupIds: readonly string[],
): Promise<SharedCollectionRow | undefined> {
  const [row] = await transaction.query<SharedCollectionRow>(
    {
      name: `find_collection_by_${by.column}`,
      text: `select ${columns}, ${grants} ${fromCollections} where c.workspace_id = $1 and c.${by.column} = $3`,
    },
    [transaction.workspaceId, groupIds, by.value],
  );
  return row;
}

/** Returns the secret that signs deliveries to a collection; undefined if none is set. */
export async function findSignatureSecret(transaction: Transaction, collectionId: string): Promise<string | undefined> {
  const [row] = await transaction.query<{ signature_secret: string | null }>(
    {
      name: 'find_signature_secret',
      text: 'select signature_secret from collections where workspace_id = $1 and id = $2',
    },
    [transaction.workspaceId, collectionId],
  );
  return row?.signature_secret ?? undefined;
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
