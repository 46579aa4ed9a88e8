import type { Bitset } from '../bitset.js';
import { countRange, longest, type PackedTerms, titleBit, weightedCounts } from './entries.js';
import { enlarged } from './growing.js';
import { firstAtLeast, ListPool } from './list-pool.js';
import { TermFrequencies, TermTable } from './term-table.js';
import { type LengthNorm, TermBounds, Totals } from './totals.js';

/** How well a record matches several terms, with one entry per term. */
export interface Occurrences {
  /**
   * From 0 to 1, by the saturation and the length discount of BM25. It is -1 if the record does not contain the term.
   */
  readonly strengths: Float32Array;
  /** 1 if the record's title contains the term. */
  readonly inTitle: Uint8Array;
}

/** A term of a query, and its weight in the score. */
export interface WeightedTerm {
  readonly term: number;
  readonly weight: number;
}

/**
 * An inverted and a forward index over slots, which queries read through a `LexicalView`. The postings of a removed
 * record stay until `sweep`; its slot must not be reused before.
 */
export class LexicalIndex {
  private readonly terms = new TermTable();
  private readonly postings = new ListPool();
  private readonly records = new ListPool();
  private readonly bounds = new TermBounds();
  /** The scores of slots in the current query. */
  readonly totals = new Totals();
  private readonly frequencies = new TermFrequencies();
  private lengths = new Uint16Array(64);
  private documents = 0;
  private totalLength = 0;

  get bytes(): number {
    const { terms, postings, records, totals, frequencies, lengths } = this;
    return [terms, postings, records, totals, frequencies].reduce((sum, { bytes }) => sum + bytes, lengths.byteLength);
  }

  /** The state that `restored` reads. */
  stored() {
    const { terms, postings, records, frequencies, lengths, documents, totalLength } = this;
    const lists = { terms: terms.stored(), postings: postings.stored(), records: records.stored() };
    return { ...lists, frequencies: frequencies.stored(), lengths, documents, totalLength };
  }

  /** Restores a stored index. */
  static restored(stored: ReturnType<LexicalIndex['stored']>): LexicalIndex {
    const { terms, postings, records, frequencies, ...numbers } = stored;
    const index = new LexicalIndex();
    Object.assign(index, numbers, {
      terms: TermTable.restored(terms),
      postings: ListPool.restored(postings),
      records: ListPool.restored(records),
      frequencies: TermFrequencies.restored(frequencies),
    });
    index.totals.reserve(numbers.lengths.length);
    return index;
  }

  /** The number of a term, or -1 if no record ever contained it. */
  find(key: number): number {
    return this.terms.find(key);
  }

  /** The number of a term. Assigns one if no record has contained the term. */
  add(key: number): number {
    return this.terms.add(key);
  }

  /** The key of a term number. Unlike the number, the key is the same in every index. */
  keyOf(term: number): number {
    return this.terms.keyOf(term);
  }

  /** The number of records and their total length, in `slice` or in all slots. */
  sizeOf(slice?: Bitset): { records: number; length: number } {
    const size = { records: 0, length: 0 };
    if (!slice) {
      return { records: this.documents, length: this.totalLength };
    }
    slice.forEach((slot) => {
      size.records += 1;
      size.length += this.lengths[slot] as number;
    });
    return size;
  }

  /**
   * The number of records that contain a term, in `slice` or in all slots. `slice` must contain live slots only, and
   * have capacity for all slots.
   */
  frequency(term: number, slice?: Bitset): number {
    return term < 0 || !slice ? this.frequencies.inRecords(term) : this.countIn(slice, term, 0);
  }

  /** Number of records whose title contains a term. `slice` is as for `frequency`. */
  titleFrequency(term: number, slice?: Bitset): number {
    return term < 0 || !slice ? this.frequencies.inTitles(term) : this.countIn(slice, term, titleBit);
  }

  /** Counts the slots that contain a term with these bits. */
  private countIn({ words }: Bitset, term: number, bits: number): number {
    const entries = this.postings.entriesOf(term);
    const start = this.postings.start(term);
    const end = start + this.postings.length(term);
    let count = 0;
    for (let i = start; i < end; i++) {
      const entry = entries[i] as number;
      const slot = entry >>> 6;
      count += (entry & bits) === bits ? ((words[slot >>> 5] as number) >>> (slot & 31)) & 1 : 0;
    }
    return count;
  }

  /** Sets the record of a slot. Postings that stay the same are not written again. */
  set(slot: number, { keys, bits, length }: PackedTerms, replaces: boolean): void {
    const entries = new Uint32Array(keys.length);
    // A loop by index, because `Uint32Array.from` takes five times as long.
    for (let i = 0; i < keys.length; i++) {
      entries[i] = this.terms.add(keys[i] as number) * countRange + (bits[i] as number);
    }
    entries.sort();
    this.reserveSlots(slot + 1);
    const before = replaces ? this.records.view(slot).slice() : new Uint32Array();
    this.applyDifference(slot, before, entries);
    this.records.replace(slot, entries);
    for (const entry of entries) {
      this.bounds.widen(Math.floor(entry / countRange), weightedCounts[entry % countRange] as number, length);
    }
    this.totalLength += length - (replaces ? (this.lengths[slot] as number) : 0);
    this.lengths[slot] = length;
    this.documents += replaces ? 0 : 1;
  }

  /** Removes a record from the counts. The next `sweep` removes its postings. */
  remove(slot: number): void {
    for (const entry of this.records.view(slot)) {
      this.frequencies.change(entry, -1);
    }
    this.records.replace(slot, new Uint32Array());
    this.totalLength -= this.lengths[slot] as number;
    this.lengths[slot] = 0;
    this.documents -= 1;
  }

