import { setTimeout as pause } from 'node:timers/promises';
import { ownValue } from '@tessera/resolver';
import type { OperationContext } from '../../dispatch/operation.js';
import { recordAudit } from '../../platform/audit.js';
import type { InTransaction, Transaction } from '../../platform/database/database.js';
import type { Services } from '../../platform/services.js';
import { lockConfiguration, tryLockConfiguration } from '../collections/configuration-lock.js';
import {
  attributesOf,
  type CollectionConfig,
  contentHash,
  identifierValues,
  readConfig,
  readWriteDate,
} from '../domain/index.js';
import { replaceKeys } from '../records/keys.js';
import { restartListing } from '../slices/queries.js';
import { endIdChanges } from './new-id-queries.js';
import { workOutNewIds } from './new-ids.js';
import {
  countChangedIds,
  type DerivedKeys,
  findRekeyState,
  lockRecordPage,
  lockWaitingPage,
  type RekeyRow,
  type RekeyState,
  saveDone,
  saveProgress,
  updateDerived,
} from './queries.js';
import { renamePage } from './rename.js';

/** Records that one transaction looks at, or gives their keys. */
const defaultPageSize = 1_000;

/** Pages that a request works off itself before it leaves the rest to the background. */
const pagesPerRequest = 5;

/** Whose records to rekey. */
export interface RekeyPlace {
  readonly workspaceId: string;
  readonly collectionId: string;
}

/** What rekeying needs of the service. */
export type RekeyServices = Pick<Services, 'clock' | 'log'>;

/** How long a writer that needs the records' keys leaves others to a page before it asks again, and how often at a time. */
const busyMs = 100;
const busyTurns = 30;

type RekeyContext = Pick<OperationContext, 'transaction' | 'workspace' | 'services'>;

/**
 * Works off some pages of a collection for a request that changed its configuration; returns whether more remain. Those
 * that a change of ids needs before it counts are no limit, until the signal says so.
 */
export async function beginRekeying(
  { transaction, workspace, services }: RekeyContext,
  collectionId: string,
  patience: AbortSignal,
): Promise<boolean> {
  const place = { workspaceId: workspace.id, collectionId };
  for (let pages = 0; pages < pagesPerRequest; ) {
    const done = await rekeyPage(transaction, place, services);
    if (done === 'all') {
      return false;
    }
    pages += done === 'claims' && !patience.aborted ? 0 : 1;
  }
  return true;
}

/** Works off some pages of a collection for a writer that has to wait for them, or leaves others the time to. */
export async function helpRekeying(
  { transaction, workspace, services }: RekeyContext,
  collectionId: string,
): Promise<void> {
  const place = { workspaceId: workspace.id, collectionId };
  for (let pages = 0, busy = 0; pages < pagesPerRequest && busy < busyTurns; ) {
    const done = await rekeyPage(transaction, place, services, { ifFree: true });
    if (done === 'all') {
      return;
    }
    if (done === 'busy') {
      busy += 1;
      await pause(busyMs);
    } else {
      pages += 1;
    }
  }
}

/** What a page was about: claims to ids, before any counts; records that got their keys; none was left; others are at it. */
export type RekeyedPage = 'claims' | 'records' | 'all' | 'busy';

interface PageOptions {
  readonly pageSize?: number | undefined;
  /** Whether not to wait where somebody else has the collection's configuration. */
  readonly ifFree?: boolean;
}

/**
 * Gives one page of records what the current configuration derives: their id from `id_field`, their identifiers from
 * `id_match_fields`, their clock from `write_date_field`. Where ids change, all records are first asked for what id they
 * claim, a page at a time; their ids change for readers when all are known. Safe to stop and resume anywhere, from any
 * process.
 */
