import { setTimeout as pause } from 'node:timers/promises';
import { recordAudit } from '../../platform/audit.js';
import type { InTransaction, Queryable, Transaction } from '../../platform/database/database.js';
import type { Services } from '../../platform/services.js';
import { lockConfiguration, takeTurn } from '../collections/configuration-lock.js';
import { type CollectionConfig, comparedKeys, readConfig } from '../domain/index.js';
import { countKeys, takeKeys } from '../keys/prepare.js';
import { type CollectionPlace, type Preparation, restartUnfinished } from '../prepared/preparations.js';
import { endMoving } from './changes.js';
import { placeNext } from './places.js';
import { countIds, takeClaims } from './prepare.js';
import {
  type DerivedKeys,
  findRekeyState,
  lockRecordPage,
  type RekeyRow,
  type RekeyState,
  saveDone,
  saveProgress,
  updateDerived,
} from './queries.js';
import type { ChangedIds } from './settle.js';

/** Records that one transaction brings to their places, or gives what they are compared by: writers wait meanwhile. */
const pageSizes = { ids: 250, keys: 1_000 } as const;

/** How long who needs a change to be finished leaves others to a page before it asks again. */
const busyMs = 100;

/** Records that a request works off itself before it leaves the rest to the background. */
const recordsPerRequest = 5_000;

/** What rekeying needs of the service. */
export type RekeyServices = Pick<Services, 'clock' | 'log'>;

/** Works off some records of a collection for a request that changed its configuration; returns whether more remain. */
export async function beginRekeying(
  inTransaction: InTransaction,
  place: CollectionPlace,
  services: RekeyServices,
): Promise<boolean> {
  for (let records = 0; records < recordsPerRequest; ) {
    const done = await rekeyPage(inTransaction, place, services);
    if (done === 'all' || done === 'busy') {
      return done === 'busy';
    }
    records += pageSizes[done];
  }
  return true;
}

/**
 * Works off a change of ids under way, so that what goes by their order can be prepared, or also one of dates, so that
 * another change can; not beyond what the signal says.
 */
export async function finishMoving(
  inTransaction: InTransaction,
  place: CollectionPlace,
  {
    services,
    signal,
    also,
  }: { readonly services: RekeyServices; readonly signal: AbortSignal; readonly also?: 'dates' },
): Promise<void> {
  for (let more = true; more && !signal.aborted; ) {
    const state = await inTransaction((transaction) => findRekeyState(transaction, place.collectionId));
    more = state?.rekeys_ids === true || (also === 'dates' && (state?.date_change ?? null) !== null);
    if (more && (await rekeyPage(inTransaction, place, services)) === 'busy') {
      await pause(busyMs);
    }
  }
}

/** What a page was about: records that took their places; that got their other keys; none was left; others are at it. */
export type RekeyedPage = 'ids' | 'keys' | 'all' | 'busy';

/**
 * Gives one page of records what the current configuration says: their place and date, where these have changed, and after
 * all have theirs, what the next write of them is compared with. Safe to stop and resume anywhere, from any process.
 */
export function rekeyPage(
  inTransaction: InTransaction,
  place: CollectionPlace,
  services: RekeyServices,
  pageSize?: number,
): Promise<RekeyedPage> {
  const { collectionId } = place;
  return inTransaction(async (transaction) => {
    if (!(await takeTurn(transaction, collectionId))) {
      return 'busy';
    }
    await lockConfiguration(transaction, collectionId);
    const state = await findRekeyState(transaction, collectionId);
    if (state === undefined || state.rekey_from === null) {
      return 'all';
    }
    const change = state.id_change ?? state.date_change;
    if (change !== null) {
      await placePage(transaction, { ...place, id: change }, { after: state.rekey_from, pageSize });
      return 'ids';
    }
    if (state.rekeys_ids) {
      await resumeChange(transaction, place, { state, services, pageSize });
      return 'ids';
    }
    const config = readConfig(state.configuration);
    if (state.key_set_id === null && config.id_match_fields.length > 0) {
      await resumeKeys(transaction, place, { config, services, pageSize });
      return 'keys';
    }
    const limit = pageSize ?? pageSizes.keys;
    const rows = await lockRecordPage(transaction, { collectionId, after: state.rekey_from, limit });
    const pageEnd = rows.at(-1)?.external_id;
    if (pageEnd === undefined) {
      await saveDone(transaction, collectionId);
      return 'all';
    }
    await deriveKeys(transaction, collectionId, { rows, config });
    await saveProgress(transaction, collectionId, pageEnd);
    return 'keys';
  });
}

