import type { InTransaction, Queryable, Transaction } from '../../platform/database/database.js';
import { renameExamples } from '../findings/store.js';
import { type CollectionPlace, idChanges, inPages, retireOldest, saveKnownTo } from '../prepared/preparations.js';
import { beginMoving, ensureChange, findPrepared, type IdFields } from './changes.js';
import { claimOf, listClaimRows, saveClaims } from './claims.js';
import { type ChangedIds, noneChanged, settleClaims } from './settle.js';

/** Records whose claims one transaction takes, during which writes to the collection wait. */
const defaultPageSize = 1_000;

/** What preparing a change of ids needs to know. */
export interface IdsToPrepare {
  readonly fields: IdFields;
  readonly clock: () => Date;
  readonly pageSize?: number | undefined;
}

/**
 * Takes the claims of a collection's records to the ids of other fields, as far as they are not known yet, so that the
 * change can be saved. Takes transactions of its own, one for each page. Leaves it unfinished, for who asks next to go on
 * with, while records are on their way to the ids of another change and once the signal says so.
 */
export async function prepareIds(
  inTransaction: InTransaction,
  place: CollectionPlace,
  wanted: IdsToPrepare,
  signal: AbortSignal,
): Promise<void> {
  await inPages(inTransaction, place.collectionId, (transaction) => takeClaims(transaction, place, wanted), signal);
}

/** The same for one page; returns whether more remain. Only for who has the configuration alone. */
export async function takeClaims(
  transaction: Queryable,
  place: CollectionPlace,
  { fields, clock, pageSize = defaultPageSize }: IdsToPrepare,
): Promise<boolean> {
  const change = await ensureChange(transaction, place, { fields, at: clock() });
  if (change === undefined || change.known_to === null) {
    return false;
  }
  const { collectionId } = place;
  if (change.known_to === '') {
    await retireOldest(transaction, idChanges, collectionId, clock());
  }
  const rows = await listClaimRows(transaction, { collectionId, fields, after: change.known_to, limit: pageSize });
  const isLast = rows.length < pageSize;
  await saveClaims(
    transaction,
    { ...place, id: change.id },
    rows.map((row) => claimOf(row, fields)),
  );
  const knownTo = isLast ? null : (rows.at(-1)?.external_id ?? null);
  await saveKnownTo(transaction, idChanges, { collectionId, id: change.id }, knownTo);
  return !isLast;
}

/**
 * Makes a prepared change count: every record has its new id from the commit on, wherever it is stored. Returns what that
 * makes of the ids; undefined, and does nothing, where not all claims are known. Only for who has the configuration alone.
 */
export async function countIds(
  transaction: Transaction,
  place: CollectionPlace,
  { fields, keepsDates, at }: { readonly fields: IdFields; readonly keepsDates: boolean; readonly at: Date },
): Promise<ChangedIds | undefined> {
  const id = await findPrepared(transaction, place.collectionId, fields);
  if (id === undefined) {
    return undefined;
  }
  const change = { ...place, id };
  const changed = fields.keeps_ids ? noneChanged : await settleClaims(transaction, change);
  if (!fields.keeps_ids) {
    await renameExamples(transaction, change);
  }
  await beginMoving(transaction, change, { keepsIds: fields.keeps_ids, keepsDates, at });
  return changed;
}
