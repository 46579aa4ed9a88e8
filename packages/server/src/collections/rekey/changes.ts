import type { Queryable } from '../../platform/database/database.js';
import type { CollectionConfig } from '../domain/index.js';
import {
  type CollectionPlace,
  deletePreparation,
  idChanges,
  type Preparation,
  type PreparedSoFar,
} from '../prepared/preparations.js';

/**
 * What decides which ids records have and when they were written: the fields that say it, or for ids that each record keeps
 * its own.
 */
export interface IdFields extends Pick<CollectionConfig, 'id_field' | 'write_date_field'> {
  readonly keeps_ids: boolean;
}

const isToFields = (first: number) =>
  `id_field = $${first} and write_date_field = $${first + 1} and keeps_ids = $${first + 2} and retired_at is null`;

function valuesOf({ id_field, write_date_field, keeps_ids }: IdFields): unknown[] {
  return [id_field, write_date_field, keeps_ids];
}

/**
 * The change to other fields, which is added where there is none; undefined while records are on their way to the ids or
 * dates of another one, and when the collection is gone. Only for who has the configuration alone.
 */
export async function ensureChange(
  transaction: Queryable,
  { workspaceId, collectionId }: CollectionPlace,
  { fields, at }: { readonly fields: IdFields; readonly at: Date },
): Promise<PreparedSoFar | undefined> {
  const [change] = await transaction.query<PreparedSoFar>(
    `with known as (
       update id_changes set touched_at = $6
       where collection_id = $2 and ${isToFields(3)}
       returning id, known_to),
     added as (
       insert into id_changes (workspace_id, collection_id, id_field, write_date_field, keeps_ids, touched_at)
       select $1, c.id, $3, $4, $5, $6 from collections c
       where c.id = $2 and c.id_change is null and c.date_change is null and not exists (select from known)
       returning id, known_to)
     select id, known_to from known union all select id, known_to from added`,
    [workspaceId, collectionId, ...valuesOf(fields), at],
  );
  return change;
}

/** The change to these id fields once the claims of all records are known. */
export async function findPrepared(
  transaction: Queryable,
  collectionId: string,
  fields: IdFields,
): Promise<string | undefined> {
  const [change] = await transaction.query<{ id: string }>(
    `select id from id_changes where collection_id = $1 and ${isToFields(2)} and known_to is null`,
    [collectionId, ...valuesOf(fields)],
  );
  return change?.id;
}

/** The changes of a collection's ids that are prepared, or have been: writes keep their claims in step. */
export function listPrepared(transaction: Queryable, collectionId: string): Promise<(IdFields & { id: string })[]> {
  return transaction.query(
    {
      name: 'list_id_changes',
      text: 'select id, id_field, write_date_field, keeps_ids from id_changes where collection_id = $1 and retired_at is null order by id',
    },
    [collectionId],
  );
}

/**
 * Makes a change count, and no other one that is prepared: its records are on their way from here on. Indexes are built anew,
 * as ids or dates change though no record does.
 */
export async function beginMoving(
  transaction: Queryable,
  { collectionId, id }: Preparation,
  { keepsIds, keepsDates, at }: { readonly keepsIds: boolean; readonly keepsDates: boolean; readonly at: Date },
): Promise<void> {
  await transaction.query(
    'update id_changes set retired_at = $2, known_to = null where collection_id = $1 and retired_at is null',
    [collectionId, at],
  );
  await transaction.query(
    `update collections set id_change = $2, rekeys_ids = $2::uuid is not null, date_change = $3, rekey_from = '',
       identity_version = identity_version + 1
     where id = $1`,
    [collectionId, keepsIds ? null : id, keepsDates ? null : id],
  );
}

/** Ends a change whose records are all in their places; what they are compared by is derived anew from there on. */
export async function endMoving(transaction: Queryable, { collectionId, id }: Preparation): Promise<void> {
  await transaction.query(
    `update collections set id_change = null, rekeys_ids = false, date_change = null, rekeying_since = null, rekey_from = ''
     where id = $1`,
    [collectionId],
  );
  await deletePreparation(transaction, idChanges, { collectionId, id });
}
