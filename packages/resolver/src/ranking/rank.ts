import type { Match } from './match.js';

/** A ranked record. */
export interface RankedRecord {
  readonly slot: number;
  readonly externalId: string;
  /** The score that decides the order: 0 to 1.2, plus 1 if the query is the record's title. */
  readonly score: number;
  /** Cosine of record and query on the scale of the leading embedder; null if one of the vectors is missing. */
  readonly cosine: number | null;
  /** The cosine by the record's own embedder. */
  readonly ownCosine: number | null;
  readonly match: Match;
}

/** A ranked result as a whole. */
export interface Ranking {
  /** Best first. */
  readonly records: readonly RankedRecord[];
  /** Cosine of unrelated records, see `backgroundOf`. */
  readonly background: number;
  /** Cosines by meaning alone; null if the embedder does not separate meaning from spelling. */
  readonly meaning: Meaning | null;
  /** All records with a term, also those that are not ranked; none if very many have it. */
  readonly holdersOf: (term: number) => readonly Pick<RankedRecord, 'slot' | 'externalId'>[];
}

/** Cosines of a query and the records by meaning alone. */
export interface Meaning {
  /** The highest cosine. */
  readonly most: number;
  /** The mean over all records, where those far from the query count 0. */
  readonly common: number;
}

/** Weights in the fused score, from the grid of bench/relevance/fusion.md. */
const fusion = { cosine: 0.2, lexical: 0.5, codes: 0.25, value: 0.1 } as const;

/** Added if the title is the query with a letter corrected. */
const mistypedTitle = 0.5;

/** The whole query, apart from rounding. */
const whole = 0.999;

/** Rank of the neighbour whose cosine is the background, and the least number of neighbours that it needs. */
const backgroundRank = 50;
const backgroundMin = 10;

/** Estimates the cosine of unrelated documents from the neighbours, nearest first, because embedders differ in it. */
export function backgroundOf(cosines: readonly number[]): number {
  const at = Math.min(backgroundRank, cosines.length - 1);
  return cosines.length < backgroundMin ? 0 : Math.max(0, Math.min(0.99, cosines[at] as number));
}

/** A cosine relative to the background: 0 for unrelated documents, 1 for equal ones. */
export function riseOf(cosine: number, background: number): number {
  return Math.max(-1, (cosine - background) / (1 - background));
}

/** The score that decides the order. Records that the query names come first. Without vectors it is lexical only. */
export function fusedScore(match: Match, cosine: number | null, background: number): number {
  const rise = cosine === null ? 0 : Math.max(0, riseOf(cosine, background));
  const { lexical, codes, value } = match;
  const isNamed = isTitled(match) || match.named === 'wholly' || match.isNamedBeside;
  const named = isNamed ? 1 : match.isMistypedTitle ? mistypedTitle : 0;
  return fusion.cosine * rise + fusion.lexical * lexical + fusion.codes * codes + fusion.value * value + named;
}

/** Whether the query is a record's title, alone or with other whole values of it ("Parent, Child"). */
export function isTitled({ value, title }: Match): boolean {
  return title > 0 && value > whole;
}

/** Best first; equal scores by external id. */
export function byScore(a: RankedRecord, b: RankedRecord): number {
  return b.score - a.score || (a.externalId < b.externalId ? -1 : 1);
}
