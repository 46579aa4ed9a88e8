import type { Bitset, LexicalView, WeightedTerm } from '@tessera/search-engine';
import type { SpaceCount } from '../vector-spaces.js';

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
  /** The number of vectors by embedder in a larger index, if this one contains only some of its records. */
  readonly counts?: readonly SpaceCount[];
}

/** Limits the search for the records with a term. */
export interface Limited extends Scanned {
  readonly most: number;
}
