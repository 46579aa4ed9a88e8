import type { Match } from './match.js';

/** A ranked record. */
export interface RankedRecord {
  readonly slot: number;
  readonly externalId: string;
  /** The score that decides the order: 0 to 1.2, plus up to 1.5 if the query names the record. */
  readonly score: number;
  /** The cosine of record and query, on the scale of the leading embedder. Null if one of the vectors is missing. */
  readonly cosine: number | null;
  /** The same cosine, on the scale of the record's own embedder. */
  readonly ownCosine: number | null;
  readonly match: Match;
}

/** A ranked result as a whole. */
export interface Ranking {
  /** Best first. */
  readonly records: readonly RankedRecord[];
  /** The cosine of unrelated records; see `backgroundOf`. */
  readonly background: number;
  /** The cosines by meaning alone. Null if the embedder does not separate meaning from spelling. */
  readonly meaning: Meaning | null;
}

/** Cosines of a query and the records by meaning alone. */
export interface Meaning {
  /** The highest cosine. */
  readonly most: number;
  /** The mean over all records. A record far from the query counts as 0. */
  readonly common: number;
}

/** Weights of the parts of the score. They were chosen by the grid search in bench/relevance/fusion.md. */
const fusion = { cosine: 0.2, lexical: 0.5, codes: 0.25, value: 0.1 } as const;

/**
 * Added to the score if the query names the record, and more if it is the title or an identifier in it is a whole value
 * instead of a mention; less if the title is the query with one letter corrected, or the identifier only similar.
 */
const bonus = { named: 1, own: 0.5, mistyped: 0.5, similar: 0.1 } as const;

/** A share of 1, with a tolerance for rounding. */
export const whole = 0.999;

/** The rank of the neighbor whose cosine is used as background, and the minimum number of neighbors for that. */
const backgroundRank = 50;
const backgroundMin = 10;

/**
 * Estimates the cosine of unrelated documents, which differs between embedders. `cosines` are those of the neighbors,
 * nearest first.
 */
export function backgroundOf(cosines: readonly number[]): number {
  const at = Math.min(backgroundRank, cosines.length - 1);
  return cosines.length < backgroundMin ? 0 : Math.max(0, Math.min(0.99, cosines[at] as number));
}

/** A cosine relative to the background: 0 for unrelated documents, 1 for equal ones. */
export function riseOf(cosine: number, background: number): number {
  return Math.max(-1, (cosine - background) / (1 - background));
}

/**
 * The score that decides the order. Records that the query names come first. Without vectors, only words and codes
 * count.
 */
export function fusedScore(match: Match, cosine: number | null, background: number): number {
  const rise = cosine === null ? 0 : Math.max(0, riseOf(cosine, background));
  const { lexical, codes, value } = match;
  const isNamed = isTitled(match) || match.named === 'wholly' || match.isNamedBeside;
  const similar = match.isMistypedTitle ? bonus.mistyped : match.named === 'partly' ? bonus.similar : 0;
  const named = isNamed ? bonus.named + (match.isOwner || isTitled(match) ? bonus.own : 0) : similar;
  return fusion.cosine * rise + fusion.lexical * lexical + fusion.codes * codes + fusion.value * value + named;
}

/** Whether the query is the title of a record, alone or together with other whole values of it ("Parent, Child"). */
export function isTitled({ value, title }: Match): boolean {
  return title > 0 && value > whole;
}

/** Whether a record contains the whole query, or its title differs by one letter. */
export function isComplete({ coverage, isMistypedTitle }: Match): boolean {
  return coverage > whole || isMistypedTitle;
}

/** Compares by descending score, then by external id. */
export function byScore(a: RankedRecord, b: RankedRecord): number {
  return b.score - a.score || (a.externalId < b.externalId ? -1 : 1);
}
