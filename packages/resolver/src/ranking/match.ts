import type { LexicalView, WeightedTerm } from '@tessera/search-engine';
import { lineKeys } from '../text/line-terms.js';
import { Presence } from './presence.js';
import type { QueryPlan, QueryToken } from './query-plan.js';

/** How a record matches the tokens of a query. */
export type Match = ReturnType<Matcher['match']>;

/** Whether a record has all identifiers that a query names. `partly`: it has some only as parts of longer codes. */
type Named = 'wholly' | 'partly' | 'not';

/** How well a record matches a token with the best spelling, anywhere and in the title, 0 to 1. */
export type TokenMatch = ReturnType<Matcher['tokenMatches']>[number];

/** A spelling of at least this quality agrees with the query. Others are only similar. */
export const agreement = 0.8;
const codeBoost = 1.5;
/** Matches records of one index with one query. */
export class Matcher {
  private readonly record: Presence;
  private readonly best = { strength: 0, quality: 0, inTitle: 0 };
  private said: ReadonlySet<number> | undefined;

  constructor(
    readonly index: LexicalView,
    readonly plan: QueryPlan,
  ) {
    this.record = new Presence(index, [
      ...plan.tokens.flatMap(({ alternatives }) => alternatives.map(({ term }) => term)),
      ...plan.values.flatMap(({ term, repeated }) => [term, repeated]),
      ...plan.mistyped,
      ...plan.identifiers.flatMap(({ whole, own, partial }) => [...whole, ...own, ...partial]),
    ]);
  }

  /** The terms to search. Each has the largest share of the score that it can contribute. */
  weightedTerms(): WeightedTerm[] {
    const shares = new Map<number, number>();
    for (const token of this.plan.tokens) {
      for (const { term, quality } of token.alternatives) {
        shares.set(term, (shares.get(term) ?? 0) + quality * shareOf(token));
      }
    }
    for (const { term, share } of this.plan.values) {
      shares.set(term, share * this.index.inverseFrequency(this.index.frequency(term)));
    }
    const names = [...this.plan.mistyped, ...this.plan.identifiers.flatMap(({ whole }) => whole)];
    for (const term of names) {
      shares.set(term, Math.max(shares.get(term) ?? 0, this.index.inverseFrequency(this.index.frequency(term))));
    }
    return [...shares].map(([term, weight]) => ({ term, weight }));
  }

  /** The terms of identifiers and of whole values that the query names, possibly mistyped. */
  namedTerms(): number[] {
    const { values, mistyped, identifiers } = this.plan;
    const named = identifiers.flatMap(({ whole, partial }) => (whole.length > 0 ? whole : partial));
    return [...values.map(({ term }) => term), ...mistyped, ...named];
  }

  match(slot: number) {
    this.record.read(slot);
    const sums = { all: 0, lexical: 0, covered: 0, inTitle: 0, information: 0, codes: 0, coveredCodes: 0 };
    for (const token of this.plan.tokens) {
      this.findBest(token);
      const { strength, quality, inTitle } = this.best;
      const share = shareOf(token);
      sums.all += share;
      sums.lexical += share * strength;
      sums.covered += share * quality;
      sums.inTitle += share * inTitle;
      sums.information += token.weight * quality;
      if (token.kind === 'code') {
        sums.codes += share;
        sums.coveredCodes += share * quality;
      }
    }
    const { value, title } = this.values();
    const { has, isInTitle: isTitle } = this.record;
    const { named, isOwner, isNamedBeside } = this.named();
    // All fields are written out, because spreading another object takes longer than the rest of this function.
    return {
      /** Weighted mean of how strongly the record matches each token, 0 to 1. */
      lexical: ratio(sums.lexical, sums.all),
      /** Share of the tokens, by weight, that the record matches, 0 to 1. */
      coverage: ratio(sums.covered, sums.all),
      /** Sum of the inverse document frequencies of the matched tokens, in nats. */
      information: sums.information,
      /** The same share, for the codes only. It is 0 if the query has no code. */
      codes: ratio(sums.coveredCodes, sums.codes),
      /** Share of the tokens, by weight, that the title matches. */
      inTitle: ratio(sums.inTitle, sums.all),
      /** Shares of the query that consist of whole values of the record's fields, and of its title. */
      value,
      title,
      /** Whether two of its fields have the query as their whole value. */
      isRepeated: this.plan.values.some(({ repeated, share }) => share === 1 && has(repeated)),
      /** Whether its title is the query with one letter of each unknown word corrected. */
      isMistypedTitle: this.plan.mistyped.some(isTitle),
      named,
      /** Whether it has each of these identifiers as the whole value of a field. */
      isOwner,
      /** Whether it has some of these identifiers, but not all. */
      isNamedBeside,
    };
  }

