import type { Bitset } from '../bitset.js';
import type { TopList } from '../ranking/top-list.js';
import type { RecordTerms } from '../text/terms.js';
import { ListPool } from './list-pool.js';
import { TermTable } from './term-table.js';

/** Length that a record counts for at most. */
const longest = 0xffff;

// An entry of a list is a term or slot number and in its low bits how a record holds a term: its count (none for a whole
// line), and whether the title holds it.
const countRange = 64;
const titleBit = 32;
const countMask = titleBit - 1;
/** What a term in the title counts for on top. */
const titleCount = 1;
/** Counts that BM25 saturates, by the low bits of an entry. */
const weightedCounts = Float64Array.from(
  { length: countRange },
  (_, bits) => Math.max(1, bits & countMask) + (bits & titleBit ? titleCount : 0),
);

/** How a record holds terms, one entry a term. */
export interface Holdings {
  /** 0 to 1, by BM25's saturation and length discount; -1 for a term the record does not hold. */
  readonly strengths: Float32Array;
  /** 1 for a term that the record's title holds. */
  readonly inTitle: Uint8Array;
}

/** BM25's length discount as a line: a record of `n` terms has the norm `base + perTerm * n`. */
export interface LengthNorm {
  readonly base: number;
  readonly perTerm: number;
}

/** A term of a query and its share in the score of a record that holds it. */
export interface WeightedTerm {
  readonly term: number;
  readonly weight: number;
}

/**
 * Inverted and forward index over slots, which queries read through a `LexicalView`. Removing a record leaves its
 * postings behind until `sweep`; the slot must not be used again before.
 */
export class LexicalIndex {
  private readonly terms = new TermTable();
  private readonly postings = new ListPool();
  private readonly records = new ListPool();
  private frequencies = new Uint32Array(64);
  private lengths = new Uint16Array(64);
  private totals = new Float32Array(64);
  private touched = new Uint32Array(64);
  private documents = 0;
  private totalLength = 0;

  get bytes(): number {
    const own =
      this.frequencies.byteLength + this.lengths.byteLength + this.totals.byteLength + this.touched.byteLength;
    return own + this.terms.bytes + this.postings.bytes + this.records.bytes;
  }

  /** All that `restored` needs. */
  stored() {
    const { terms, postings, records, frequencies, lengths, documents, totalLength } = this;
    const lists = { terms: terms.stored(), postings: postings.stored(), records: records.stored() };
    return { ...lists, frequencies, lengths, documents, totalLength };
  }

  /** The index that was stored. */
  static restored({ terms, postings, records, ...numbers }: ReturnType<LexicalIndex['stored']>): LexicalIndex {
    const index = new LexicalIndex();
    Object.assign(index, numbers, {
      terms: TermTable.restored(terms),
      postings: ListPool.restored(postings),
      records: ListPool.restored(records),
      totals: new Float32Array(numbers.lengths.length),
      touched: new Uint32Array(numbers.lengths.length),
    });
    return index;
  }

  /** The number of a term, or -1 when no record ever had it. */
  find(key: number): number {
    return this.terms.find(key);
  }

  /** The key a term's number stands for, which unlike the number is the same in every index. */
  keyOf(term: number): number {
    return this.terms.keyOf(term);
  }

  /** Number of records and their summed lengths: of the slots of `scope`, or of all. */
  sizeOf(scope?: Bitset): { records: number; length: number } {
    const size = { records: 0, length: 0 };
    if (!scope) {
      return { records: this.documents, length: this.totalLength };
    }
    scope.forEach((slot) => {
      size.records += 1;
      size.length += this.lengths[slot] as number;
    });
    return size;
  }

  /** Records that hold a term: among the slots of `scope`, all live and with room for every slot, or among all. */
  frequency(term: number, scope?: Bitset): number {
    if (term < 0 || !scope) {
      return this.frequencies[term] ?? 0;
    }
    const { words } = scope;
    const { data } = this.postings;
    const start = this.postings.length(term) === 0 ? 0 : this.postings.start(term);
    const end = start + this.postings.length(term);
    let count = 0;
    for (let i = start; i < end; i++) {
      const slot = (data[i] as number) >>> 6;
      count += ((words[slot >>> 5] as number) >>> (slot & 31)) & 1;
    }
    return count;
  }

  /** Sets a slot's record, replacing the one there; postings that stay are left alone. */
  set(slot: number, record: RecordTerms, replaces: boolean): void {
    this.reserveSlots(slot + 1);
    const entries = this.entriesOf(record);
    const before = replaces ? this.records.view(slot).slice() : new Uint32Array();
    this.applyDifference(slot, before, entries);
    this.records.replace(slot, entries);
    this.totalLength += Math.min(record.length, longest) - (replaces ? (this.lengths[slot] as number) : 0);
    this.lengths[slot] = Math.min(record.length, longest);
    this.documents += replaces ? 0 : 1;
  }

