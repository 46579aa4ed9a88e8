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

/** Which keys the record of a slot has, anywhere and in its title. Reads each one when it is needed. */
export function keysIn(slot: number, index: LexicalView) {
  const read = (key: number) => {
    const found = { strengths: new Float32Array(1), inTitle: new Uint8Array(1) };
    index.readOccurrences(slot, Uint32Array.of(index.find(key)), found);
    return found;
  };
  return {
    has: (key: number) => (read(key).strengths[0] as number) >= 0,
    isInTitle: (key: number) => read(key).inTitle[0] === 1,
  };
}

/** The keys of one record. */
export type RecordKeys = ReturnType<typeof keysIn>;
