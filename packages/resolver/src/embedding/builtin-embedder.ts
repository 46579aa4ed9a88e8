import { normalise } from '@tessera/search-engine';
import { chunksOf } from '../text/chunks.js';
import { searchedPart } from '../text/searched-part.js';
import type { Embedder } from './embedder.js';
import { lexicalDimensions, lexicalVector } from './lexical-vector.js';
import { meaningTable } from './meaning-table.js';
import { meaningVector } from './meaning-vector.js';

/** Share of meaning in the cosine of two inputs whose words are all known; others are tried in bench/relevance/meaning.md. */
export const meaningShare = 2 / 3;
const lexicalLength = Math.sqrt(1 - meaningShare);
const meaningLength = Math.sqrt(meaningShare);
const meaningDimensions = 192;

/**
 * Embeds without a network or a download: a vector of spelling, followed by one of meaning. Deterministic. Any change to its
 * vectors needs a new id.
 */
export const builtinEmbedder: Embedder = {
  id: 'builtin-2',
  dimensions: lexicalDimensions + meaningDimensions,
  embed: async (texts, signal) => {
    signal?.throwIfAborted();
    const table = meaningTable();
    return texts.map((text) => {
      const chunks = chunksOf(searchedPart(text));
      return joined(lexicalVector(chunks), meaningVector(chunks, table));
    });
  },
};

/** The previous version, without meaning. Its vectors are used until they are replaced. */
const lexicalEmbedder: Embedder = {
  id: 'builtin-1',
  dimensions: lexicalDimensions,
  embed: async (texts, signal) => {
    signal?.throwIfAborted();
    return texts.map((text) => lexicalVector(chunksOf(searchedPart(text))));
  },
};

/** The versions of the built-in embedder whose vectors are still compared, the current one first. */
export const builtinEmbedders: readonly Embedder[] = [builtinEmbedder, lexicalEmbedder];

/**
 * The part of a vector with the meaning. Its product with another vector, divided by `meaningShare`, is the cosine of the two
 * meanings, and lower if words are not known. Null for embedders that do not separate meaning from spelling.
 */
export function meaningOf(embedderId: string, vector: Float32Array): Float32Array | null {
  return embedderId === builtinEmbedder.id ? new Float32Array(vector).fill(0, 0, lexicalDimensions) : null;
}

/** Joins both parts into a vector of length 1. If one part is zero, the other one has the full length. */
function joined(lexical: Float32Array, meaning: Float32Array): Float32Array {
  const vector = new Float32Array(lexical.length + meaning.length);
  for (let i = 0; i < lexical.length; i++) {
    vector[i] = (lexical[i] as number) * lexicalLength;
  }
  for (let i = 0; i < meaning.length; i++) {
    vector[lexical.length + i] = (meaning[i] as number) * meaningLength;
  }
  return normalise(vector);
}
