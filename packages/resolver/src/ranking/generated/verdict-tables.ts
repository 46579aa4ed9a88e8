import type { FeatureName } from '../features.js';
import { featureNames } from '../features.js';
import type { VerdictTable } from '../verdict.js';

const zero = Object.fromEntries(featureNames.map((name) => [name, 0])) as Record<FeatureName, number>;
const table: VerdictTable = {
  right: { bias: -7, weights: { ...zero, score: 10, lead: 8 }, threshold: 0.9 },
  answered: { bias: -5, weights: { ...zero, coverage: 10 }, threshold: 0.3 },
};
export const verdictTables = { 'builtin-1': table, lexical: table, general: table };