  /** How a record matches each token of the query, in the plan's order. */
  tokenMatches(slot: number) {
    this.record.read(slot);
    return this.plan.tokens.map((token) => {
      this.findBest(token);
      return { quality: this.best.quality, inTitle: this.best.inTitle };
    });
  }

  /** Whether some title has a token in a spelling that agrees. */
  isInTitles({ alternatives }: QueryToken): boolean {
    return alternatives.some(({ term, quality }) => quality >= agreement && this.index.titleFrequency(term) > 0);
  }

  /** The information, in nats, of the words, numbers and codes of a title: those in the query, and those that it lacks. */
  titleMatch(slot: number) {
    const match = { said: 0, unsaid: 0 };
    for (const term of this.index.titleTerms(slot)) {
      match[this.isSaid(term) ? 'said' : 'unsaid'] += this.index.weight(term);
    }
    return match;
  }

  /** Whether the query contains a term in its own spelling or one that agrees. */
  isSaid(term: number): boolean {
    this.said ??= this.termsSaid();
    return this.said.has(term);
  }

  private values(): { value: number; title: number } {
    const shares = { value: 0, title: 0 };
    for (const { term, share } of this.plan.values) {
      shares.value += this.record.has(term) ? share : 0;
      shares.title += this.record.isInTitle(term) ? share : 0;
    }
    return shares;
  }

  private named() {
    const { has } = this.record;
    const all = this.plan.identifiers;
    const wholly = all.filter(({ whole }) => whole.some(has));
    const had = all.filter(({ whole, partial }) => whole.some(has) || partial.some(has));
    const isEach = all.length > 0 && had.length === all.length;
    const named: Named = !isEach ? 'not' : wholly.length === all.length ? 'wholly' : 'partly';
    return {
      named,
      isOwner: all.length > 0 && all.every(({ own }) => own.some(has)),
      isNamedBeside: had.length > 0 && !isEach,
    };
  }

  /** Sets `best` to how well the record that was read last matches a token. */
  private findBest({ kind, alternatives }: QueryToken): void {
    const { best, record } = this;
    best.strength = 0;
    best.quality = 0;
    best.inTitle = 0;
    for (const { term, quality } of alternatives) {
      const strength = record.strengthOf(term);
      if (strength >= 0) {
        // Repeating a code adds nothing.
        const counted = kind === 'word' ? strength : 1;
        best.strength = Math.max(best.strength, counted * quality);
        best.quality = Math.max(best.quality, quality);
        best.inTitle = Math.max(best.inTitle, record.isInTitle(term) ? quality : 0);
      }
    }
  }

  /** The terms of the query's text, and of spellings that agree with it. */
  private termsSaid(): Set<number> {
    const spellings = this.plan.tokens.flatMap(({ alternatives }) =>
      alternatives.filter(({ quality }) => quality >= agreement).map(({ term }) => term),
    );
    const own = [...lineKeys(this.plan.chunks)].map((key) => this.index.find(key));
    return new Set([...spellings, ...own]);
  }
}

function shareOf(token: QueryToken): number {
  return token.kind === 'code' ? token.weight * codeBoost : token.weight;
}

function ratio(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0;
}
