import type { JsonValue } from '@tessera/resolver';
import type { Operation } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import { decodeCursor, toPage } from '../../platform/paging.js';
import { canonicalId } from '../domain/index.js';
import type { SearchIndexes } from '../query/indexes.js';
import { askSlice, type SliceLook } from '../query/slice-index.js';
import { findCurrentIds, findStoredIds } from '../rekey/lookup.js';
import { type CollectionView, openCollection, shownScope } from '../view.js';
import { inHeldCollection } from '../write/held.js';
import { countLive } from './counts.js';
import { presentRecord } from './present.js';
import {
  findAnyRecord,
  findInOrder,
  findRecord,
  listAbsent,
  listRecords,
  lockRecords,
  type RecordRow,
  tombstoneRecords,
} from './queries.js';

function readScope(view: CollectionView) {
  return shownScope(view, view.readSlice);
}

function writeScope(view: CollectionView) {
  return { collectionId: view.collection.id, slice: view.writeSlice };
}

/** The canonical form of an id in a path; one that cannot be an id names no record. */
function idInPath(id: string): string {
  const canonical = canonicalId(id);
  if ('error' in canonical) {
    throw errors.notFound('record_not_found');
  }
  return canonical.id;
}

const get: Operation<'collections.get_record'> = (context, principal, { params }) =>
  context.transaction(async (transaction) => {
    const view = await openCollection(transaction, principal, {
      name: params.name,
      level: 'read',
      operation: 'collections.get_record',
    });
    const externalId = idInPath(params.id);
    const row = await findRecord(transaction, readScope(view), externalId);
    if (row === undefined) {
      throw errors.notFound('record_not_found');
    }
    return presentRecord(row, view);
  });

/** One page of live records, where the next one starts, and how many there are in all. */
async function pageOf(
  transaction: Transaction,
  look: Omit<SliceLook, 'slice'>,
  page: { readonly after: string | null; readonly limit: number },
): Promise<{ rows: readonly RecordRow[]; nextCursor: string | null; count: number }> {
  const scope = readScope(look.view);
  const question = { after: page.after, limit: page.limit + 1 };
  const indexed = await askSlice(transaction, { ...look, slice: look.view.readSlice }, { asks: 'page', question });
  if (indexed !== undefined) {
    const { rows: ids, nextCursor } = toPage(indexed.ids, page.limit, (id) => [id]);
    return { rows: await findInOrder(transaction, scope, ids), nextCursor, count: indexed.records };
  }
  const found = toPage(await listRecords(transaction, scope, question), page.limit, (row) => [row.current_id]);
  return { ...found, count: await countLive(transaction, scope) };
}

function list(indexes: SearchIndexes): Operation<'collections.list_records'> {
  return (context, principal, { params, query }) =>
    context.transaction(async (transaction) => {
      const view = await openCollection(transaction, principal, {
        name: params.name,
        level: 'read',
        operation: 'collections.list_records',
      });
      const after = query.cursor === undefined ? null : decodeCursor(query.cursor, ['text'])[0];
      const look = { indexes, context, view };
      const { rows, nextCursor, count } = await pageOf(transaction, look, { after, limit: query.limit });
      return { records: rows.map((row) => presentRecord(row, view)), count, next_cursor: nextCursor };
    });
}

const remove: Operation<'collections.delete_record'> = (context, principal, { params }) => {
  const place = { name: params.name, level: 'write', operation: 'collections.delete_record' } as const;
  return inHeldCollection(context, principal, place, async (transaction, view) => {
    const externalId = idInPath(params.id);
    const [storedId] = await findStoredIds(transaction, view, [externalId]);
    const held = storedId === undefined ? undefined : await findAnyRecord(transaction, writeScope(view), storedId);
    if (storedId === undefined || held === undefined) {
      throw errors.notFound('record_not_found');
    }
    if (!held.tombstoned) {
      if (view.config.append_only) {
        throw errors.appendOnly('The collection is append-only: its records are never deleted.');
      }
      await tombstoneRecords(transaction, {
        collectionId: view.collection.id,
        externalIds: [storedId],
        at: context.services.clock(),
      });
      await context.audit(transaction, {
        action: 'collection.record_deleted',
        target: view.collection.name,
        detail: { external_id: externalId },
      });
    }
    return { external_id: externalId, status: 'tombstoned', workspace: context.workspaceReference };
  });
};

/** Where those of a caller's records are stored, locked, that a list of live ids lacks, and how many of them it names. */
async function compareWith(
  transaction: Transaction,
  look: Omit<SliceLook, 'slice'>,
  liveIds: readonly string[],
): Promise<{ absent: readonly string[]; known: () => Promise<number> }> {
  const scope = writeScope(look.view);
  const question = { ids: liveIds };
  const indexed = await askSlice(transaction, { ...look, slice: look.view.writeSlice }, { asks: 'compare', question });
  if (indexed !== undefined) {
    const absentIds = await findStoredIds(transaction, look.view, indexed.absent);
    return {
      absent: await lockRecords(transaction, scope, absentIds),
      known: () => Promise.resolve(indexed.known),
    };
  }
  const storedIds = await findStoredIds(transaction, look.view, liveIds);
  const absent = await lockRecords(transaction, scope, await listAbsent(transaction, scope, storedIds));
  return { absent, known: () => countLive(transaction, scope, storedIds) };
}

function reconcile(indexes: SearchIndexes): Operation<'collections.reconcile_records'> {
  return async (context, principal, { params, body }) => {
    const place = { name: params.name, level: 'write', operation: 'collections.reconcile_records' } as const;
    return inHeldCollection(context, principal, place, async (transaction, view) => {
      const liveIds = canonicalIds(body.live_ids as readonly JsonValue[]);
      const look = { indexes, context, view };
      const { absent, known } = await compareWith(transaction, look, liveIds);
      if (view.config.append_only && absent.length > 0) {
        throw errors.appendOnly(
          `The collection is append-only, and ${absent.length} of its records are not among the live ids: nothing was deleted.`,
        );
      }
      if (absent.length > 0) {
        await tombstoneRecords(transaction, {
          collectionId: view.collection.id,
          externalIds: absent,
          at: context.services.clock(),
        });
      }
      // What is left is what the list names.
      const live = await known();
      const counts = { tombstoned: absent.length, live, unknown: liveIds.length - live };
      const tombstonedIds = await findCurrentIds(transaction, view, absent.slice(0, 100));
      await context.audit(transaction, {
        action: 'collection.reconciled',
        target: view.collection.name,
        detail: { ...counts, external_ids: tombstonedIds },
      });
      return { ...counts, workspace: context.workspaceReference };
    });
  };
}

function canonicalIds(sent: readonly JsonValue[]): string[] {
  const canonical = sent.map((id) => canonicalId(id));
  const details = canonical.flatMap((id, place) =>
    'error' in id ? [{ path: `live_ids.${place}`, message: id.message }] : [],
  );
  if (details.length > 0) {
    throw errors.invalidRequest(details.slice(0, 20));
  }
  return [...new Set(canonical.flatMap((id) => ('id' in id ? [id.id] : [])))];
}

/** Reading, deleting and reconciling records. */
export function recordOperations(indexes: SearchIndexes) {
  return {
    'collections.get_record': get,
    'collections.list_records': list(indexes),
    'collections.delete_record': remove,
    'collections.reconcile_records': reconcile(indexes),
  };
}
