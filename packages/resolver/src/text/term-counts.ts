const empty = -1;
const startKeys = 256;

/**
 * Counts by term key, in the order in which the keys were added. A map takes several times as long, because it creates an
 * object for each key, which has 53 bits.
 */
export class TermCounts {
  private keys = new Float64Array(startKeys);
  private counts = new Uint16Array(startKeys);
  /** The position of a key by its low bits, with linear probing. Twice as many as keys. */
  private buckets = new Int32Array(2 * startKeys).fill(empty);
  size = 0;

  has(key: number): boolean {
    return this.buckets[this.bucketOf(key)] !== empty;
  }

  /** Adds to the count of a key. If it is new, it starts at 0. */
  add(key: number, count: number): void {
    const at = this.positionOf(key);
    this.counts[at] = (this.counts[at] as number) + count;
  }

  /** Sets the count of a key that is new. */
  addNew(key: number, count: number): void {
    const { size } = this;
    const at = this.positionOf(key);
    if (at === size) {
      this.counts[at] = count;
    }
  }

  forEach(visit: (count: number, key: number) => void): void {
    for (let at = 0; at < this.size; at++) {
      visit(this.counts[at] as number, this.keys[at] as number);
    }
  }

  /** Removes all keys. */
  clear(): void {
    if (this.keys.length > 16 * startKeys) {
      Object.assign(this, new TermCounts());
    } else {
      this.buckets.fill(empty);
      this.size = 0;
    }
  }

  private positionOf(key: number): number {
    const bucket = this.bucketOf(key);
    const known = this.buckets[bucket] as number;
    if (known !== empty) {
      return known;
    }
    const at = this.size++;
    this.keys[at] = key;
    this.counts[at] = 0;
    this.buckets[bucket] = at;
    if (this.size === this.keys.length) {
      this.grow();
    }
    return at;
  }

  private bucketOf(key: number): number {
    const mask = this.buckets.length - 1;
    let bucket = (key % 2 ** 32) & mask;
    for (;;) {
      const at = this.buckets[bucket] as number;
      if (at === empty || this.keys[at] === key) {
        return bucket;
      }
      bucket = (bucket + 1) & mask;
    }
  }

  private grow(): void {
    const { keys, counts } = this;
    this.keys = new Float64Array(2 * keys.length);
    this.keys.set(keys);
    this.counts = new Uint16Array(2 * keys.length);
    this.counts.set(counts);
    this.buckets = new Int32Array(2 * this.buckets.length).fill(empty);
    for (let at = 0; at < this.size; at++) {
      this.buckets[this.bucketOf(this.keys[at] as number)] = at;
    }
  }
}
