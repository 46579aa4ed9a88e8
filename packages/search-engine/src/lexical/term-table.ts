const empty = -1;

/** Assigns small numbers to term keys, in the order of first use. Takes 14 to 24 bytes per term. */
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
      const larger = new Float64Array(Math.ceil(term * 1.5));
      larger.set(this.keys);
      this.keys = larger;
    }
    this.keys[term] = key;
    this.buckets[bucket] = term;
    if (this.count * 3 > this.buckets.length * 2) {
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
