import type { CompiledFilter } from '@tessera/search-engine';
import type { Transaction } from '../../platform/database/database.js';
import type { CollectionView } from '../access/view.js';
import type { IndexTarget } from './index/followed-index.js';
import type { SearchIndexes } from './index/indexes.js';

/** The index that a caller who finds a collection so asks. */
export function targetOf({ workspaceId }: Transaction, { collection }: CollectionView): IndexTarget {
  const { id, key_version, change_mark } = collection;
  return { workspaceId, collectionId: id, keyVersion: key_version, sequenceNumber: change_mark };
}

/**
 * Asks the index about the slice that a caller reads. Undefined for a whole collection, and until the index is there, which
 * is built meanwhile: the database then answers, which looks at every record of the collection.
 */
export async function askInSlice<Answer>(
  transaction: Transaction,
  { indexes, view }: { readonly indexes: SearchIndexes; readonly view: CollectionView },
  ask: (target: IndexTarget, slice: readonly CompiledFilter[]) => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  if (view.readSlice === null) {
    return undefined;
  }
  const { compiled } = view.readSlice;
  const target = targetOf(transaction, view);
  const answer = indexes.isReady(target, compiled) ? await ask(target, compiled) : undefined;
  if (answer === undefined) {
    indexes.ensureReadyLater(target, compiled);
  }
  return answer;
}
