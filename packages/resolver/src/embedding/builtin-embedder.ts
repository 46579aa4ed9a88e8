import { normalise } from '@tessera/search-engine';
import { chunksOf } from '../text/chunks.js';
import { searchedPart } from '../text/searched-part.js';
import type { Embedder } from './embedder.js';
import { lexicalDimensions, lexicalVector } from './lexical-vector.js';
import { meaningTable } from './meaning-table.js';
import { meaningVector } from './meaning-vector.js';

/** Share of two texts' cosine that their meanings have, where all words are known; bench/relevance/meaning.md tries others. */
export const meaningShare = 2 / 3;
const lexicalLength = Math.sqrt(1 - meaningShare);
const meaningLength = Math.sqrt(meaningShare);
const meaningDimensions = 192;

/**
 * Needs neither a network nor a download: how a text is spelled, followed by what it means. Deterministic; any change to
 * its vectors is a new id.
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

/** The version before, without meaning: its vectors serve until they are replaced. */
const lexicalEmbedder: Embedder = {
  id: 'builtin-1',
  dimensions: lexicalDimensions,
  embed: async (texts, signal) => {
    signal?.throwIfAborted();
    return texts.map((text) => lexicalVector(chunksOf(searchedPart(text))));
  },
};

/** Every version of the built-in embedder whose vectors are still compared, the present one first. */
export const builtinEmbedders: readonly Embedder[] = [builtinEmbedder, lexicalEmbedder];

/**
 * What a vector says of meaning: its product with another vector, divided by `meaningShare`, is the cosine of the two
 * meanings, less where words are not known. Null for an embedder that does not tell it.
 */
export function meaningOf(embedderId: string, vector: Float32Array): Float32Array | null {
  return embedderId === builtinEmbedder.id ? new Float32Array(vector).fill(0, 0, lexicalDimensions) : null;
}

/** Both in one, of length 1; a part without length leaves all of it to the other. */
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
