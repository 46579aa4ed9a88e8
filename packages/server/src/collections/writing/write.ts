import { isDeepStrictEqual } from 'node:util';
import { limits, type WriteMode } from '@tessera/contract';
import { StartAgainError } from '../../dispatch/confirmation.js';
import type { OperationContext } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import { uuidFrom } from '../../platform/identifiers.js';
import { outboxEvent } from '../../platform/outbox/events.js';
import type { Principal } from '../../principals/principal.js';
import type { EmbeddingClient } from '../../search-runtime/embedding/embedders.js';
import { listFilteredGrants } from '../access/queries.js';
import { takeSequenceNumber } from '../access/sequence-number.js';
import type { CollectionView } from '../access/view.js';
import type { ActivityLog } from '../activity/activity-log.js';
import { claimPending } from '../embedding/pending.js';
import { declaredColumns } from '../search/in-slice.js';
import { indexTargetOf } from '../search/index/index-target.js';
import type { SearchIndexes } from '../search/index/indexes.js';
import { appliedOf, applyBatch, findStatesOf, type RecordOutcome, type VectorsByText } from './apply.js';
import { type CheckedRecords, checkRecords } from './check.js';
import { compositionOf } from './compose.js';
import { countAgainstCap, lockDay, remainingToday } from './daily-cap.js';
import { isChange } from './decide.js';
import { type AppliedCall, embedRecords, embedWritten, type WriteResult } from './embed.js';
import { expectedVersionsOf } from './expected-versions.js';
import type { WriteTarget } from './store.js';

/** Services that writing uses in addition to the database. */
export interface WriteDependencies {
  readonly activity: ActivityLog;
  readonly embedding: EmbeddingClient;
  readonly indexes: SearchIndexes;
}

/** The differences between one way of writing and the others. */
export interface WritePath extends WriteDependencies {
  /** Opens the collection for the caller, in the given transaction. */
  readonly open: (transaction: Transaction) => Promise<CollectionView>;
  readonly auditAction: string;
  /** Whether the call leaves embedding to `embed-pending`. */
  readonly embedLater?: (view: CollectionView) => boolean;
  /** How records are merged with stored ones. Absent on ingest routes, whose sources send whole records. */
  readonly mode?: WriteMode;
  /** The version that the writer expects of each record, by id as sent. */
  readonly expect?: Readonly<Record<string, unknown>> | undefined;
  /** Runs every check and stores nothing. */
  readonly dryRun?: boolean;
  /** Whether the call counts against the credential's daily cap. Such a call is audited even if it changes nothing. */
  readonly isCapped?: boolean;
}

/** The records of a call, or a function that reads them from the request after the collection is opened. */
export type RecordSource = readonly unknown[] | ((view: CollectionView) => Promise<readonly unknown[]>);

/**
 * Calls with at least this many records update the index in the background. Otherwise the next query would wait for
 * that.
 */
const followedFrom = 50;

/**
 * Writes records for ingest, import and agents, so that the same rules apply to all of them. Records are checked first,
 * then applied in one transaction with their findings and audit entry. The built-in embedder runs before that
 * transaction, a provider after it.
 */
export async function writeRecords(
  context: OperationContext,
  principal: Principal,
  source: RecordSource,
  path: WritePath,
): Promise<WriteResult> {
  const { call, rules } = await prepareCall(context, principal, source, path);
  const result = await embedWritten(context, path.embedding, await apply(context, call, rules));
  if (!path.dryRun) {
    const collection = { workspaceId: context.workspace.id, collectionId: result.view.collection.id };
    path.activity.noteWrite(collection, countsOf(result.outcomes));
  }
  return result;
}

/** Thrown at the end of a dry run to roll back its writes, after all checks. */
class UndoneError extends Error {
  constructor(readonly result: AppliedCall) {
    super('undone');
  }
}

/** A call whose records are checked and, if the embedder is built in, have their vectors. */
interface PreparedCall {
  readonly call: CheckedCall;
  readonly rules: ApplyingRules;
}

async function prepareCall(
  context: OperationContext,
  principal: Principal,
  source: RecordSource,
  path: WritePath,
): Promise<PreparedCall> {
  const now = context.services.clock();
  const { view, left, target } = await context.read(async (transaction) => {
    const findLeft = path.isCapped && !path.dryRun ? remainingToday : undefined;
    const [view, left] = await Promise.all([path.open(transaction), findLeft?.(context, transaction, principal.id)]);
    return { view, left, target: indexTargetOf(transaction, view) };
  });
  const records = typeof source === 'function' ? await source(view) : source;
  if (records.length > limits.recordsPerCall) {
    throw errors.tooManyRecords(limits.recordsPerCall);
  }
  const versions = expectedVersionsOf(path.expect, records, view.config);
  if (records.length >= followedFrom) {
    // Waits for the index. If an import were faster than the index, the next query would wait for all records that it
    // lacks.
    await context.outOfTurn(() => path.indexes.caughtUp(target));
  }
  const composition = path.mode === undefined ? null : compositionOf(view, path.mode);
  const checked = await checkRecords(records, view, { composition, now });
  const call: CheckedCall = { principal, path, view, checked, versions, now };
  const none: VectorsByText = new Map();
  if (path.dryRun) {
    return { call, rules: { vectors: none, undo: true } };
  }
  // A call that may exceed the daily cap is first applied and rolled back, so that it fails before a provider is paid.
  if (left !== undefined && checked.kept.length > left) {
    await apply(context, call, { vectors: none, undo: true });
  }
  const isLater = path.embedLater?.(view) === true;
  if (path.embedding.isInstant && !isLater) {
    const vectors = await embedRecords(context.read, { checked, view, embedding: path.embedding });
    return { call, rules: { vectors, undo: false } };
  }
  return { call, rules: { vectors: none, undo: false, claim: !isLater } };
}