export function rekeyPage(
  inTransaction: InTransaction,
  place: RekeyPlace,
  services: RekeyServices,
  { pageSize = defaultPageSize, ifFree = false }: PageOptions = {},
): Promise<RekeyedPage> {
  const { collectionId } = place;
  return inTransaction(async (transaction) => {
    if (ifFree && !(await tryLockConfiguration(transaction, collectionId))) {
      return 'busy';
    }
    await lockConfiguration(transaction, collectionId);
    const state = await findRekeyState(transaction, collectionId);
    if (state === undefined || state.rekey_from === null) {
      return 'all';
    }
    const { since, identity_version: version } = state;
    const config = readConfig(state.configuration);
    const change = { ...place, version, since, config, pageSize, at: services.clock() };
    if (state.rekeys_ids && !(await workOutNewIds(transaction, change))) {
      return 'claims';
    }
    const page = await lockRecordPage(transaction, { collectionId, since, after: state.rekey_from, limit: pageSize });
    const pageEnd = page.at(-1)?.external_id ?? null;
    // Those that wait come last: by then all others have been placed.
    const rows = pageEnd === null ? await lockWaitingPage(transaction, { collectionId, since, limit: pageSize }) : page;
    if (rows.length === 0) {
      await finish(transaction, place, { state, services });
      return 'all';
    }
    await rekeyRows(transaction, place, { rows, state, pageEnd });
    await saveProgress(transaction, collectionId, pageEnd ?? state.rekey_from);
    return 'records';
  });
}

/** Ends a change of keys; one of ids is told in the audit trail and the log, since some records may have kept theirs. */
async function finish(
  transaction: Transaction,
  place: RekeyPlace,
  { state, services }: { state: RekeyState; services: RekeyServices },
): Promise<void> {
  const { workspaceId, collectionId } = place;
  await saveDone(transaction, collectionId);
  if (!state.rekeys_ids) {
    return;
  }
  await endIdChanges(transaction, collectionId, services.clock());
  await restartListing(transaction, collectionId);
  const changed = await countChangedIds(transaction, collectionId, state.since);
  if (changed.records > 0) {
    const detail = { id_field: readConfig(state.configuration).id_field, ...changed };
    await recordAudit(transaction, {
      workspaceId,
      at: services.clock(),
      action: 'collection.ids_changed',
      actor: { kind: 'system', id: 'system', name: 'system' },
      target: state.name,
      detail,
    });
    transaction.afterCommit(() => services.log.info({ ...place, ...detail }, 'records have the ids of their id field'));
  }
}

async function rekeyRows(
  transaction: Transaction,
  place: RekeyPlace,
  { rows, state, pageEnd }: { rows: readonly RekeyRow[]; state: RekeyState; pageEnd: string | null },
): Promise<void> {
  const { collectionId } = place;
  const { since, identity_version: identityVersion } = state;
  const config = readConfig(state.configuration);
  const records = state.rekeys_ids
    ? await renamePage(transaction, rows, { collectionId, config, identityVersion, since, pageEnd })
    : new Map(rows.map((row) => [row.external_id, row]));
  await deriveKeys(transaction, place, { records, config });
}

async function deriveKeys(
  transaction: Transaction,
  place: RekeyPlace,
  { records, config }: { records: ReadonlyMap<string, RekeyRow>; config: CollectionConfig },
): Promise<void> {
  const derived = [...records].map(([externalId, row]) => ({ row, keys: derive(externalId, row, config) }));
  const changed = derived.filter(({ row, keys }) => !isDerived(row, keys)).map(({ keys }) => keys);
  if (changed.length > 0) {
    await updateDerived(transaction, place.collectionId, changed);
    await replaceKeys(transaction, place, changed);
  }
}

function derive(externalId: string, row: RekeyRow, config: CollectionConfig): DerivedKeys {
  const clock = ownValue(row.attributes, config.write_date_field);
  return {
    externalId,
    // Tombstoned records are found by nothing.
    identifiers: row.tombstoned ? [] : identifierValues(row.attributes, config),
    contentHash: contentHash(attributesOf(row.attributes, config)),
    // A record that does not say keeps the time it arrived.
    writeDate: readWriteDate(clock, row.write_date).at,
  };
}

function isDerived(row: RekeyRow, keys: DerivedKeys): boolean {
  return (
    JSON.stringify(row.identifiers) === JSON.stringify(keys.identifiers) &&
    row.content_hash.equals(keys.contentHash) &&
    row.write_date.getTime() === keys.writeDate.getTime()
  );
}
