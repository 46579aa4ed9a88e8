import type { Match } from './match.js';
import type { Ranking } from './rank.js';
import { riseOf } from './rank.js';

/** Whether there is an answer at all, in figures of which one suffices. */
export interface Closeness {
  /** Share of the query that the first record contains. */
  readonly coverage: number;
  /** Evidence of those words, in what it takes to single out one record of so many. */
  readonly information: number;
  /** How far the nearest record rises over unrelated ones, in what chance makes of so many; 0 without vectors. */
  readonly nearness: number;
}

/** From which value on each suffices: words of a query about something else are found by chance, too. */
export const closenessMin: Closeness = { coverage: 0.85, information: 1.6, nearness: 1 };

/** Standard deviation of the cosines by meaning that unrelated texts have: 0.06 to 0.12 in the public data. */
const meaningSpread = 0.12;
/** Rise over the background of a cosine whose scale is not known. */
const riseMin = 0.3;

/** How close a ranking of so many records comes to its query. */
export function closenessOf(ranking: Ranking, first: Match, size: number): Closeness {
  return {
    coverage: first.coverage,
    information: first.information / evidenceFor(size),
    nearness: nearnessOf(ranking, size),
  };
}

/** Whether one of the figures suffices. */
export function isClose({ coverage, information, nearness }: Closeness): boolean {
  const least = closenessMin;
  return coverage >= least.coverage || information >= least.information || nearness >= least.nearness;
}

/** The evidence, in nats, that it takes to single out one record of so many. */
function evidenceFor(size: number): number {
  return Math.log(size + 2);
}

/**
 * The nearest of many records that have nothing to do with the query is nearer than that of few: the largest of n normal
 * deviates grows as √(2 ln n). Where all records are of one subject, half of what they have in common with the query is
 * subtracted: with all of it, half of the questions in other words would be `none` in a small collection.
 */
function nearnessOf({ meaning, records, background }: Ranking, size: number): number {
  const cosine = records[0]?.cosine ?? null;
  if (meaning !== null) {
    return (meaning.most - meaning.common / 2) / (meaningSpread * Math.sqrt(2 * evidenceFor(size)));
  }
  return cosine === null ? 0 : riseOf(cosine, background) / riseMin;
}
