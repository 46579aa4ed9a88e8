import type { CallAnswer } from '@tessera/client';

type LoggedQuery = CallAnswer<'collections.list_queries'>['queries'][number];
type Correction = CallAnswer<'collections.list_corrections'>['corrections'][number];

const unknownWordsMax = 5;

/** A query without a certain answer, and how often it was sent. */
export interface OpenQuery {
  readonly words: string;
  readonly query: string;
  readonly confidence: LoggedQuery['confidence'];
  readonly at: string;
  readonly times: number;
}

/** A word that no record has, and the query that contained it. */
interface UnknownWord {
  readonly word: string;
  readonly queries: readonly string[];
  readonly times: number;
}

/**
 * The words in queries that no record has, the most frequent first. `unknownOf` contains the unknown words of each
 * query, in the same order.
 */
export function unknownWords(queries: readonly OpenQuery[], unknownOf: readonly (readonly string[])[]): UnknownWord[] {
  const found = new Map<string, UnknownWord>();
  for (const [at, { query, times }] of queries.entries()) {
    for (const word of unknownOf[at] ?? []) {
      const known = found.get(word);
      const both = [...(known?.queries ?? []), query];
      found.set(word, { word, queries: both, times: times + (known?.times ?? 0) });
    }
  }
  return [...found.values()].toSorted((one, other) => other.times - one.times).slice(0, unknownWordsMax);
}

/**
 * A key that is equal for queries with the same words, ignoring case, spaces, punctuation and order. Empty if there are
 * no words.
 */
export function wordsOf(query: string): string {
  return (query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).sort().join(' ');
}

/**
 * The queries that need a decision, latest first. Queries with the same words count once, and those with a correction
 * are omitted.
 */
export function openQueries(logged: readonly LoggedQuery[], corrections: readonly Correction[]): OpenQuery[] {
  const decided = new Set(corrections.map(({ query }) => wordsOf(query)));
  const open = new Map<string, OpenQuery>();
  for (const { query, confidence, at } of logged.toSorted((one, other) => other.at.localeCompare(one.at))) {
    const words = wordsOf(query);
    const known = open.get(words);
    if (known !== undefined) {
      open.set(words, { ...known, times: known.times + 1 });
    } else if (words !== '' && !decided.has(words)) {
      open.set(words, { words, query, confidence, at, times: 1 });
    }
  }
  return [...open.values()];
}