  /** Takes a record out of the counts; its postings go with the next `sweep`. */
  remove(slot: number): void {
    for (const entry of this.records.view(slot)) {
      this.changeFrequency(Math.floor(entry / countRange), -1);
    }
    this.records.replace(slot, new Uint32Array());
    this.totalLength -= this.lengths[slot] as number;
    this.lengths[slot] = 0;
    this.documents -= 1;
  }

  /** Drops the postings of removed slots, which may be used again afterwards. */
  sweep(removed: Bitset): void {
    const keep = (entry: number) => !removed.has(Math.floor(entry / countRange));
    for (let term = 0; term < this.terms.size; term++) {
      if (this.postings.length(term) > this.frequency(term)) {
        this.postings.filter(term, keep);
      }
    }
  }

  /** The slots that hold a term, removed ones too; none for -1. */
  slotsOf(term: number): number[] {
    return term < 0 ? [] : Array.from(this.postings.view(term), (entry) => Math.floor(entry / countRange));
  }

  /** How a slot's record holds each of the terms, which ascend; the answer goes into `into`. */
  readHoldings(slot: number, terms: Uint32Array, { base, perTerm }: LengthNorm, into: Holdings): void {
    const { data } = this.records;
    const { strengths, inTitle } = into;
    let at = this.records.length(slot) === 0 ? 0 : this.records.start(slot);
    const end = at + this.records.length(slot);
    const norm = base + perTerm * (this.lengths[slot] as number);
    for (let i = 0; i < terms.length; i++) {
      const wanted = (terms[i] as number) * countRange;
      let high = end;
      while (at < high) {
        const middle = (at + high) >>> 1;
        if ((data[middle] as number) < wanted) {
          at = middle + 1;
        } else {
          high = middle;
        }
      }
      const bits = at < end ? (data[at] as number) - wanted : countRange;
      const count = weightedCounts[bits];
      strengths[i] = count === undefined ? -1 : count / (count + norm);
      inTitle[i] = bits < countRange && bits >= titleBit ? 1 : 0;
    }
  }

  /** The words, numbers and codes of a record's title, ascending. */
  titleTerms(slot: number): number[] {
    const terms: number[] = [];
    for (const entry of this.records.view(slot)) {
      const bits = entry % countRange;
      if (bits > titleBit) {
        terms.push(Math.floor(entry / countRange));
      }
    }
    return terms;
  }

  /**
   * Adds a term's share to the totals of the slots of `mask` that hold it. `from` and the answer are the number of slots
   * with a total so far; `takeTotals` ends the sum.
   */
  addTotals({ term, weight }: WeightedTerm, mask: Uint32Array, { base, perTerm }: LengthNorm, from: number): number {
    const { totals, touched, lengths } = this;
    let found = from;
    for (const entry of this.postings.view(term)) {
      const slot = entry >>> 6;
      if (((mask[slot >>> 5] ?? 0) & (1 << (slot & 31))) === 0) {
        continue;
      }
      const count = weightedCounts[entry & (countRange - 1)] as number;
      const total = totals[slot] as number;
      if (total === 0) {
        touched[found++] = slot;
      }
      totals[slot] = total + (weight * count) / (count + base + perTerm * (lengths[slot] as number));
    }
    return found;
  }

  /** Offers the slots with a total, of which there are `found`, and forgets the totals. */
  takeTotals(found: number, best: TopList): void {
    const { totals, touched } = this;
    let { threshold } = best;
    for (let i = 0; i < found; i++) {
      const slot = touched[i] as number;
      const total = totals[slot] as number;
      totals[slot] = 0;
      // Nearly all are below it, which is told faster here than by the list.
      if (total >= threshold) {
        best.offer(slot, total);
        threshold = best.threshold;
      }
    }
  }

  private entriesOf({ counts, titleTerms }: RecordTerms): Uint32Array {
    const entries = new Uint32Array(counts.size);
    let i = 0;
    for (const [key, count] of counts) {
      const bits = Math.min(count, countMask) + (i < titleTerms ? titleBit : 0);
      entries[i++] = this.terms.add(key) * countRange + bits;
    }
    return entries.sort();
  }

  /** Both lists ascend, so one pass finds what went and what came. */
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
        this.changeFrequency(Math.floor(old / countRange), -1);
        i++;
      } else {
        this.postings.push(Math.floor(fresh / countRange), slot * countRange + (fresh % countRange));
        this.changeFrequency(Math.floor(fresh / countRange), 1);
        j++;
      }
    }
  }

  private changeFrequency(term: number, change: number): void {
    if (term >= this.frequencies.length) {
      const larger = new Uint32Array(Math.ceil(term * 1.5) + 1);
      larger.set(this.frequencies);
      this.frequencies = larger;
    }
    this.frequencies[term] = (this.frequencies[term] as number) + change;
  }

  private reserveSlots(slots: number): void {
    if (slots <= this.lengths.length) {
      return;
    }
    const size = Math.max(slots, Math.ceil(this.lengths.length * 1.5));
    const lengths = new Uint16Array(size);
    lengths.set(this.lengths);
    this.lengths = lengths;
    this.totals = new Float32Array(size);
    this.touched = new Uint32Array(size);
  }
}
