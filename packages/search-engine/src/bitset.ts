const wordBits = 32;

/**
 * A set of slots (non-negative integers) that grows as needed, with one bit per slot. A slot beyond the storage is
 * absent.
 */
export class Bitset {
  private storage: Uint32Array;

  /** `capacity` is the initial number of slots; the set grows beyond it. */
  constructor(capacity = 0) {
    this.storage = new Uint32Array(Math.ceil(capacity / wordBits));
  }

  /** A set of the slots 0 to `count` - 1. */
  static range(count: number): Bitset {
    const set = new Bitset(count);
    set.storage.fill(0xffffffff);
    const rest = count % wordBits;
    if (rest !== 0) {
      set.storage[set.storage.length - 1] = 2 ** rest - 1;
    }
    return set;
  }

  /** Creates a set of the given slots. */
  static of(slots: Iterable<number>): Bitset {
    const set = new Bitset();
    for (const slot of slots) {
      set.set(slot);
    }
    return set;
  }

  /** Creates a set that uses these words without a copy. */
  static ofWords(words: Uint32Array): Bitset {
    const set = new Bitset();
    set.storage = words;
    return set;
  }

  /** The bits: 32 slots per word, the lowest slot in the lowest bit. This view becomes invalid when the set grows. */
  get words(): Uint32Array {
    return this.storage;
  }

  /** The number of slots that fit without growing. */
  get capacity(): number {
    return this.storage.length * wordBits;
  }

  has(slot: number): boolean {
    const word = this.storage[slot >>> 5];
    return word !== undefined && (word & (1 << (slot & 31))) !== 0;
  }

  set(slot: number): void {
    const index = slot >>> 5;
    if (index >= this.storage.length) {
      this.grow(index + 1);
    }
    this.storage[index] = (this.storage[index] ?? 0) | (1 << (slot & 31));
  }

  clear(slot: number): void {
    const index = slot >>> 5;
    const word = this.storage[index];
    if (word !== undefined) {
      this.storage[index] = word & ~(1 << (slot & 31));
    }
  }

  /** Keeps the slots that are also in `other`; changes and returns this set. */
  and(other: Bitset): this {
    const { storage } = this;
    const words = other.storage;
    const shared = Math.min(storage.length, words.length);
    for (let i = 0; i < shared; i++) {
      storage[i] = (storage[i] as number) & (words[i] as number);
    }
    storage.fill(0, shared);
    return this;
  }

  /** Adds the slots of `other`; changes and returns this set. */
  or(other: Bitset): this {
    if (other.storage.length > this.storage.length) {
      this.grow(other.storage.length);
    }
    for (let i = 0; i < other.storage.length; i++) {
      this.storage[i] = (this.storage[i] ?? 0) | (other.storage[i] ?? 0);
    }
    return this;
  }

  /** Removes the slots of `other`; changes and returns this set. */
  andNot(other: Bitset): this {
    const shared = Math.min(this.storage.length, other.storage.length);
    for (let i = 0; i < shared; i++) {
      this.storage[i] = (this.storage[i] ?? 0) & ~(other.storage[i] ?? 0);
    }
    return this;
  }

  /** A new set of the slots below `count` that are not in this one. */
  not(count: number): Bitset {
    return Bitset.range(count).andNot(this);
  }

  clone(): Bitset {
    const copy = new Bitset();
    copy.storage = this.storage.slice();
    return copy;
  }

  /** Number of slots in the set. */
  count(): number {
    const { storage } = this;
    let total = 0;
    for (let i = 0; i < storage.length; i++) {
      total += bitsOf(storage[i] as number);
    }
    return total;
  }

  /** The slots in ascending order. */
  toArray(): Uint32Array {
    const { storage } = this;
    const slots = new Uint32Array(this.count());
    let at = 0;
    // The loop is inlined, because a function call per slot takes longer.
    for (let i = 0; i < storage.length; i++) {
      let word = storage[i] as number;
      while (word !== 0) {
        slots[at++] = wordBits * i + 31 - Math.clz32(word & -word);
        word &= word - 1;
      }
    }
    return slots;
  }

  isEmpty(): boolean {
    return this.storage.every((word) => word === 0);
  }

  /** Visits the slots in ascending order. Several times faster than iterating over the set. */
  forEach(visit: (slot: number) => void): void {
    for (let index = 0; index < this.storage.length; index++) {
      let word = this.storage[index] ?? 0;
      while (word !== 0) {
        visit(index * wordBits + 31 - Math.clz32(word & -word));
        word &= word - 1;
      }
    }
  }

  /** The slots in ascending order. */
  *[Symbol.iterator](): Generator<number> {
    for (let index = 0; index < this.storage.length; index++) {
      let word = this.storage[index] ?? 0;
      while (word !== 0) {
        const lowest = 31 - Math.clz32(word & -word);
        yield index * wordBits + lowest;
        word &= word - 1;
      }
    }
  }

  private grow(words: number): void {
    const larger = new Uint32Array(Math.max(words, Math.ceil(this.storage.length * 1.5)));
    larger.set(this.storage);
    this.storage = larger;
  }
}

/** Number of bits that are set in a 32-bit word, summed in parallel over pairs, nibbles and bytes. */
function bitsOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
