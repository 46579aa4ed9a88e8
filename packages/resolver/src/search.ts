import type { Bitset } from '@tessera/search-engine';
import type { Explanation, Verdict } from './ranking/verdict.js';

/** A query. */
export interface SearchQuery {
  readonly text: string;
  /** Null if there is none, as when the embedding provider cannot be reached. Then only words and codes decide. */
  readonly vector: Float32Array | null;
  /** The vectors of the same text by other embedders, for records that were embedded by these. */
  readonly otherVectors?: ReadonlyMap<string, Float32Array>;
  /** Slots that the caller can see; default: all live ones. No other slot affects the result. */
  readonly slice?: Bitset;
  /** Slots to rank, selected by a filter; default: all of `slice`. */
  readonly mask?: Bitset;
  readonly limit: number;
  /** The id of a record that is returned as a hit in any case, if the mask contains it. */
  readonly also?: string | undefined;
  /** Whether to return the figures on which the verdict is based. */
  readonly isExplained?: boolean;
}

/** A record that was found. */
export interface Hit {
  readonly externalId: string;
  readonly score: number;
  /** The cosine of the stored vector and the query, both as 8-bit values. Null if one of them is missing. */
  readonly cosine: number | null;
}

/** The ids of hits, in their order. */
export function idsOf(hits: readonly Pick<Hit, 'externalId'>[]): string[] {
  return hits.map(({ externalId }) => externalId);
}

/** Hits by descending score: `limit` of them, or as many as the mask contains, and the record of `also`. */
export interface SearchResult {
  readonly hits: readonly Hit[];
  readonly verdict: Verdict;
  /** How strong the evidence of a `high` is: 0 to `strictest`. Undefined for other verdicts. */
  readonly strength?: number;
  /** Sentences that explain the verdict without figures. `nameTitleWords` adds words of the title to them. */
  readonly reasons: readonly string[];
  /** Whether the query is only an identifier that some record has. */
  readonly isIdentifier: boolean;
  /**
   * Ids of records that match as well as the first hit, or whose difference from it the query does not name; best
   * first.
   */
  readonly rivals: readonly string[];
  /** Keys of words in the first title that the query lacks, and that distinguish the title from similar ones. */
  readonly unsaidKeys: readonly number[];
  /** Set only if the query has `isExplained`. */
  readonly explanation?: Explanation;
}
