import { matchesSlice } from '@tessera/resolver';
import type { Queryable } from '../../platform/database/database.js';
import type { CollectionPlace } from '../prepared/preparations.js';
import type { WriteFollower } from '../write/follower.js';
import { compileDefinition } from './definition.js';
import { listSlices, type StoredSlice, saveListing } from './queries.js';

/**
 * Keeps the slices of a collection in step with writes in this transaction, which must hold the configuration: a slice that
 * begins waits for them.
 */
export async function followSlices(transaction: Queryable, place: CollectionPlace): Promise<WriteFollower> {
  const slices = (await listSlices(transaction, place.collectionId)).map(compiled);
  return {
    follow: async (queryable, written) => {
      const inside = written.flatMap(({ externalId, record }) =>
        slices.filter(({ filters }) => matchesSlice(filters, record)).map(({ id }) => ({ sliceId: id, externalId })),
      );
      const updatedIds = written.filter(({ isUpdate }) => isUpdate).map(({ externalId }) => externalId);
      if (inside.length > 0 || (slices.length > 0 && updatedIds.length > 0)) {
        await saveListing(queryable, place, { inside, updatedIds });
      }
    },
  };
}

function compiled(slice: StoredSlice) {
  return { id: slice.id, filters: compileDefinition(slice) };
}
