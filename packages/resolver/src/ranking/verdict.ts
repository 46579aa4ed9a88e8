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

/** Fitted by bench/relevance: whether the first hit is right, and whether there is a right one at all. */
export interface VerdictTable {
  readonly right: VerdictModel;
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

/** The table fitted for an embedder, the one for results without vectors, or the one for any other embedder. */
export function tableFor(embedderId: string, hasVector: boolean): VerdictTable {
  if (!hasVector) {
    return verdictTables.lexical;
  }
  return embedderId === 'builtin-1' ? verdictTables['builtin-1'] : verdictTables.general;
}

/**
 * Judges a result. Codes overrule the models: one that the first record does not hold rules `high` out, and a first
 * record that holds all codes of the query is never no answer.
 */
export function judge(table: VerdictTable, features: Features | null): Verdict {
  if (features === null) {
    return 'none';
  }
  const contradicted = features.missingCodes > 0 || features.missingNumbers > 0;
  if (!contradicted && probability(table.right, features) >= table.right.threshold) {
    return 'high';
  }
  const holdsCodes = features.hasCode === 1 && features.missingCodes === 0;
  return holdsCodes || probability(table.answered, features) >= table.answered.threshold ? 'low' : 'none';
}
