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

/** The figures behind a verdict, as shown to users. */
export interface Explanation {
  readonly reasons: string[];
  /** The figures that decide between `low` and `none`: one suffices if value times weight is at least 1. */
  readonly features: { name: string; value: number; weight: number }[];
  /** Words of the query that no record has, also as a synonym or with one letter corrected. */
  readonly unknownWords: string[];
}

/** Most reasons of a verdict. */
const reasonsMax = 3;

/** Judges a result: first by the rules, then by whether the first record is close at all. */
export function judge(evidence: Evidence | null): Judgement {
  if (evidence === null) {
    return { verdict: 'none', reasons: ['There is nothing to compare.'] };
  }
  const { verdict, reasons, gaps, isOpen } = ruleOn(evidence.facts);
  if (isOpen && !evidence.facts.holdsCodes && !isClose(evidence.closeness)) {
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

/** Whether there is an answer at all, in figures of which one suffices. */
export interface Closeness {
  /** Share of the query that the first record contains. */
  readonly coverage: number;
  /** Evidence of those words, in what it takes to single out one record of so many. */
  readonly information: number;
  /** Cosine of the nearest record, relative to the highest that chance is expected to give; 0 without vectors. */
  readonly nearness: number;
}

/** From which value on each suffices: words of a query about something else are found by chance, too. */
export const closenessMin: Closeness = { coverage: 0.85, information: 1.6, nearness: 1 };

/** Standard deviation of the cosines by meaning that unrelated documents have: 0.06 to 0.12 in the public data. */
const meaningSpread = 0.11;
/** Rise over the background of a cosine whose scale is not known. */
const riseMin = 0.3;

/** How many records a query of how many words was compared with. */
export interface Compared {
  readonly size: number;
  readonly words: number;
}

/** How close a ranking comes to its query. */
export function closenessOf(ranking: Ranking, first: Match, compared: Compared): Closeness {
  return {
    coverage: first.coverage,
    information: first.information / evidenceFor(compared.size),
    nearness: nearnessOf(ranking, compared),
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
 * The largest of n normal deviates grows as √(2 ln n), so the nearest of many unrelated records is nearer than that of few.
 * Each word of the query is compared with each record: n is their product. Half of the mean cosine is subtracted, because a
 * collection about one subject is near to every query about it. To subtract all of it would turn half of the correct answers
 * to paraphrases into `none`.
 */
function nearnessOf({ meaning, records, background }: Ranking, { size, words }: Compared): number {
  const cosine = records[0]?.cosine ?? null;
  if (meaning !== null) {
    return (meaning.most - meaning.common / 2) / (meaningSpread * Math.sqrt(2 * evidenceFor(size * words)));
  }
  return cosine === null ? 0 : riseOf(cosine, background) / riseMin;
}
