import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { isUnspaced } from './chunks.js';
import { avalanche } from './hash.js';

/** Number of splits that are cached. The records of a collection repeat most of their words. */
export const splitsMax = 16_384;
/** Words longer than this are not split into pieces. No language has such words, and the time grows with the length. */
const wordUnitsMax = 200;

/** The rows of a word: its own row, or those of its most probable split into pieces. Empty if there is no split. */
export function rowsOf(word: string, table: MeaningTable): readonly number[] {
  const known = table.splits.get(word);
  if (known !== undefined) {
    return known;
  }
  const whole = word.length <= keyUnitsMax ? table.find(hashOf(word)) : -1;
  if (whole >= 0 || word.length > wordUnitsMax) {
    return whole >= 0 ? [whole] : [];
  }
  const pieces = piecesOf(word, table);
  if (table.splits.size >= splitsMax) {
    table.splits.clear();
  }
  table.splits.set(word, pieces);
  return pieces;
}

/** Whether a folded word is in the built-in table as it is. */
export function isKnownWord(word: string): boolean {
  return word.length <= keyUnitsMax && meaningTable().find(hashOf(word)) >= 0;
}

function hashOf(word: string): number {
  let hash: number = hashStart.word;
  for (let i = 0; i < word.length; i++) {
    hash = hashUnit(hash, word.charCodeAt(i));
  }
  return finishHash(hash);
}

/**
 * The best split up to each position of a word. Reused, because allocating three arrays takes as long as splitting most
 * words.
 */
const ways = {
  cheapest: new Float64Array(wordUnitsMax + 1),
  lastRow: new Int32Array(wordUnitsMax + 1),
  lastStart: new Int32Array(wordUnitsMax + 1),
};

