import { normalise } from '@tessera/search-engine';
import type { Chunk } from '../text/chunks.js';
import { isUnspaced } from '../text/chunks.js';
import { stopWords } from '../text/stop-words.js';
import type { MeaningTable } from './meaning-table.js';
import { finishHash, hashStart, hashUnit, keyUnitsMax } from './meaning-table.js';

/** Number of words after which words count half, because documents start with what names the record. */
const halfLife = 16;
const titleWeight = 2;
/** Longer words are not split into pieces: no language has them, and the time grows with their length. */
const wordUnitsMax = 200;

/**
 * The meaning of a text: the sum of its words' meanings, scaled to the share of words that are known, 0 to 1. A word known only
 * by n pieces counts 1/√n. Numbers and codes are left out, and so are stop words unless there are no other words.
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
  return scaled(normalise(sum), total > 0 ? known / total : 0);
}

/** Weights by word, summed over its positions: a long text repeats most words, and each is looked up once. */
function weightsOf(words: readonly Chunk[]): Map<string, number> {
  const weights = new Map<string, number>();
  for (let i = 0; i < words.length; i++) {
    const { text, inTitle } = words[i] as Chunk;
    const weight = ((inTitle ? titleWeight : 1) * halfLife) / (halfLife + i);
    weights.set(text, (weights.get(text) ?? 0) + weight);
  }
  return weights;
}

function scaled(vector: Float32Array, factor: number): Float32Array {
  for (let i = 0; i < vector.length; i++) {
    vector[i] = (vector[i] as number) * factor;
  }
  return vector;
}

/** The rows of a word: its own, or those of its most probable split into pieces. Empty if there is none. */
export function rowsOf(word: string, table: MeaningTable): number[] {
  const whole = word.length <= keyUnitsMax ? table.find(hashOf(word)) : -1;
  if (whole >= 0) {
    return [whole];
  }
  return word.length <= wordUnitsMax ? piecesOf(word, table) : [];
}

function hashOf(word: string): number {
  let hash: number = hashStart.word;
  for (let i = 0; i < word.length; i++) {
    hash = hashUnit(hash, word.charCodeAt(i));
  }
  return finishHash(hash);
}

/** The best split up to each position of a word. Reused: to allocate three arrays takes as long as most words do. */
const ways = {
  cheapest: new Float64Array(wordUnitsMax + 1),
  lastRow: new Int32Array(wordUnitsMax + 1),
  lastStart: new Int32Array(wordUnitsMax + 1),
};

/** Finds the split of a word with the lowest sum of rarities. */
function piecesOf(word: string, table: MeaningTable): number[] {
  // In scripts without spaces, a piece inside a run can be a whole word.
  const goesOnWith = isUnspaced(word) ? hashStart.word : hashStart.piece;
  const { cheapest, lastRow, lastStart } = ways;
  cheapest.fill(Number.POSITIVE_INFINITY, 1, word.length + 1);
  for (let start = 0; start < word.length; start++) {
    const before = cheapest[start] as number;
    let hash: number = start === 0 ? hashStart.word : goesOnWith;
    const last = before < Number.POSITIVE_INFINITY ? Math.min(start + keyUnitsMax, word.length) : start;
    for (let end = start; end < last; end++) {
      hash = hashUnit(hash, word.charCodeAt(end));
      const row = table.find(finishHash(hash));
      if (row >= 0 && before + table.rarity(row) < (cheapest[end + 1] as number)) {
        cheapest[end + 1] = before + table.rarity(row);
        lastRow[end + 1] = row;
        lastStart[end + 1] = start;
      }
    }
  }
  const rows: number[] = [];
  if (cheapest[word.length] !== Number.POSITIVE_INFINITY) {
    for (let end = word.length; end > 0; end = lastStart[end] as number) {
      rows.push(lastRow[end] as number);
    }
  }
  return rows.reverse();
}
