import { type JsonObject, stringifyJson } from '@tessera/json';
import { insertSql } from '../../platform/database/columns.js';
import { equalsAny, preparedVariant, type Transaction } from '../../platform/database/database.js';
import { type RecordSelection, selectionSql } from '../records/queries.js';

/** A correction as stored. */
export interface CorrectionRow {
  readonly id: string;
  readonly query: string;
  /** The identifiers and title of a corrected record. Null for a query. */
  readonly record: JsonObject | null;
  /** The chosen record; null if none is correct. */
  readonly external_id: string | null;
  readonly created_by: string;
  readonly created_at: Date;
}

/** A correction to store. */
export interface NewCorrection extends CorrectionRow {
  readonly collection_id: string;
  readonly words_hash: string;
  /** If no record is correct, the slice of the author; null for the whole collection. */
  readonly slice_hash: string | null;
}

/** The records that a caller selects, and the caller's slice. The slice is null for the whole collection. */
export interface VisibleCorrections {
  readonly records: RecordSelection;
  readonly sliceHash: string | null;
}

/**
 * Locks a collection against writes, configuration and corrections until the transaction ends. Returns false if it was
 * deleted. Throws `unavailable` after waiting for 10 s.
 */
export async function lockCollection(transaction: Transaction, collectionId: string): Promise<boolean> {
  const rows = await transaction.query(
    'select from collection_states where workspace_id = $1 and collection_id = $2 for update',
    [transaction.workspaceId, collectionId],
  );
  return rows.length > 0;
}

/** Stores a correction. Replaces an earlier one of the same text and slice. */
export function replaceCorrection(transaction: Transaction, correction: NewCorrection): void {
  const { workspaceId } = transaction;
  const { collection_id, words_hash, external_id, slice_hash } = correction;
  transaction.send(
    `delete from corrections where workspace_id = $1 and collection_id = $2 and words_hash = $3
       and external_id is not distinct from $4 and slice_hash is not distinct from $5`,
    [workspaceId, collection_id, words_hash, external_id, slice_hash],
  );
  const record = correction.record && stringifyJson(correction.record);
  transaction.send(...insertSql('corrections', { workspace_id: workspaceId, ...correction, record }));
}

/** Counts the stored corrections of a collection, including those that no caller sees. */
export async function countStored(transaction: Transaction, collectionId: string): Promise<number> {
  const [row] = await transaction.query<{ count: number }>(
    'select count(*)::int as count from corrections where workspace_id = $1 and collection_id = $2',
    [transaction.workspaceId, collectionId],
  );
  return row?.count ?? 0;
}

/** Deletes corrections whose record was deleted. */
export async function deleteOrphans(transaction: Transaction, collectionId: string): Promise<void> {
  await transaction.query(
    `delete from corrections x where x.workspace_id = $1 and x.collection_id = $2 and x.external_id is not null
       and not exists (select from records r where r.workspace_id = $1 and r.collection_id = $2
         and r.external_id = x.external_id and r.tombstoned_at is null)`,
    [transaction.workspaceId, collectionId],
  );
}

/** A correction for the words of a hash. */
interface FoundCorrection {
  readonly words_hash: string;
  readonly query: string;
  /** The chosen record; null if none is correct. */
  readonly external_id: string | null;
}

/** Returns the newest applicable correction of each text that has the words of a hash, newest first. */
export async function findCorrections(
  transaction: Transaction,
  { records, sliceHash }: VisibleCorrections,
  wordsHashes: readonly string[],
): Promise<FoundCorrection[]> {
  const { text, values } = selectionSql(transaction, records);
  const next = values.length + 1;
  return transaction.query<FoundCorrection>(
    preparedVariant(`select n.* from (
     select distinct on (x.words_hash, lower(btrim(x.query))) x.* from corrections x
     where x.workspace_id = $1 and x.collection_id = $2 and x.words_hash ${equalsAny(`$${next}::text[]`)} and case
       when x.external_id is null then x.slice_hash is null or x.slice_hash = $${next + 1}::text
       else exists (select from records r where ${text} and r.external_id = x.external_id) end
     order by x.words_hash, lower(btrim(x.query)), x.created_at desc, x.id desc) n
     order by n.created_at desc, n.id desc`),
    [...values, wordsHashes, sliceHash],
  );
}

