import { z } from 'zod';
import { uuid, workspaceReference } from '../common.js';
import { idParams } from '../identity/schemas.js';
import { settingsCredentials } from '../policy.js';
import { defineAlias, defineRoute } from '../route.js';
import { groupRoutes } from './groups.js';
import { memberRoutes } from './memberships.js';
import { readerRoutes } from './readers.js';
import { accessEntry, assignment, sourceShare } from './schemas.js';

const admin = { credentials: settingsCredentials, workspace: 'one', role: 'admin' } as const;
const reads = { ...admin, effect: 'read' } as const;
const writes = { ...admin, effect: 'write' } as const;

const personAccess = z.object({
  id: uuid,
  email: z.string(),
  access: z.array(accessEntry),
  by_hand: z.array(assignment).describe('The groups that are granted by hand, which the PUT route replaces'),
  sources: z.array(sourceShare).describe('What each source grants'),
});

/** Routes for admins that correspond to those of `/v1` for API keys: groups, magic links and effective access. */
export const accessSettingsRoutes = {
  'settings.list_groups': defineAlias(
    'settings.list_groups',
    'GET /settings/groups',
    groupRoutes['groups.list'],
    reads,
  ),
  'settings.create_group': defineAlias(
    'settings.create_group',
    'POST /settings/groups',
    groupRoutes['groups.create'],
    writes,
  ),
  'settings.update_group': defineAlias(
    'settings.update_group',
    'PUT /settings/groups/{id}',
    groupRoutes['groups.update'],
    writes,
  ),
  'settings.delete_group': defineAlias(
    'settings.delete_group',
    'DELETE /settings/groups/{id}',
    groupRoutes['groups.delete'],
    writes,
  ),
  'settings.get_access': defineRoute('settings.get_access', 'GET /settings/people/{id}/access', {
    summary: "List a person's groups and levels",
    policy: reads,
    params: idParams,
    answer: personAccess.meta({ id: 'PersonAccess' }),
    errors: ['person_not_found'],
  }),
  'settings.put_access': defineRoute('settings.put_access', 'PUT /settings/people/{id}/access', {
    summary: "Replace a person's groups and levels, all or nothing",
    description:
      'Changes what is granted by hand; what other sources grant stays. Confines an editor to these groups; ' +
      '`groups: null` of the person lifts that. An admin is not confined.',
    policy: writes,
    params: idParams,
    body: memberRoutes['members.put_access'].body,
    answer: personAccess.extend({ workspace: workspaceReference }).meta({ id: 'PersonAccessReplaced' }),
    errors: ['invalid_access', 'person_not_found', 'member_revoked', 'group_not_found', 'seat_cap_reached'],
  }),
  'settings.list_readers': defineAlias(
    'settings.list_readers',
    'GET /settings/readers',
    readerRoutes['readers.list'],
    reads,
  ),
  'settings.create_reader': defineAlias(
    'settings.create_reader',
    'POST /settings/readers',
    readerRoutes['readers.create'],
    writes,
  ),
  'settings.revoke_reader': defineRoute('settings.revoke_reader', 'DELETE /settings/readers/{id}', {
    summary: readerRoutes['readers.revoke'].summary,
    policy: { ...writes, endsAccess: true },
    params: idParams,
    answer: readerRoutes['readers.revoke'].answer,
    errors: ['reader_not_found'],
  }),
} as const;
