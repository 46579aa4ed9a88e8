import { normalise } from '@tessera/search-engine';
import type { Chunk } from './chunks.js';
import { type MeaningTable, rowsOf } from './meaning-table.js';
import { stopWords } from './stop-words.js';

/** Words after this many words count half, because documents start with the name of the record. */
const halfLife = 16;
const titleWeight = 2;

/**
 * The meaning of text: the sum of the meanings of its words. Its length, from 0 to 1, is the share of words that are
 * known; a word known only by n pieces counts 1/√n. Numbers and codes are omitted, and so are stop words unless there
 * are no other words.
 */
export function meaningVector(chunks: readonly Chunk[], table: MeaningTable): Float32Array {
  const sum = new Float32Array(table.dimensions);
  const words = chunks.filter(({ kind }) => kind === 'word');
  const telling = words.filter(({ text }) => !stopWords.has(text));
  const counted = telling.length > 0 ? telling : words;
  let known = 0;
  let total = 0;
  for (const [word, weight] of weightsOf(counted)) {
    const rows = rowsOf(word, table);
    const each = weight / Math.sqrt(rows.length);
    for (const row of rows) {
      table.add(row, each, sum);
    }
    known += rows.length > 0 ? each : 0;
    total += weight;
  }
  const share = total > 0 ? known / total : 0;
  normalise(sum);
  for (let i = 0; i < sum.length; i++) {
    sum[i] = (sum[i] as number) * share;
  }
  return sum;
}

/**
 * The weight of each distinct word, summed over its positions. A long text repeats most words, so each is looked up
 * once.
 */
function weightsOf(words: readonly Chunk[]): Map<string, number> {
  const weights = new Map<string, number>();
  for (let i = 0; i < words.length; i++) {
    const { text, inTitle } = words[i] as Chunk;
    const weight = ((inTitle ? titleWeight : 1) * halfLife) / (halfLife + i);
    weights.set(text, (weights.get(text) ?? 0) + weight);
  }
  return weights;
}