/** Lists the corrections that a caller may see, newest first, starting after a cursor position. */
export function listCorrections(
  transaction: Transaction,
  visible: VisibleCorrections,
  page: { readonly after: readonly [createdAt: string, id: string] | null; readonly limit: number },
): Promise<CorrectionRow[]> {
  const { text, values } = seenSql(transaction, visible);
  const next = values.length + 1;
  return transaction.query<CorrectionRow>(
    preparedVariant(`select x.id, x.query, x.record, x.external_id, x.created_by, x.created_at from corrections x
     where ${text} and ($${next}::timestamptz is null or (x.created_at, x.id) < ($${next}, $${next + 1}::uuid))
     order by x.created_at desc, x.id desc limit $${next + 2}`),
    [...values, ...(page.after ?? [null, null]), page.limit],
  );
}

/** Counts the corrections that a caller may see. */
export async function countCorrections(transaction: Transaction, visible: VisibleCorrections): Promise<number> {
  const { text, values } = seenSql(transaction, visible);
  const [row] = await transaction.query<{ count: number }>(
    preparedVariant(`select count(*)::int as count from corrections x where ${text}`),
    values,
  );
  return row?.count ?? 0;
}

/** Deletes a correction that a caller may see; undefined if there is none with this id. */
export async function deleteCorrection(
  transaction: Transaction,
  visible: VisibleCorrections,
  id: string,
): Promise<Pick<CorrectionRow, 'query' | 'external_id'> | undefined> {
  const { text, values } = seenSql(transaction, visible);
  const [row] = await transaction.query<Pick<CorrectionRow, 'query' | 'external_id'>>(
    preparedVariant(
      `delete from corrections x where ${text} and x.id = $${values.length + 1}::uuid returning x.query, x.external_id`,
    ),
    [...values, id],
  );
  return row;
}

/**
 * SQL condition of visible corrections. The caller sees the chosen record or, if none is correct, at least no more
 * records than the author saw.
 */
function seenSql(transaction: Transaction, { records, sliceHash }: VisibleCorrections) {
  const { text, values } = selectionSql(transaction, records);
  const own = `$${values.length + 1}::text`;
  return {
    text: `x.workspace_id = $1 and x.collection_id = $2 and case
       when x.external_id is null then ${own} is null or x.slice_hash = ${own}
       else exists (select from records r where ${text} and r.external_id = x.external_id) end`,
    values: [...values, sliceHash],
  };
}

/** Replaces the record ids in corrections, and deletes corrections of deleted records. */
export async function renameCorrected(
  transaction: Transaction,
  collectionId: string,
  newIds: ReadonlyMap<string, string>,
): Promise<void> {
  const target = [transaction.workspaceId, collectionId];
  await transaction.query(
    `delete from corrections where workspace_id = $1 and collection_id = $2 and external_id is not null
       and external_id <> all($3::text[])`,
    [...target, [...newIds.keys()]],
  );
  await transaction.query(
    `update corrections x set external_id = n.new_id from unnest($3::text[], $4::text[]) as n (id, new_id)
     where x.workspace_id = $1 and x.collection_id = $2 and x.external_id = n.id`,
    [...target, [...newIds.keys()], [...newIds.values()]],
  );
}

/** Lists all record ids in corrections of a collection. */
export async function listCorrectedIds(transaction: Transaction, collectionId: string): Promise<Set<string>> {
  const rows = await transaction.query<{ id: string }>(
    `select distinct external_id as id from corrections
     where workspace_id = $1 and collection_id = $2 and external_id is not null`,
    [transaction.workspaceId, collectionId],
  );
  return new Set(rows.map(({ id }) => id));
}
