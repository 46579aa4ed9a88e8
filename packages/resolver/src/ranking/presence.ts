import type { LexicalView } from '@tessera/search-engine';

/** Which terms of a query one record has, anywhere and in its title. */
export class Presence {
  private readonly positions = new Map<number, number>();
  private readonly strengths: Float32Array;
  private readonly titled: Uint8Array;

  /** Reads the record of a slot once. Only these terms can be asked for. */
  constructor(
    private readonly index: LexicalView,
    slot: number,
    terms: Iterable<number>,
  ) {
    const sorted = Uint32Array.from([...new Set(terms)].filter((term) => term >= 0)).sort();
    sorted.forEach((term, at) => {
      this.positions.set(term, at);
    });
    this.strengths = new Float32Array(sorted.length);
    this.titled = new Uint8Array(sorted.length);
    index.readOccurrences(slot, sorted, { strengths: this.strengths, inTitle: this.titled });
  }

  /** Whether the record has a term. */
  has = (term: number): boolean => (this.strengths[this.positions.get(term) ?? -1] ?? -1) >= 0;

  /** Whether the record's title has a term. */
  isInTitle = (term: number): boolean => this.titled[this.positions.get(term) ?? -1] === 1;

  /** Whether the record has the term of a key. */
  hasKey(key: number): boolean {
    return this.has(this.index.find(key));
  }
}
