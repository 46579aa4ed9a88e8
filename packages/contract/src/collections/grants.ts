import { z } from 'zod';
import { count, jsonObject, pathText, uuid, workspaceReference } from '../common.js';
import { workspaceCredentials } from '../policy.js';
import { defineRoute } from '../route.js';
import { collectionParams, filters } from './schemas.js';

const admin = {
  credentials: workspaceCredentials,
  workspace: 'one',
  role: 'admin',
  permission: 'manage',
} as const;

const params = z.strictObject({ ...collectionParams.shape, group_id: pathText.describe('Id of the group') });
const grantPermission = z.enum(['read', 'write']).meta({ id: 'GrantPermission' });

const grantFields = z.object({
  group_id: uuid,
  permission: grantPermission,
  filter: jsonObject.nullable().describe('The slice that the group is confined to; null: the whole collection'),
});

/** Sharing of a collection with groups, by admins. */
export const grantRoutes = {
  'collections.list_grants': defineRoute('collections.list_grants', 'GET /collections/{name}/grants', {
    operation: 'share_collection',
    summary: 'List the groups that the collection is shared with, and how many records each sees',
    policy: { ...admin, effect: 'read' },
    params: collectionParams,
    answer: z
      .object({
        grants: z.array(
          grantFields
            .extend({ name: z.string().describe("The group's name"), records: z.int() })
            .meta({ id: 'CollectionGrantListed' }),
        ),
        count,
      })
      .meta({ id: 'CollectionGrantList' }),
    errors: ['collection_not_found'],
  }),
  'collections.get_grant': defineRoute('collections.get_grant', 'GET /collections/{name}/grants/{group_id}', {
    operation: 'share_collection',
    summary: "Show a group's grant on the collection",
    policy: { ...admin, effect: 'read' },
    params,
    answer: grantFields.meta({ id: 'CollectionGrant' }),
    errors: ['collection_not_found', 'grant_not_found'],
  }),
  'collections.put_grant': defineRoute('collections.put_grant', 'PUT /collections/{name}/grants/{group_id}', {
    operation: 'share_collection',
    summary: 'Share the collection with a group, whole or as a slice',
    description:
      'Members and magic links can never write. The filter compares a relational value by its id only. Ids are ' +
      'unique in the whole collection: a group cannot write to the id of a record outside its slice ' +
      '(`outside_slice`). The same applies after that record is deleted, so that its deletion is not visible.',
    policy: { ...admin, effect: 'write' },
    params,
    body: z.strictObject({ permission: grantPermission, filter: filters.nullish() }).meta({ id: 'CollectionGrantPut' }),
    answer: grantFields.extend({ workspace: workspaceReference }).meta({ id: 'CollectionGrantWritten' }),
    errors: ['collection_not_found', 'group_not_found', 'storage_full'],
  }),
  'collections.delete_grant': defineRoute('collections.delete_grant', 'DELETE /collections/{name}/grants/{group_id}', {
    operation: 'share_collection',
    summary: 'Stop sharing the collection with a group',
    policy: { ...admin, effect: 'write' },
    params,
    answer: z
      .object({ group_id: uuid, deleted: z.literal(true), workspace: workspaceReference })
      .meta({ id: 'CollectionGrantDeleted' }),
    errors: ['collection_not_found', 'grant_not_found'],
  }),
} as const;
