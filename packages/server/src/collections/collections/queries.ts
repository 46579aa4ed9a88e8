import type { JsonObject } from '@tessera/resolver';
import type { Queryable } from '../../platform/database/database.js';

/** A collection as stored. */
export interface CollectionRow {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly configuration: JsonObject;
  readonly configuration_version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly last_ingest_at: Date | null;
  /** The last id that has the keys of the current configuration; null once all have. */
  readonly rekey_from: string | null;
  /** Whether they are being given other ids. */
  readonly rekeys_ids: boolean;
  /** The change of ids whose records are on their way to their places; null while each is stored under the id it has. */
  readonly id_change: string | null;
  /** The change that has the dates of records, which may be the same one; null while each is stored with its own. */
  readonly date_change: string | null;
  /** The identifiers that count; null where no field gives any, and where they are not known yet after an upgrade. */
  readonly key_set_id: string | null;
  /** Grows when records take other ids, identifiers or dates. */
  readonly identity_version: number;
}

/** One group's share of a collection. */
export interface GrantRow {
  readonly group_id: string;
  readonly permission: 'read' | 'write';
  readonly filter: JsonObject | null;
}

/** A grant with the id of its filter's slice; null without a filter, and after an upgrade until its records are listed. */
export interface HeldGrantRow extends GrantRow {
  readonly slice_id: string | null;
}

/** A collection with the grants of the groups that were asked for. */
export interface SharedCollectionRow extends CollectionRow {
  readonly grants: HeldGrantRow[];
}

const columns =
  'id, name, description, configuration, configuration_version, created_at, updated_at, last_ingest_at, rekey_from, rekeys_ids, id_change, date_change, key_set_id, identity_version';

const aggregatedGrants = `jsonb_agg(jsonb_build_object('group_id', g.group_id, 'permission', g.permission, 'filter', g.filter,
    'slice_id', g.slice_id) order by g.group_id)`;

// The grants that the given groups hold, in one round trip with the collection itself.
const grantsOfGroups = `(select coalesce(${aggregatedGrants}, '[]') from collection_grants g
  where g.workspace_id = c.workspace_id and g.collection_id = c.id and g.group_id = any($1::uuid[])) as grants`;

/** The collection of a name, with the grants of the given groups; undefined when there is none. */
export async function findCollection(
  transaction: Queryable,
  name: string,
  groupIds: readonly string[],
): Promise<SharedCollectionRow | undefined> {
  const [row] = await transaction.query<SharedCollectionRow>(
    { name: 'find_collection', text: `select ${columns}, ${grantsOfGroups} from collections c where name = $2` },
    [groupIds, name],
  );
  return row;
}

/** The collection of an id; undefined when there is none. */
export async function findCollectionById(transaction: Queryable, id: string): Promise<CollectionRow | undefined> {
  const [row] = await transaction.query<CollectionRow>(
    { name: 'find_collection_by_id', text: `select ${columns} from collections where id = $1` },
    [id],
  );
  return row;
}

/** Every collection by name, in the order that pages compare names by, without grants: for callers who need none. */
export function listCollections(transaction: Queryable): Promise<SharedCollectionRow[]> {
  return transaction.query<SharedCollectionRow>(
    `select ${columns}, '[]'::jsonb as grants from collections order by name collate "C"`,
  );
}

/**
 * The collections that are shared with any of the given groups, in the same order, with the grants of these groups. It begins
 * with the grants: how many collections are not shared must not show in the time that it takes.
 */
export function listSharedCollections(
  transaction: Queryable,
  groupIds: readonly string[],
): Promise<SharedCollectionRow[]> {
  // The planner does not turn round what has an offset. While it has no statistics, any index passes for as good as any
  // other, but only one has the order; where ids were to be equal, the planner would take them for ordered anyway.
  return transaction.query<SharedCollectionRow>(
    `select ${columns}, grants
     from (select g.collection_id, ${aggregatedGrants} as grants
         from unnest($1::uuid[]) as held (id)
           cross join lateral (select * from collection_grants
             where group_id between held.id and held.id and length(permission) > 0
             order by group_id, collection_id offset 0) g
         group by g.collection_id offset 0) shared
       cross join lateral (select ${columns} from collections
           where id between shared.collection_id and shared.collection_id order by id offset 0) c
     order by name collate "C"`,
    [groupIds],
  );
}

/** What a new collection is made of. */
export interface NewCollection {
  readonly workspaceId: string;
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly ingestSecretHash: Buffer;
  readonly createdAt: Date;
}

/** Adds a collection; false when its name is taken. */
export async function insertCollection(transaction: Queryable, collection: NewCollection): Promise<boolean> {
  const rows = await transaction.query(
    `insert into collections (workspace_id, id, name, description, ingest_secret_hash, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6) on conflict (workspace_id, name) do nothing returning id`,
    [
      collection.workspaceId,
      collection.id,
      collection.name,
      collection.description,
      collection.ingestSecretHash,
      collection.createdAt,
    ],
  );
  return rows.length === 1;
}

/** Replaces the ingest secret; the previous one finds nothing from the commit on. */
export async function replaceIngestSecret(transaction: Queryable, id: string, hash: Buffer): Promise<void> {
  await transaction.query('update collections set ingest_secret_hash = $2 where id = $1', [id, hash]);
}

/** Removes a collection with its records, findings and grants. */
export async function deleteCollection(transaction: Queryable, id: string): Promise<void> {
  await transaction.query('delete from collections where id = $1', [id]);
  // No foreign key takes these along. Afterwards, when nobody writes to the collection any more.
  await transaction.query('delete from slice_departures where collection_id = $1', [id]);
}

/**
 * Notes that data has arrived, unless another writer is just noting that: concurrent writers of one collection would
 * otherwise wait for each other at this row.
 */
export async function touchLastIngest(transaction: Queryable, id: string, at: Date): Promise<void> {
  await transaction.query(
    {
      name: 'touch_last_ingest',
      text: `update collections set last_ingest_at = $2 where id = (
               select c.id from collections c
               where c.id = $1 and (c.last_ingest_at is null or c.last_ingest_at < $2) for no key update skip locked)`,
    },
    [id, at],
  );
}

/** A collection's changed description and configuration. */
export interface ConfigurationChange {
  readonly id: string;
  readonly description: string | null;
  readonly configuration: string;
  readonly at: Date;
}

/** Saves a configuration. */
export async function updateConfiguration(transaction: Queryable, change: ConfigurationChange): Promise<void> {
  await transaction.query(
    `update collections set description = $2, configuration = $3::jsonb, configuration_version = configuration_version + 1,
       updated_at = $4
     where id = $1`,
    [change.id, change.description, change.configuration, change.at],
  );
}
