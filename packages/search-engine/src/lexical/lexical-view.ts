import type { Bitset } from '../bitset.js';
import type { Precedence } from '../top-list.js';
import { TopList } from '../top-list.js';
import type { Holdings, LexicalIndex, WeightedTerm } from './lexical-index.js';
import type { LengthNorm } from './term-bounds.js';

// BM25's usual constants: saturation of repeated terms, and how far long texts are discounted.
const saturation = 1.2;
const lengthDiscount = 0.5;

/** Steps of a weight for each nat. */
const weightSteps = 2 ** 20;

/** Postings read for one query before the remaining, more frequent terms only rank what rarer ones found. */
const postingsBudget = 150_000;

/** Postings that are passed over in the time of finding a term in one record. */
const postingsPerRecord = 64;

/**
 * A lexical index as if it contained only the slots of a slice: how many records there are, how long they are and how common
 * a term is are counted there. Made for one query, as an update makes its counts wrong.
 */
export class LexicalView {
  /** Records in the slice. */
  readonly size: number;
  private readonly norm: LengthNorm;
  private readonly frequencies = new Map<number, number>();

  /** `slice` is live slots only, with room for every slot; without it the view is of all. */
  constructor(
    private readonly index: LexicalIndex,
    private readonly slice?: Bitset,
  ) {
    const { records, length } = index.sizeOf(slice);
    const average = length / Math.max(1, records) || 1;
    this.size = records;
    this.norm = { base: saturation * (1 - lengthDiscount), perTerm: (saturation * lengthDiscount) / average };
  }

  /** The number of a term, or -1 when no record ever had it. */
  find(key: number): number {
    return this.index.find(key);
  }

  /** The key a term's number stands for. */
  keyOf(term: number): number {
    return this.index.keyOf(term);
  }

  /** Records that hold a term. */
  frequency(term: number): number {
    if (!this.slice) {
      return this.index.frequency(term);
    }
    const known = this.frequencies.get(term);
    if (known !== undefined) {
      return known;
    }
    const frequency = this.index.frequency(term, this.slice);
    this.frequencies.set(term, frequency);
    return frequency;
  }

  /** Records whose title holds a term. */
  titleFrequency(term: number): number {
    return this.index.titleFrequency(term, this.slice);
  }

  /** Robertson's inverse document frequency of a term that `frequency` records hold, always positive. */
  inverseFrequency(frequency: number): number {
    return Math.log(1 + (this.size - frequency + 0.5) / (frequency + 0.5));
  }

  /** A term's inverse document frequency, rounded to where sums of it are exact: their order has no effect. */
  weight(term: number): number {
    return Math.round(this.inverseFrequency(this.frequency(term)) * weightSteps) / weightSteps;
  }

  /**
   * The slots of `mask` that score highest over the terms, at most `limit`, in no order; rarest terms are read first. Once no further slot
   * can be one of these, the more frequent terms count for those found alone.
   */
  candidates(terms: readonly WeightedTerm[], mask: Bitset, limit: number, precedes?: Precedence): Uint32Array {
    const { index, norm } = this;
    const { totals } = index;
    // Of equally rare ones by key, so that rounding is the same in every index with these records.
    const ordered = terms
      .filter(({ term }) => this.frequency(term) > 0)
      .sort((a, b) => this.frequency(a.term) - this.frequency(b.term) || index.keyOf(a.term) - index.keyOf(b.term));
    let read = 0;
    let wanted = mask;
    let isNarrow = false;
    for (const [i, term] of ordered.entries()) {
      const frequency = this.frequency(term.term);
      if (totals.found >= limit && totals.found < frequency) {
        const more = ordered.slice(i).reduce((sum, later) => sum + index.shareMax(later, norm), 0);
        isNarrow = totals.narrow(limit, more) || isNarrow;
        wanted = isNarrow ? totals.slots() : mask;
      }
      if (isNarrow && frequency > totals.found * postingsPerRecord) {
        index.addHeld(term, norm);
        continue;
      }
      read += frequency;
      if (read > postingsBudget && totals.found >= limit) {
        break;
      }
      index.addPostings(term, wanted, norm);
    }
    const best = new TopList(limit, precedes);
    totals.take(best);
    return best.kept();
  }

  /** How a slot's record holds each of the terms, which ascend; the answer goes into `into`. */
  readHoldings(slot: number, terms: Uint32Array, into: Holdings): void {
    this.index.readHoldings(slot, terms, this.norm, into);
  }

  /** The words, numbers and codes of a record's title. */
  titleTerms(slot: number): number[] {
    return this.index.titleTerms(slot);
  }
}
