import type { Match } from './match.js';

/** A candidate with everything known about it. */
export interface RankedRecord {
  readonly slot: number;
  readonly externalId: string;
  /** Fused score the order is by, 0 to 1.2, and one more for a record whose title is the whole query. */
  readonly score: number;
  /** Approximate cosine of record and query; null without one of the two vectors. */
  readonly cosine: number | null;
  readonly match: Match;
}

/** A ranked result as a whole. */
export interface Ranking {
  /** Best first. */
  readonly records: readonly RankedRecord[];
  /** Cosine of records that have nothing to do with the query, see `backgroundOf`. */
  readonly background: number;
}

/** Weights in the fused score, from the grid of bench/relevance/fusion.md. */
const fusion = { cosine: 0.35, lexical: 0.5, codes: 0.25, value: 0.1 } as const;

/** Rank whose cosine stands for records that have nothing to do with the query, and how many make it meaningful. */
const backgroundRank = 50;
const backgroundMin = 10;

/** Embedders differ in the cosine of unrelated texts: it is read off the neighbours, given nearest first. */
export function backgroundOf(cosines: readonly number[]): number {
  const at = Math.min(backgroundRank, cosines.length - 1);
  return cosines.length < backgroundMin ? 0 : Math.max(0, Math.min(0.99, cosines[at] as number));
}

/** How far a cosine rises over the background: 0 for unrelated, 1 for the same. */
export function riseOf(cosine: number, background: number): number {
  return Math.max(-1, (cosine - background) / (1 - background));
}

/** The score records are ordered by: what the query names comes first. Without vectors it is lexical alone. */
export function fusedScore(match: Match, cosine: number | null, background: number): number {
  const rise = cosine === null ? 0 : Math.max(0, riseOf(cosine, background));
  const { lexical, codes, value, title } = match;
  const named = title === 1 ? 1 : 0;
  return fusion.cosine * rise + fusion.lexical * lexical + fusion.codes * codes + fusion.value * value + named;
}

/** Best first; equal scores by external id. */
export function byScore(a: RankedRecord, b: RankedRecord): number {
  return b.score - a.score || (a.externalId < b.externalId ? -1 : 1);
}
