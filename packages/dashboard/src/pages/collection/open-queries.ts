import type { CallAnswer } from '@tessera/client';

type LoggedQuery = CallAnswer<'collections.list_queries'>['queries'][number];
type Correction = CallAnswer<'collections.list_corrections'>['corrections'][number];

/** A query that was not answered for sure, and how often. */
export interface OpenQuery {
  readonly words: string;
  readonly query: string;
  readonly confidence: LoggedQuery['confidence'];
  readonly at: string;
  readonly times: number;
}

/** What queries with the same words have in common: case, space, punctuation and order aside. Empty without words. */
export function wordsOf(query: string): string {
  return (query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).sort().join(' ');
}

/** Queries to work off, the last first: those with the same words once, none that a correction decides. */
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