/** Prepares a change that the version before has begun and left before it counted, and then has it count. */
async function resumeChange(
  transaction: Transaction,
  place: CollectionPlace,
  { state, services, pageSize }: { state: RekeyState; services: RekeyServices; pageSize: number | undefined },
): Promise<void> {
  const { clock } = services;
  const fields = { ...readConfig(state.configuration), keeps_ids: false };
  if (!(await takeClaims(transaction, place, { fields, clock, pageSize }))) {
    const changed = await countIds(transaction, place, { fields, keepsDates: false, at: clock() });
    if (changed !== undefined) {
      await tellChanged(transaction, place, { name: state.name, idField: fields.id_field, changed, services });
    }
  }
}

/** Prepares the identifiers of a change that the version before has left halfway, and then has them count. */
async function resumeKeys(
  transaction: Transaction,
  place: CollectionPlace,
  { config, services, pageSize }: { config: CollectionConfig; services: RekeyServices; pageSize: number | undefined },
): Promise<void> {
  const { clock } = services;
  if (!(await takeKeys(transaction, place, { config, clock, pageSize }))) {
    await countKeys(transaction, place, { config, at: clock() });
  }
}

/** Places the next records; those that wait for a place come last, as by then all others have theirs. */
async function placePage(
  transaction: Queryable,
  change: Preparation,
  { after, pageSize }: { readonly after: string; readonly pageSize: number | undefined },
): Promise<void> {
  const limit = pageSize ?? pageSizes.ids;
  const pageEnd =
    (await placeNext(transaction, change, { after, limit })) ??
    (await placeNext(transaction, change, { after: '', limit }));
  if (pageEnd === null) {
    await endMoving(transaction, change);
    await restartUnfinished(transaction, 'slices', change.collectionId);
    await restartUnfinished(transaction, 'key_sets', change.collectionId);
  } else {
    await saveProgress(transaction, change.collectionId, pageEnd);
  }
}

/** Tells in the audit trail and the log what a change has made of the ids, since some records may have kept theirs. */
export async function tellChanged(
  transaction: Transaction,
  place: CollectionPlace,
  { name, idField, changed, services }: { name: string; idField: string; changed: ChangedIds; services: RekeyServices },
): Promise<void> {
  if (changed.records > 0) {
    const detail = { id_field: idField, ...changed };
    await recordAudit(transaction, {
      workspaceId: place.workspaceId,
      at: services.clock(),
      action: 'collection.ids_changed',
      actor: { kind: 'system', id: 'system', name: 'system' },
      target: name,
      detail,
    });
    transaction.afterCommit(() => services.log.info({ ...place, ...detail }, 'records have the ids of their id field'));
  }
}

async function deriveKeys(
  transaction: Transaction,
  collectionId: string,
  { rows, config }: { rows: readonly RekeyRow[]; config: CollectionConfig },
): Promise<void> {
  const derived = rows.map((row) => ({ row, keys: derive(row, config) }));
  const changed = derived.filter(({ row, keys }) => !isDerived(row, keys)).map(({ keys }) => keys);
  if (changed.length > 0) {
    await updateDerived(transaction, collectionId, changed);
  }
}

function derive(row: RekeyRow, config: CollectionConfig): DerivedKeys {
  return {
    externalId: row.external_id,
    ...comparedKeys(row.attributes, row.write_date, config),
  };
}

function isDerived(row: RekeyRow, keys: DerivedKeys): boolean {
  return row.content_hash.equals(keys.contentHash) && row.write_date.getTime() === keys.writeDate.getTime();
}
