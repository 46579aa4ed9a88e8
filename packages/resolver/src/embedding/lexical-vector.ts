import { normalise } from '@tessera/search-engine';
import type { Chunk } from '../text/chunks.js';
import { isUnspaced } from '../text/chunks.js';
import { hashText } from '../text/hash.js';
import { stem } from '../text/stem.js';
import { stopWords } from '../text/stop-words.js';
import { bigramsOf, codeDigits, codeRoot, measureOf, measureOfCode } from '../text/terms.js';

/** Length of a lexical vector. */
export const lexicalDimensions = 256;
const dimensions = lexicalDimensions;
const featureSeed = 101;
const signSeed = 211;

const weights = { word: 1, stopWord: 0.15, code: 1.8, root: 1.4, digits: 0.7, grams: 1.1 } as const;
/** Chunks after which a feature counts half: texts start with what names the record. */
const halfLife = 16;

/**
 * How a text is spelled: words, codes and character n-grams hashed into 256 dimensions, of length 1; without length where
 * the text has neither letters nor digits.
 */
export function lexicalVector(chunks: readonly Chunk[]): Float32Array {
  const vector = new Float32Array(dimensions);
  const add = (feature: string, weight: number) => {
    const hash = hashText(feature, featureSeed);
    const sign = Math.floor(hash / dimensions) % 2 === 0 ? weight : -weight;
    const at = hash % dimensions;
    vector[at] = (vector[at] as number) + sign;
  };
  for (let i = 0; i < chunks.length; i++) {
    const chunk = chunks[i] as Chunk;
    const decay = halfLife / (halfLife + i);
    if (chunk.kind === 'word') {
      addWord(chunk.text, decay, add);
    } else {
      addCode(chunk, chunks[i + 1], (feature, weight) => add(feature, weight * decay));
    }
  }
  return normalise(rotate(vector));
}

function addWord(word: string, decay: number, add: (feature: string, weight: number) => void): void {
  if (isUnspaced(word)) {
    for (const bigram of bigramsOf(word)) {
      add(`w ${bigram}`, weights.word * decay);
    }
    return;
  }
  if (stopWords.has(word)) {
    add(`w ${word}`, weights.stopWord * decay);
    return;
  }
  const stemmed = stem(word);
  add(`w ${stemmed}`, weights.word * decay);
  addGrams(stemmed, weights.grams * decay, add);
}

function addCode(chunk: Chunk, next: Chunk | undefined, add: (feature: string, weight: number) => void): void {
  const code = chunk.text;
  const measure = next && next.joint !== 'break' ? measureOf(code, next.text) : undefined;
  add(`c ${measure ?? measureOfCode(code) ?? code}`, weights.code);
  const root = codeRoot(code);
  if (root !== undefined) {
    add(`r ${root}`, weights.root);
  }
  const digits = codeDigits(code);
  if (digits !== undefined) {
    add(`d ${digits}`, weights.digits);
  }
  addGrams(code, weights.grams, add);
}

/** Runs of three and four characters, with the edges marked; together they weigh as much as `weight`. */
function addGrams(word: string, weight: number, add: (feature: string, weight: number) => void): void {
  const padded = `^${word}$`;
  const grams = Math.max(1, 2 * padded.length - 5);
  const each = weight / Math.sqrt(grams);
  for (const size of [3, 4]) {
    for (let start = 0; start + size <= padded.length; start++) {
      add(`g ${padded.slice(start, start + size)}`, each);
    }
  }
}

/**
 * A random rotation (signs, then a Walsh-Hadamard transform): angles stay, but the weight of a few features spreads
 * over all dimensions, so that sign bits and 8-bit values lose little.
 */
function rotate(vector: Float32Array): Float32Array {
  for (let i = 0; i < dimensions; i++) {
    if (hashText(String(i), signSeed) % 2 === 1) {
      vector[i] = -(vector[i] as number);
    }
  }
  for (let half = 1; half < dimensions; half *= 2) {
    for (let start = 0; start < dimensions; start += 2 * half) {
      for (let i = start; i < start + half; i++) {
        const a = vector[i] as number;
        const b = vector[i + half] as number;
        vector[i] = a + b;
        vector[i + half] = a - b;
      }
    }
  }
  return vector;
}
