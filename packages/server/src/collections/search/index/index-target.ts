import type { Transaction } from '../../../platform/database/database.js';
import type { CollectionView } from '../../access/view.js';

/** The index that a request needs, and the last write that it must contain. */
export interface IndexTarget {
  readonly workspaceId: string;
  readonly collectionId: string;
  /**
   * Incremented when synonyms change, and when all records change their ids, identifiers or dates. An index of an
   * earlier version is then invalid.
   */
  readonly indexVersion: number;
  /** The sequence number of the last write that the result must include. */
  readonly sequenceNumber: number;
}

/** The index of a collection, and the last write that it must contain for this transaction. */
export function indexTargetOf(
  { workspaceId }: Pick<Transaction, 'workspaceId'>,
  { collection }: CollectionView,
): IndexTarget {
  const { id, index_version, change_mark } = collection;
  return { workspaceId, collectionId: id, indexVersion: index_version, sequenceNumber: change_mark };
}

/** The unique key of an index in a process. */
export function keyOf({ workspaceId, collectionId, indexVersion }: IndexTarget): string {
  return `${workspaceId}/${collectionId}/${indexVersion}`;
}
