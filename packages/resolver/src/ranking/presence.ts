import type { LexicalView, Occurrences } from '@tessera/search-engine';

/** Which of some terms one record has, anywhere and in its title. */
export class Presence {
  private readonly positions = new Map<number, number>();
  private readonly terms: Uint32Array;
  private readonly occurrences: Occurrences;

  /** Only these terms can be looked up. Those that no record has are -1. */
  constructor(
    private readonly index: LexicalView,
    terms: Iterable<number>,
  ) {
    this.terms = Uint32Array.from([...new Set(terms)].filter((term) => term >= 0)).sort();
    this.terms.forEach((term, at) => {
      this.positions.set(term, at);
    });
    this.occurrences = {
      strengths: new Float32Array(this.terms.length),
      inTitle: new Uint8Array(this.terms.length),
    };
  }

  /** Reads the record of a slot. The other methods are about the record that was read last. */
  read(slot: number): this {
    this.index.readOccurrences(slot, this.terms, this.occurrences);
    return this;
  }

  /** How strongly the record has a term; negative if it does not have it. */
  strengthOf = (term: number): number => this.occurrences.strengths[this.positions.get(term) ?? -1] ?? -1;

  /** Whether the record has a term. */
  has = (term: number): boolean => this.strengthOf(term) >= 0;

  /** Whether the record's title has a term. */
  isInTitle = (term: number): boolean => this.occurrences.inTitle[this.positions.get(term) ?? -1] === 1;
}

/** Which terms the record of a slot has. Reads each term when it is needed. */
export function termsIn(slot: number, index: LexicalView) {
  const one = { strengths: new Float32Array(1), inTitle: new Uint8Array(1) };
  const read = (term: number) => index.readOccurrences(slot, Uint32Array.of(term), one);
  const has = (term: number) => {
    read(term);
    return (one.strengths[0] as number) >= 0;
  };
  const isInTitle = (term: number) => {
    read(term);
    return one.inTitle[0] === 1;
  };
  return { has, isInTitle, hasKey: (key: number) => has(index.find(key)) };
}

/** The terms of one record. */
export type RecordTerms = ReturnType<typeof termsIn>;
