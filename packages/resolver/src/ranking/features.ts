import type { Matcher } from './match.js';
import type { QueryPart } from './query-plan.js';
import type { Ranking } from './rank.js';
import { riseOf } from './rank.js';

/**
 * What tells whether there is an answer, in the order of the coefficients. Each is about 0 to 1, leads are -1 to 1, and
 * what a title that is the whole query adds to `score` adds to its leads. `meaningMost` is the best of all candidates, less
 * what is chance; `backed`, how much speaks for an answer, be it words or meaning.
 */
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
  'meaningMost',
  'backed',
  'hasCode',
  'codes',
  'codeLead',
  'missingCodes',
  'missingNumbers',
] as const;

/** A feature of a result, in the order that models keep their weights. */
export type FeatureName = (typeof featureNames)[number];

/** Standard deviation of the cosines by meaning that unrelated texts have: 0.06 to 0.1 in the public data. */
const meaningSpread = 0.1;
/** How many of those the nearest of a hundred unrelated records is away, about: there `backed` is as a meaning is. */
const spreadsOfFew = 3;
/** Runners-up that a lead is measured against. */
const rivals = 5;
/** Coverage of a record that holds every part of the query, give or take rounding. */
const whole = 0.999;

/** Features of a ranked result as a whole; `null` when there is nothing to judge. */
export function featuresOf(ranking: Ranking, matcher: Matcher, size: number): Record<FeatureName, number> | null {
  const { records } = ranking;
  const { parts } = matcher.plan;
  const [first, second] = records;
  if (!first || parts.length === 0) {
    return null;
  }
  const { match } = first;
  const others = records.slice(1, 1 + rivals).map((record) => record.match);
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
    unknown: unknownShare(parts),
    // 1 is three times the evidence it takes.
    information: Math.min(1, match.information / (3 * evidenceFor(size))),
    shortness: 1 / parts.length,
    ...cosineFeatures(ranking),
    ...meaningFeatures(ranking, match.coverage, size),
    hasCode: parts.some(({ kind }) => kind === 'code') ? 1 : 0,
    codes: match.codes,
    codeLead: match.codes - highest(others.map(({ codes }) => codes)),
    missingCodes: Math.min(1, match.missingCodes / 2),
    missingNumbers: Math.min(1, match.missingNumbers / 2),
  };
}

/** Weighted share of the parts that no record holds. */
function unknownShare(parts: readonly QueryPart[]): number {
  const total = sum(parts.map(({ weight }) => weight));
  const unknown = sum(parts.filter(({ alternatives }) => alternatives.length === 0).map(({ weight }) => weight));
  return total > 0 ? unknown / total : 0;
}

/** The evidence, in nats, that it takes to single out one record of so many. */
function evidenceFor(size: number): number {
  return Math.log(size + 2);
}

/**
 * The nearest of many records that have nothing to do with the query is nearer than that of few: the largest of n normal
 * deviates grows as √(2 ln n), and by so much is less what a meaning says. With embedders that do not tell it, 0.
 */
function meaningFeatures(
  { meaningMost: most }: Ranking,
  coverage: number,
  size: number,
): Pick<Record<FeatureName, number>, 'meaningMost' | 'backed'> {
  const rise = most - meaningSpread * Math.sqrt(2 * evidenceFor(size));
  return {
    meaningMost: most > 0 ? rise : 0,
    backed: Math.max(coverage, most > 0 ? rise + meaningSpread * spreadsOfFew : 0),
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
