import type { Facts } from './facts.js';
import type { FeatureName } from './features.js';
import { featureNames } from './features.js';
import { verdictTables } from './generated/verdict-tables.js';
import type { Verdict } from './rules.js';
import { ruleOn } from './rules.js';

/** A logistic model and the probability from which it says yes. */
export interface VerdictModel {
  readonly bias: number;
  readonly weights: Readonly<Record<FeatureName, number>>;
  readonly threshold: number;
}

/** Fitted by bench/relevance. */
export interface VerdictTable {
  /** Whether the first hit is right, where it alone has the identifier that the query names. */
  readonly byCode: VerdictModel;
  /** The same for all other results. */
  readonly byWords: VerdictModel;
  /** Whether there is a right one at all. */
  readonly answered: VerdictModel;
}

/** The features of one result. */
export type Features = Readonly<Record<FeatureName, number>>;

/** Probability that a model gives to a result, 0 to 1. */
export function probability(model: VerdictModel, features: Features): number {
  let sum = model.bias;
  for (const name of featureNames) {
    sum += model.weights[name] * features[name];
  }
  return 1 / (1 + Math.exp(-sum));
}

/** The table fitted for an embedder, the one for results without vectors (null), or the one for any other embedder. */
export function tableFor(embedderId: string | null): VerdictTable {
  if (embedderId === null) {
    return verdictTables.lexical;
  }
  return Object.hasOwn(verdictTables, embedderId)
    ? verdictTables[embedderId as keyof typeof verdictTables]
    : verdictTables.general;
}

/** Least part of the query that must be in a record for `high`: meaning alone does not do. */
const coverageMin = 0.5;

/** What a verdict is made from. */
export interface Evidence {
  readonly facts: Facts;
  readonly features: Features;
}

/** A verdict with what speaks for it. */
export interface Judgement {
  readonly verdict: Verdict;
  /** Sentences: the rule that applied, and what the models added. */
  readonly reasons: readonly string[];
}

/** What a verdict was made from, as it is shown to people. */
export interface Explanation {
  readonly reasons: string[];
  /** Each with its weight in the model that says whether the first record is right. */
  readonly features: { name: string; value: number; weight: number }[];
}

/**
 * Whether a result cannot be `high` whatever the models say: the first record lacks a code or number of the query, or
 * without an identifier to go by, another record has its title, too, or most of the query is not in it.
 */
export function isHighRuledOut({ facts, features }: Evidence): boolean {
  const { missingCodes, missingNumbers, twins, coverage } = features;
  if (missingCodes > 0 || missingNumbers > 0) {
    return true;
  }
  return facts.holders !== 1 && (twins > 0 || coverage < coverageMin);
}

/** Judges a result: rules decide what can be seen, the fitted models the rest. */
export function judge(table: VerdictTable, evidence: Evidence | null): Judgement {
  if (evidence === null) {
    return { verdict: 'none', reasons: ['There is nothing to compare.'] };
  }
  const ruling = ruleOn(evidence.facts);
  if (ruling && ruling.atLeast === ruling.atMost) {
    return { verdict: ruling.atMost, reasons: [ruling.reason] };
  }
  const fitted = judgeByModels(table, evidence);
  const verdict = clamp(fitted.verdict, ruling?.atLeast ?? 'none', ruling?.atMost ?? 'high');
  return { verdict, reasons: ruling ? [ruling.reason, fitted.reason] : [fitted.reason] };
}

/** What a judgement was made from; features that the model does not look at are left out. */
export function explain(table: VerdictTable, evidence: Evidence | null): Explanation {
  const reasons = [...judge(table, evidence).reasons];
  if (evidence === null) {
    return { reasons, features: [] };
  }
  const { weights } = rightModel(table, evidence);
  const named = featureNames.map((name) => ({ name, value: evidence.features[name], weight: weights[name] }));
  return { reasons, features: named.filter(({ weight }) => weight !== 0) };
}

function judgeByModels(table: VerdictTable, evidence: Evidence): { verdict: Verdict; reason: string } {
  const { features } = evidence;
  const isRuledOut = isHighRuledOut(evidence);
  const model = rightModel(table, evidence);
  const right = probability(model, features);
  if (!isRuledOut && right >= model.threshold) {
    return { verdict: 'high', reason: `The first record is right with a probability of ${shown(right)}.` };
  }
  const answered = probability(table.answered, features);
  const holdsCodes = features.hasCode === 1 && features.missingCodes === 0;
  if (!holdsCodes && answered < table.answered.threshold) {
    return { verdict: 'none', reason: `There is an answer with a probability of ${shown(answered)} only.` };
  }
  const reason = isRuledOut
    ? 'The first record lacks a part of the query that makes a difference.'
    : `The first record is right with a probability of ${shown(right)} only.`;
  return { verdict: 'low', reason };
}

/** The model that says whether the first record is right. */
function rightModel(table: VerdictTable, { facts }: Evidence): VerdictModel {
  return facts.holders === 1 ? table.byCode : table.byWords;
}

function shown(share: number): string {
  return `${Math.floor(100 * share)} %`;
}

const ascending: readonly Verdict[] = ['none', 'low', 'high'];

function clamp(verdict: Verdict, atLeast: Verdict, atMost: Verdict): Verdict {
  const rank = (each: Verdict) => ascending.indexOf(each);
  return ascending[Math.min(rank(atMost), Math.max(rank(atLeast), rank(verdict)))] as Verdict;
}
