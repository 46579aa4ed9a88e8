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
  /** Cosines by meaning alone; null where the embedder does not tell it from spelling. */
  readonly meaning: Meaning | null;
}

/** How near a query is to records by meaning alone. */
export interface Meaning {
  /** The highest cosine. */
  readonly most: number;
  /** The mean of all records; those that are far from the query count 0. */
  readonly common: number;
}

/** Weights in the fused score, from the grid of bench/relevance/fusion.md. */
const fusion = { cosine: 0.2, lexical: 0.5, codes: 0.25, value: 0.1 } as const;

/** What a title adds that is the query but for a letter. */
const mistypedTitle = 0.5;

/** A share of the query that is all of it, give or take rounding. */
const whole = 0.999;

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
  const { lexical, codes, value } = match;
  const isNamed = isTitled(match) || match.named === 'wholly' || match.isNamedBeside;
  const named = isNamed ? 1 : match.isMistypedTitle ? mistypedTitle : 0;
  return fusion.cosine * rise + fusion.lexical * lexical + fusion.codes * codes + fusion.value * value + named;
}

/** Whether the query is a record's title, alone or with other whole values of the record, as in "Parent, Child". */
export function isTitled({ value, title }: Match): boolean {
  return title > 0 && value > whole;
}

/** Best first; equal scores by external id. */
export function byScore(a: RankedRecord, b: RankedRecord): number {
  return b.score - a.score || (a.externalId < b.externalId ? -1 : 1);
}
