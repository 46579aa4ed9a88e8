import { type Chunk, chunksOf, isUnspaced } from './chunks.js';
import { codeMax, dimensionParts, isHost, runEnd } from './codes.js';
import {
  bigramsOf,
  codeKey,
  digitsKey,
  joinChunks,
  measureOf,
  measureOfCode,
  rootKey,
  sharedParts,
  wordKey,
} from './keys.js';
import { fold, stem } from './words.js';

const shortWordCharacters = 5;
const suffixCharacters = 3;

/** The keys of a line's terms. */
export function lineKeys(chunks: readonly Chunk[]): Set<number> {
  const keys = new Set<number>();
  collectTerms(chunks, (key) => keys.add(key));
  return keys;
}

/** The words, numbers and codes of a text that have one of the keys. */
export function wordsWithKeys(text: string, keys: readonly number[]): string[] {
  const wanted = new Set(keys);
  const found = chunksOf(fold(text)).filter((chunk) => [...lineKeys([chunk])].some((key) => wanted.has(key)));
  return [...new Set(found.map((chunk) => chunk.text))];
}

/** Passes the key of each word, number and code of a line to `count`, once for each time that it occurs. */
export function collectTerms(chunks: readonly Chunk[], count: (key: number) => void): void {
  for (let i = 0; i < chunks.length; i++) {
    const chunk = chunks[i] as Chunk;
    if (chunk.kind === 'word') {
      for (const term of wordTerms(chunk.text)) {
        count(wordKey(term));
      }
    } else {
      collectCode(chunk.text, count);
    }
    const next = chunks[i + 1];
    if (next !== undefined && next.joint !== 'break') {
      collectPair(chunk, next, count);
    }
    if (chunk.joint !== 'tight' && next?.joint === 'tight') {
      collectRun(chunks, i, count);
    }
  }
}

/** The terms of a word. In scripts without spaces, these are pairs of its characters. */
export function wordTerms(word: string): string[] {
  return isUnspaced(word) ? bigramsOf(word) : [stem(word)];
}

function collectCode(code: string, count: (key: number) => void): void {
  count(codeKey(measureOfCode(code) ?? code));
  dimensionParts(code).forEach((part, at, parts) => {
    count(codeKey(part));
    if (at < parts.length - 1) {
      count(codeKey(`${part}x`));
    }
  });
  const { roots, digits } = sharedParts(code);
  [...roots.map(rootKey), ...digits.map(digitsKey)].forEach(count);
}

/** Adds two chunks as one term: "16 GB" is the measure 16gb, and "FDB 5220" and "SD1100 IS" may be one code. */
function collectPair(first: Chunk, second: Chunk, count: (key: number) => void): void {
  const measure = first.kind === 'number' ? measureOf(first.text, second.text) : undefined;
  if (measure !== undefined) {
    count(codeKey(measure));
    return;
  }
  const prefixed = first.kind === 'word' && first.text.length <= shortWordCharacters && second.kind !== 'word';
  const suffixed = first.kind !== 'word' && second.kind === 'word' && second.text.length <= suffixCharacters;
  const numbers = first.kind === 'number' && second.kind === 'number';
  if (prefixed || suffixed || numbers) {
    count(codeKey((first.text + second.text).replaceAll('.', '')));
  }
}

/** Adds chunks joined by punctuation as one term, such as "MT/122/11112222", "LCS-CSL" and e-mail addresses. */
function collectRun(chunks: readonly Chunk[], start: number, count: (key: number) => void): void {
  const end = runEnd(chunks, start);
  const run = chunks.slice(start, end);
  const isCode = run.some(({ kind, sign }, i) => kind !== 'word' || (sign === '@' && i > 0));
  const joined = joinChunks(chunks, start, end);
  const isMeasure = run.length === 2 && measureOf((run[0] as Chunk).text, (run[1] as Chunk).text) !== undefined;
  if (joined.length > codeMax.characters || (isMeasure && run[0]?.kind === 'number')) {
    return;
  }
  if (isCode) {
    collectCode(joined, count);
    // The start of a code is a term too, because variants share it.
    for (let part = start + 2; part < end; part++) {
      count(codeKey(joinChunks(chunks, start, part)));
    }
  } else {
    count(wordKey(stem(joined)));
    if (isHost(run)) {
      count(codeKey(joined));
    }
  }
}
