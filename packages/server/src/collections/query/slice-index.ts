import type { OperationContext } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import type { CollectionView, Slice } from '../view.js';
import { placeOf } from './index-place.js';
import type { AnswerOf, Asked, Asks } from './index-questions.js';
import type { SearchIndexes } from './indexes.js';

/** A slice to ask about; null for the whole collection. */
export interface SliceLook {
  readonly indexes: SearchIndexes;
  readonly context: Pick<OperationContext, 'workspace' | 'lookedOutside'>;
  readonly view: CollectionView;
  readonly slice: Slice | null;
}

/**
 * Asks a slice's own index, where what is outside costs no time that its callers could measure. Undefined for a whole
 * collection and until the index is there, which this has built: the database then answers by the slice's list, and the
 * answer leaves at coarse times.
 */
export async function askSlice<Kind extends Asks>(
  transaction: Transaction,
  { indexes, context, view, slice }: SliceLook,
  asked: Asked<Kind>,
): Promise<AnswerOf<Kind> | undefined> {
  if (slice === null) {
    return undefined;
  }
  const place = placeOf(context.workspace.id, view, slice);
  const answer = indexes.isReady(place, []) ? await indexes.ask(transaction, place, asked) : undefined;
  if (answer === undefined) {
    context.lookedOutside();
    indexes.prepareLater(place, []);
  }
  return answer;
}
