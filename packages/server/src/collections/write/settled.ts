import type { OperationContext } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import type { Principal } from '../../principals/principal.js';
import { holdConfiguration } from '../collections/configuration-lock.js';
import { helpRekeying } from '../rekey/rekey.js';
import { type CollectionView, noteLookOutside, openCollection } from '../view.js';

const maxTries = 5;

type Settled<Result> = { readonly result: Result } | { readonly unsettled: CollectionView };

/**
 * Runs work that names records by id in one transaction, while nobody configures the collection and once all records
 * have the ids of its configuration. Throws `unavailable` when giving them takes longer than a request may.
 */
export async function inSettledCollection<Result>(
  context: OperationContext,
  principal: Principal,
  place: Parameters<typeof openCollection>[2],
  work: (transaction: Transaction, view: CollectionView) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; attempt <= maxTries; attempt += 1) {
    const outcome: Settled<Result> = await context.transaction(async (transaction) => {
      const { collection } = await openCollection(transaction, principal, place);
      await holdConfiguration(transaction, collection.id);
      const view = await openCollection(transaction, principal, place);
      return view.collection.rekeys_ids ? { unsettled: view } : { result: await work(transaction, view) };
    });
    if ('result' in outcome) {
      return outcome.result;
    }
    noteLookOutside(context, outcome.unsettled);
    await helpRekeying(context, outcome.unsettled.collection.id);
  }
  throw errors.unavailable();
}
