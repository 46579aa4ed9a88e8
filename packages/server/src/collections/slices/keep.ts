import type { JsonObject } from '@tessera/resolver';
import type { Queryable } from '../../platform/database/database.js';
import { lockConfiguration } from '../collections/configuration-lock.js';
import type { InTransaction } from '../embedding/pending.js';
import { definitionOf, type FieldTypes } from './definition.js';
import {
  assignSlices,
  ensureSlice,
  findProgress,
  isListed,
  listNextRecords,
  listSlicedGrants,
  type SlicedGrant,
  type SlicesPlace,
} from './queries.js';

/** Records looked at in one transaction, during which writes to the collection wait. */
const pageSize = 1_000;

/** How long a request may list records before it leaves the rest to the background. */
const requestMs = 15_000;

/** What ends the listing that a request waits for. */
export function endOfPatience(): AbortSignal {
  return AbortSignal.timeout(requestMs);
}

/** A filter under a configuration. */
interface FilterToList {
  readonly filter: JsonObject;
  readonly config: FieldTypes;
  readonly clock: () => Date;
}

/**
 * Lists the records of a filter's slice, if they are not listed yet, so that a grant can be given it. Takes transactions
 * of its own, one for each page of the collection. Leaves it unfinished, for the background to go on with, while ids are
 * being changed and once the signal says so.
 */
export async function prepareSlice(
  inTransaction: InTransaction,
  place: SlicesPlace,
  { filter, config, clock }: FilterToList,
  signal: AbortSignal,
): Promise<void> {
  const { collectionId } = place;
  const definition = { ...definitionOf(filter, config), at: clock() };
  // Asked first without the lock, for which all writers would have to stop.
  if (signal.aborted || (await inTransaction((transaction) => isListed(transaction, collectionId, definition)))) {
    return;
  }
  const sliceId = await inTransaction(async (transaction) => {
    await lockConfiguration(transaction, collectionId);
    return ensureSlice(transaction, place, definition);
  });
  if (sliceId === undefined) {
    return;
  }
  for (let more = true; more && !signal.aborted; ) {
    more = await inTransaction(async (transaction) => {
      await lockConfiguration(transaction, collectionId);
      const slice = await findProgress(transaction, collectionId, sliceId);
      const isOver = slice === undefined || slice.known_to === null || slice.rekeys_ids;
      return isOver ? false : listNextRecords(transaction, place, { slice, limit: pageSize, at: clock() });
    });
  }
}

/**
 * Gives grants of a collection the slices of their filters as far as these have been prepared; returns whether all have
 * one. Only for who holds the configuration, or a slice could be retired at the same moment; and of more grants than one's
 * own, only for who has it alone, or their filters could change.
 */
export async function giveSlices(
  transaction: Queryable,
  collectionId: string,
  { config, to }: { readonly config: FieldTypes; readonly to: (grant: SlicedGrant) => boolean },
): Promise<boolean> {
  const grants = (await listSlicedGrants(transaction, collectionId)).filter(to);
  const defined = grants.map(({ group_id, filter }) => ({ group_id, ...definitionOf(filter, config) }));
  return defined.length === 0 || assignSlices(transaction, collectionId, defined);
}
