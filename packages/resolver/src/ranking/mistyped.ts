import type { LexicalView } from '@tessera/search-engine';
import type { Chunk } from '../text/chunks.js';
import { mistyped } from '../text/spellings.js';
import { stem } from '../text/stem.js';
import { fillers, stopWords } from '../text/stop-words.js';
import { identifierKey, valueKey, wordKey } from '../text/terms.js';
import type { Alternative } from './vocabulary.js';
import { quality } from './vocabulary.js';

/** Shorter words are too like each other to stand for one another alone; whole titles tell. */
const wordCharactersMin = 5;
const triesMax = 200;

/** The known words that each unknown one of a query may stand for; but no identifiers, where another letter is another one. */
export type Meant = ReadonlyMap<string, readonly string[]>;

/** Finds what may be meant by the words that no record holds. */
export function wordsMeant(chunks: readonly Chunk[], index: LexicalView): Meant {
  const unknown = chunks.filter(({ text, kind }) => kind === 'word' && !isPlain(text) && !isKnown(text, index));
  return new Map(unknown.map(({ text }) => [text, knownWords(text, index)]));
}

/** The terms that an unknown word may stand for. */
export function mistypedAs(word: string, meant: Meant, index: LexicalView): Alternative[] {
  const words = word.length < wordCharactersMin ? [] : (meant.get(word) ?? []);
  const terms = words.map((other) => index.find(wordKey(stem(other))));
  return [...new Set(terms)].map((term) => ({ term, quality: quality.mistyped }));
}

/** Terms of the whole values that the query, or its content, would be if each of its unknown words were another one. */
export function mistypedValues(chunks: readonly Chunk[], meant: Meant, index: LexicalView): number[] {
  if (meant.size === 0) {
    return [];
  }
  const content = chunks.filter(({ text }) => !isPlain(text));
  const read = [chunks, content].map((kept) => kept.map(({ text }) => meant.get(text) ?? [text]));
  return [...new Set(read.flatMap((words) => valuesOf(words, index)))];
}

/** Terms of the values that begin with one of the first words, go on with one of the second, and so on. */
function valuesOf(words: readonly (readonly string[])[], index: LexicalView): number[] {
  if (words.reduce((tries, { length }) => tries * length, 1) > triesMax) {
    return [];
  }
  const values = words.reduce<string[]>(
    (starts, next) => starts.flatMap((start) => next.map((word) => start + word)),
    [''],
  );
  const terms = values.map((value) => index.find(valueKey(value.replaceAll('.', ''))));
  return terms.filter((term) => index.frequency(term) > 0);
}

/** Whether a word is of the language, not of a name. */
function isPlain(word: string): boolean {
  return stopWords.has(word) || fillers.has(word);
}

function knownWords(word: string, index: LexicalView): string[] {
  const isIdentifier = (other: string) => index.frequency(index.find(identifierKey(other))) > 0;
  return [...new Set(mistyped(word))].filter((other) => isKnown(other, index) && !isIdentifier(other));
}

function isKnown(word: string, index: LexicalView): boolean {
  return index.frequency(index.find(wordKey(stem(word)))) > 0;
}
