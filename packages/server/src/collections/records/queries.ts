import { limits } from '@tessera/contract';
import type { JsonObject } from '@tessera/json';
import type { CompiledFilter } from '@tessera/search-engine';
import { prepared, preparedVariant, type Transaction } from '../../platform/database/database.js';
import { momentSql } from '../../platform/moments.js';
import type { Slice } from '../access/view.js';
import { type FilterSql, filterSql, sliceSql } from '../filters/sql.js';

/** The content of a live record, which results of queries show. */
export interface RecordContent {
  readonly external_id: string;
  readonly attributes: JsonObject;
  readonly confirmed_at: Date;
}

/** A live record with everything that its presentation needs. */
export interface RecordRow extends RecordContent {
  readonly version: string;
  /** In the format of `momentSql`. */
  readonly write_date: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/**
 * Selects live records of one collection. They are inside of the slice, if it is not null, and match the filter, if
 * there is one.
 */
export interface RecordSelection {
  readonly collectionId: string;
  readonly slice: Pick<Slice, 'compiled'> | null;
  readonly filter?: CompiledFilter | undefined;
}

/** SQL: when the source last confirmed a record `r`, by writing it, sending it unchanged or listing its id. */
export const confirmedSql = `greatest(r.updated_at, (select c.confirmed_at from record_confirmations c
  where c.workspace_id = $1 and c.collection_id = $2 and c.external_id = r.external_id))`;

/** The columns of a `RecordContent`. The other columns of a record take longer to write and read than these. */
export const contentColumns = `r.external_id, r.attributes, ${confirmedSql} as confirmed_at`;
/** The columns of a record `r` that its presentation needs. */
export const recordColumns = `${contentColumns}, r.version, ${momentSql('r.write_date')} as write_date, r.created_at, r.updated_at`;

const everything: FilterSql = { text: 'true', values: [] };

/**
 * The conditions of a selection, as SQL over `records r`. It uses the parameters up to `values.length`; the next free
 * one is `values.length + 1`.
 */
export function selectionSql(
  { workspaceId }: Transaction,
  selection: RecordSelection,
): { text: string; values: unknown[] } {
  const slice = selection.slice === null ? everything : sliceSql(selection.slice.compiled, 3);
  const filter = selection.filter === undefined ? everything : filterSql(selection.filter, 3 + slice.values.length);
  return {
    text: `r.workspace_id = $1 and r.collection_id = $2 and r.tombstoned_at is null and ${slice.text} and ${filter.text}`,
    values: [workspaceId, selection.collectionId, ...slice.values, ...filter.values],
  };
}

/** Records, and bytes of their attributes, that the database compares with a filter or slice. */
export const comparedMax = { records: 2_000, bytes: 8 * 1024 * 1024 };

/** Whether a collection is so small that the database can compare all of its records with the conditions. */
export async function isComparable(
  transaction: Transaction,
  { collectionId, slice, filter }: RecordSelection,
): Promise<boolean> {
  if (slice === null && filter === undefined) {
    return true;
  }
  const [compared] = await transaction.query<{ few: boolean }>(
    `select count(*) <= ${comparedMax.records} and coalesce(sum(bytes), 0) <= ${comparedMax.bytes} as few
     from (select pg_column_size(attributes) as bytes from records
       where workspace_id = $1 and collection_id = $2 limit ${comparedMax.records + 1}) compared`,
    [transaction.workspaceId, collectionId],
  );
  return compared?.few === true;
}

/** Finds a live record of a selection by id; undefined if there is none. */
export async function findRecord(
  transaction: Transaction,
  selection: RecordSelection,
  id: string,
): Promise<RecordRow | undefined> {
  const { text, values } = selectionSql(transaction, selection);
  const [row] = await transaction.query<RecordRow>(
    preparedVariant(`select ${recordColumns} from records r where ${text} and r.external_id = $${values.length + 1}`),
    [...values, id],
  );
  return row;
}

/** Finds live records by id, in the order of the ids. */
export function findInOrder(
  transaction: Transaction,
  selection: RecordSelection,
  ids: readonly string[],
): Promise<RecordRow[]> {
  const { text, values } = selectionSql(transaction, selection);
  return transaction.query<RecordRow>(
    preparedVariant(`select ${recordColumns} from unnest($${values.length + 1}::text[]) with ordinality as wanted (id, ordinal)
     join records r on r.external_id = wanted.id where ${text} order by wanted.ordinal`),
    [...values, ids],
  );
}

/**
 * Lists live records of a selection, newest first. Records without a clock come last, and equal ones are sorted by id.
 */
export function findNewest(transaction: Transaction, selection: RecordSelection, limit: number): Promise<RecordRow[]> {
  const { text, values } = selectionSql(transaction, selection);
  return transaction.query<RecordRow>(
    preparedVariant(`select ${recordColumns} from records r where ${text}
     order by r.write_date desc nulls last, r.external_id limit $${values.length + 1}`),
    [...values, limit],
  );
}

/** A page of records after the given id. Null starts at the first record. */
export interface RecordPage {
  readonly after: string | null;
  readonly offset: number;
  readonly limit: number;
  readonly direction: 'asc' | 'desc';
}

/** Lists a page of live records by id. */
export function listRecords(
  transaction: Transaction,
  selection: RecordSelection,
  { after, offset, limit, direction }: RecordPage,
): Promise<RecordRow[]> {
  const { text, values } = selectionSql(transaction, selection);
  const next = values.length + 1;
  const beyond = direction === 'asc' ? '>' : '<';
  const rest = after === null ? '' : `and r.external_id ${beyond} $${next + 2}::text collate "C"`;
  return transaction.query<RecordRow>(
    preparedVariant(`select ${recordColumns} from records r where ${text} ${rest}
     order by r.external_id ${direction} limit $${next} offset $${next + 1}`),
    [...values, limit, offset, ...(after === null ? [] : [after])],
  );
}

/**
 * Counts of selected records: all live ones, those that wait for embedding, those that failed it, and those searched
 * only in part.
 */
export interface RecordCounts {
  readonly records: number;
  readonly pending_embed: number;
  readonly failed_embed: number;
  /** Records whose text is searched only in part. */
  readonly cut_texts: number;
  /** The last change of a selected record. Null for a whole collection, which stores its last arrival itself. */
  readonly changed_at: Date | null;
}

const failed = `r.embed_tries >= ${limits.embedTries}`;
const marked = `count(*) filter (where r.pending and not ${failed})::int as pending_embed,
  count(*) filter (where r.pending and ${failed})::int as failed_embed,
  count(*) filter (where r.text_cut)::int as cut_texts`;

/** Counts whole collections by id. Uses one statement that reads only indexes. */
export async function countCollections(
  transaction: Transaction,
  collectionIds: readonly string[],
): Promise<Map<string, RecordCounts>> {
  const live = 'from records r where r.workspace_id = $1 and r.collection_id = c.id and r.tombstoned_at is null';
  const rows = await transaction.query<RecordCounts & { collection_id: string }>(
    prepared(`select c.id as collection_id, (select count(*)::int ${live}) as records,
        (select count(*)::int ${live} and r.pending and not ${failed}) as pending_embed,
        (select count(*)::int ${live} and r.pending and ${failed}) as failed_embed,
        (select count(*)::int ${live} and r.text_cut) as cut_texts, null as changed_at
      from unnest($2::uuid[]) as c (id)`),
    [transaction.workspaceId, collectionIds],
  );
  return new Map(rows.map(({ collection_id, ...counts }) => [collection_id, counts]));
}

/** Counts selected records by reading them. */
export async function countRecords(transaction: Transaction, selection: RecordSelection): Promise<RecordCounts> {
  const { text, values } = selectionSql(transaction, selection);
  const [row] = await transaction.query<RecordCounts>(
    preparedVariant(
      `select count(*)::int as records, ${marked}, max(r.updated_at) as changed_at from records r where ${text}`,
    ),
    values,
  );
  return row ?? noRecords;
}

/** Counts of records in an unusual state, which are few. */
type MarkedCounts = Pick<RecordCounts, 'pending_embed' | 'failed_embed' | 'cut_texts'>;

/**
 * Counts the selected records that wait for embedding, failed it, or are searched only in part. Uses the partial
 * indexes of these states.
 */
export async function countMarkedIn(transaction: Transaction, selection: RecordSelection): Promise<MarkedCounts> {
  const { text, values } = selectionSql(transaction, selection);
  const [row] = await transaction.query<MarkedCounts>(
    preparedVariant(`select ${marked} from records r where (r.pending or r.text_cut) and ${text}`),
    values,
  );
  return row ?? noRecords;
}

/** Counts the selected records without a vector, whether waiting or failed. */
export async function countUnembedded(transaction: Transaction, selection: RecordSelection): Promise<number> {
  const { text, values } = selectionSql(transaction, selection);
  const [row] = await transaction.query<{ count: number }>(
    preparedVariant(`select count(*)::int as count from records r where r.pending and ${text}`),
    values,
  );
  return row?.count ?? 0;
}

/** The counts if nothing is selected. */
export const noRecords: RecordCounts = {
  records: 0,
  pending_embed: 0,
  failed_embed: 0,
  cut_texts: 0,
  changed_at: null,
};

/** Counts the live records of a selection. */
export async function countLive(transaction: Transaction, selection: RecordSelection): Promise<number> {
  const { text, values } = selectionSql(transaction, selection);
  const [row] = await transaction.query<{ count: number }>(
    preparedVariant(`select count(*)::int as count from records r where ${text}`),
    values,
  );
  return row?.count ?? 0;
}

/** Counts the live records of a collection that wait for embedding. */
export async function countPending(transaction: Transaction, collectionId: string): Promise<number> {
  return (await countMarkedIn(transaction, { collectionId, slice: null })).pending_embed;
}
