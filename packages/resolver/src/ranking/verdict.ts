import type { RankedRecord } from './rank.js';

/** How far a result can be trusted: act on it, choose from it, or take it as no answer. */
export type Verdict = 'high' | 'low' | 'none';

/** Judges a ranked result as a whole. */
export function judge(ranked: readonly RankedRecord[]): Verdict {
  const [first, second] = ranked;
  if (!first || first.score < 0.3) {
    return 'none';
  }
  return first.score > 0.7 && first.score - (second?.score ?? 0) > 0.1 && first.missingCodes === 0 ? 'high' : 'low';
}
