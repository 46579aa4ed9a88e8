/** BM25's length discount as a line: a record of `n` terms has the norm `base + perTerm * n`. */
export interface LengthNorm {
  readonly base: number;
  readonly perTerm: number;
}

/** A count that no record's is above and a length that none's is below, of those that hold a term. */
interface Bound {
  count: number;
  length: number;
}

/** The most that terms can count for in any record, for those that were asked for; what goes does not lower it. */
export class TermBounds {
  private readonly bounds = new Map<number, Bound>();

  /** Takes note of a record of so many terms that holds a term with this count. */
  widen(term: number, count: number, length: number): void {
    const bound = this.bounds.get(term);
    if (bound) {
      bound.count = Math.max(bound.count, count);
      bound.length = Math.min(bound.length, length);
    }
  }

  /** No record's strength of the term is above; `read` finds the bound when the term is asked for the first time. */
  strengthOf(term: number, { base, perTerm }: LengthNorm, read: () => Bound): number {
    const bound = this.bounds.get(term) ?? read();
    this.bounds.set(term, bound);
    return bound.count / (bound.count + base + perTerm * bound.length);
  }
}
