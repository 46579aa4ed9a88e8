import type { JsonObject } from '@tessera/resolver';
import type { Queryable } from '../../platform/database/database.js';
import { lockConfiguration } from '../collections/configuration-lock.js';
import type { CollectionConfig } from '../domain/index.js';
import type { InTransaction } from '../embedding/pending.js';
import { definitionOf } from './definition.js';
import {
  assignSlices,
  ensureSlice,
  findProgress,
  listNextRecords,
  listSlicedGrants,
  type SlicesPlace,
} from './queries.js';

/** Records looked at in one transaction, during which writes to the collection wait. */
const pageSize = 1_000;

type TypesOf = Pick<CollectionConfig, 'field_types'>;

/**
 * Lists the records of a filter's slice, if they are not listed yet, so that a grant can be given it. Takes transactions
 * of its own, one for each page of the collection. While ids are being changed it leaves that to the background.
 */
export async function prepareSlice(
  inTransaction: InTransaction,
  place: SlicesPlace,
  slice: { readonly filter: JsonObject; readonly config: TypesOf; readonly at: Date },
): Promise<void> {
  const definition = { ...definitionOf(slice.filter, slice.config), at: slice.at };
  const sliceId = await inTransaction(async (transaction) => {
    await lockConfiguration(transaction, place.collectionId);
    return ensureSlice(transaction, place, definition);
  });
  for (let more = sliceId !== undefined; more; ) {
    more = await inTransaction(async (transaction) => {
      await lockConfiguration(transaction, place.collectionId);
      const progress = await findProgress(transaction, place.collectionId, sliceId ?? '');
      return progress === undefined || progress.known_to === null || progress.rekeys_ids
        ? false
        : listNextRecords(transaction, place, { slice: progress, limit: pageSize });
    });
  }
}

/**
 * Gives the grants of a collection, or of one group only, the slices of their filters as far as these have been prepared.
 * Only for who holds the configuration: else a slice could be retired at the same moment.
 */
export async function giveSlices(
  transaction: Queryable,
  { collectionId, groupId }: { readonly collectionId: string; readonly groupId?: string },
  config: TypesOf,
): Promise<void> {
  const grants = await listSlicedGrants(transaction, collectionId);
  const wanted = grants.filter((grant) => groupId === undefined || grant.group_id === groupId);
  await assignSlices(
    transaction,
    collectionId,
    wanted.map(({ group_id, filter }) => ({ group_id, ...definitionOf(filter, config) })),
  );
}
