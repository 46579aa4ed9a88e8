import { limits, type OperationId } from '@tessera/contract';
import { prepared, type Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import type { Principal } from '../../principals/principal.js';
import { type CollectionView, openCollection } from './view.js';

/**
 * Locks a collection for writing until the transaction ends. Returns the sequence number for the records that the
 * transaction stores, or undefined if the collection was deleted. Throws `unavailable` after waiting for 10 s.
 */
export async function takeSequenceNumber(transaction: Transaction, collectionId: string): Promise<number | undefined> {
  // Pipelined. The timeout is set in each transaction, because Citus sends only transaction settings to its workers.
  const [, rows] = await Promise.all([
    transaction.query(`set local lock_timeout = '${limits.lockWaitSeconds}s'`),
    transaction.query<{ change_mark: number }>(
      prepared(`update collection_states set change_mark = change_mark + 1
               where workspace_id = $1 and collection_id = $2 returning change_mark::float8 as change_mark`),
      [transaction.workspaceId, collectionId],
    ),
  ]);
  return rows[0]?.change_mark;
}

/** A collection that the transaction has locked against other writes and configuration changes. */
export interface LockedCollection {
  readonly view: CollectionView;
  /** The sequence number of records that the transaction stores. */
  readonly sequenceNumber: number;
}

/**
 * Opens a collection and locks it against other writes and configuration changes until the transaction ends. Throws the
 * errors of `openCollection`, and `unavailable` after waiting for 10 s.
 */
export async function lockCollection(
  transaction: Transaction,
  principal: Principal,
  operation: OperationId,
  name: string,
): Promise<LockedCollection> {
  const { collection } = await openCollection(transaction, principal, operation, name);
  const sequenceNumber = await takeSequenceNumber(transaction, collection.id);
  // Opened again under the lock, because the collection may have changed before it was locked.
  const view = await openCollection(transaction, principal, operation, name);
  if (sequenceNumber === undefined || view.collection.id !== collection.id) {
    throw errors.notFound('collection_not_found');
  }
  return { view, sequenceNumber };
}
