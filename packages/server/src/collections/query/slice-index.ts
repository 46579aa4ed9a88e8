import type { Transaction } from '../../platform/database/database.js';
import { type CollectionView, isBeingRekeyed, type Slice } from '../view.js';
import { placeOf } from './index-place.js';
import type { AnswerOf, Asked, Asks } from './index-questions.js';
import type { SearchIndexes } from './indexes.js';

/** A slice to ask about; null for the whole collection. */
export interface SliceLook {
  readonly indexes: SearchIndexes;
  readonly workspaceId: string;
  readonly view: CollectionView;
  readonly slice: Slice | null;
}

/**
 * Asks a slice's own index, where what is outside costs no time that its callers could measure. Undefined for a whole
 * collection, while ids are being changed, and until the index is there, which this has built: the database then answers,
 * which looks at every record of the collection.
 */
export async function askSlice<Kind extends Asks>(
  transaction: Transaction,
  { indexes, workspaceId, view, slice }: SliceLook,
  asked: Asked<Kind>,
): Promise<AnswerOf<Kind> | undefined> {
  if (slice === null || isBeingRekeyed(view)) {
    return undefined;
  }
  const place = placeOf(workspaceId, view, slice);
  if (!indexes.isReady(place, [])) {
    indexes.prepareLater(place, []);
    return undefined;
  }
  return indexes.ask(transaction, place, asked);
}