/** Finds the split of a word with the lowest sum of rarities. */
function piecesOf(word: string, table: MeaningTable): number[] {
  // In scripts without spaces, a piece within a run of characters can be a whole word.
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

const magic = 'TSM1';
const version = 1;
const headerBytes = 20;
const rarityUnits = 4;
/** The middle of the 16 values that half a byte can have. */
const middle = 7.5;
const buckets = 2 ** 16;

/** Length of the longest key, in UTF-16 units. */
export const keyUnitsMax = 20;

/**
 * Meanings of words and word pieces, in the format of scripts/build-meaning.py. Each key has a vector of half-byte
 * values, which is found by the hash of the key. Numbers are little endian. The file contains "TSM1"; version, rows,
 * dimensions and a zero, as 32-bit numbers; the hashes in ascending order, 32 bits each; the scales that the values are
 * multiplied by, as 16-bit floats; the rarities, one byte each, and zeros up to a multiple of four; then the values of
 * each row, the first of two values in the low half of a byte.
 */
export class MeaningTable {
  readonly rows: number;
  readonly dimensions: number;
  /** The rows of words that were split before. */
  readonly splits = new Map<string, readonly number[]>();
  private readonly hashes: Uint32Array;
  private readonly scales: Uint16Array;
  private readonly rarities: Uint8Array;
  private readonly values: Uint8Array;
  /** For each value of the upper 16 bits of a hash, the index of the first row with it. */
  private readonly starts = new Uint32Array(buckets + 1);

  /** Keeps a reference to `bytes`. Throws `RangeError` unless they are a complete table of this version. */
  constructor(bytes: Uint8Array) {
    const { buffer, byteOffset } = bytes;
    const view = new DataView(buffer, byteOffset, bytes.length);
    this.rows = bytes.length < headerBytes ? 0 : view.getUint32(8, true);
    this.dimensions = bytes.length < headerBytes ? 0 : view.getUint32(12, true);
    const { rows, dimensions } = this;
    const valuesFrom = headerBytes + 4 * Math.ceil((7 * rows) / 4);
    const isWhole = bytes.length === valuesFrom + (rows * dimensions) / 2 && rows > 0 && byteOffset % 4 === 0;
    if (!isWhole || Buffer.from(bytes.subarray(0, 4)).toString() !== magic || view.getUint32(4, true) !== version) {
      throw new RangeError('The table of meanings is damaged, or of another version.');
    }
    this.hashes = new Uint32Array(buffer, byteOffset + headerBytes, rows);
    this.scales = new Uint16Array(buffer, byteOffset + headerBytes + 4 * rows, rows);
    this.rarities = bytes.subarray(headerBytes + 6 * rows, headerBytes + 7 * rows);
    this.values = bytes.subarray(valuesFrom);
    for (let row = 0, bucket = 0; bucket <= buckets; bucket++) {
      while (row < rows && (this.hashes[row] as number) >>> 16 < bucket) {
        row++;
      }
      this.starts[bucket] = row;
    }
  }

  /** The row of a key by the key's hash (see `finishHash`); -1 if there is none. */
  find(hash: number): number {
    const bucket = hash >>> 16;
    const end = this.starts[bucket + 1] as number;
    for (let row = this.starts[bucket] as number; row < end; row++) {
      if (this.hashes[row] === hash) {
        return row;
      }
    }
    return -1;
  }

  /** The rarity of a row's key in nats, that is, the negative logarithm of its probability. */
  rarity(row: number): number {
    return (this.rarities[row] as number) / rarityUnits;
  }

  /** Adds `weight` times a row to `sum`, whose length is `dimensions`. */
  add(row: number, weight: number, sum: Float32Array): void {
    const { values } = this;
    const factor = weight * decodeHalf(this.scales[row] as number);
    for (let i = 0, at = (row * this.dimensions) / 2; i < sum.length; i += 2, at++) {
      const pair = values[at] as number;
      sum[i] = (sum[i] as number) + factor * ((pair & 15) - middle);
      sum[i + 1] = (sum[i + 1] as number) + factor * ((pair >>> 4) - middle);
    }
  }
}

/** The initial state of a key's hash. The prefix `##` marks a piece that continues a word. */
export const hashStart = { word: 0x811c9dc5, piece: ['#', '#'].reduce(hashUnit, 0x811c9dc5) } as const;

/** Adds the key's next UTF-16 unit to a hash (FNV-1a). */
export function hashUnit(hash: number, unit: number | string): number {
  return Math.imul(hash ^ (typeof unit === 'string' ? unit.charCodeAt(0) : unit), 0x01000193);
}

/** Completes a hash. */
export function finishHash(begun: number): number {
  return avalanche(begun) >>> 0;
}

/** Decodes a positive 16-bit float (IEEE 754). Infinite and subnormal numbers do not occur. */
function decodeHalf(bits: number): number {
  return (powersOfTwo[bits >>> 10] as number) * (1 + (bits & 1023) / 1024);
}

const powersOfTwo = Float64Array.from({ length: 32 }, (_, exponent) => 2 ** (exponent - 15));

const sharedAs = 'tessera: table of meanings';
let table: MeaningTable | undefined;

/**
 * The built-in table of 15 MB. The first thread that needs it reads it, which takes about 20 ms, and shares it with the
 * threads that it starts later.
 */
export function meaningTable(): MeaningTable {
  if (table === undefined) {
    const known = getEnvironmentData(sharedAs);
    const shared = known instanceof SharedArrayBuffer ? known : readShared();
    setEnvironmentData(sharedAs, shared);
    table = new MeaningTable(new Uint8Array(shared));
  }
  return table;
}

function readShared(): SharedArrayBuffer {
  const file = openSync(new URL('../../assets/meaning-192.bin', import.meta.url), 'r');
  try {
    const shared = new SharedArrayBuffer(fstatSync(file).size);
    // The constructor throws an error if the file was not read completely.
    readSync(file, new Uint8Array(shared));
    return shared;
  } finally {
    closeSync(file);
  }
}
