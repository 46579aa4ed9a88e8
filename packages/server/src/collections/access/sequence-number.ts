import { limits, type OperationId } from '@tessera/contract';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import type { Principal } from '../../principals/principal.js';
import { type CollectionView, openCollection } from './view.js';

/**
 * Makes this transaction the only writer of a collection until it ends, and returns the sequence number of what it stores;
 * undefined where the collection is gone. Throws `unavailable` after 10 s of waiting.
 */
export async function takeSequenceNumber(transaction: Transaction, collectionId: string): Promise<number | undefined> {
  // Both travel together. Sessions have this limit; Citus passes on to its workers what a transaction sets.
  const [, rows] = await Promise.all([
    transaction.query(`set local lock_timeout = '${limits.lockWaitSeconds}s'`),
    transaction.query<{ change_mark: number }>(
      {
        name: 'take_sequence_number',
        text: `update collection_states set change_mark = change_mark + 1
               where workspace_id = $1 and collection_id = $2 returning change_mark::float8 as change_mark`,
      },
      [transaction.workspaceId, collectionId],
    ),
  ]);
  return rows[0]?.change_mark;
}

/** A collection that nobody else writes to or configures until the transaction ends. */
export interface HeldCollection {
  readonly view: CollectionView;
  /** Of the records that the transaction stores. */
  readonly sequenceNumber: number;
}

/**
 * Opens a collection and keeps all other writers and configuration changes out until the transaction ends. Throws what
 * `openCollection` throws, and `unavailable` after 10 s of waiting.
 */
export async function holdCollection(
  transaction: Transaction,
  principal: Principal,
  operation: OperationId,
  name: string,
): Promise<HeldCollection> {
  const { collection } = await openCollection(transaction, principal, operation, name);
  const sequenceNumber = await takeSequenceNumber(transaction, collection.id);
  // As it is now that nobody else can change it.
  const view = await openCollection(transaction, principal, operation, name);
  if (sequenceNumber === undefined || view.collection.id !== collection.id) {
    throw errors.notFound('collection_not_found');
  }
  return { view, sequenceNumber };
}