  /** Removes the postings of removed slots, which may then be reused. */
  sweep(removed: Bitset): void {
    const keep = (entry: number) => !removed.has(Math.floor(entry / countRange));
    for (let term = 0; term < this.terms.size; term++) {
      if (this.postings.length(term) > this.frequency(term)) {
        this.postings.filter(term, keep);
      }
    }
  }

  /** The slots that contain a term, including removed ones. Empty for the term -1. */
  slotsOf(term: number): number[] {
    return term < 0 ? [] : Array.from(this.postings.view(term), (entry) => Math.floor(entry / countRange));
  }

  /** Writes to `into` how well a slot's record matches each of the terms, which must ascend. */
  readOccurrences(slot: number, terms: Uint32Array, { base, perTerm }: LengthNorm, into: Occurrences): void {
    const entries = this.records.entriesOf(slot);
    const { strengths, inTitle } = into;
    let at = this.records.start(slot);
    const end = at + this.records.length(slot);
    const norm = base + perTerm * (this.lengths[slot] as number);
    for (let i = 0; i < terms.length; i++) {
      const wanted = (terms[i] as number) * countRange;
      at = firstAtLeast(entries, wanted, at, end);
      const bits = at < end ? (entries[at] as number) - wanted : countRange;
      const count = weightedCounts[bits];
      strengths[i] = count === undefined ? -1 : count / (count + norm);
      inTitle[i] = bits < countRange && bits >= titleBit ? 1 : 0;
    }
  }

  /** The words, numbers and codes in a record's title, in ascending order. */
  titleTerms(slot: number): number[] {
    const entries = this.records.entriesOf(slot);
    const terms: number[] = [];
    const start = this.records.start(slot);
    const end = start + this.records.length(slot);
    for (let i = start; i < end; i++) {
      const entry = entries[i] as number;
      if (entry % countRange > titleBit) {
        terms.push(Math.floor(entry / countRange));
      }
    }
    return terms;
  }

  /** An upper bound of what a term can contribute to a record's score. */
  shareMax({ term, weight }: WeightedTerm, norm: LengthNorm): number {
    return weight * this.bounds.strengthOf(term, norm, () => this.boundOf(term));
  }

  private boundOf(term: number): { count: number; length: number } {
    const bound = { count: 0, length: longest };
    for (const entry of this.postings.view(term)) {
      bound.count = Math.max(bound.count, weightedCounts[entry & (countRange - 1)] as number);
      bound.length = Math.min(bound.length, this.lengths[entry >>> 6] as number);
    }
    return bound;
  }

  /** Adds what a term contributes to the total of each slot in `mask` that contains the term. */
  addPostings({ term, weight }: WeightedTerm, { words }: Bitset, { base, perTerm }: LengthNorm): void {
    const { lengths } = this;
    const entries = this.postings.entriesOf(term);
    const { totals, touched } = this.totals;
    let { found } = this.totals;
    const start = this.postings.start(term);
    const end = start + this.postings.length(term);
    // A loop by index, because iterating takes up to four times as long.
    for (let i = start; i < end; i++) {
      const entry = entries[i] as number;
      const slot = entry >>> 6;
      if ((((words[slot >>> 5] ?? 0) >>> (slot & 31)) & 1) === 0) {
        continue;
      }
      const count = weightedCounts[entry & (countRange - 1)] as number;
      const total = totals[slot] as number;
      if (total === 0) {
        touched[found++] = slot;
      }
      totals[slot] = total + (weight * count) / (count + base + perTerm * (lengths[slot] as number));
    }
    this.totals.found = found;
  }

  /**
   * Adds what a term contributes to slots that already have a total. Reads their records, which is faster if there are
   * few slots.
   */
  addScaled({ term, weight }: WeightedTerm, { base, perTerm }: LengthNorm): void {
    const { totals, touched, found } = this.totals;
    for (let i = 0; i < found; i++) {
      const slot = touched[i] as number;
      const entries = this.records.entriesOf(slot);
      const from = this.records.start(slot);
      const end = from + this.records.length(slot);
      const at = firstAtLeast(entries, term * countRange, from, end);
      const bits = at < end ? (entries[at] as number) - term * countRange : countRange;
      const count = weightedCounts[bits];
      if (count !== undefined) {
        const share = (weight * count) / (count + base + perTerm * (this.lengths[slot] as number));
        totals[slot] = (totals[slot] as number) + share;
      }
    }
  }

  /** Both lists are sorted, so one pass finds the added and the removed entries. */
  private applyDifference(slot: number, before: Uint32Array, after: Uint32Array): void {
    let i = 0;
    let j = 0;
    while (i < before.length || j < after.length) {
      const old = before[i] ?? Number.POSITIVE_INFINITY;
      const fresh = after[j] ?? Number.POSITIVE_INFINITY;
      if (old === fresh) {
        i++;
        j++;
      } else if (old < fresh) {
        this.postings.removeEntry(Math.floor(old / countRange), slot * countRange + (old % countRange));
        this.frequencies.change(old, -1);
        i++;
      } else {
        this.postings.push(Math.floor(fresh / countRange), slot * countRange + (fresh % countRange));
        this.frequencies.change(fresh, 1);
        j++;
      }
    }
  }

  private reserveSlots(slots: number): void {
    if (slots > this.lengths.length) {
      this.lengths = enlarged(this.lengths, slots);
      this.totals.reserve(this.lengths.length);
    }
  }
}
