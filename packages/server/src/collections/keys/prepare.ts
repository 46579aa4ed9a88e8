import type { InTransaction, Queryable } from '../../platform/database/database.js';
import { type CollectionConfig, identifierFields, identifierValues } from '../domain/index.js';
import { type CollectionPlace, inPages, keySets, retireOldest, saveKnownTo } from '../prepared/preparations.js';
import { ensureKeySet, listKeysRows, saveKeys, useKeySet } from './queries.js';

/** Records whose identifiers one transaction works out, during which writes to the collection wait. */
const defaultPageSize = 1_000;

/** What preparing identifiers needs to know. */
export interface KeysToPrepare {
  readonly config: Pick<CollectionConfig, 'id_match_fields'>;
  readonly clock: () => Date;
  readonly pageSize?: number | undefined;
}

/**
 * Works out the identifiers of a collection's records by other fields, as far as they are not known yet, so that the fields
 * can be saved. Takes transactions of its own, one for each page. Leaves it unfinished, for who asks next to go on with,
 * while records are on their way to other ids and once the signal says so.
 */
export async function prepareKeys(
  inTransaction: InTransaction,
  place: CollectionPlace,
  wanted: KeysToPrepare,
  signal: AbortSignal,
): Promise<void> {
  await inPages(inTransaction, place.collectionId, (transaction) => takeKeys(transaction, place, wanted), signal);
}

/** The same for one page; returns whether more remain. Only for who has the configuration alone. */
export async function takeKeys(
  transaction: Queryable,
  place: CollectionPlace,
  { config, clock, pageSize = defaultPageSize }: KeysToPrepare,
): Promise<boolean> {
  const { collectionId } = place;
  const fields = identifierFields(config);
  const keySet = fields.length === 0 ? undefined : await ensureKeySet(transaction, place, { fields, at: clock() });
  if (keySet === undefined || keySet.known_to === null) {
    return false;
  }
  if (keySet.known_to === '') {
    await retireOldest(transaction, keySets, collectionId, clock());
  }
  const { id, known_to } = keySet;
  const rows = await listKeysRows(transaction, { collectionId, fields, after: known_to, limit: pageSize });
  const keys = rows
    .filter(({ tombstoned }) => !tombstoned)
    .flatMap(({ external_id, attributes }) =>
      identifierValues(attributes, fields).map((key) => ({ keySetId: id, key, externalId: external_id })),
    );
  await saveKeys(transaction, place, { keys, updatedIds: [] });
  const isLast = rows.length < pageSize;
  await saveKnownTo(transaction, keySets, { collectionId, id }, isLast ? null : (rows.at(-1)?.external_id ?? null));
  return !isLast;
}

/**
 * Has the identifiers by a configuration's fields count from the commit on; false, and does nothing, where those of some
 * records are not known yet. Only for who has the configuration alone.
 */
export function countKeys(
  transaction: Queryable,
  { collectionId }: CollectionPlace,
  { config, at }: { readonly config: Pick<CollectionConfig, 'id_match_fields'>; readonly at: Date },
): Promise<boolean> {
  return useKeySet(transaction, collectionId, { fields: identifierFields(config), at });
}
