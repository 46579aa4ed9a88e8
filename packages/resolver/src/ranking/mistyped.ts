import type { LexicalView } from '../lexical/lexical-view.js';
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

/** The words that an unknown one may stand for; but no identifiers, where another letter is another one. */
export function mistypedAs(word: string, index: LexicalView): Alternative[] {
  if (word.length < wordCharactersMin || isPlain(word)) {
    return [];
  }
  const terms = knownWords(word, index).map((other) => index.find(wordKey(stem(other))));
  return [...new Set(terms)].map((term) => ({ term, quality: quality.mistyped }));
}

/** Terms of the whole values that the query, or its content, would be if each of its unknown words were another one. */
export function mistypedValues(chunks: readonly Chunk[], index: LexicalView): number[] {
  const words = chunks.map(({ text, kind }) => ({
    text,
    meant: kind === 'word' && !isPlain(text) && !isKnown(text, index) ? knownWords(text, index) : [text],
  }));
  const isOneMeant = words.some(({ text, meant }) => meant.length > 0 && meant[0] !== text);
  if (!isOneMeant) {
    return [];
  }
  const content = words.filter(({ text }) => !isPlain(text));
  const read = [words, content].map((kept) => kept.map(({ meant }) => meant));
  return [...new Set(read.flatMap((each) => valuesOf(each, index)))];
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
