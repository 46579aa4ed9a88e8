import type { LexicalIndex, WeightedTerm } from '../lexical/lexical-index.js';
import type { QueryPart, QueryPlan } from './query-plan.js';

/** How a record answers the parts of a query. */
export interface Match {
  /** Weighted mean over the parts of how strongly the record holds each, 0 to 1. */
  readonly lexical: number;
  /** Weighted share of the parts that the record holds at all, 0 to 1. */
  readonly coverage: number;
  /** Summed inverse document frequencies of the parts it holds, in nats. */
  readonly information: number;
  /** The same share among the codes; 0 without a code in the query. */
  readonly codes: number;
  /** Share of the query that is the whole value of one of the record's fields. */
  readonly value: number;
  /** Parts with a digit that the record does not hold, not even in an extended spelling. */
  readonly missingCodes: number;
  readonly missingNumbers: number;
}

/** Spellings from this quality on agree with the query; below, they only resemble it. */
const agreement = 0.8;
const codeBoost = 1.5;

/** Matches records of one index with one query. */
export class Matcher {
  private readonly terms: Uint32Array;
  private readonly strengths: Float32Array;
  private readonly positions = new Map<number, number>();

  constructor(
    private readonly index: LexicalIndex,
    readonly plan: QueryPlan,
  ) {
    const terms = new Set(plan.parts.flatMap(({ alternatives }) => alternatives.map(({ term }) => term)));
    if (plan.value) {
      terms.add(plan.value.term);
    }
    this.terms = Uint32Array.from(terms).sort();
    this.terms.forEach((term, i) => {
      this.positions.set(term, i);
    });
    this.strengths = new Float32Array(this.terms.length);
  }

  /** The terms to look for, each with the largest share it can have. */
  weightedTerms(): WeightedTerm[] {
    const shares = new Map<number, number>();
    for (const part of this.plan.parts) {
      for (const { term, quality } of part.alternatives) {
        shares.set(term, (shares.get(term) ?? 0) + quality * shareOf(part));
      }
    }
    if (this.plan.value) {
      const { term, share } = this.plan.value;
      shares.set(term, share * this.index.inverseFrequency(this.index.frequency(term)));
    }
    return [...shares].map(([term, weight]) => ({ term, weight }));
  }

  match(slot: number): Match {
    this.index.strengthsOf(slot, this.terms, this.strengths);
    const sums = { all: 0, lexical: 0, covered: 0, information: 0, codes: 0, coveredCodes: 0 };
    let missingCodes = 0;
    let missingNumbers = 0;
    for (const part of this.plan.parts) {
      const { strength, quality } = this.bestOf(part);
      const share = shareOf(part);
      sums.all += share;
      sums.lexical += share * strength;
      sums.covered += share * quality;
      sums.information += part.weight * quality;
      if (part.kind === 'code') {
        sums.codes += share;
        sums.coveredCodes += share * quality;
        missingCodes += quality < agreement ? 1 : 0;
      } else if (part.kind === 'number') {
        missingNumbers += quality < agreement ? 1 : 0;
      }
    }
    return {
      lexical: ratio(sums.lexical, sums.all),
      coverage: ratio(sums.covered, sums.all),
      information: sums.information,
      codes: ratio(sums.coveredCodes, sums.codes),
      value: this.valueShare(),
      missingCodes,
      missingNumbers,
    };
  }

  private valueShare(): number {
    const { value } = this.plan;
    return value && (this.strengths[this.positions.get(value.term) as number] as number) >= 0 ? value.share : 0;
  }

  private bestOf(part: QueryPart): { strength: number; quality: number } {
    let strength = 0;
    let quality = 0;
    for (const alternative of part.alternatives) {
      const held = this.strengths[this.positions.get(alternative.term) as number] as number;
      if (held >= 0) {
        // A code says the same however often it stands there.
        const counted = part.kind === 'word' ? held : 1;
        strength = Math.max(strength, counted * alternative.quality);
        quality = Math.max(quality, alternative.quality);
      }
    }
    return { strength, quality };
  }
}

function shareOf(part: QueryPart): number {
  return part.kind === 'code' ? part.weight * codeBoost : part.weight;
}

function ratio(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0;
}
