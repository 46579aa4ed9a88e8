import type { Matcher } from './match.js';
import { type Ranking, riseOf } from './rank.js';

/** Figures that show whether there is an answer at all. One of them is enough if it is high. */
export type Closeness = ReturnType<typeof closenessOf>;

/**
 * The value from which on each figure is enough. It is above 0, because some words of an unrelated query are found by
 * chance.
 */
export const closenessMin: Closeness = { coverage: 0.85, information: 1.6, nearness: 1 };

/** Standard deviation of the cosines of unrelated documents by meaning: 0.06 to 0.12 in the public data. */
const meaningSpread = 0.11;
/**
 * A smaller collection counts as one of this size. Its records are about one subject, whose words are near to each other
 * without meaning the same.
 */
const recordsMin = 32;
/** How far above the background a cosine must be, if its scale is not known. */
const riseMin = 0.3;

/** How close the first records are to the query. */
export function closenessOf(ranking: Ranking, { index, plan }: Matcher) {
  const match = ranking.records[0]?.match;
  return {
    /** Share of the query that the first record contains. */
    coverage: match?.coverage ?? 0,
    /** How much evidence these words are, relative to what singling out one of so many records takes. */
    information: (match?.information ?? 0) / evidenceFor(index.size),
    /** The cosine of the nearest record, relative to the highest cosine expected by chance. It is 0 without vectors. */
    nearness: nearnessOf(ranking, Math.max(index.size, recordsMin) * plan.chunks.length),
  };
}

/** Whether one of the figures is high enough. */
export function isClose({ coverage, information, nearness }: Closeness): boolean {
  const least = closenessMin;
  return coverage >= least.coverage || information >= least.information || nearness >= least.nearness;
}

/** The evidence, in nats, that singles out one of so many. */
function evidenceFor(size: number): number {
  return Math.log(size + 2);
}

/**
 * The largest of n normal deviates grows as √(2 ln n), so the nearest of many unrelated records is nearer than that of
 * few. Each word of the query is compared with each record, so n is the product of both numbers. Half of the mean
 * cosine is subtracted too, because a collection about one subject is near to every query about it. Subtracting all of
 * it would turn half of the correct answers to paraphrases into `none`.
 */
function nearnessOf({ meaning, records, background }: Ranking, comparisons: number): number {
  const cosine = records[0]?.cosine ?? null;
  if (meaning !== null) {
    return (meaning.most - meaning.common / 2) / (meaningSpread * Math.sqrt(2 * evidenceFor(comparisons)));
  }
  return cosine === null ? 0 : riseOf(cosine, background) / riseMin;
}
