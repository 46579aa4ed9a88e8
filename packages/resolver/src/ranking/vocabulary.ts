import type { LexicalView } from '@tessera/search-engine';

/** A term that can stand for a part of the query, and how well: 1 means the same, less a relative. */
export interface Alternative {
  readonly term: number;
  readonly quality: number;
}

/** How well a relative of a word or code stands for it. */
export const quality = {
  same: 1,
  joinedCode: 0.99,
  joinedWords: 0.9,
  extended: 0.75,
  mistyped: 0.7,
  sibling: 0.5,
  digits: 0.35,
} as const;

/** The terms among the keys that some record holds. */
export function known(index: LexicalView, keys: readonly (readonly [key: number, quality: number])[]): Alternative[] {
  return keys
    .map(([key, quality]) => ({ term: index.find(key), quality }))
    .filter(({ term }) => index.frequency(term) > 0);
}
