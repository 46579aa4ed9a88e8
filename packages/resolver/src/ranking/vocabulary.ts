import type { LexicalView } from '@tessera/search-engine';
import type { Chunk } from '../text/chunks.js';
import { wholeValueKey, wordKey } from '../text/keys.js';
import { isPlain } from '../text/stop-words.js';
import { mistyped, stem } from '../text/words.js';

/** A term that can match a part of the query, and how well: 1 if it means the same, less if it is only related. */
export interface Alternative {
  readonly term: number;
  readonly quality: number;
}

/** How well a related term matches a word or code. */
export const quality = {
  same: 1,
  joinedCode: 0.99,
  joinedWords: 0.9,
  extended: 0.75,
  mistyped: 0.7,
  sibling: 0.5,
  digits: 0.35,
} as const;

/** The terms of those keys that occur in at least one record. */
export function known(index: LexicalView, keys: readonly (readonly [key: number, quality: number])[]): Alternative[] {
  return keys
    .map(([key, quality]) => ({ term: index.find(key), quality }))
    .filter(({ term }) => index.frequency(term) > 0);
}

/** The same terms without a quality. */
export function knownTerms(index: LexicalView, keys: readonly number[]): number[] {
  return keys.map((key) => index.find(key)).filter((term) => index.frequency(term) > 0);
}

/** Words shorter than this are only corrected if the result is a whole title, because many short words are similar. */
const wordCharactersMin = 5;
const triesMax = 200;

/** For each unknown word of a query, the known words that differ from it by one letter. */
export type Meant = ReadonlyMap<string, readonly string[]>;

/** Finds the known words that may be meant by the words that no record has. */
export function wordsMeant(chunks: readonly Chunk[], index: LexicalView): Meant {
  const unknown = chunks.filter(
    ({ kind, text }, at) => kind === 'word' && !isPlain(text) && !isInAddress(chunks, at) && !isKnown(text, index),
  );
  const wordsOf = (word: string) => [...new Set(mistyped(word))].filter((other) => isKnown(other, index));
  return new Map(unknown.map(({ text }) => [text, wordsOf(text)]));
}

/** The terms of the words that an unknown word may mean. */
export function mistypedAs(word: string, meant: Meant, index: LexicalView): Alternative[] {
  const words = word.length < wordCharactersMin ? [] : (meant.get(word) ?? []);
  const terms = words.map((other) => index.find(wordKey(stem(other))));
  return [...new Set(terms)].map((term) => ({ term, quality: quality.mistyped }));
}

/** Terms of the whole values that result if each unknown word of the query is one of the words that it may mean. */
export function mistypedValues(chunks: readonly Chunk[], meant: Meant, index: LexicalView): number[] {
  const wordsOf = ({ text }: Chunk) => meant.get(text) ?? [text];
  if (meant.size === 0 || chunks.reduce((tries, chunk) => tries * wordsOf(chunk).length, 1) > triesMax) {
    return [];
  }
  const lines = chunks.reduce<Chunk[][]>(
    (starts, chunk) => starts.flatMap((start) => wordsOf(chunk).map((text) => [...start, { ...chunk, text }])),
    [[]],
  );
  return [
    ...new Set(
      knownTerms(
        index,
        lines.flatMap((line) => wholeValueKey(line) ?? []),
      ),
    ),
  ];
}

/** Whether a word is a part of an address such as "status.example", in which another letter is another address. */
function isInAddress(chunks: readonly Chunk[], at: number): boolean {
  return [chunks[at], chunks[at + 1]].some((each) => each?.joint === 'tight' && /^[.@]$/.test(each.sign));
}

function isKnown(word: string, index: LexicalView): boolean {
  return index.has(wordKey(stem(word)));
}
