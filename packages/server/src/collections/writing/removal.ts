import { limits, shownDetails, type ValidationDetail } from '@tessera/contract';
import type { JsonValue } from '@tessera/json';
import { writtenId } from '@tessera/records';
import type { Operation, OperationContext } from '../../dispatch/operation.js';
import { preparedVariant, type Transaction } from '../../platform/database/database.js';
import { errors, type ServiceError } from '../../platform/errors.js';
import { uuidFrom } from '../../platform/identifiers.js';
import { outboxEvent } from '../../platform/outbox/events.js';
import { mapWithPauses } from '../../platform/pauses.js';
import type { CollectionRow } from '../access/queries.js';
import { type LockedCollection, lockCollection } from '../access/sequence-number.js';
import { type CollectionView, openCollection } from '../access/view.js';
import { confirmListed } from '../records/confirmations.js';
import { idInPath } from '../records/operations.js';
import { confirmedSql, type RecordSelection, selectionSql } from '../records/queries.js';
import { findStates, removeRecords, touchLastIngest } from './store.js';

/** A list that confirms a smaller share of the records is reported. */
const shortShare = 2 / 3;

const remove: Operation<'collections.delete_record'> = (context, principal, { params }) =>
  context.transaction(async (transaction) => {
    const { view, sequenceNumber } = await lockCollection(
      transaction,
      principal,
      'collections.delete_record',
      params.name,
    );
    const externalId = idInPath(params.id);
    const { id: collectionId, name } = view.collection;
    const [state] = await findStates(transaction, {
      collectionId,
      ids: [externalId],
      slice: view.writeSlice,
      withAttributes: false,
    });
    if (state === undefined || !state.inside) {
      throw errors.notFound('record_not_found');
    }
    if (!state.tombstoned) {
      if (view.config.append_only) {
        throw errors.appendOnly('The collection is append-only: its records are never deleted.');
      }
      const now = context.services.clock();
      const version = uuidFrom(context.services.random);
      const target = { collectionId, sequenceNumber, now, version };
      removeRecords(transaction, target, { config: view.config, externalIds: [externalId] });
      context.audit(transaction, {
        action: 'collection.record_deleted',
        target: name,
        detail: { external_id: externalId },
        wrote: target,
        events: [writtenEvent(name, { tombstoned: 1, ids: [externalId] })],
      });
    }
    return { external_id: externalId, status: 'tombstoned', workspace: context.workspaceReference };
  });

const reconcile: Operation<'collections.reconcile_records'> = async (context, principal, { params, body }) => {
  const liveIds = await canonicalIds(body.live_ids as readonly JsonValue[]);
  const operation = 'collections.reconcile_records';
  const list = { liveIds, asOf: body.as_of ?? null };
  const plan = async (transaction: Transaction, view: CollectionView): Promise<ReconcilePlan> => {
    const compared = await compareIds(transaction, writableRecords(view), list);
    return { ...compared, refusal: refusalOf(compared, view, body.max_tombstones) };
  };
  const { absent, live, newer, refusal } = body.dry_run
    ? await context.read(async (transaction) =>
        plan(transaction, await openCollection(transaction, principal, operation, params.name)),
      )
    : await context.transaction(async (transaction) => {
        const locked = await lockCollection(transaction, principal, operation, params.name);
        const planned = await plan(transaction, locked.view);
        await applyList(context, transaction, { locked, list }, planned);
        return planned;
      });
  // Thrown after the commit, which keeps the event about a short list.
  if (refusal !== undefined) {
    throw refusal;
  }
  return {
    tombstoned: absent.length,
    kept_newer: newer,
    live,
    unknown: liveIds.length - live,
    dry_run: body.dry_run,
    workspace: context.workspaceReference,
  };
};

function writableRecords({ collection, writeSlice }: CollectionView): RecordSelection {
  return { collectionId: collection.id, slice: writeSlice };
}

/** The list of a source, and the time at which it was read. */
interface SourceList {
  readonly liveIds: readonly string[];
  readonly asOf: string | null;
}

/**
 * The effect of a reconcile: the `absent` ids, which are deleted, the number of `newer` records, which are kept, and
 * how many listed ids are `live`.
 */
interface ReconcilePlan {
  readonly absent: readonly string[];
  readonly newer: number;
  readonly live: number;
  /** Number of all live records. */
  readonly records: number;
  /** The error, if the list is refused. */
  readonly refusal?: ServiceError | undefined;
}

