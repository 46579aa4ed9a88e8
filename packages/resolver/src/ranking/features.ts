import type { QueryPart } from './query-plan.js';
import type { Ranking } from './rank.js';
import { riseOf } from './rank.js';

/** What the verdict is computed from, in the order of the coefficients. Each is about 0 to 1 (leads: -1 to 1). */
export const featureNames = [
  'score',
  'lead',
  'relativeLead',
  'lexical',
  'coverage',
  'coverageLead',
  'complete',
  'value',
  'information',
  'unknown',
  'shortness',
  'nearest',
  'cosineRise',
  'cosineLead',
  'cosine',
  'hasCode',
  'codes',
  'codeLead',
  'missingCodes',
  'missingNumbers',
] as const;

/** A feature of a result, in the order that models keep their weights. */
export type FeatureName = (typeof featureNames)[number];

/** Runners-up that a lead is measured against. */
const rivals = 5;
/** Coverage of a record that holds every part of the query, give or take rounding. */
const whole = 0.999;

/** Features of a ranked result as a whole; `null` when there is nothing to judge. */
export function featuresOf(
  ranking: Ranking,
  parts: readonly QueryPart[],
  size: number,
): Record<FeatureName, number> | null {
  const { records } = ranking;
  const [first, second] = records;
  if (!first || parts.length === 0) {
    return null;
  }
  const { match } = first;
  const others = records.slice(1, 1 + rivals).map((record) => record.match);
  const total = sum(parts.map(({ weight }) => weight));
  const unknown = sum(parts.filter(({ alternatives }) => alternatives.length === 0).map(({ weight }) => weight));
  const lead = first.score - (second?.score ?? 0);
  return {
    score: first.score,
    lead,
    relativeLead: first.score > 0 ? lead / first.score : 0,
    lexical: match.lexical,
    coverage: match.coverage,
    coverageLead: match.coverage - highest(others.map(({ coverage }) => coverage)),
    complete: match.coverage > whole ? 1 / records.filter((record) => record.match.coverage > whole).length : 0,
    value: match.value > 0 ? match.value / records.filter((record) => record.match.value > 0).length : 0,
    // The evidence against how much it takes to single out one record of so many; 1 is three times enough.
    information: Math.min(1, match.information / (3 * Math.log(size + 2))),
    unknown: total > 0 ? unknown / total : 0,
    shortness: 1 / parts.length,
    ...cosineFeatures(ranking),
    hasCode: parts.some(({ kind }) => kind === 'code') ? 1 : 0,
    codes: match.codes,
    codeLead: match.codes - highest(others.map(({ codes }) => codes)),
    missingCodes: Math.min(1, match.missingCodes / 2),
    missingNumbers: Math.min(1, match.missingNumbers / 2),
  };
}

/** Apart from `cosine` itself none depends on the scale of the embedder's cosines. All are 0 without vectors. */
function cosineFeatures({
  records,
  background,
}: Ranking): Pick<Record<FeatureName, number>, 'nearest' | 'cosineRise' | 'cosineLead' | 'cosine'> {
  const cosine = records[0]?.cosine ?? null;
  if (cosine === null) {
    return { nearest: 0, cosineRise: 0, cosineLead: 0, cosine: 0 };
  }
  const rival = records.slice(1).reduce((best, record) => Math.max(best, record.cosine ?? background), background);
  return {
    nearest: cosine >= rival ? 1 : 0,
    cosineRise: riseOf(cosine, background),
    cosineLead: clamp((cosine - rival) / (1 - background)),
    cosine,
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function highest(values: readonly number[]): number {
  return values.reduce((best, value) => Math.max(best, value), 0);
}

function clamp(value: number): number {
  return Math.max(-1, Math.min(1, value));
}