/** A call with its checked records. */
interface CheckedCall {
  readonly principal: Principal;
  readonly path: WritePath;
  readonly view: CollectionView;
  readonly checked: CheckedRecords;
  /** The expected version by canonical id. */
  readonly versions: ReadonlyMap<string, string>;
  readonly now: Date;
}

interface ApplyingRules {
  readonly vectors: VectorsByText;
  /** Whether to roll the transaction back at the end. */
  readonly undo: boolean;
  /** Whether to claim stored records without a vector, so that this call embeds them and no other does. */
  readonly claim?: boolean;
}

/** Applies the records of a call in one transaction, with findings, audit entry and daily count. */
async function apply(
  context: OperationContext,
  { principal, path, view, checked, versions, now }: CheckedCall,
  { vectors, undo, claim = false }: ApplyingRules,
): Promise<AppliedCall> {
  try {
    return await context.transaction(async (transaction) => {
      // Pipelined in this order: the update locks the collection, and the reads after it see the new sequence number.
      // The result is only valid if the collection has not changed since the records were checked.
      const marking = takeSequenceNumber(transaction, view.collection.id);
      const asking = Promise.all([
        path.open(transaction),
        path.isCapped && !path.dryRun ? lockDay(context, transaction, principal.id) : 0,
        findStatesOf(transaction, checked, view),
        listFilteredGrants(transaction, view.collection.id),
      ]);
      asking.catch(() => undefined);
      // The lock is awaited first: after a lock timeout, the other statements only report that the transaction has
      // failed.
      const sequenceNumber = await marking;
      const [current, writtenToday, states, grants] = await asking;
      if (sequenceNumber === undefined || !isSame(current, view)) {
        // The records would be checked against outdated rules.
        throw new StartAgainError();
      }
      const version = uuidFrom(context.services.random);
      const { embedderId } = path.embedding;
      const target = { collectionId: current.collection.id, embedderId, sequenceNumber, now, version };
      const expectations = { versions, given: version };
      const batch = { ...checked, vectors, states, grants, expectations };
      const outcomes = await applyBatch(transaction, batch, { view: current, target });
      const ids = claim ? appliedOf(outcomes).map(({ record }) => record.externalId) : [];
      const claimed = ids.length === 0 ? [] : await claimPending(transaction, current.collection.id, ids);
      const result = { view: current, outcomes, claimed };
      if (!path.dryRun) {
        account(context, transaction, { principal, result, path, writtenToday, wrote: target });
      }
      if (outcomes.length >= followedFrom) {
        const written = indexTargetOf(transaction, current);
        transaction.afterCommit(() => path.indexes.ensureReadyLater(written, [declaredColumns(current.config)]));
      }
      if (undo) {
        throw new UndoneError(result);
      }
      return result;
    });
  } catch (error) {
    if (error instanceof UndoneError) {
      return error.result;
    }
    throw error;
  }
}

/** Whether the collection still has the rules and the slice that the records were checked against. */
function isSame(current: CollectionView, checked: CollectionView): boolean {
  return (
    current.collection.id === checked.collection.id &&
    current.collection.configuration_version === checked.collection.configuration_version &&
    isDeepStrictEqual(current.writeSlice?.filters, checked.writeSlice?.filters)
  );
}

/** Counts the call against the daily cap and adds its audit entry. */
function account(
  context: OperationContext,
  transaction: Transaction,
  call: Pick<CheckedCall, 'principal' | 'path'> & {
    readonly result: WriteResult;
    readonly writtenToday: number;
    readonly wrote: WriteTarget;
  },
): void {
  const { principal, path, result, writtenToday, wrote } = call;
  const { written, stale, failed } = countsOf(result.outcomes);
  if (path.isCapped && written > 0) {
    countAgainstCap(context, transaction, { credentialId: principal.id, records: written, writtenToday });
  }
  const applied = appliedOf(result.outcomes);
  const hasChanged = applied.some(({ status }) => isChange(status));
  if (path.isCapped || hasChanged) {
    const tombstoned = applied.filter(({ status }) => status === 'tombstoned').length;
    const ids = applied.map(({ record }) => record.externalId);
    const collection = result.view.collection.name;
    const external_ids = [...new Set(ids)].slice(0, 100);
    context.audit(transaction, {
      action: path.auditAction,
      target: collection,
      detail: { collection, written, stale, failed, external_ids },
      wrote: hasChanged ? wrote : undefined,
      events:
        written > 0
          ? [outboxEvent('collection.records_written', { collection, written, tombstoned, external_ids })]
          : [],
    });
  }
}

/** The counts of a call. `written` includes unchanged records; `stale` is the number of older ones. */
interface WriteCounts {
  readonly written: number;
  readonly stale: number;
  readonly failed: number;
  /** Number of vectors that the call computed. */
  readonly embedded: number;
}

/** Counts the outcomes of a call. */
export function countsOf(outcomes: readonly RecordOutcome[]): WriteCounts {
  const applied = appliedOf(outcomes);
  const stale = applied.filter(({ status }) => status === 'stale').length;
  return {
    written: applied.length - stale,
    stale,
    failed: outcomes.length - applied.length,
    embedded: applied.filter(({ embedded }) => embedded).length,
  };
}
