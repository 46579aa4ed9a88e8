const empty = -1;

/** Gives each term key a small number, in the order of first sight; 16 to 32 bytes a term. */
export class TermTable {
  private keys = new Float64Array(64);
  private buckets = new Int32Array(128).fill(empty);
  private count = 0;

  /** All that `restored` needs. */
  stored() {
    const { keys, buckets, count } = this;
    return { keys, buckets, count };
  }

  /** The table that was stored. */
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

  /** The term's number, or -1 when it was never added. */
  find(key: number): number {
    return this.buckets[this.bucketOf(key)] as number;
  }

  /** The key of a number given. */
  keyOf(term: number): number {
    return this.keys[term] as number;
  }

  /** The term's number, given now if it has none. */
  add(key: number): number {
    const bucket = this.bucketOf(key);
    const found = this.buckets[bucket] as number;
    if (found !== empty) {
      return found;
    }
    const term = this.count++;
    if (term === this.keys.length) {
      const larger = new Float64Array(Math.ceil(term * 1.5));
      larger.set(this.keys);
      this.keys = larger;
    }
    this.keys[term] = key;
    this.buckets[bucket] = term;
    if (this.count * 2 > this.buckets.length) {
      this.rehash();
    }
    return term;
  }

  /** Linear probing from the key's low bits. */
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
