import type { JsonValue } from '@tessera/resolver';
import type { Operation } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import { decodeCursor, toPage } from '../../platform/paging.js';
import { canonicalId } from '../domain/index.js';
import { findUnderWay, withCurrentIds } from '../rekey/lookup.js';
import { type CollectionView, openCollection } from '../view.js';
import { inSettledCollection } from '../write/settled.js';
import { countLive } from './counts.js';
import { presentRecord } from './present.js';
import {
  findAbsentRecords,
  findAnyRecord,
  findRecords,
  listRecords,
  type RecordRow,
  tombstoneRecords,
} from './queries.js';

function readScope(view: CollectionView) {
  return { collectionId: view.collection.id, slice: view.readSlice?.compiled ?? null };
}

function writeScope(view: CollectionView) {
  return { collectionId: view.collection.id, slice: view.writeSlice?.compiled ?? null };
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
    const row = await findLive(transaction, view, externalId);
    if (row === undefined) {
      throw errors.notFound('record_not_found');
    }
    return presentRecord(row, view);
  });

async function findLive(
  transaction: Transaction,
  view: CollectionView,
  externalId: string,
): Promise<RecordRow | undefined> {
  const scope = readScope(view);
  if (!view.collection.rekeys_ids) {
    return (await findRecords(transaction, scope, [externalId]))[0];
  }
  const found = await findUnderWay(transaction, view, { scope, key: { id: externalId, identifier: externalId } });
  return found.find((row) => row.current_id === externalId);
}

const list: Operation<'collections.list_records'> = (context, principal, { params, query }) =>
  context.transaction(async (transaction) => {
    const view = await openCollection(transaction, principal, {
      name: params.name,
      level: 'read',
      operation: 'collections.list_records',
    });
    const after = query.cursor === undefined ? null : (decodeCursor(query.cursor, 1)[0] ?? null);
    const found = await listRecords(transaction, readScope(view), { after, limit: query.limit + 1 });
    const page = toPage(found, query.limit, (row) => [row.external_id]);
    const count = await countLive(transaction, readScope(view));
    const rows = await withCurrentIds(transaction, view, page.rows);
    return { records: rows.map((row) => presentRecord(row, view)), count, next_cursor: page.nextCursor };
  });

const remove: Operation<'collections.delete_record'> = (context, principal, { params }) => {
  const place = { name: params.name, level: 'write', operation: 'collections.delete_record' } as const;
  return inSettledCollection(context, principal, place, async (transaction, view) => {
    const externalId = idInPath(params.id);
    const held = await findAnyRecord(transaction, writeScope(view), externalId);
    if (held === undefined) {
      throw errors.notFound('record_not_found');
    }
    if (!held.tombstoned) {
      if (view.config.append_only) {
        throw errors.appendOnly('The collection is append-only: its records are never deleted.');
      }
      await tombstoneRecords(transaction, {
        collectionId: view.collection.id,
        externalIds: [externalId],
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

const reconcile: Operation<'collections.reconcile_records'> = (context, principal, { params, body }) => {
  const place = { name: params.name, level: 'write', operation: 'collections.reconcile_records' } as const;
  return inSettledCollection(context, principal, place, async (transaction, view) => {
    const liveIds = canonicalIds(body.live_ids as readonly JsonValue[]);
    const absent = await findAbsentRecords(transaction, writeScope(view), liveIds);
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
    const live = await countLive(transaction, writeScope(view));
    const unknown = liveIds.length - (await countLive(transaction, writeScope(view), liveIds));
    const counts = { tombstoned: absent.length, live, unknown };
    await context.audit(transaction, {
      action: 'collection.reconciled',
      target: view.collection.name,
      detail: { ...counts, external_ids: absent.slice(0, 100) },
    });
    return { ...counts, workspace: context.workspaceReference };
  });
};

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
export const recordOperations = {
  'collections.get_record': get,
  'collections.list_records': list,
  'collections.delete_record': remove,
  'collections.reconcile_records': reconcile,
};
