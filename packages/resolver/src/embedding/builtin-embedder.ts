import { normalise } from '@tessera/search-engine';
import { type Chunk, chunksOf, isUnspaced, searchedPart } from '../text/chunks.js';
import { hashText, lowerHashAfter } from '../text/hash.js';
import { bigramsOf, measureOf, measureOfCode, sharedParts } from '../text/keys.js';
import { meaningTable } from '../text/meaning-table.js';
import { meaningVector } from '../text/meaning-vector.js';
import { stopWords } from '../text/stop-words.js';
import { stem } from '../text/words.js';

/** Computes a vector of each string, in the same order. */
export interface Embedder {
  /** Model and version. Vectors of different ids are never compared. */
  readonly id: string;
  /** Length of every vector. It is 0 until the first response of a provider shows it. */
  readonly dimensions: number;
  /** Returns one vector per text. A vector that is empty or contains a number that is not finite counts as missing. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
}

/** Length of a lexical vector. */
const lexicalDimensions = 256;

/**
 * The share of meaning in the cosine of two inputs whose words are all known. bench/relevance/meaning.md compares other
 * values.
 */
export const meaningShare = 2 / 3;
const lexicalLength = Math.sqrt(1 - meaningShare);
const meaningLength = Math.sqrt(meaningShare);
const meaningDimensions = 192;

/**
 * Embeds without a network or a download. A vector of spelling is followed by one of meaning. Deterministic: any change
 * to the vectors needs a new id.
 */
export const builtinEmbedder: Embedder = {
  id: 'builtin-2',
  dimensions: lexicalDimensions + meaningDimensions,
  embed: async (texts, signal) => {
    signal?.throwIfAborted();
    return texts.map((text) => {
      const chunks = chunksOf(searchedPart(text));
      return joined(lexicalVector(chunks), meaningVector(chunks, meaningTable()));
    });
  },
};

/**
 * The part of a vector that contains the meaning. Its dot product with that of another vector, divided by
 * `meaningShare`, is the cosine of the two meanings; it is lower if some words are not known. Null for embedders that
 * do not separate meaning from spelling.
 */
export function meaningOf(embedderId: string, vector: Float32Array): Float32Array | null {
  return embedderId === builtinEmbedder.id ? new Float32Array(vector).fill(0, 0, lexicalDimensions) : null;
}

/** Joins both parts into a vector of length 1. If one part is zero, the other one gets the full length. */
function joined(lexical: Float32Array, meaning: Float32Array): Float32Array {
  const vector = new Float32Array(lexical.length + meaning.length);
  // Loops by index, because `map` with `set` takes several times as long.
  for (let i = 0; i < lexical.length; i++) {
    vector[i] = (lexical[i] as number) * lexicalLength;
  }
  for (let i = 0; i < meaning.length; i++) {
    vector[lexical.length + i] = (meaning[i] as number) * meaningLength;
  }
  return normalise(vector);
}

const featureSeed = 101;
const signSeed = 211;
const signs = Uint8Array.from({ length: lexicalDimensions }, (_, i) => hashText(String(i), signSeed) % 2);

// The kind of a feature is a prefix of the hashed text.
const features = {
  word: lowerHashAfter('w ', featureSeed),
  code: lowerHashAfter('c ', featureSeed),
  root: lowerHashAfter('r ', featureSeed),
  digits: lowerHashAfter('d ', featureSeed),
  gram: lowerHashAfter('g ', featureSeed),
};

const weights = { word: 1, stopWord: 0.15, code: 1.8, root: 1.4, digits: 0.7, grams: 1.1 } as const;
/** Features after this many chunks count half, because documents start with the name of the record. */
const halfLife = 16;

/**
 * A vector of a text's spelling: its words, codes and character n-grams, hashed into 256 dimensions. It has length 1,
 * or is zero for text without letters and digits.
 */
function lexicalVector(chunks: readonly Chunk[]): Float32Array {
  const vector = new Float32Array(lexicalDimensions);
  for (let i = 0; i < chunks.length; i++) {
    const chunk = chunks[i] as Chunk;
    const decay = halfLife / (halfLife + i);
    if (chunk.kind === 'word') {
      addWord(vector, chunk.text, decay);
    } else {
      addCode(vector, chunk.text, chunks[i + 1], decay);
    }
  }
  return normalise(rotate(vector));
}

/** Adds or subtracts the weight of a feature. Its hash determines the dimension and the sign. */
function add(vector: Float32Array, hash: number, weight: number): void {
  const at = hash & (lexicalDimensions - 1);
  vector[at] = (vector[at] as number) + ((hash & lexicalDimensions) === 0 ? weight : -weight);
}

function addWord(vector: Float32Array, word: string, decay: number): void {
  if (isUnspaced(word)) {
    for (const bigram of bigramsOf(word)) {
      add(vector, features.word(bigram), weights.word * decay);
    }
    return;
  }
  if (stopWords.has(word)) {
    add(vector, features.word(word), weights.stopWord * decay);
    return;
  }
  const stemmed = stem(word);
  add(vector, features.word(stemmed), weights.word * decay);
  addGrams(vector, stemmed, (weights.grams * decay) / gramsWeight(stemmed));
}

function addCode(vector: Float32Array, code: string, next: Chunk | undefined, decay: number): void {
  const measure = next && next.joint !== 'break' ? measureOf(code, next.text) : undefined;
  add(vector, features.code(measure ?? measureOfCode(code) ?? code), weights.code * decay);
  const { roots, digits } = sharedParts(code);
  for (const root of roots) {
    add(vector, features.root(root), weights.root * decay);
  }
  for (const run of digits) {
    add(vector, features.digits(run), weights.digits * decay);
  }
  addGrams(vector, code, (weights.grams / gramsWeight(code)) * decay);
}

/** The total weight of all n-grams of a word, if each has weight 1. */
function gramsWeight(word: string): number {
  return Math.sqrt(Math.max(1, 2 * word.length - 1));
}

/** The n-grams of three and four characters, with the word's edges marked. */
function addGrams(vector: Float32Array, word: string, each: number): void {
  const padded = `^${word}$`;
  for (let size = 3; size <= 4; size++) {
    for (let start = 0; start + size <= padded.length; start++) {
      add(vector, features.gram(padded, start, start + size), each);
    }
  }
}

/**
 * Applies a random rotation (random signs, then a Walsh-Hadamard transform). It preserves angles and spreads each
 * feature over all dimensions, so that little is lost when values are reduced to sign bits and 8 bits.
 */
function rotate(vector: Float32Array): Float32Array {
  for (let i = 0; i < lexicalDimensions; i++) {
    if (signs[i] === 1) {
      vector[i] = -(vector[i] as number);
    }
  }
  for (let half = 1; half < lexicalDimensions; half *= 2) {
    for (let start = 0; start < lexicalDimensions; start += 2 * half) {
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
