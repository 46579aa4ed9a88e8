import { type JsonObject, matchesSlice } from '@tessera/resolver';
import type { Queryable } from '../../platform/database/database.js';
import { compileDefinition } from './definition.js';
import { listSlices, type SlicesPlace, type StoredSlice, saveListing } from './queries.js';

/** A record that has been written. */
export interface WrittenRecord {
  readonly externalId: string;
  readonly record: JsonObject;
  /** Whether it was stored before, live or tombstoned. */
  readonly isUpdate: boolean;
}

/** Keeps the slices of a collection in step with writes to it. */
export interface SliceFollower {
  follow(transaction: Queryable, written: readonly WrittenRecord[]): Promise<void>;
}

/** For writes in this transaction, which must hold the configuration: a slice that begins waits for them. */
export async function followSlices(transaction: Queryable, place: SlicesPlace): Promise<SliceFollower> {
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
