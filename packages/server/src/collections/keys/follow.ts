import type { Queryable } from '../../platform/database/database.js';
import { identifierValues } from '../domain/index.js';
import type { CollectionPlace } from '../prepared/preparations.js';
import type { WriteFollower } from '../write/follower.js';
import { listKeySets, saveKeys } from './queries.js';

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
        await saveKeys(queryable, place, { keys, updatedIds });
      }
    },
  };
}
