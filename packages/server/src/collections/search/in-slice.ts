import type { CompiledFilter } from '@tessera/search-engine';
import type { Transaction } from '../../platform/database/database.js';
import type { CollectionView } from '../access/view.js';
import type { IndexPlace } from './index/index-state.js';
import type { SearchIndexes } from './index/indexes.js';

/** The index that a caller who finds a collection so asks. */
export function placeOf({ workspaceId }: Transaction, { collection }: CollectionView): IndexPlace {
  const { id, key_version, change_mark } = collection;
  return { workspaceId, collectionId: id, keyVersion: key_version, changeMark: change_mark };
}

/**
 * Asks the index about the slice that a caller reads. Undefined for a whole collection, and until the index is there, which
 * is built meanwhile: the database then answers, which looks at every record of the collection.
 */
export async function askInSlice<Answer>(
  transaction: Transaction,
  { indexes, view }: { readonly indexes: SearchIndexes; readonly view: CollectionView },
  ask: (place: IndexPlace, slice: readonly CompiledFilter[]) => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  if (view.readSlice === null) {
    return undefined;
  }
  const { compiled } = view.readSlice;
  const place = placeOf(transaction, view);
  const answer = indexes.isReady(place, compiled) ? await ask(place, compiled) : undefined;
  if (answer === undefined) {
    indexes.prepareLater(place, compiled);
  }
  return answer;
}
