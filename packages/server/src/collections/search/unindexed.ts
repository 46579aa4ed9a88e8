import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import { type CollectionView, readableRecords } from '../access/view.js';
import { findNewest, type RecordSelection } from '../records/queries.js';
import { candidatesMax, compareUnindexed, identifiersOf, titleOf } from './by-fields.js';
import { exactKey, exactLimit, type OpenedQuery, type Shown } from './open-queries.js';
import { type BatchAnswer, certainAnswer, comparedAnswer, unindexedAnswer } from './present-answer.js';
import { findByWords } from './queries.js';

/** Maximum queries that the database answers while the index is being built. */
export const unindexedMax = 16;
/** Maximum words that the database searches without an index. */
const wordsMax = 16;

/** Records, and bytes of their attributes, that the database compares with a filter or slice. */
const comparedRecordsMax = 2_000;
const comparedBytesMax = 8 * 1024 * 1024;

/** The error for what only the index can answer. */
export const unindexedRefusal = () =>
  errors.unavailable(
    `The search index of this collection is being built. Meanwhile a call is answered up to ${unindexedMax} queries in ` +
      `words, and filters of collections with up to ${comparedRecordsMax} records: send this again shortly.`,
  );

/** Whether a collection is so small that the database can compare all of its records with the conditions. */
export async function isComparable(
  transaction: Transaction,
  { collectionId, slice, filter }: RecordSelection,
): Promise<boolean> {
  if (slice === null && filter === undefined) {
    return true;
  }
  const [compared] = await transaction.query<{ few: boolean }>(
    `select count(*) <= ${comparedRecordsMax} and coalesce(sum(bytes), 0) <= ${comparedBytesMax} as few
     from (select pg_column_size(attributes) as bytes from records
       where workspace_id = $1 and collection_id = $2 limit ${comparedRecordsMax + 1}) compared`,
    [transaction.workspaceId, collectionId],
  );
  return compared?.few === true;
}

/** Builds the answer from what was read, if the view is unchanged. */
export type Present = (view: CollectionView) => BatchAnswer;

/** The records of a caller, and how results are presented. */
interface Reading {
  readonly view: CollectionView;
  readonly shown: Shown;
  /** The part of the bytes of a call that a query may read. */
  readonly part?: number;
}

/** Searches the database for one query after the other. All together read no more records than one. */
export async function readAllUnindexed(
  transaction: Transaction,
  { queries, ...shown }: Reading & { readonly queries: readonly OpenedQuery[] },
): Promise<Present[]> {
  const presents: Present[] = [];
  for (const query of queries) {
    presents.push(await readUnindexed(transaction, query, { ...shown, part: 1 / queries.length }));
  }
  return presents;
}

/**
 * Searches the database by ids, codes and words, or by a filter. Returns a function that presents the answer. Throws
 * `unavailable` for a filter on more records than the database compares.
 */
export async function readUnindexed(
  transaction: Transaction,
  { text, filter, chosen, sentFields }: OpenedQuery,
  { view, shown, part }: Reading,
): Promise<Present> {
  const selection = { ...readableRecords(view), filter };
  const limit = exactLimit(shown);
  if (text === '' && sentFields === undefined) {
    if (!(await isComparable(transaction, selection))) {
      throw unindexedRefusal();
    }
    const rows = await findNewest(transaction, selection, limit);
    return (view) => certainAnswer(rows, { view, shown, chosen }, 'filter');
  }
  const words = wordsOf(sentFields === undefined ? text : titleOf(sentFields));
  const codes = sentFields === undefined ? words : identifiersOf(sentFields);
  // The record that a person chose may contain none of the words.
  const keys = [...codes.map((code) => exactKey(code).identifier), ...(chosen?.externalId ? [chosen.externalId] : [])];
  const rowsMax = sentFields === undefined ? limit : candidatesMax;
  const rows = await findByWords(transaction, selection, { words, keys, limit: rowsMax, ...(part && { part }) });
  return (view) =>
    sentFields === undefined
      ? unindexedAnswer(rows, words, { view, shown, chosen })
      : comparedAnswer(compareUnindexed(view, { sentFields, rows }), { view, shown, chosen });
}

/** The words of a query that the database searches without an index. */
function wordsOf(text: string): string[] {
  const words = text.split(/\s+/u).map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''));
  return [...new Set(words.filter(Boolean))].slice(0, wordsMax);
}
