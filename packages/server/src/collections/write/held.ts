import type { OperationContext } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import type { Principal } from '../../principals/principal.js';
import { holdConfiguration } from '../collections/configuration-lock.js';
import { type CollectionView, openCollection } from '../view.js';

/** Runs work that names records by id in one transaction, while nobody configures the collection or moves its records. */
export function inHeldCollection<Result>(
  context: OperationContext,
  principal: Principal,
  place: Parameters<typeof openCollection>[2],
  work: (transaction: Transaction, view: CollectionView) => Promise<Result>,
): Promise<Result> {
  return context.transaction(async (transaction) => {
    const { collection } = await openCollection(transaction, principal, place);
    await holdConfiguration(transaction, collection.id);
    return work(transaction, await openCollection(transaction, principal, place));
  });
}
