import type { OperationId } from '@tessera/contract';
import type { OperationContext } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import type { Principal } from '../../principals/principal.js';
import { type CollectionView, openCollection } from '../access/view.js';

/** A call of the reconciliation service. The name of its principal is the name of its collection. */
export interface ServiceCall {
  readonly context: OperationContext;
  readonly principal: Principal;
  readonly operation: OperationId;
}

/** Opens the collection of the secret for reading. Throws `collection_not_found`. */
export function inView<Result>(
  { context, principal, operation }: ServiceCall,
  work: (transaction: Transaction, view: CollectionView) => Promise<Result>,
): Promise<Result> {
  return context.transaction(async (transaction) =>
    work(transaction, await openCollection(transaction, principal, operation, principal.name)),
  );
}
