import type { Closeness } from './closeness.js';
import { closenessMin, isClose } from './closeness.js';
import type { Facts } from './facts.js';
import { type QueryPlan, unknownWords } from './query-plan.js';
import type { Verdict } from './rules.js';
import { ruleOn } from './rules.js';

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
