import type { Bitset } from '../bitset.js';
import { type Precedence, TopList } from '../top-list.js';
import type { LexicalIndex, Occurrences, WeightedTerm } from './lexical-index.js';
import type { LengthNorm } from './totals.js';

// The usual constants of BM25, for the saturation of repeated terms and the discount of long documents.
const saturation = 1.2;
const lengthDiscount = 0.5;

/** Weights are rounded to this many steps per nat. */
const weightSteps = 2 ** 20;

/**
 * Maximum postings of the terms of a query that find records. The remaining, more frequent terms only rank them, and
 * find records only if rarer terms find fewer than the query needs.
 */
export const postingsBudget = 150_000;

/** How many postings can be skipped in the time of looking up a term in one record. */
const postingsPerRecord = 64;

/** What terms can still contribute to a score, and the number of their postings. */
interface Later {
  readonly share: number;
  readonly postings: number;
}

/**
 * A lexical index as if it contained only the slots of a slice: the number, length and frequencies of records are
 * counted in the slice. Create one per query, because updates make its counts wrong.
 */
export class LexicalView {
  /** Records in the slice. */
  readonly size: number;
  private readonly norm: LengthNorm;
  private readonly frequencies = new Map<number, number>();

  /** `slice` must contain live slots only, and have capacity for all slots. Without it, the view is of all slots. */
  constructor(
    private readonly index: LexicalIndex,
    private readonly slice?: Bitset,
  ) {
    const { records, length } = index.sizeOf(slice);
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

  /** Robertson's inverse document frequency for a term that `frequency` records contain. It is always positive. */
  inverseFrequency(frequency: number): number {
    return Math.log(1 + (this.size - frequency + 0.5) / (frequency + 0.5));
  }

  /** The inverse document frequency of a term, rounded so that sums are exact in any order. */
  weight(term: number): number {
    return Math.round(this.inverseFrequency(this.frequency(term)) * weightSteps) / weightSteps;
  }

  /**
   * The slots of `mask` with the highest scores over the terms, at most `limit`, in no order. Reads the rarest terms
   * first. More frequent terms are only added to slots found so far when no further slot can be among the highest, or
   * beyond the budget of postings.
   */
  candidates(terms: readonly WeightedTerm[], mask: Bitset, limit: number, precedes?: Precedence): Uint32Array {
    const { index, norm } = this;
    const { totals } = index;
    // Terms of equal frequency are sorted by key, so that rounding is the same in every index of these records.
    const ordered = terms
      .filter(({ term }) => this.frequency(term) > 0)
      .sort((a, b) => this.frequency(a.term) - this.frequency(b.term) || index.keyOf(a.term) - index.keyOf(b.term));
    const later = this.laterOf(ordered);
    let read = 0;
    let wanted = mask;
    let isNarrow = false;
    for (const [i, term] of ordered.entries()) {
      const frequency = this.frequency(term.term);
      const { share, postings } = later[i] as Later;
      read += frequency;
      // Narrowing visits each slot found so far. It fails if later terms can add as much as the earlier ones.
      const isWorth = totals.found < postings && (later[0] as Later).share > 2 * share;
      if (totals.found >= limit && (isWorth || (!isNarrow && read > postingsBudget))) {
        isNarrow = totals.narrow(limit, share) || isNarrow || read > postingsBudget;
        wanted = isNarrow ? totals.slots() : mask;
      }
      if (isNarrow && frequency > totals.found * postingsPerRecord) {
        index.addScaled(term, norm);
      } else {
        index.addPostings(term, wanted, norm);
      }
    }
    const best = new TopList(limit, precedes);
    totals.take(best);
    return best.kept();
  }

  /** For each term, the sums over it and those behind it. */
  private laterOf(ordered: readonly WeightedTerm[]): Later[] {
    const later: Later[] = [];
    let sums: Later = { share: 0, postings: 0 };
    for (const term of ordered.toReversed()) {
      sums = {
        share: sums.share + this.index.shareMax(term, this.norm),
        postings: sums.postings + this.frequency(term.term),
      };
      later.push(sums);
    }
    return later.reverse();
  }

  /** Writes to `into` how well a slot's record matches each of the terms, which must ascend. */
  readOccurrences(slot: number, terms: Uint32Array, into: Occurrences): void {
    this.index.readOccurrences(slot, terms, this.norm, into);
  }

  /** The words, numbers and codes of a record's title. */
  titleTerms(slot: number): number[] {
    return this.index.titleTerms(slot);
  }
}
