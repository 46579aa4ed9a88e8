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
