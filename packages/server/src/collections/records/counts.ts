import { limits } from '@tessera/contract';
import type { Transaction } from '../../platform/database/database.js';
import { prepareStatement } from '../../platform/database/prepared.js';
import { type RecordSelection, selectionSql } from './queries.js';

/** Counts of a selection: live records, and those that wait for embedding, failed it or are searched in part. */
export interface RecordCounts {
  readonly records: number;
  readonly pending_embed: number;
  readonly failed_embed: number;
  /** Records whose text is searched only in part. */
  readonly cut_texts: number;
  /** The last change of a record inside; null for a whole collection, which stores its last arrival itself. */
  readonly changed_at: Date | null;
}

const failed = `r.embed_tries >= ${limits.embedTries}`;
const marked = `count(*) filter (where r.pending and not ${failed})::int as pending_embed,
  count(*) filter (where r.pending and ${failed})::int as failed_embed,
  count(*) filter (where r.text_cut)::int as cut_texts`;

/** Counts whole collections by id in one statement that reads only indexes. */
export async function countCollections(
  transaction: Transaction,
  collectionIds: readonly string[],
): Promise<Map<string, RecordCounts>> {
  const live = 'from records r where r.workspace_id = $1 and r.collection_id = c.id and r.tombstoned_at is null';
  const rows = await transaction.query<RecordCounts & { collection_id: string }>(
    {
      name: 'count_collections',
      text: `select c.id as collection_id, (select count(*)::int ${live}) as records,
        (select count(*)::int ${live} and r.pending and not ${failed}) as pending_embed,
        (select count(*)::int ${live} and r.pending and ${failed}) as failed_embed,
        (select count(*)::int ${live} and r.text_cut) as cut_texts, null as changed_at
      from unnest($2::uuid[]) as c (id)`,
    },
    [transaction.workspaceId, collectionIds],
  );
  return new Map(rows.map(({ collection_id, ...counts }) => [collection_id, counts]));
}

/** Counts a selection by reading its records. */
export async function countRecords(transaction: Transaction, selection: RecordSelection): Promise<RecordCounts> {
  const { text, values } = selectionSql(transaction, selection);
  const [row] = await transaction.query<RecordCounts>(
    prepareStatement(
      `select count(*)::int as records, ${marked}, max(r.updated_at) as changed_at from records r where ${text}`,
    ),
    values,
  );
  return row ?? noRecords;
}

/** Counts of records with a notable state, which are few. */
type MarkedCounts = Pick<RecordCounts, 'pending_embed' | 'failed_embed' | 'cut_texts'>;

/**
 * Counts the records of a selection that wait for embedding, failed it or are searched in part, by their partial
 * indexes.
 */
export async function countMarkedIn(transaction: Transaction, selection: RecordSelection): Promise<MarkedCounts> {
  const { text, values } = selectionSql(transaction, selection);
  const [row] = await transaction.query<MarkedCounts>(
    prepareStatement(`select ${marked} from records r where (r.pending or r.text_cut) and ${text}`),
    values,
  );
  return row ?? noRecords;
}

/** Counts the records of a selection without a vector: waiting or failed. */
export async function countUnembedded(transaction: Transaction, selection: RecordSelection): Promise<number> {
  const { text, values } = selectionSql(transaction, selection);
  const [row] = await transaction.query<{ count: number }>(
    prepareStatement(`select count(*)::int as count from records r where r.pending and ${text}`),
    values,
  );
  return row?.count ?? 0;
}

/** Counts of an empty selection. */
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
    prepareStatement(`select count(*)::int as count from records r where ${text}`),
    values,
  );
  return row?.count ?? 0;
}

/** Counts the live records of a collection that wait for embedding. */
export async function countPending(transaction: Transaction, collectionId: string): Promise<number> {
  return (await countMarkedIn(transaction, { collectionId, slice: null })).pending_embed;
}
