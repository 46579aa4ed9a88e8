import type { InputOf, OperationContext } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { uuidFrom } from '../../platform/identifiers.js';
import type { Principal } from '../../principals/principal.js';
import { listFilteredGrants } from '../access/queries.js';
import { type LockedCollection, lockCollection } from '../access/sequence-number.js';
import type { CollectionView } from '../access/view.js';
import { declaredColumns } from '../search/in-slice.js';
import { indexTargetOf } from '../search/index/index-target.js';
import { applyBatch, findStatesOf, type VectorsByText } from '../writing/apply.js';
import type { CheckedRecords } from '../writing/check.js';
import { embedRecords } from '../writing/embed.js';
import { writtenEvent } from '../writing/removal.js';
import { removeRecords, setClocks, tombstoneRecords, type WriteTarget } from '../writing/store.js';
import type { WriteDependencies } from '../writing/write.js';
import {
  type PreparedRevert,
  prepareRevert,
  type RestoredRecord,
  type RevertRules,
  refuseAppendOnly,
} from './prepare.js';

const operation = 'collections.revert_records';

/** Some of the records of a revert, and the call that reverts them. */
export interface RevertPart {
  readonly dependencies: WriteDependencies;
  readonly view: CollectionView;
  readonly part: { readonly ids: readonly string[]; readonly rules: RevertRules };
  readonly body: InputOf<typeof operation>['body'];
}

/**
 * Reverts a part of the records in one transaction, in which the plan is made again under the lock. The built-in
 * embedder runs before the transaction, a provider after it.
 */
export async function revertPart(
  context: OperationContext,
  principal: Principal,
  { dependencies, view, part, body }: RevertPart,
): Promise<PreparedRevert> {
  const { indexes, embedding, activity } = dependencies;
  const foreseen = await context.read(async (transaction) => ({
    prepared: await prepareRevert(transaction, view, part),
    target: indexTargetOf(transaction, view),
  }));
  // Yields between two parts, so that other calls run and the index catches up.
  await context.outOfTurn(() => indexes.caughtUp(foreseen.target));
  const checked = checkedOf(foreseen.prepared.restored);
  const vectors: VectorsByText = embedding.isInstant
    ? await embedRecords(context.read, { checked, view, embedding })
    : new Map();
  const done = await context.transaction(async (transaction) => {
    const locked = await lockCollection(transaction, principal, operation, view.collection.name);
    const prepared = await prepareRevert(transaction, locked.view, part);
    refuseAppendOnly(locked.view, prepared);
    if (prepared.restored.length + prepared.removed.length > 0) {
      const target = targetOf(context, locked, embedding.embedderId);
      await write(transaction, { prepared, vectors, target, view: locked.view });
      account(context, transaction, { prepared, target, locked, body });
      const written = indexTargetOf(transaction, locked.view);
      transaction.afterCommit(() => indexes.ensureReadyLater(written, [declaredColumns(locked.view.config)]));
    }
    return prepared;
  });
  const written = done.restored.length + done.removed.length;
  activity.noteWrite(
    { workspaceId: context.workspace.id, collectionId: view.collection.id },
    { written, stale: 0, failed: 0 },
  );
  return done;
}

function checkedOf(restored: readonly RestoredRecord[]): CheckedRecords {
  const records = new Map(restored.map(({ record }) => [record.externalId, record]));
  const kept = [...records.values()];
  return {
    kept,
    refused: [],
    isComposed: false,
    validate: (sent) => records.get(sent.externalId) ?? missing(sent.externalId),
  };
}

function missing(id: string): never {
  throw new Error(`record ${id} is not part of this revert`);
}

function targetOf({ services }: OperationContext, locked: LockedCollection, embedderId: string): WriteTarget {
  return {
    collectionId: locked.view.collection.id,
    sequenceNumber: locked.sequenceNumber,
    embedderId,
    now: services.clock(),
    version: uuidFrom(services.random),
  };
}

interface PreparedWrite {
  readonly prepared: PreparedRevert;
  readonly vectors: VectorsByText;
  readonly target: WriteTarget;
  readonly view: CollectionView;
}

/** Restores earlier content regardless of the clocks, and deletes records that did not exist. */
async function write(transaction: Transaction, { prepared, vectors, target, view }: PreparedWrite): Promise<void> {
  const { restored, removed } = prepared;
  const { collectionId } = target;
  const checked = checkedOf(restored);
  const grants = await listFilteredGrants(transaction, collectionId);
  const states = await findStatesOf(transaction, checked, view);
  const expectations = { versions: new Map<string, string>(), given: target.version };
  const batch = { ...checked, vectors, states, grants, expectations, isRevert: true };
  await applyBatch(transaction, batch, { view, target });
  // A record that was deleted is restored and deleted again in one write, so no version in between is stored.
  const deleted = restored.filter(({ tombstoned }) => tombstoned).map(({ record }) => record.externalId);
  if (deleted.length > 0) {
    tombstoneRecords(transaction, target, deleted);
  }
  if (removed.length > 0) {
    removeRecords(transaction, target, { config: view.config, externalIds: removed });
  }
  // With a wrong clock, later updates would be stale.
  const clocks = [
    ...removed.map((externalId) => ({ externalId, writeDate: null, writeOrder: null })),
    ...restored
      .map(({ record }) => record)
      .filter(({ writeDate, writeOrder }) => writeDate === null || writeOrder === null),
  ];
  setClocks(transaction, collectionId, { clocks, isExact: true });
}

interface RevertedWrite {
  readonly prepared: PreparedRevert;
  readonly target: WriteTarget;
  readonly locked: LockedCollection;
  readonly body: RevertPart['body'];
}

function account(
  context: OperationContext,
  transaction: Transaction,
  { prepared, target, locked, body }: RevertedWrite,
): void {
  const { name: collection } = locked.view.collection;
  const { restored, removed, conflicts } = prepared;
  const ids = [...restored.map(({ record }) => record.externalId), ...removed];
  const external_ids = ids.slice(0, 100);
  const tombstoned = removed.length + restored.filter((record) => record.tombstoned).length;
  const { dry_run: _dryRun, ...selection } = body;
  context.audit(transaction, {
    action: 'collection.records_reverted',
    target: collection,
    detail: { collection, reverted: ids.length, conflicts: conflicts.length, external_ids, ...selection },
    wrote: target,
    events: [writtenEvent(collection, { written: ids.length - tombstoned, tombstoned, ids: external_ids })],
  });
}