function refusalOf(
  { absent, live, records }: ReconcilePlan,
  { config }: CollectionView,
  sentMax?: number,
): ServiceError | undefined {
  const count = absent.length;
  if (config.append_only && count > 0) {
    return errors.appendOnly(
      `The collection is append-only, and ${count} of its records are not among the live ids: nothing was deleted.`,
    );
  }
  if (live === 0 && records > 0 && sentMax === undefined) {
    return errors.unknownIds(records);
  }
  const max = sentMax ?? Math.max(limits.tombstonesAtLeast, Math.floor(records / 2));
  return count > max
    ? errors.tooManyTombstones({ count, examples: absent.slice(0, limits.tombstoneExamples) }, max)
    : undefined;
}

/** Confirms the listed records and deletes the absent ones. Of a refused list, only an event about its length is kept. */
async function applyList(
  context: OperationContext,
  transaction: Transaction,
  { locked: { view, sequenceNumber }, list }: { readonly locked: LockedCollection; readonly list: SourceList },
  { absent, newer, live, records, refusal }: ReconcilePlan,
): Promise<void> {
  const { id: collectionId, name } = view.collection;
  const now = context.services.clock();
  const expected = records - newer;
  const isShort = live < expected * shortShare;
  const short = isShort ? [overdueEvent(view.collection, { confirmed: live, records: expected })] : [];
  if (refusal !== undefined) {
    if (isShort && refusal.code === 'too_many_tombstones') {
      const detail = { confirmed: live, records: expected, refused: refusal.code };
      context.audit(transaction, { action: 'collection.overdue', target: name, detail, events: short });
    }
    return;
  }
  const target = { collectionId, sequenceNumber, now, version: uuidFrom(context.services.random) };
  if (absent.length > 0) {
    removeRecords(transaction, target, { config: view.config, externalIds: absent });
  }
  const readAt = list.asOf === null ? now : new Date(list.asOf);
  confirmListed(transaction, writableRecords(view), { liveIds: list.liveIds, at: readAt < now ? readAt : now });
  await touchLastIngest(transaction, target, { ended: false, stale: 0 });
  const ids = absent.slice(0, 100);
  context.audit(transaction, {
    action: 'collection.reconciled',
    target: name,
    detail: { tombstoned: absent.length, kept_newer: newer, live, external_ids: ids },
    wrote: absent.length > 0 ? target : undefined,
    events: [...(absent.length > 0 ? [writtenEvent(name, { tombstoned: absent.length, ids })] : []), ...short],
  });
}

/** The event of records that were written or deleted. */
export function writtenEvent(
  collection: string,
  { written = 0, tombstoned, ids }: { readonly written?: number; readonly tombstoned: number; readonly ids: string[] },
) {
  return outboxEvent('collection.records_written', { collection, written, tombstoned, external_ids: ids });
}

function overdueEvent({ name, last_ingest_at: last }: CollectionRow, counts: { confirmed: number; records: number }) {
  const last_delivery_at = last?.toISOString() ?? null;
  return outboxEvent('collection.overdue', { collection: name, reason: 'short_list', last_delivery_at, ...counts });
}

/** Compares the live records of a selection with a list of ids. */
async function compareIds(
  transaction: Transaction,
  selection: RecordSelection,
  { liveIds, asOf }: SourceList,
): Promise<ReconcilePlan> {
  const { text, values } = selectionSql(transaction, selection);
  const [ids, time] = [values.length + 1, values.length + 2];
  const isNewer = `coalesce(${confirmedSql} > $${time}::timestamptz, false)`;
  const [row] = await transaction.query<ReconcilePlan>(
    preparedVariant(`select
       coalesce(array_agg(r.external_id order by r.external_id) filter (where l.id is null and not ${isNewer}), '{}') as absent,
       count(*) filter (where l.id is null and ${isNewer})::int as newer, count(l.id)::int as live, count(*)::int as records
     from records r left join json_array_elements_text($${ids}::json) as l (id) on l.id = r.external_id where ${text}`),
    // Sent as one JSON string, because serializing half a million array elements would block other requests.
    [...values, JSON.stringify(liveIds), asOf],
  );
  return row ?? { absent: [], newer: 0, live: 0, records: 0 };
}

async function canonicalIds(sent: readonly JsonValue[]): Promise<string[]> {
  const ids = new Set<string>();
  const details: ValidationDetail[] = [];
  let problems = 0;
  await mapWithPauses(sent, (value, index) => {
    const canonical = writtenId(value);
    if ('id' in canonical) {
      ids.add(canonical.id);
      return;
    }
    problems += 1;
    if (details.length < shownDetails) {
      details.push({ path: `live_ids.${index}`, message: canonical.message });
    }
  });
  if (problems > 0) {
    throw errors.invalidRequest(details, problems);
  }
  return [...ids];
}

/** Operations that delete and reconcile records. */
export const removalOperations = { 'collections.delete_record': remove, 'collections.reconcile_records': reconcile };
