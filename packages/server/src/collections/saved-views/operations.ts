import { limits, type SavedView } from '@tessera/contract';
import type { JsonObject } from '@tessera/json';
import type { Operation } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { errors, ServiceError } from '../../platform/errors.js';
import { requireById } from '../../platform/identifiers.js';
import { canWrite, type Principal } from '../../principals/principal.js';
import { type CollectionView, mayQuery, openCollection, readVisibleFilter } from '../access/view.js';
import { lockCollection } from '../corrections/queries.js';
import { findOrder, readOrder } from '../search/order.js';
import { countOtherViews, deleteView, findView, listViews, storeView, type ViewRow } from './queries.js';

const list: Operation<'collections.list_views'> = (context, principal, { params }) =>
  context.transaction(async (transaction) => {
    const view = await openCollection(transaction, principal, 'collections.list_views', params.name);
    const rows = await listViews(transaction, view.collection.id, ownerOf(principal));
    return { views: rows.map((row) => presentView(visiblePart(row, view), principal)), count: rows.length };
  });

const put: Operation<'collections.put_view'> = (context, principal, { params, body }) =>
  context.transaction(async (transaction) => {
    const opened = await openCollection(transaction, principal, 'collections.put_view', params.name);
    const { id: collectionId, name: target } = opened.collection;
    const { name, filters = null, query = null, order = null, shared } = body;
    if (filters !== null) {
      readVisibleFilter(filters, opened);
    }
    if (order !== null) {
      readOrder(order, opened);
    }
    // Lock the collection, so that concurrent calls cannot exceed the limits.
    if (!(await lockCollection(transaction, collectionId))) {
      throw errors.notFound('collection_not_found');
    }
    const id = params.id.toLowerCase();
    const before = await findView(transaction, collectionId, id);
    if (before !== undefined) {
      requireChangeable(before, principal, 'put_view');
    }
    if ((shared || before?.shared) && !(principal.scope !== null && canWrite(principal.scope))) {
      throw errors.operationNotAllowed('put_view', 'a credential that may write, for a shared view');
    }
    const row: ViewRow = {
      id,
      owner: before?.owner ?? ownerOf(principal),
      owner_name: before?.owner_name ?? principal.name,
      shared,
      name,
      filters: filters as JsonObject | null,
      query,
      sort_order: order,
      updated_at: context.services.clock(),
    };
    await requireRoom(transaction, collectionId, row);
    storeView(transaction, collectionId, row);
    if (shared || before?.shared) {
      context.audit(transaction, { action: 'collection.view_saved', target, detail: { id, name, shared } });
    }
    return { ...presentView(row, principal), workspace: context.workspaceReference };
  });

const remove: Operation<'collections.delete_view'> = (context, principal, { params }) =>
  context.transaction(async (transaction) => {
    const { collection } = await openCollection(transaction, principal, 'collections.delete_view', params.name);
    const { id, name, shared } = await requireById('view_not_found', params.id, async (sent) => {
      const found = await findView(transaction, collection.id, sent);
      return found === undefined ? undefined : requireChangeable(found, principal, 'delete_view');
    });
    deleteView(transaction, collection.id, id);
    if (shared) {
      const detail = { id, name };
      context.audit(transaction, { action: 'collection.view_deleted', target: collection.name, detail });
    }
    return { id, deleted: true, workspace: context.workspaceReference };
  });

/** A view without the conditions and the order that name fields hidden from the caller. */
function visiblePart(row: ViewRow, view: CollectionView): ViewRow {
  const { filters, sort_order: order } = row;
  const visible = Object.entries(filters ?? {}).filter(([field]) => mayQuery(field, view));
  return {
    ...row,
    filters: visible.length === 0 ? null : Object.fromEntries(visible),
    sort_order: order !== null && findOrder(order, view) === undefined ? null : order,
  };
}

/** A person has the same views on every device and after a move to another server. */
function ownerOf({ personId, email, id }: Principal): string {
  return personId !== undefined && email !== undefined ? email : id;
}

/** Throws `view_not_found` for a view that the caller cannot see, `operation_not_allowed` for a shared one of others. */
function requireChangeable(view: ViewRow, principal: Principal, operation: string): ViewRow {
  const { scope } = principal;
  if (view.owner === ownerOf(principal)) {
    return view;
  }
  if (!view.shared) {
    throw errors.notFound('view_not_found');
  }
  if (scope?.role !== 'admin' || scope.groups !== null || !canWrite(scope)) {
    throw errors.operationNotAllowed(operation, 'its owner, or an admin who may write');
  }
  return view;
}

async function requireRoom(transaction: Transaction, collectionId: string, view: ViewRow): Promise<void> {
  const { owned, shared } = await countOtherViews(transaction, collectionId, view);
  const { viewsPerOwner, sharedViewsPerCollection } = limits;
  if (owned >= viewsPerOwner) {
    throw new ServiceError('storage_full', `You keep ${viewsPerOwner} views of a collection: delete one first.`);
  }
  if (view.shared && shared >= sharedViewsPerCollection) {
    const message = `A collection keeps ${sharedViewsPerCollection} shared views: delete one, or save it for yourself.`;
    throw new ServiceError('storage_full', message);
  }
}

function presentView(row: ViewRow, principal: Principal): SavedView {
  const { id, name, filters, query, sort_order: order, shared, owner_name: by, updated_at: at } = row;
  const own = row.owner === ownerOf(principal);
  return { id, name, filters, query, order, shared, own, by, updated_at: at.toISOString() };
}

/** Operations on saved views. Views that are not shared are not recorded in the audit log, like drafts. */
export const viewOperations = {
  'collections.list_views': list,
  'collections.put_view': put,
  'collections.delete_view': remove,
};
