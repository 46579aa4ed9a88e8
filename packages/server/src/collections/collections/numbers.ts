import type { Queryable } from '../../platform/database/database.js';
import { countCollections } from '../records/counts.js';
import type { CollectionView } from '../view.js';

/** Numbers that describe and the list of collections show, of what the caller sees. */
export interface CollectionNumbers {
  readonly records: number;
  readonly pending_embed: number;
  readonly failed_embed: number;
  /** When data last arrived; through a slice, when a record inside last changed. */
  readonly last_ingest_at: string | null;
}

/** The numbers of collections as their caller sees them, by collection id, in one statement. */
export async function numbersOf(
  transaction: Queryable,
  views: readonly CollectionView[],
): Promise<(view: CollectionView) => CollectionNumbers> {
  const scopes = views.map(({ collection, readSlice }) => ({
    collectionId: collection.id,
    slice: readSlice?.compiled ?? null,
  }));
  const counted = await countCollections(transaction, scopes);
  return ({ collection, readSlice }) => {
    const { changed_at, ...counts } = counted.get(collection.id) ?? nothing;
    const at = readSlice === null ? collection.last_ingest_at : changed_at;
    return { ...counts, last_ingest_at: at?.toISOString() ?? null };
  };
}

const nothing = { records: 0, pending_embed: 0, failed_embed: 0, changed_at: null };
