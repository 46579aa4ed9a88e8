import type { SearchResult } from '@tessera/resolver';
import type { CollectionView } from '../access/view.js';

/** The strength of a `high` by the ranking, also if the collection requires more. A symbol, so no response has it. */
export const strength = Symbol('strength');

/** Lowers a `high` whose strength is below the strictness of the collection. */
export function strictly<Judged extends Pick<SearchResult, 'verdict' | 'reasons' | 'strength'>>(
  judged: Judged,
  { collection: { strictness } }: CollectionView,
): Judged {
  const reasons = ['The evidence is weaker than `high_errors_max` of this collection requires.', ...judged.reasons];
  return judged.verdict === 'high' && (judged.strength ?? strictness) < strictness
    ? { ...judged, verdict: 'low', reasons }
    : judged;
}
