import type { Bitset, LexicalView, WeightedTerm } from '@tessera/search-engine';

/** The candidates that ranking needs of each kind. */
export interface Wanted {
  readonly terms: readonly WeightedTerm[];
  /** By embedder id. */
  readonly vectors: ReadonlyMap<string, Float32Array>;
  readonly wanted: number;
}

/** The index slots that are scanned, with the counts of their slice. */
export interface Scanned {
  readonly view: LexicalView;
  readonly slice?: Bitset | undefined;
  readonly mask: Bitset;
}

/** Limits the search for the records with a term. */
export interface FewHolders extends Scanned {
  readonly most: number;
}
