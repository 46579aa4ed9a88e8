import { normalise } from '@tessera/search-engine';
import type { Chunk } from '../text/chunks.js';
import { isUnspaced } from '../text/chunks.js';
import { stopWords } from '../text/stop-words.js';
import type { MeaningTable } from './meaning-table.js';
import { finishHash, hashStart, hashUnit, keyUnitsMax } from './meaning-table.js';

/** Words after which one counts half: texts start with what names the record. */
const halfLife = 16;
const titleWeight = 2;
/** Longer words are not taken apart: no language has them, and it takes time with their length. */
const wordUnitsMax = 200;

/**
 * What a text means: the direction of the sum of its words' meanings, as long as they are known: 1 where all are, 0 where
 * none is; one that is known by n pieces counts 1/√n. Numbers and codes have no part in it, nor words like "the"
 * unless there are no others.
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

/** The weight of each word at any position: looked up and added once, because a long text repeats most words. */
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

/** The rows of a word: its own, or else those of the most probable pieces that make it up; none where nothing does. */
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

/** The cheapest way to each place of a word, for one word at a time: to make three arrays takes as long as most words. */
const ways = {
  cheapest: new Float64Array(wordUnitsMax + 1),
  lastRow: new Int32Array(wordUnitsMax + 1),
  lastStart: new Int32Array(wordUnitsMax + 1),
};

/** Of all ways to take a word apart the one with the least sum of rarities. */
function piecesOf(word: string, table: MeaningTable): number[] {
  // In scripts without spaces words go on with words.
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
