import type { FeatureName } from './features.js';
import { featureNames } from './features.js';
import { verdictTables } from './generated/verdict-tables.js';

/** How far a result can be trusted: act on it, choose from it, or take it as no answer. */
export type Verdict = 'high' | 'low' | 'none';

/** A logistic model and the probability from which it says yes. */
export interface VerdictModel {
  readonly bias: number;
  readonly weights: Readonly<Record<FeatureName, number>>;
  readonly threshold: number;
}

/** Fitted by bench/relevance. */
export interface VerdictTable {
  /** Whether the first hit is right, for results that a code singles out. */
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
  return embedderId === 'builtin-1' ? verdictTables['builtin-1'] : verdictTables.general;
}

/** Values where a rule begins to hold; bench/relevance/cutoffs.md shows what others would do. */
export interface Cutoffs {
  /** Lead in codes above which it is more than a resemblance. */
  readonly clearCodeLead: number;
  /** Least part of the query that must be in the record. */
  readonly coverageMin: number;
}

/** The values in use. */
export const cutoffs: Cutoffs = { clearCodeLead: 0.2, coverageMin: 0.5 };

/** Whether the first record holds all codes of the query, and none of the next as much of them. */
export function isSingledOutByCode({ hasCode, codes, codeLead }: Features, { clearCodeLead } = cutoffs): boolean {
  return hasCode === 1 && codes > 0.99 && codeLead > clearCodeLead;
}

/**
 * Whether a result cannot be `high` whatever the models say: the first record lacks a code or number of the query, or
 * without a code to go by, another record has its title, too, or most of the query is not in it.
 */
export function isHighRuledOut(features: Features, using = cutoffs): boolean {
  if (features.missingCodes > 0 || features.missingNumbers > 0) {
    return true;
  }
  return !isSingledOutByCode(features, using) && (features.twins > 0 || features.coverage < using.coverageMin);
}

/**
 * Judges a result. Some rules overrule the models: those of `isHighRuledOut`, and that a first record which holds all
 * codes of the query is never no answer.
 */
export function judge(table: VerdictTable, features: Features | null, using = cutoffs): Verdict {
  if (features === null) {
    return 'none';
  }
  const right = isSingledOutByCode(features, using) ? table.byCode : table.byWords;
  if (!isHighRuledOut(features, using) && probability(right, features) >= right.threshold) {
    return 'high';
  }
  const holdsCodes = features.hasCode === 1 && features.missingCodes === 0;
  return holdsCodes || probability(table.answered, features) >= table.answered.threshold ? 'low' : 'none';
}
