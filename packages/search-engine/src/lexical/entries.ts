/**
 * An entry of a list is a term or slot number and, in so many values of its low bits, how a record holds a term: its count
 * (none for a whole line), and whether the title holds it.
 */
export const countRange = 64;
/** Set where the title holds the term. */
export const titleBit = 32;
/** The bits of the count. */
export const countMask = titleBit - 1;
/** What a term in the title counts for on top. */
const titleCount = 1;

/** Counts that BM25 saturates, by the low bits of an entry. */
export const weightedCounts = Float64Array.from(
  { length: countRange },
  (_, bits) => Math.max(1, bits & countMask) + (bits & titleBit ? titleCount : 0),
);

/** The terms of a record, and the text's length in chunks. */
export interface RecordTerms {
  /** How often each term occurs, by term key; 0 for a whole line. */
  readonly counts: Map<number, number>;
  /** So many of the counts, the first, are of terms of the title: the first line, which names the record. */
  readonly titleTerms: number;
  readonly length: number;
}
