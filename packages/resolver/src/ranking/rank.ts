import type { Match } from './match.js';

/** A candidate with everything known about it. */
export interface RankedRecord extends Match {
  readonly slot: number;
  readonly externalId: string;
  /** Fused score the order is by, 0 to 1. */
  readonly score: number;
  /** Approximate cosine of record and query; null without one of the two vectors. */
  readonly cosine: number | null;
}

/** Shares of the cosine and of the codes in the fused score; the rest is the lexical match. */
export const fusion = { cosine: 0.4, codes: 0.15 } as const;

/** The score records are ordered by. Without vectors it is lexical alone. */
export function fusedScore(match: Match, cosine: number | null): number {
  const vector = Math.max(0, cosine ?? 0);
  return fusion.cosine * vector + (1 - fusion.cosine - fusion.codes) * match.lexical + fusion.codes * match.codes;
}

/** Best first; equal scores by external id. */
export function byScore(a: RankedRecord, b: RankedRecord): number {
  return b.score - a.score || (a.externalId < b.externalId ? -1 : 1);
}
