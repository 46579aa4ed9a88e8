import { Bitset } from '../bitset.js';
import { TopList } from '../top-list.js';

/** An upper bound of the rounding error of sums of 32-bit floats. */
const rounding = 1e-6;

/**
 * The scores of slots, while the terms of a query are read one after the other. Reused between queries, because it is
 * as large as the index.
 */
export class Totals {
  /** The scores by slot; 0 if a slot has none. */
  totals = new Float32Array(64);
  /** The first `found` elements are the slots with a score. */
  touched = new Uint32Array(64);
  found = 0;

  get bytes(): number {
    return this.totals.byteLength + this.touched.byteLength;
  }

  /** Grows to the given number of slots. Call it only between queries. */
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
   * Drops totals that cannot be among the `limit` highest even if `more` is added to them. Returns true if no slot
   * without a total can be among them either; otherwise it drops none.
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

  /** Adds the slots with a total to the list, and clears all totals. */
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
      // Nearly all totals are below the threshold, and this comparison is faster than a call of the list.
      if (total >= threshold) {
        best.offer(slot, total);
        threshold = best.threshold;
      }
    }
  }
}

/** The length discount of BM25 as a linear function: a record of `n` terms has the norm `base + perTerm * n`. */
export interface LengthNorm {
  readonly base: number;
  readonly perTerm: number;
}

/** For the records that contain a term: its maximum count, and their minimum length. */
interface Bound {
  count: number;
  length: number;
}

/**
 * Upper bounds of what a term can contribute in any record. They are cached for terms of earlier queries. A removal
 * does not lower them.
 */
export class TermBounds {
  private readonly bounds = new Map<number, Bound>();

  /** Raises the bound for a record of this length that contains the term this often. */
  widen(term: number, count: number, length: number): void {
    const bound = this.bounds.get(term);
    if (bound) {
      bound.count = Math.max(bound.count, count);
      bound.length = Math.min(bound.length, length);
    }
  }

  /** The upper bound of a term's strength. `read` computes it when a query first uses the term. */
  strengthOf(term: number, { base, perTerm }: LengthNorm, read: () => Bound): number {
    const bound = this.bounds.get(term) ?? read();
    this.bounds.set(term, bound);
    return bound.count / (bound.count + base + perTerm * bound.length);
  }
}
