import { countRange, titleBit } from './entries.js';
import { Counts, enlarged } from './growing.js';

const empty = -1;

/** Assigns small numbers to term keys, in the order of first use. Takes 13 to 20 bytes per term. */
export class TermTable {
  private keys = new Float64Array(64);
  private buckets = new Int32Array(128).fill(empty);
  private count = 0;

  /** The state that `restored` reads. */
  stored() {
    const { keys, buckets, count } = this;
    return { keys, buckets, count };
  }

  /** Restores a stored table. */
  static restored(stored: ReturnType<TermTable['stored']>): TermTable {
    const table = new TermTable();
    Object.assign(table, stored);
    return table;
  }

  get size(): number {
    return this.count;
  }

  get bytes(): number {
    return this.keys.byteLength + this.buckets.byteLength;
  }

  /** The term's number, or -1 if it was never added. */
  find(key: number): number {
    return this.buckets[this.bucketOf(key)] as number;
  }

  /** The key of an assigned number. */
  keyOf(term: number): number {
    return this.keys[term] as number;
  }

  /** The number of a term. Assigns one if needed. */
  add(key: number): number {
    const bucket = this.bucketOf(key);
    const found = this.buckets[bucket] as number;
    if (found !== empty) {
      return found;
    }
    const term = this.count++;
    if (term === this.keys.length) {
      this.keys = enlarged(this.keys, term + 1);
    }
    this.keys[term] = key;
    this.buckets[bucket] = term;
    if (this.count * 4 > this.buckets.length * 3) {
      this.rehash();
    }
    return term;
  }

  /** Finds the bucket of a key by linear probing, starting from the key's low bits. */
  private bucketOf(key: number): number {
    const mask = this.buckets.length - 1;
    let bucket = (key % 2 ** 32) & mask;
    for (;;) {
      const term = this.buckets[bucket] as number;
      if (term === empty || this.keys[term] === key) {
        return bucket;
      }
      bucket = (bucket + 1) & mask;
    }
  }

  private rehash(): void {
    this.buckets = new Int32Array(this.buckets.length * 2).fill(empty);
    for (let term = 0; term < this.count; term++) {
      this.buckets[this.bucketOf(this.keys[term] as number)] = term;
    }
  }
}

/** The number of records and of titles that contain each term. */
export class TermFrequencies {
  private readonly records = new Counts();
  private readonly titles = new Counts();

  /** The state that `restored` reads. */
  stored() {
    return { records: this.records.stored(), titles: this.titles.stored() };
  }

  /** Restores stored frequencies. */
  static restored({ records, titles }: ReturnType<TermFrequencies['stored']>): TermFrequencies {
    const restored = { records: Counts.restored(records), titles: Counts.restored(titles) };
    return Object.assign(new TermFrequencies(), restored);
  }

  get bytes(): number {
    return this.records.bytes + this.titles.bytes;
  }

  /** Number of records that contain a term; 0 for -1. */
  inRecords(term: number): number {
    return this.records.get(term);
  }

  /** Number of titles that contain a term; 0 for -1. */
  inTitles(term: number): number {
    return this.titles.get(term);
  }

  /** Counts an entry of a record's list: `by` is 1 if it was added, -1 if it was removed. */
  change(entry: number, by: 1 | -1): void {
    const term = Math.floor(entry / countRange);
    this.records.set(term, this.records.get(term) + by);
    if ((entry & titleBit) !== 0) {
      this.titles.set(term, this.titles.get(term) + by);
    }
  }
}
