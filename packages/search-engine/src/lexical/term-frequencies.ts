import { countRange, titleBit } from './entries.js';

/** How many records hold each term, and how many hold it in their title. */
export class TermFrequencies {
  private records = new Uint32Array(64);
  private titles = new Uint32Array(64);

  /** All that `restored` needs. */
  stored() {
    const { records, titles } = this;
    return { records, titles };
  }

  /** The frequencies that were stored. */
  static restored(stored: ReturnType<TermFrequencies['stored']>): TermFrequencies {
    return Object.assign(new TermFrequencies(), stored);
  }

  get bytes(): number {
    return this.records.byteLength + this.titles.byteLength;
  }

  /** Records that hold a term; 0 for -1. */
  inRecords(term: number): number {
    return this.records[term] ?? 0;
  }

  /** Records whose title holds a term; 0 for -1. */
  inTitles(term: number): number {
    return this.titles[term] ?? 0;
  }

  /** Counts an entry of a record's list: 1 when it comes, -1 when it goes. */
  change(entry: number, by: 1 | -1): void {
    const term = Math.floor(entry / countRange);
    if (term >= this.records.length) {
      this.records = enlarged(this.records, term);
      this.titles = enlarged(this.titles, term);
    }
    this.records[term] = (this.records[term] as number) + by;
    if ((entry & titleBit) !== 0) {
      this.titles[term] = (this.titles[term] as number) + by;
    }
  }
}

/** The same counts with room for one more, and for half as many again. */
function enlarged(counts: Uint32Array, index: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.ceil(index * 1.5) + 1);
  larger.set(counts);
  return larger;
}
