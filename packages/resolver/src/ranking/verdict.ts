import type { Closeness } from './closeness.js';
import { closenessMin, isClose } from './closeness.js';
import type { Facts } from './facts.js';
import { type QueryPlan, unknownWords } from './query-plan.js';
import type { Verdict } from './rules.js';
import { ruleOn } from './rules.js';

/** What a verdict is made from. */
export interface Evidence {
  readonly facts: Facts;
  readonly closeness: Closeness;
}

/** A verdict with what speaks for it. */
export interface Judgement {
  readonly verdict: Verdict;
  /** Up to three sentences without figures, the strongest first. */
  readonly reasons: readonly string[];
}

/** The figures that a verdict was made from, as they are shown to people. */
export interface Explanation {
  readonly reasons: string[];
  /** What decides between low and none: each suffices where value times weight is 1 or more. */
  readonly features: { name: string; value: number; weight: number }[];
  /** Words of the query that no record has, also not as a synonym or with a letter mistyped. */
  readonly unknownWords: string[];
}

/** More reasons are not read. */
const reasonsMax = 3;

/** Judges a result: what can be seen decides, then whether the first record is close at all. */
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

/** The reasons of a judgement with the figures. */
export function explain(evidence: Evidence | null, plan: QueryPlan): Explanation {
  const names = evidence === null ? [] : (['coverage', 'information', 'nearness'] as const);
  return {
    reasons: [...judge(evidence).reasons],
    features: names.map((name) => ({ name, value: evidence?.closeness[name] ?? 0, weight: 1 / closenessMin[name] })),
    unknownWords: unknownWords(plan),
  };
}
