import type { Transaction } from '../../platform/database/database.js';
import { type CollectionView, readableRecords } from '../access/view.js';
import { findNewest, isComparable } from '../records/queries.js';
import { candidatesMax, compareUnindexed, identifiersOf, titleOf } from './by-fields.js';
import { UnindexedError } from './in-slice.js';
import { exactKey, exactLimit, type OpenedQuery, type Shown } from './open-queries.js';
import { type BatchAnswer, certainAnswer, comparedAnswer, unindexedAnswer } from './present-answer.js';
import { findByWords } from './queries.js';

/** Maximum words that the database searches without an index. */
const wordsMax = 16;

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
      throw new UnindexedError();
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
