import type { Bitset } from '../bitset.js';
import { type Precedence, TopList } from '../top-list.js';
import type { Holdings, LexicalIndex, WeightedTerm } from './lexical-index.js';
import type { LengthNorm } from './totals.js';

// The usual BM25 constants: saturation of repeated terms, and discount of long documents.
const saturation = 1.2;
const lengthDiscount = 0.5;

/** Steps per nat to which weights are rounded. */
const weightSteps = 2 ** 20;

/** Postings read per query before the remaining, more frequent terms only rank what rarer ones found. */
const postingsBudget = 150_000;

/** Postings skipped in the time of looking up a term in one record. */
const postingsPerRecord = 64;

/**
 * A lexical index as if it contained only the slots of a slice: number, length and frequencies of records are counted
 * in it. Created per query, because updates make its counts wrong.
 */
export class LexicalView {
  /** Records in the slice. */
  readonly size: number;
  private readonly norm: LengthNorm;
  private readonly frequencies = new Map<number, number>();

  /** `slice` must contain only live slots and have capacity for all; without it the view is of all. */
  constructor(
    private readonly index: LexicalIndex,
    private readonly slice?: Bitset,
    { records, length }: ReturnType<LexicalIndex['sizeOf']> = index.sizeOf(slice),
  ) {
    const average = length / Math.max(1, records) || 1;
    this.size = records;
    this.norm = { base: saturation * (1 - lengthDiscount), perTerm: (saturation * lengthDiscount) / average };
  }

  /** The number of a term, or -1 if no record ever contained it. */
  find(key: number): number {
    return this.index.find(key);
  }

  /** Whether a record contains the term with a key. */
  has(key: number): boolean {
    return this.frequency(this.find(key)) > 0;
  }

  /** The key of a term number. */
  keyOf(term: number): number {
    return this.index.keyOf(term);
  }

  /** Number of records that contain a term. */
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

  /** Number of records whose title contains a term. */
  titleFrequency(term: number): number {
    return this.index.titleFrequency(term, this.slice);
  }

  /** Robertson's inverse document frequency for a term in `frequency` records, always positive. */
  inverseFrequency(frequency: number): number {
    return Math.log(1 + (this.size - frequency + 0.5) / (frequency + 0.5));
  }

  /** A term's inverse document frequency, rounded so that sums are exact in any order. */
  weight(term: number): number {
    return Math.round(this.inverseFrequency(this.frequency(term)) * weightSteps) / weightSteps;
  }

  /**
   * The slots of `mask` with the highest scores over the terms, at most `limit`, unordered. Reads the rarest terms
   * first. When no further slot can be among them, more frequent terms are only added to those found.
   */
  candidates(terms: readonly WeightedTerm[], mask: Bitset, limit: number, precedes?: Precedence): Uint32Array {
    const { index, norm } = this;
    const { totals } = index;
    // Equally rare terms are sorted by key, so that rounding is the same in every index with these records.
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
        index.addScaled(term, norm);
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

  /** Writes to `into` how a slot's record contains each of the terms, which are ascending. */
  readHoldings(slot: number, terms: Uint32Array, into: Holdings): void {
    this.index.readHoldings(slot, terms, this.norm, into);
  }

  /** The words, numbers and codes of a record's title. */
  titleTerms(slot: number): number[] {
    return this.index.titleTerms(slot);
  }
}
