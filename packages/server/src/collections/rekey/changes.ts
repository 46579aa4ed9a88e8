import type { Queryable } from '../../platform/database/database.js';
import type { RowsToDelete } from '../../platform/database/delete-rows.js';
import type { CollectionConfig } from '../domain/index.js';

/** What of a configuration decides which ids records have: where they say them, and where when they were written. */
export type IdFields = Pick<CollectionConfig, 'id_field' | 'write_date_field'>;

/** A collection of a workspace. */
export interface RekeyPlace {
  readonly workspaceId: string;
  readonly collectionId: string;
}

/** Changes of a collection's ids that are prepared at the same time: writes keep the claims of each in step. */
const preparedAtOnce = 3;

/** A change of a collection's ids. */
export interface IdChange extends RekeyPlace {
  readonly id: string;
}

/** How far a change is prepared: up to the record of an id, or `null` once the claims of all are known. */
export interface PreparedChange {
  readonly id: string;
  readonly known_to: string | null;
}

/**
 * The change to other id fields, which is added where there is none; undefined while records are on their way to the ids
 * of another one, and when the collection is gone. Only for who has the configuration alone.
 */
export async function ensureChange(
  transaction: Queryable,
  { workspaceId, collectionId }: RekeyPlace,
  { fields, at }: { readonly fields: IdFields; readonly at: Date },
): Promise<PreparedChange | undefined> {
  const [change] = await transaction.query<PreparedChange>(
    `with known as (
       update id_changes set touched_at = $5
       where collection_id = $2 and id_field = $3 and write_date_field = $4 and retired_at is null
       returning id, known_to),
     added as (
       insert into id_changes (workspace_id, collection_id, id_field, write_date_field, touched_at)
       select $1, c.id, $3, $4, $5 from collections c
       where c.id = $2 and c.id_change is null and not exists (select from known)
       returning id, known_to)
     select id, known_to from known union all select id, known_to from added`,
    [workspaceId, collectionId, fields.id_field, fields.write_date_field, at],
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
    `select id from id_changes
     where collection_id = $1 and id_field = $2 and write_date_field = $3 and retired_at is null and known_to is null`,
    [collectionId, fields.id_field, fields.write_date_field],
  );
  return change?.id;
}

/** The changes of a collection's ids that are prepared, or have been: writes keep their claims in step. */
export function listPrepared(transaction: Queryable, collectionId: string): Promise<(IdFields & { id: string })[]> {
  return transaction.query(
    {
      name: 'list_id_changes',
      text: 'select id, id_field, write_date_field from id_changes where collection_id = $1 and retired_at is null order by id',
    },
    [collectionId],
  );
}

/** Notes the last record whose claim is known; null for all. */
export async function saveKnownTo(
  transaction: Queryable,
  { collectionId, id }: IdChange,
  knownTo: string | null,
): Promise<void> {
  await transaction.query('update id_changes set known_to = $3 where collection_id = $1 and id = $2', [
    collectionId,
    id,
    knownTo,
  ]);
}

/**
 * Makes a change count, and no other one that is prepared: its records are on their way from here on. Indexes are built anew,
 * as all ids change though no record does.
 */
export async function beginMoving(transaction: Queryable, { collectionId, id }: IdChange, at: Date): Promise<void> {
  await transaction.query(
    'update id_changes set retired_at = $2, known_to = null where collection_id = $1 and retired_at is null',
    [collectionId, at],
  );
  await transaction.query(
    `update collections set id_change = $2, rekeys_ids = true, rekey_from = '', identity_version = identity_version + 1
     where id = $1`,
    [collectionId, id],
  );
}

/** Ends a change whose records are all in their places; their other keys are derived anew from there on. */
export async function endMoving(transaction: Queryable, { collectionId, id }: IdChange): Promise<void> {
  await transaction.query(
    `update collections set id_change = null, rekeys_ids = false, rekeying_since = null, rekey_from = '' where id = $1`,
    [collectionId],
  );
  await deleteChange(transaction, { collectionId, id });
}

/** Changes, in every workspace, that were prepared and not asked for since a time. */
export function listUntouched(transaction: Queryable, touchedBefore: Date): Promise<IdChange[]> {
  return transaction.query<IdChange>(
    `select workspace_id as "workspaceId", collection_id as "collectionId", id from id_changes
     where retired_at is null and touched_at < $1`,
    [touchedBefore],
  );
}

/** Gives up a change that has not been asked for since a time. Only for who has the configuration alone. */
export async function retireUntouched(
  transaction: Queryable,
  { collectionId, id }: IdChange,
  { touchedBefore, at }: { readonly touchedBefore: Date; readonly at: Date },
): Promise<void> {
  await transaction.query(
    `update id_changes set retired_at = $4
     where collection_id = $1 and id = $2 and touched_at < $3 and retired_at is null`,
    [collectionId, id, touchedBefore, at],
  );
}

/** Gives up those prepared changes of a collection that were asked for longest ago, but for the latest few. */
export async function retireOldest(transaction: Queryable, collectionId: string, at: Date): Promise<void> {
  await transaction.query(
    `update id_changes set retired_at = $2
     where collection_id = $1 and retired_at is null and id not in (
       select id from id_changes where collection_id = $1 and retired_at is null
       order by touched_at desc, id limit ${preparedAtOnce})`,
    [collectionId, at],
  );
}

/** Changes, in every workspace, that never came to count, or whose records are all in their places. */
export function listEnded(transaction: Queryable): Promise<IdChange[]> {
  return transaction.query<IdChange>(
    `select i.workspace_id as "workspaceId", i.collection_id as "collectionId", i.id
     from id_changes i join collections c on c.workspace_id = i.workspace_id and c.id = i.collection_id
     where i.retired_at is not null and i.id is distinct from c.id_change`,
  );
}

/** What is noted of a change's records. */
export function newIdsOf({ collectionId, id }: IdChange): RowsToDelete {
  return { table: 'new_ids', where: 'collection_id = $1 and change_id = $2', values: [collectionId, id] };
}

/** Deletes a change itself. */
export async function deleteChange(
  transaction: Queryable,
  { collectionId, id }: Pick<IdChange, 'collectionId' | 'id'>,
): Promise<void> {
  await transaction.query('delete from id_changes where collection_id = $1 and id = $2', [collectionId, id]);
}
