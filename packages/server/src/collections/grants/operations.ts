import { requireGroups } from '../../access/groups/holders.js';
import type { Operation } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import { isUuid } from '../../platform/identifiers.js';
import { holdConfiguration } from '../collections/configuration-lock.js';
import { NotPreparedError, savePrepared } from '../prepared/save.js';
import { finishMoving } from '../rekey/rekey.js';
import { giveSlices, prepareSlices } from '../slices/keep.js';
import type { SlicedGrant } from '../slices/queries.js';
import { openCollection } from '../view.js';
import { checkFilter } from './filters.js';
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

const put: Operation<'collections.put_grant'> = (context, principal, { params, body }) => {
  const { clock } = context.services;
  const open = (transaction: Transaction) =>
    openCollection(transaction, principal, {
      name: params.name,
      level: 'manage',
      operation: 'collections.put_grant',
    });
  // Before the grant counts, so that no answer to its callers has to look at what is outside.
  const prepare = async (signal: AbortSignal) => {
    const { view, filter } = await context.transaction(async (transaction) => {
      const view = await open(transaction);
      await requireGroups(transaction, [params.group_id]);
      return { view, filter: checkFilter(body.filter, view.config) };
    });
    if (filter !== null) {
      const place = { workspaceId: context.workspace.id, collectionId: view.collection.id };
      const finishFirst = () => finishMoving(context.transaction, place, { services: context.services, signal });
      const wanted = { filters: [filter], config: view.config, clock, finishFirst };
      await prepareSlices(context.transaction, place, wanted, signal);
    }
  };
  const save = () =>
    context.transaction(async (transaction) => {
      await holdConfiguration(transaction, (await open(transaction)).collection.id);
      const view = await open(transaction);
      const { collection, config } = view;
      const [groupId = params.group_id] = await requireGroups(transaction, [params.group_id]);
      const filter = checkFilter(body.filter, config);
      const grant = { group_id: groupId, permission: body.permission, filter };
      await putGrant(transaction, {
        ...grant,
        workspaceId: context.workspace.id,
        collectionId: collection.id,
        at: clock(),
      });
      const to = ({ group_id }: SlicedGrant) => group_id === groupId;
      if (!(await giveSlices(transaction, collection.id, { config, to }))) {
        throw new NotPreparedError();
      }
      await context.audit(transaction, { action: 'collection.shared', target: collection.name, detail: grant });
      return { ...grant, workspace: context.workspaceReference };
    });
  return savePrepared(prepare, save);
};

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

/** Sharing of a collection with groups. */
export const grantOperations = {
  'collections.get_grant': get,
  'collections.put_grant': put,
  'collections.delete_grant': remove,
};
