import type { Queryable } from '../../platform/database/database.js';
import { identifierValues } from '../domain/index.js';
import type { CollectionPlace } from '../prepared/preparations.js';
import type { WriteFollower } from '../write/follower.js';
import { listKeySets, listKeysOf, type RecordKey, saveKeys } from './queries.js';

/**
 * Keeps the identifiers of a collection's records in step with writes in this transaction, those that are being prepared
 * as well. It must hold the configuration: a key set that begins waits for it.
 */
export async function followKeys(transaction: Queryable, place: CollectionPlace): Promise<WriteFollower> {
  const keySets = await listKeySets(transaction, place.collectionId);
  return {
    follow: async (queryable, written) => {
      if (keySets.length > 0) {
        const keys = keySets.flatMap(({ id, fields }) =>
          written.flatMap(({ externalId, record }) =>
            identifierValues(record, fields).map((key) => ({ keySetId: id, key, externalId })),
          ),
        );
        const updatedIds = written.filter(({ isUpdate }) => isUpdate).map(({ externalId }) => externalId);
        const before = updatedIds.length === 0 ? [] : await listKeysOf(queryable, place.collectionId, updatedIds);
        const changed = changedIds(before, keys);
        await saveKeys(queryable, place, {
          keys: keys.filter(({ externalId }) => changed.has(externalId)),
          updatedIds: updatedIds.filter((id) => changed.has(id)),
        });
      }
    },
  };
}

/** Ids of records that have other keys than before. */
function changedIds(before: readonly RecordKey[], after: readonly RecordKey[]): ReadonlySet<string> {
  const tell = ({ keySetId, key, externalId }: RecordKey) => JSON.stringify([keySetId, key, externalId]);
  const [known, wanted] = [new Set(before.map(tell)), new Set(after.map(tell))];
  const different = [
    ...before.filter((key) => !wanted.has(tell(key))),
    ...after.filter((key) => !known.has(tell(key))),
  ];
  return new Set(different.map(({ externalId }) => externalId));
}
