/** BM25's length discount as a line: a record of `n` terms has the norm `base + perTerm * n`. */
export interface LengthNorm {
  readonly base: number;
  readonly perTerm: number;
}

/** The maximum count and the minimum length among records that contain a term. */
interface Bound {
  count: number;
  length: number;
}

/**
 * Upper bounds of the contribution of terms in any record, for terms of earlier queries. Removals do not lower them.
 */
export class TermBounds {
  private readonly bounds = new Map<number, Bound>();

  /** Widens the bound by a record of this length that contains a term this often. */
  widen(term: number, count: number, length: number): void {
    const bound = this.bounds.get(term);
    if (bound) {
      bound.count = Math.max(bound.count, count);
      bound.length = Math.min(bound.length, length);
    }
  }

  /** The upper bound of a term's strength. `read` computes the bound when the term is first queried. */
  strengthOf(term: number, { base, perTerm }: LengthNorm, read: () => Bound): number {
    const bound = this.bounds.get(term) ?? read();
    this.bounds.set(term, bound);
    return bound.count / (bound.count + base + perTerm * bound.length);
  }
}
