import { compileSlice } from '@tessera/search-engine';
import { requireGroups } from '../../access/groups/assignments.js';
import type { AnswerOf, Operation } from '../../dispatch/operation.js';
import { requireById } from '../../platform/identifiers.js';
import { lockCollection } from '../access/sequence-number.js';
import { openCollection } from '../access/view.js';
import { countLive } from '../records/queries.js';
import { checkFilter } from './filters.js';
import { deleteGrant, findGrant, forgetDepartures, listGrants, putGrant } from './queries.js';

const list: Operation<'collections.list_grants'> = (context, principal, { params }) =>
  context.transaction(async (transaction) => {
    const { collection, config } = await openCollection(transaction, principal, 'collections.list_grants', params.name);
    const grants: AnswerOf<'collections.list_grants'>['grants'] = [];
    for (const grant of await listGrants(transaction, collection.id)) {
      const slice = grant.filter === null ? null : { compiled: compileSlice([grant.filter], config.field_types) };
      grants.push({ ...grant, records: await countLive(transaction, { collectionId: collection.id, slice }) });
    }
    return { grants, count: grants.length };
  });

const get: Operation<'collections.get_grant'> = (context, principal, { params }) =>
  context.transaction(async (transaction) => {
    const { collection } = await openCollection(transaction, principal, 'collections.get_grant', params.name);
    return requireById('grant_not_found', params.group_id, (id) => findGrant(transaction, collection.id, id));
  });

const put: Operation<'collections.put_grant'> = (context, principal, { params, body }) =>
  context.transaction(async (transaction) => {
    const { view } = await lockCollection(transaction, principal, 'collections.put_grant', params.name);
    const { collection, config } = view;
    const [groupId = params.group_id] = await requireGroups(transaction, [params.group_id]);
    const filter = checkFilter(body.filter, config);
    const grant = { group_id: groupId, permission: body.permission, filter };
    await putGrant(transaction, { ...grant, collectionId: collection.id, at: context.services.clock() });
    forgetDepartures(transaction, collection.id, groupId);
    context.audit(transaction, { action: 'collection.shared', target: collection.name, detail: grant });
    return { ...grant, workspace: context.workspaceReference };
  });

const remove: Operation<'collections.delete_grant'> = (context, principal, { params }) =>
  context.transaction(async (transaction) => {
    const { collection } = await openCollection(transaction, principal, 'collections.delete_grant', params.name);
    const groupId = await requireById('grant_not_found', params.group_id, (id) =>
      deleteGrant(transaction, collection.id, id),
    );
    context.audit(transaction, {
      action: 'collection.unshared',
      target: collection.name,
      detail: { group_id: groupId },
    });
    return { group_id: groupId, deleted: true, workspace: context.workspaceReference };
  });

/** Operations that share a collection with groups. */
export const grantOperations = {
  'collections.list_grants': list,
  'collections.get_grant': get,
  'collections.put_grant': put,
  'collections.delete_grant': remove,
};
