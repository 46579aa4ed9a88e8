import type { JsonObject } from '@tessera/resolver';
import { requireGroups } from '../../access/groups/holders.js';
import type { Operation } from '../../dispatch/operation.js';
import { errors } from '../../platform/errors.js';
import { isUuid } from '../../platform/identifiers.js';
import { readFilter } from '../filters/read.js';
import { type CollectionView, openCollection } from '../view.js';
import { deleteGrant, findGrant, putGrant } from './queries.js';

const get: Operation<'collections.get_grant'> = (context, principal, { params }) =>
  context.transaction(async (transaction) => {
    const { collection } = await openCollection(transaction, principal, {
      name: params.name,
      level: 'manage',
      operation: 'collections.get_grant',
    });
    const grant = isUuid(params.group_id) ? await findGrant(transaction, collection.id, params.group_id) : undefined;
    if (grant === undefined) {
      throw errors.notFound('grant_not_found');
    }
    return grant;
  });

const put: Operation<'collections.put_grant'> = (context, principal, { params, body }) =>
  context.transaction(async (transaction) => {
    const view = await openCollection(transaction, principal, {
      name: params.name,
      level: 'manage',
      operation: 'collections.put_grant',
    });
    const [groupId = params.group_id] = await requireGroups(transaction, [params.group_id]);
    const grant = { group_id: groupId, permission: body.permission, filter: checkFilter(body.filter, view) };
    await putGrant(transaction, {
      ...grant,
      workspaceId: context.workspace.id,
      collectionId: view.collection.id,
      at: context.services.clock(),
    });
    await context.audit(transaction, { action: 'collection.shared', target: view.collection.name, detail: grant });
    return { ...grant, workspace: context.workspaceReference };
  });

const remove: Operation<'collections.delete_grant'> = (context, principal, { params }) =>
  context.transaction(async (transaction) => {
    const { collection } = await openCollection(transaction, principal, {
      name: params.name,
      level: 'manage',
      operation: 'collections.delete_grant',
    });
    if (!isUuid(params.group_id) || !(await deleteGrant(transaction, collection.id, params.group_id))) {
      throw errors.notFound('grant_not_found');
    }
    const groupId = params.group_id.toLowerCase();
    await context.audit(transaction, {
      action: 'collection.unshared',
      target: collection.name,
      detail: { group_id: groupId },
    });
    return { group_id: groupId, deleted: true, workspace: context.workspaceReference };
  });

/** A slice's filter as it is stored; null for the whole. Throws `invalid_request` for one that cannot be used. */
function checkFilter(filter: unknown, view: CollectionView): JsonObject | null {
  if (filter === undefined || filter === null) {
    return null;
  }
  readFilter(filter, view.config.field_types, 'filter');
  return Object.keys(filter).length === 0 ? null : (filter as JsonObject);
}

/** Sharing of a collection with groups. */
export const grantOperations = {
  'collections.get_grant': get,
  'collections.put_grant': put,
  'collections.delete_grant': remove,
};
