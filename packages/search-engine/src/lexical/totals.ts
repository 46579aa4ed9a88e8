import { Bitset } from '../bitset.js';
import { TopList } from '../top-list.js';

/** More than what sums of 32-bit floats are off. */
const rounding = 1e-6;

/** What slots score while a query's terms are read one after the other. Kept from query to query, as large as the index. */
export class Totals {
  /** By slot; 0 for none. */
  totals = new Float32Array(64);
  /** The slots that have one, as many as `found`. */
  touched = new Uint32Array(64);
  found = 0;

  get bytes(): number {
    return this.totals.byteLength + this.touched.byteLength;
  }

  /** Makes room for so many slots; only between queries. */
  reserve(slots: number): void {
    if (slots > this.totals.length) {
      this.totals = new Float32Array(slots);
      this.touched = new Uint32Array(slots);
    }
  }

  /** The slots with a total. */
  slots(): Bitset {
    const slots = new Bitset(this.totals.length);
    for (let i = 0; i < this.found; i++) {
      slots.set(this.touched[i] as number);
    }
    return slots;
  }

  /**
   * Forgets the totals that are not among the `limit` highest even with `more` added, and tells whether that is true of
   * every slot without a total, too. Forgets none where it is not.
   */
  narrow(limit: number, more: number): boolean {
    const best = new TopList(limit);
    this.offerTo(best);
    const least = best.threshold * (1 - rounding) - more * (1 + rounding);
    if (!(least > 0)) {
      return false;
    }
    let kept = 0;
    for (let i = 0; i < this.found; i++) {
      const slot = this.touched[i] as number;
      if ((this.totals[slot] as number) < least) {
        this.totals[slot] = 0;
      } else {
        this.touched[kept++] = slot;
      }
    }
    this.found = kept;
    return true;
  }

  /** Offers the slots with a total and forgets all totals. */
  take(best: TopList): void {
    this.offerTo(best);
    for (let i = 0; i < this.found; i++) {
      this.totals[this.touched[i] as number] = 0;
    }
    this.found = 0;
  }

  private offerTo(best: TopList): void {
    const { totals, touched } = this;
    let { threshold } = best;
    for (let i = 0; i < this.found; i++) {
      const slot = touched[i] as number;
      const total = totals[slot] as number;
      // Nearly all are below it, and this comparison is faster than the list.
      if (total >= threshold) {
        best.offer(slot, total);
        threshold = best.threshold;
      }
    }
  }
}
