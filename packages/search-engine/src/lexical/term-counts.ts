import { countRange, titleBit } from './entries.js';

/** By term: how many titles contain it, and how many postings of removed records its list still has. */
export class TermCounts {
  private titles = new Uint32Array(64);
  private removed = new Map<number, number>();

  /** The state that `restored` reads. */
  stored() {
    const { titles, removed } = this;
    return { titles, removed };
  }

  /** Restores stored counts. */
  static restored(stored: ReturnType<TermCounts['stored']>): TermCounts {
    return Object.assign(new TermCounts(), stored);
  }

  get bytes(): number {
    return this.titles.byteLength;
  }

  /** Number of titles that contain a term; 0 for -1. */
  inTitles(term: number): number {
    return this.titles[term] ?? 0;
  }

  /** Number of a term's postings that belong to removed records. */
  ofRemoved(term: number): number {
    return this.removed.get(term) ?? 0;
  }

  /** Counts an entry of a record's list: `by` is 1 if it was added, -1 if it was removed. */
  change(entry: number, by: 1 | -1): void {
    if ((entry & titleBit) === 0) {
      return;
    }
    const term = Math.floor(entry / countRange);
    if (term >= this.titles.length) {
      const larger = new Uint32Array(Math.ceil(term * 1.5) + 1);
      larger.set(this.titles);
      this.titles = larger;
    }
    this.titles[term] = (this.titles[term] as number) + by;
  }

  /** Counts an entry of a removed record, whose posting stays. */
  remove(entry: number): void {
    this.change(entry, -1);
    const term = Math.floor(entry / countRange);
    this.removed.set(term, this.ofRemoved(term) + 1);
  }

  /** Returns the terms with postings of removed records, and counts these postings no longer. */
  takeRemoved(): Iterable<number> {
    const { removed } = this;
    this.removed = new Map();
    return removed.keys();
  }
}
