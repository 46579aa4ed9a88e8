import { stringifyJson } from '@tessera/json';
import { compileSlice } from '@tessera/search-engine';
import { requireGroups } from '../../access/groups/assignments.js';
import type { AnswerOf, Operation } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { requireById } from '../../platform/identifiers.js';
import type { GrantRow } from '../access/queries.js';
import { lockCollection } from '../access/sequence-number.js';
import { openCollection } from '../access/view.js';
import { countLive } from '../records/queries.js';
import { type IndexedSlice, queryInSlice, readIndexed } from '../search/in-slice.js';
import type { SearchIndexes } from '../search/index/indexes.js';
import { checkFilter } from './filters.js';
import { deleteGrant, findGrant, forgetDepartures, listGrants, putGrant } from './queries.js';

function listOperation(indexes: SearchIndexes): Operation<'collections.list_grants'> {
  return (context, principal, { params }) =>
    readIndexed(context, indexes, async (transaction) => {
      const view = await openCollection(transaction, principal, 'collections.list_grants', params.name);
      const grants: AnswerOf<'collections.list_grants'>['grants'] = [];
      const counts = new Map<string, number>();
      for (const grant of await listGrants(transaction, view.collection.id)) {
        const key = stringifyJson(grant.filter);
        const records = counts.get(key) ?? (await countShown(transaction, { indexes, view }, grant.filter));
        counts.set(key, records);
        grants.push({ ...grant, records });
      }
      return { grants, count: grants.length };
    });
}

/** Counts the records that a filter shows, by the index or, in a small collection, by reading every record. */
async function countShown(
  transaction: Transaction,
  { indexes, view }: IndexedSlice,
  filter: GrantRow['filter'],
): Promise<number> {
  const slice = filter && { filters: [filter], compiled: compileSlice([filter], view.config.field_types) };
  const look = { indexes, view: { ...view, readSlice: slice } };
  const survey = await queryInSlice(transaction, look, (target, selection) =>
    indexes.query(transaction, target, (index) => index.call('survey', selection)),
  );
  return survey?.records ?? countLive(transaction, { collectionId: view.collection.id, slice });
}

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
export function grantOperations(indexes: SearchIndexes) {
  return {
    'collections.list_grants': listOperation(indexes),
    'collections.get_grant': get,
    'collections.put_grant': put,
    'collections.delete_grant': remove,
  };
}
