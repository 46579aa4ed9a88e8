import { TermTable } from '@tessera/search-engine';

/** Tables of more keys are not reused, because clearing them takes time. */
const reusedMax = 4_096;

/**
 * Counts by term key, in the order in which the keys were added. A map takes several times as long, because it creates an
 * object for each key, which has 53 bits.
 */
export class TermCounts {
  private table = new TermTable();
  private counts: number[] = [];

  get size(): number {
    return this.table.size;
  }

  has(key: number): boolean {
    return this.table.find(key) >= 0;
  }

  /** Adds to the count of a key. If it is new, it starts at 0. */
  add(key: number, count: number): void {
    const { size } = this.table;
    const at = this.table.add(key);
    this.counts[at] = at === size ? count : (this.counts[at] as number) + count;
  }

  /** Sets the count of a key that is new. */
  addNew(key: number, count: number): void {
    if (!this.has(key)) {
      this.add(key, count);
    }
  }

  forEach(visit: (count: number, key: number) => void): void {
    for (let at = 0; at < this.size; at++) {
      visit(this.counts[at] as number, this.table.keyOf(at));
    }
  }

  /** Removes all keys. */
  clear(): void {
    if (this.size > reusedMax) {
      Object.assign(this, new TermCounts());
    } else {
      this.table.clear();
    }
  }
}
