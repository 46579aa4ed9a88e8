/**
 * An entry of a list is a term or slot number, and low bits with this many values. These contain the count of the term
 * (0 for a whole line), and whether it is in the title.
 */
export const countRange = 64;
/** The bit of an entry that is set if the title contains the term. */
export const titleBit = 32;
/** The bits of an entry that contain the count. */
export const countMask = titleBit - 1;
/** Maximum length of a record that is counted. */
export const longest = 0xffff;
/** How much a term in the title adds to its count. */
const titleCount = 1;

/** The saturated counts of BM25, by the low bits of an entry. */
export const weightedCounts = Float64Array.from(
  { length: countRange },
  (_, bits) => Math.max(1, bits & countMask) + (bits & titleBit ? titleCount : 0),
);

/** The terms of a record, and the length of its text in chunks. */
export interface RecordTerms {
  /** The number of occurrences by term key. It is 0 for a whole line. */
  readonly counts: { readonly size: number; forEach(visit: (count: number, key: number) => void): void };
  /** How many of the first keys in `counts` are terms of the title, which is the first line. */
  readonly titleTerms: number;
  readonly length: number;
}

/** The terms of a record by key, in a form that does not depend on an index. */
export interface PackedTerms {
  readonly keys: Float64Array;
  /** The low bits of the entry for each key. */
  readonly bits: Uint8Array;
  readonly length: number;
}

/** Packs the terms of a record. */
export function packTerms({ counts, titleTerms, length }: RecordTerms): PackedTerms {
  const keys = new Float64Array(counts.size);
  const bits = new Uint8Array(counts.size);
  let at = 0;
  counts.forEach((count, key) => {
    keys[at] = key;
    bits[at] = entryBits(count, at < titleTerms);
    at++;
  });
  return { keys, bits, length: Math.min(length, longest) };
}

/** The low bits of the entry of a term. */
function entryBits(count: number, isInTitle: boolean): number {
  return Math.min(count, countMask) + (isInTitle ? titleBit : 0);
}
