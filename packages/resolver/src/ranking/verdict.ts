import type { Facts } from './facts.js';
import type { Match } from './match.js';
import { type QueryPlan, unknownWords } from './query-plan.js';
import { type Ranking, riseOf } from './rank.js';
import { ruleOn, type Verdict } from './rules.js';

/** Input of a verdict. */
export interface Evidence {
  readonly facts: Facts;
  readonly closeness: Closeness;
}

/** A verdict with its reasons. */
export interface Judgement {
  readonly verdict: Verdict;
  /** Up to three sentences without figures, the strongest first. */
  readonly reasons: readonly string[];
}

/** The figures behind a verdict, in the form in which users see them. */
export interface Explanation {
  readonly reasons: string[];
  /** The figures that decide between `low` and `none`. One is enough if its value times its weight is at least 1. */
  readonly features: { name: string; value: number; weight: number }[];
  /** Words of the query that no record has, not even as a synonym or with one letter corrected. */
  readonly unknownWords: string[];
}

/** Most reasons of a verdict. */
const reasonsMax = 3;

/** Judges a result: first by the rules, then by whether the first record is close to the query. */
export function judge(evidence: Evidence | null): Judgement {
  if (evidence === null) {
    return { verdict: 'none', reasons: ['There is nothing to compare.'] };
  }
  const { verdict, reasons, gaps, isOpen } = ruleOn(evidence.facts);
  if (isOpen && !evidence.facts.hasCodes && !isClose(evidence.closeness)) {
    return { verdict: 'none', reasons: ['No record is close enough to match.', ...gaps].slice(0, reasonsMax) };
  }
  return { verdict, reasons: reasons.slice(0, reasonsMax) };
}

/** Explains a judgement with its figures. */
export function explain(evidence: Evidence | null, plan: QueryPlan): Explanation {
  const names = evidence === null ? [] : (['coverage', 'information', 'nearness'] as const);
  return {
    reasons: [...judge(evidence).reasons],
    features: names.map((name) => ({ name, value: evidence?.closeness[name] ?? 0, weight: 1 / closenessMin[name] })),
    unknownWords: unknownWords(plan),
  };
}

/** Figures that show whether there is an answer at all. One of them is enough if it is high. */
export interface Closeness {
  /** Share of the query that the first record contains. */
  readonly coverage: number;
  /** How much evidence these words are, relative to what singling out one of so many records takes. */
  readonly information: number;
  /** The cosine of the nearest record, relative to the highest cosine expected by chance. It is 0 without vectors. */
  readonly nearness: number;
}

/**
 * The value from which on each figure is enough. It is above 0, because some words of an unrelated query are found by
 * chance.
 */
export const closenessMin: Closeness = { coverage: 0.85, information: 1.6, nearness: 1 };

/** Standard deviation of the cosines of unrelated documents by meaning: 0.06 to 0.12 in the public data. */
const meaningSpread = 0.11;
/** How far above the background a cosine must be, if its scale is not known. */
const riseMin = 0.3;

/** The number of records that were compared, and the number of words in the query. */
export interface Compared {
  readonly size: number;
  readonly words: number;
}

/** How close the ranked records are to the query. */
export function closenessOf(ranking: Ranking, first: Match, compared: Compared): Closeness {
  return {
    coverage: first.coverage,
    information: first.information / evidenceFor(compared.size),
    nearness: nearnessOf(ranking, compared),
  };
}

/** Whether one of the figures is high enough. */
export function isClose({ coverage, information, nearness }: Closeness): boolean {
  const least = closenessMin;
  return coverage >= least.coverage || information >= least.information || nearness >= least.nearness;
}

/** The evidence, in nats, that singles out one record among so many. */
function evidenceFor(size: number): number {
  return Math.log(size + 2);
}

/**
 * The largest of n normal deviates grows as √(2 ln n), so the nearest of many unrelated records is nearer than that of
 * few. Each word of the query is compared with each record, so n is the product of both numbers. Half of the mean
 * cosine is subtracted too, because a collection about one subject is near to every query about it. Subtracting all of
 * it would turn half of the correct answers to paraphrases into `none`.
 */
function nearnessOf({ meaning, records, background }: Ranking, { size, words }: Compared): number {
  const cosine = records[0]?.cosine ?? null;
  if (meaning !== null) {
    return (meaning.most - meaning.common / 2) / (meaningSpread * Math.sqrt(2 * evidenceFor(size * words)));
  }
  return cosine === null ? 0 : riseOf(cosine, background) / riseMin;
}
