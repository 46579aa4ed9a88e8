import { type JsonObject, stringifyJson } from '@tessera/resolver';
import type { InTransaction, Queryable } from '../../platform/database/database.js';
import { lockConfiguration } from '../collections/configuration-lock.js';
import { type CollectionPlace, inPages } from '../prepared/preparations.js';
import { definitionOf, type FieldTypes } from './definition.js';
import {
  assignSlices,
  ensureSlice,
  findUnfinished,
  isListed,
  listNextRecords,
  listSlicedGrants,
  type SlicedGrant,
} from './queries.js';

/** Records looked at in one transaction, during which writes to the collection wait. */
const pageSize = 1_000;

/** Slices that one statement looks for. */
const slicesAtOnce = 50;

/** Filters under a configuration. */
interface FiltersToList {
  readonly filters: readonly JsonObject[];
  readonly config: FieldTypes;
  readonly clock: () => Date;
  /** Finishes, where something must be listed, what there is no progress beside; default: nothing. */
  readonly finishFirst?: () => Promise<void>;
}

/**
 * Lists the records of the slices of filters, as far as they are not listed yet, so that grants can be given them. Takes
 * transactions of its own, one for each page of the collection. Leaves it unfinished, for who asks next to go on with, while
 * ids are being changed and once the signal says so.
 */
export async function prepareSlices(
  inTransaction: InTransaction,
  place: CollectionPlace,
  { filters, config, clock, finishFirst }: FiltersToList,
  signal: AbortSignal,
): Promise<void> {
  const { collectionId } = place;
  const defined = filters.map((filter) => definitionOf(filter, config));
  const distinct = [...new Map(defined.map((definition) => [stringifyJson(definition), definition])).values()];
  // Asked first without the lock, for which all writers would have to stop.
  const missing = await inTransaction(async (transaction) => {
    const listed = await inTurn(distinct, (one) => isListed(transaction, collectionId, { ...one, at: clock() }));
    return distinct.filter((_, at) => listed[at] !== true);
  });
  if (missing.length === 0) {
    return;
  }
  await finishFirst?.();
  const ids = await inTransaction(async (transaction) => {
    await lockConfiguration(transaction, collectionId);
    const found = await inTurn(missing, (one) => ensureSlice(transaction, place, { ...one, at: clock() }));
    return found.filter((id) => id !== undefined);
  });
  const listPage = async (transaction: Queryable) => {
    const slices = await findUnfinished(transaction, collectionId, { ids, limit: slicesAtOnce });
    if (slices.length > 0) {
      await listNextRecords(transaction, place, { slices, limit: pageSize, at: clock() });
    }
    return slices.length > 0;
  };
  await inPages(inTransaction, collectionId, listPage, signal);
}

async function inTurn<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    results.push(await work(item));
  }
  return results;
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
