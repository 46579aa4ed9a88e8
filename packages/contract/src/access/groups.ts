import { z } from 'zod';
import {
  changesSomething,
  count,
  optionalNextCursor,
  optionalPageQuery,
  text,
  uuid,
  workspaceReference,
} from '../common.js';
import { displayName, idParams } from '../identity/schemas.js';
import { limits } from '../limits.js';
import { defineRoute } from '../route.js';
import { group, groupPaths, sellingFields } from './schemas.js';

const policy = { credentials: ['api_key'], workspace: 'one', capability: 'manage_permissions' } as const;
const description = text(limits.descriptionCharacters);
const groupWritten = group
  .extend({
    matches: count.describe('Documents that at least one pattern matches at this moment'),
    hint: z.string().optional().describe('What to write instead of patterns that match nothing'),
    workspace: workspaceReference,
  })
  .meta({ id: 'GroupWritten' });

/** Routes of groups, which are named sets of document paths. */
export const groupRoutes = {
  'groups.list': defineRoute('groups.list', 'GET /v1/groups', {
    summary: 'List groups',
    policy: { ...policy, effect: 'read', bucket: 'lists_and_revokes' },
    query: optionalPageQuery,
    answer: z.object({ groups: z.array(group), count, next_cursor: optionalNextCursor }).meta({ id: 'GroupList' }),
  }),
  'groups.create': defineRoute('groups.create', 'POST /v1/groups', {
    summary: 'Create a group',
    policy: { ...policy, effect: 'write', bucket: 'grants_and_writes' },
    body: z
      .strictObject({
        name: displayName,
        paths: groupPaths,
        description: description.nullish(),
        public: sellingFields.public.default(false),
        for_sale: sellingFields.for_sale.default(false),
        offer: sellingFields.offer,
      })
      .meta({ id: 'GroupCreate' }),
    answer: groupWritten,
    errors: ['match_all_pattern', 'invalid_pattern', 'public_group_exists', 'storage_full'],
  }),
  'groups.update': defineRoute('groups.update', 'PUT /v1/groups/{id}', {
    summary: 'Change a group; the access of all its holders changes at once',
    policy: { ...policy, effect: 'write', bucket: 'grants_and_writes' },
    params: idParams,
    body: changesSomething(
      z.strictObject({
        name: displayName.optional(),
        paths: groupPaths.optional(),
        description: description.nullish().describe('null removes it'),
        public: sellingFields.public.optional(),
        for_sale: sellingFields.for_sale.optional(),
        offer: sellingFields.offer,
      }),
    ).meta({ id: 'GroupUpdate' }),
    answer: groupWritten,
    errors: ['match_all_pattern', 'invalid_pattern', 'group_not_found', 'public_group_exists', 'storage_full'],
  }),
  'groups.delete': defineRoute('groups.delete', 'DELETE /v1/groups/{id}', {
    summary: 'Delete a group and unassign everyone who held it',
    policy: { ...policy, effect: 'write', bucket: 'grants_and_writes' },
    params: idParams,
    answer: z
      .object({
        id: uuid,
        deleted: z.literal(true),
        unassigned: count.describe('Members and magic links that held it'),
        workspace: workspaceReference,
      })
      .meta({ id: 'GroupDeleted' }),
    errors: ['group_not_found'],
  }),
} as const;
