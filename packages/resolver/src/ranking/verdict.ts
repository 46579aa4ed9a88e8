import type { Facts } from './facts.js';
import type { FeatureName } from './features.js';
import { featureNames } from './features.js';
import { answeredModels } from './generated/answered-models.js';
import { type QueryPlan, unknownWords } from './query-plan.js';
import type { Verdict } from './rules.js';
import { ruleOn } from './rules.js';

/** A logistic model of whether there is a right record at all, and the probability below which there is none. */
export interface AnsweredModel {
  readonly bias: number;
  readonly weights: Readonly<Record<FeatureName, number>>;
  readonly threshold: number;
}

/** The features of one result. */
export type Features = Readonly<Record<FeatureName, number>>;

/** Probability that a model gives to a result, 0 to 1. */
export function probability(model: AnsweredModel, features: Features): number {
  let sum = model.bias;
  for (const name of featureNames) {
    sum += model.weights[name] * features[name];
  }
  return 1 / (1 + Math.exp(-sum));
}

/** The model fitted for an embedder, the one for results without vectors (null), or the one for any other embedder. */
export function modelFor(embedderId: string | null): AnsweredModel {
  if (embedderId === null) {
    return answeredModels.lexical;
  }
  return Object.hasOwn(answeredModels, embedderId)
    ? answeredModels[embedderId as keyof typeof answeredModels]
    : answeredModels.general;
}

/** What a verdict is made from. */
export interface Evidence {
  readonly facts: Facts;
  readonly features: Features;
}

/** A verdict with what speaks for it. */
export interface Judgement {
  readonly verdict: Verdict;
  /** Sentences without figures: the rule that applied, and what the model added. */
  readonly reasons: readonly string[];
}

/** The figures that a verdict was made from, as they are shown to people. */
export interface Explanation {
  readonly reasons: string[];
  /** Each with its weight in the model that says whether there is an answer. */
  readonly features: { name: string; value: number; weight: number }[];
  /** Words of the query that no record has, also not as a synonym or with a letter mistyped. */
  readonly unknownWords: string[];
}

/** Judges a result: rules decide what can be seen, the fitted model whether the rest is an answer at all. */
export function judge(model: AnsweredModel, evidence: Evidence | null): Judgement {
  if (evidence === null) {
    return { verdict: 'none', reasons: ['There is nothing to compare.'] };
  }
  const { facts, features } = evidence;
  const { verdict, reason, isOpen } = ruleOn(facts);
  const holdsCodes = features.hasCode === 1 && features.missingCodes === 0;
  if (isOpen && !holdsCodes && probability(model, features) < model.threshold) {
    return { verdict: 'none', reasons: [reason, 'No record is close enough to match.'] };
  }
  return { verdict, reasons: [reason] };
}

/** The reasons of a judgement with the figures; features that the model does not look at are left out. */
export function explain(model: AnsweredModel, evidence: Evidence | null, plan: QueryPlan): Explanation {
  const { reasons } = judge(model, evidence);
  if (evidence === null) {
    return { reasons: [...reasons], features: [], unknownWords: unknownWords(plan) };
  }
  const { weights } = model;
  const named = featureNames.map((name) => ({ name, value: evidence.features[name], weight: weights[name] }));
  const features = named.filter(({ weight }) => weight !== 0);
  return { reasons: [...reasons], features, unknownWords: unknownWords(plan) };
}
