import { limits } from '@tessera/contract';
import type { JsonValue } from '@tessera/json';
import { canonicalId } from '@tessera/records';
import type { InputOf, Operation, OperationContext } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import { isUuid } from '../../platform/identifiers.js';
import type { Principal } from '../../principals/principal.js';
import { type CollectionView, openCollection } from '../access/view.js';
import type { WriteDependencies } from '../writing/write.js';
import { revertPart } from './apply.js';
import type { SelectedWrites } from './plan.js';
import { type PreparedRevert, prepareRevert, type RevertConflict, refuseAppendOnly } from './prepare.js';
import { findCurrentLinks, findFormerLinks, findWrites, findWrittenIds, type WriteSearch } from './queries.js';

const operation = 'collections.revert_records';
type Body = InputOf<typeof operation>['body'];

/** Operations that revert writes. */
export function revertOperations(dependencies: WriteDependencies) {
  const revert: Operation<typeof operation> = async (context, principal, { params, body }) => {
    const { view, selected, ids } = await context.read(async (transaction) => {
      const view = await openCollection(transaction, principal, operation, params.name);
      return { view, ...(await select(transaction, view, body)) };
    });
    const rules = { selected, force: body.force, now: context.services.clock() };
    let [reverted, unchanged] = [0, 0];
    const conflicts: RevertConflict[] = [];
    for (let start = 0; start < ids.length; start += limits.recordsPerCall) {
      const part = { ids: ids.slice(start, start + limits.recordsPerCall), rules };
      const done = body.dry_run
        ? await tryPart(context, principal, { name: params.name, part })
        : await revertPart(context, principal, { dependencies, view, part, body });
      reverted += done.restored.length + done.removed.length;
      unchanged += done.unchanged;
      conflicts.push(...done.conflicts);
    }
    return { reverted, unchanged, conflicts, dry_run: body.dry_run, workspace: context.workspaceReference };
  };
  return { [operation]: revert };
}

function tryPart(
  context: OperationContext,
  principal: Principal,
  { name, part }: { readonly name: string; readonly part: Parameters<typeof prepareRevert>[2] },
): Promise<PreparedRevert> {
  return context.read(async (transaction) => {
    const view = await openCollection(transaction, principal, operation, name);
    const prepared = await prepareRevert(transaction, view, part);
    refuseAppendOnly(view, prepared);
    return prepared;
  });
}

interface SelectedRecords {
  readonly selected: SelectedWrites;
  readonly ids: readonly string[];
}

/**
 * Finds the writes that a body selects, and their records. Throws `too_many_records` if there are more than a call
 * allows.
 */
async function select(transaction: Transaction, view: CollectionView, body: Body): Promise<SelectedRecords> {
  const { id: collectionId } = view.collection;
  if (body.version !== undefined) {
    return selectVersion(transaction, collectionId, body);
  }
  const max = limits.recordsPerRevert;
  const writes = await findWrites(transaction, { collectionId, search: searchOf(body) }, max + 1);
  const selected: SelectedWrites = {
    versions: new Set(writes.map(({ version }) => version)),
    lowestMark: writes.reduce((lowest, { change_mark }) => Math.min(lowest, change_mark), Number.MAX_SAFE_INTEGER),
  };
  const ids = writes.length === 0 ? [] : await findWrittenIds(transaction, { collectionId, selected }, max + 1);
  if (writes.length > max || ids.length > max) {
    throw errors.tooManyRecords(max);
  }
  return { selected, ids };
}

function searchOf({ request_id, since = '', until = '', actor }: Body): WriteSearch {
  return request_id === undefined ? { since, until, actor: actor ?? null } : { request_id };
}

/** Finds the write of a version. Throws `record_not_found` if the record does not have that version. */
async function selectVersion(
  transaction: Transaction,
  collectionId: string,
  { external_id, version = '' }: Body,
): Promise<SelectedRecords> {
  const canonical = canonicalId(external_id as JsonValue);
  const wanted = version.toLowerCase();
  if ('error' in canonical || !isUuid(wanted)) {
    throw errors.notFound('record_not_found');
  }
  const ids = [canonical.id];
  const links = [
    ...(await findCurrentLinks(transaction, collectionId, ids)),
    ...(await findFormerLinks(transaction, { collectionId, ids, lowestMark: 0, keptSince: new Date(0) })),
  ];
  if (!links.some((link) => link.version === wanted)) {
    throw errors.notFound('record_not_found');
  }
  return { selected: { versions: new Set([wanted]), lowestMark: 0 }, ids };
}
