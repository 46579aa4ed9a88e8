import type { JsonObject } from '@tessera/resolver';
import type { Queryable } from '../../platform/database/database.js';
import type { CollectionPlace, PreparedSoFar } from '../prepared/preparations.js';

/** Identifiers of a collection's records, by the fields that give them. */
export interface KeySet {
  readonly id: string;
  readonly fields: readonly string[];
}

/**
 * The key set of some fields, which is added where there is none; undefined while records are on their way to other ids,
 * and when the collection is gone. Only for who has the configuration alone.
 */
export async function ensureKeySet(
  transaction: Queryable,
  { workspaceId, collectionId }: CollectionPlace,
  { fields, at }: { readonly fields: readonly string[]; readonly at: Date },
): Promise<PreparedSoFar | undefined> {
  const [keySet] = await transaction.query<PreparedSoFar>(
    `with placed as (select c.id from collections c where c.id = $2 and not c.rekeys_ids),
     known as (
       update key_sets s set touched_at = $4
       where s.collection_id = $2 and s.fields = $3 and s.retired_at is null and exists (select from placed)
       returning s.id, s.known_to),
     added as (
       insert into key_sets (workspace_id, collection_id, fields, touched_at)
       select $1, id, $3, $4 from placed where not exists (select from known)
       returning id, known_to)
     select id, known_to from known union all select id, known_to from added`,
    [workspaceId, collectionId, fields, at],
  );
  return keySet;
}

/** Those of a collection that writes keep in step: the one that counts, and those that are prepared. */
export function listKeySets(transaction: Queryable, collectionId: string): Promise<KeySet[]> {
  return transaction.query<KeySet>(
    {
      name: 'list_key_sets',
      text: 'select id, fields from key_sets where collection_id = $1 and retired_at is null order by id',
    },
    [collectionId],
  );
}

/**
 * Has the identifiers of some fields count, from the commit on, or none for no fields; false, and does nothing, where those
 * of some records are not known yet. Indexes are built anew, as they change though no record does. Only for who has the
 * configuration alone.
 */
export async function useKeySet(
  transaction: Queryable,
  collectionId: string,
  { fields, at }: { readonly fields: readonly string[]; readonly at: Date },
): Promise<boolean> {
  const [known] = await transaction.query<{ id: string }>(
    `select id from key_sets
     where collection_id = $1 and fields = $2 and retired_at is null and known_to is null`,
    [collectionId, fields],
  );
  if (known === undefined && fields.length > 0) {
    return false;
  }
  await transaction.query(
    `update key_sets set retired_at = $3
     where collection_id = $1 and id = (select c.key_set_id from collections c where c.id = $1) and id is distinct from $2`,
    [collectionId, known?.id ?? null, at],
  );
  await transaction.query(
    'update collections set key_set_id = $2, identity_version = identity_version + 1 where id = $1',
    [collectionId, known?.id ?? null],
  );
  return true;
}

/** A record, live or tombstoned; of its attributes some fields. */
export interface KeysRow {
  readonly external_id: string;
  readonly attributes: JsonObject;
  readonly tombstoned: boolean;
}

/** One page of records by where they are stored. */
export function listKeysRows(
  transaction: Queryable,
  page: {
    readonly collectionId: string;
    readonly fields: readonly string[];
    readonly after: string;
    readonly limit: number;
  },
): Promise<KeysRow[]> {
  return transaction.query<KeysRow>(
    `select r.external_id, r.tombstoned_at is not null as tombstoned,
       (select coalesce(jsonb_object_agg(f.name, r.attributes -> f.name), '{}') from unnest($4::text[]) as f (name)) as attributes
     from records r where r.collection_id = $1 and r.external_id > $2 collate "C" order by r.external_id limit $3`,
    [page.collectionId, page.after, page.limit, page.fields],
  );
}

/** One identifier of one record in one key set. */
export interface RecordKey {
  readonly keySetId: string;
  readonly key: string;
  readonly externalId: string;
}

/** What records have, each looked up by itself (see `eachWanted`), in all key sets that there are. */
export function listKeysOf(
  transaction: Queryable,
  collectionId: string,
  externalIds: readonly string[],
): Promise<RecordKey[]> {
  return transaction.query<RecordKey>(
    {
      name: 'list_keys',
      text: `select k.key_set_id as "keySetId", k.key, k.external_id as "externalId" from unnest($2::text[]) as wanted (id), lateral (
         select * from record_keys k
         where k.collection_id = $1 and k.external_id = wanted.id collate "C" and length(k.external_id) > 0 offset 0) k`,
    },
    [collectionId, externalIds],
  );
}

/** Adds keys, and strikes out all others of those records that were stored before. */
export async function saveKeys(
  transaction: Queryable,
  { workspaceId, collectionId }: CollectionPlace,
  { keys, updatedIds }: { readonly keys: readonly RecordKey[]; readonly updatedIds: readonly string[] },
): Promise<void> {
  const keySetIds = keys.map(({ keySetId }) => keySetId);
  const values = keys.map(({ key }) => key);
  const externalIds = keys.map(({ externalId }) => externalId);
  if (updatedIds.length > 0) {
    await transaction.query(
      {
        name: 'strike_keys',
        text: `with kept as (
           select external_id, array_agg(key_set_id) as key_sets, array_agg(key) as keys
           from unnest($2::uuid[], $3::text[], $4::text[]) as k (key_set_id, key, external_id) group by external_id)
         select strike_keys($1, id, coalesce(key_sets, '{}'), coalesce(keys, '{}'))
         from unnest($5::text[]) as id left join kept on external_id = id`,
      },
      [collectionId, keySetIds, values, externalIds, updatedIds],
    );
  }
  if (keys.length > 0) {
    await transaction.query(
      {
        name: 'insert_keys',
        text: `insert into record_keys (workspace_id, collection_id, key_set_id, key, external_id)
         select $1, $2, k.* from unnest($3::uuid[], $4::text[], $5::text[]) as k (key_set_id, key, external_id)
         order by 3, 4, 5 on conflict do nothing`,
      },
      [workspaceId, collectionId, keySetIds, values, externalIds],
    );
  }
}
