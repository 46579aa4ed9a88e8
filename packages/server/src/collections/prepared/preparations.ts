import type { InTransaction, Queryable, Transaction } from '../../platform/database/database.js';
import type { RowsToDelete } from '../../platform/database/delete-rows.js';
import { lockConfiguration } from '../collections/configuration-lock.js';

/**
 * A kind of what is worked out of all records of a collection before it counts: a table that says how far each has come,
 * what it is kept in, and which one counts, as SQL of a collection `c`.
 */
export interface PreparationKind {
  readonly table: 'id_changes' | 'key_sets';
  readonly rows: { readonly table: string; readonly reference: string };
  readonly inUse: string;
}

/** Changes of ids and dates, with what each record asks for. */
export const idChanges: PreparationKind = {
  table: 'id_changes',
  rows: { table: 'new_ids', reference: 'change_id' },
  inUse: 'coalesce(c.id_change, c.date_change)',
};

/** Identifiers that some fields give the records. */
export const keySets: PreparationKind = {
  table: 'key_sets',
  rows: { table: 'record_keys', reference: 'key_set_id' },
  inUse: 'c.key_set_id',
};

/** A collection of a workspace. */
export interface CollectionPlace {
  readonly workspaceId: string;
  readonly collectionId: string;
}

/** One of a kind. */
export interface Preparation extends CollectionPlace {
  readonly id: string;
}

/** How far one has come: up to the record of an id, or `null` once all are known. */
export interface PreparedSoFar {
  readonly id: string;
  readonly known_to: string | null;
}

/** Those of one kind that are prepared at the same time, as writes keep each in step. */
const preparedAtOnce = 3;

/**
 * Works off a collection page by page, each in a transaction that has the configuration alone, until `page` returns false
 * or the signal says so.
 */
export async function inPages(
  inTransaction: InTransaction,
  collectionId: string,
  page: (transaction: Transaction) => Promise<boolean>,
  signal: AbortSignal,
): Promise<void> {
  for (let more = true; more && !signal.aborted; ) {
    more = await inTransaction(async (transaction) => {
      await lockConfiguration(transaction, collectionId);
      return page(transaction);
    });
  }
}

/** Notes the last record that is known; null for all. */
export async function saveKnownTo(
  transaction: Queryable,
  { table }: PreparationKind,
  { collectionId, id }: Pick<Preparation, 'collectionId' | 'id'>,
  knownTo: string | null,
): Promise<void> {
  await transaction.query(`update ${table} set known_to = $3 where collection_id = $1 and id = $2`, [
    collectionId,
    id,
    knownTo,
  ]);
}

/** Has those begin anew that were unfinished when records were brought to other places. */
export async function restartUnfinished(
  transaction: Queryable,
  table: keyof typeof progressColumns,
  collectionId: string,
): Promise<void> {
  const column = progressColumns[table];
  await transaction.query(`update ${table} set ${column} = '' where collection_id = $1 and ${column} is not null`, [
    collectionId,
  ]);
}

/** Where it is noted how far one has come. */
const progressColumns = { slices: 'listed_to', key_sets: 'known_to' } as const;

/** True of one `p` that does not count. */
function unused({ inUse }: PreparationKind): string {
  return `not exists (select from collections c
    where c.workspace_id = p.workspace_id and c.id = p.collection_id and ${inUse} = p.id)`;
}

/** Gives up those of a collection that were asked for longest ago, but for the latest few and the one that counts. */
export async function retireOldest(
  transaction: Queryable,
  kind: PreparationKind,
  collectionId: string,
  at: Date,
): Promise<void> {
  const prepared = `from ${kind.table} p where p.collection_id = $1 and p.retired_at is null and ${unused(kind)}`;
  await transaction.query(
    `update ${kind.table} set retired_at = $2
     where collection_id = $1 and id in (select p.id ${prepared} order by p.touched_at desc, p.id offset ${preparedAtOnce})`,
    [collectionId, at],
  );
}

/** Those in every workspace that do not count and were not asked for since a time. */
export function listUntouched(
  transaction: Queryable,
  kind: PreparationKind,
  touchedBefore: Date,
): Promise<Preparation[]> {
  return transaction.query<Preparation>(
    `select p.workspace_id as "workspaceId", p.collection_id as "collectionId", p.id from ${kind.table} p
     where p.retired_at is null and p.touched_at < $1 and ${unused(kind)}`,
    [touchedBefore],
  );
}

/** Gives up one that does not count and has not been asked for since a time. Only for who has the configuration alone. */
export async function retireUntouched(
  transaction: Queryable,
  kind: PreparationKind,
  { collectionId, id, touchedBefore, at }: Preparation & { readonly touchedBefore: Date; readonly at: Date },
): Promise<void> {
  await transaction.query(
    `update ${kind.table} p set retired_at = $4
     where p.collection_id = $1 and p.id = $2 and p.touched_at < $3 and p.retired_at is null and ${unused(kind)}`,
    [collectionId, id, touchedBefore, at],
  );
}

/** Those in every workspace that were given up, or counted once, before a time. */
export function listEnded(transaction: Queryable, kind: PreparationKind, retiredBefore: Date): Promise<Preparation[]> {
  return transaction.query<Preparation>(
    `select p.workspace_id as "workspaceId", p.collection_id as "collectionId", p.id from ${kind.table} p
     where p.retired_at < $1 and ${unused(kind)}`,
    [retiredBefore],
  );
}

/** What is kept of one. */
export function rowsOf({ rows }: PreparationKind, { collectionId, id }: Preparation): RowsToDelete {
  return { table: rows.table, where: `collection_id = $1 and ${rows.reference} = $2`, values: [collectionId, id] };
}

/** Deletes one itself. */
export async function deletePreparation(
  transaction: Queryable,
  { table }: PreparationKind,
  { collectionId, id }: Pick<Preparation, 'collectionId' | 'id'>,
): Promise<void> {
  await transaction.query(`delete from ${table} where collection_id = $1 and id = $2`, [collectionId, id]);
}
