import type { JsonObject } from '@tessera/json';
import type { Transaction } from '../../platform/database/database.js';

/** A collection as stored. */
export interface CollectionRow {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly configuration: JsonObject;
  /** Grows with every change of configuration. */
  readonly configuration_version: number;
  /** Grows when all records take other ids, dates or identifiers. */
  readonly key_version: number;
  /** Grows with the key version and with other synonyms. */
  readonly index_version: number;
  /** Grows when all records take other ids. */
  readonly id_version: number;
  /** The sequence number of the last write. */
  readonly change_mark: number;
  readonly last_ingest_at: Date | null;
}

/** One group's share of a collection. */
export interface GrantRow {
  readonly group_id: string;
  readonly permission: 'read' | 'write';
  readonly filter: JsonObject | null;
}

/** A collection with the grants of the groups that were asked for. */
export interface SharedCollectionRow extends CollectionRow {
  readonly grants: GrantRow[];
}

const columns = `c.id, c.name, c.description, c.configuration, c.configuration_version, c.key_version, c.index_version, c.id_version,
  s.change_mark::float8 as change_mark, s.last_ingest_at`;

const fromCollections = `from collections c
  join collection_states s on s.workspace_id = $1 and s.collection_id = c.id`;

// The grants that the given groups hold, in one round trip with the collection itself.
const grants = `(select coalesce(jsonb_agg(jsonb_build_object('group_id', g.group_id, 'permission', g.permission,
    'filter', g.filter) order by g.group_id), '[]') from collection_grants g
  where g.workspace_id = $1 and g.collection_id = c.id and g.group_id = any($2::uuid[])) as grants`;

/** The collection of a name or an id, with the grants of the given groups; undefined when there is none. */
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

/** The secret with which a collection's source signs its deliveries; undefined where there is none. */
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

/** Every collection by name, with the grants of the given groups; null for callers who need none. */
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

/** The grants of a collection that have a filter. Reads no other table: Citus fails at a join after this transaction's writes. */
export function listFilteredGrants(transaction: Transaction, collectionId: string): Promise<GrantRow[]> {
  return transaction.query<GrantRow>(
    `select group_id, permission, filter from collection_grants
     where workspace_id = $1 and collection_id = $2 and filter is not null order by group_id`,
    [transaction.workspaceId, collectionId],
  );
}
