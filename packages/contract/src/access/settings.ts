import { z } from 'zod';
import { uuid, workspaceReference } from '../common.js';
import { endpoint } from '../endpoints.js';
import { idParams } from '../identity/schemas.js';
import { settingsCredentials } from '../policy.js';
import { defineRoute } from '../route.js';
import { accessRoutes } from './access.js';
import { groupRoutes } from './groups.js';
import { readerRoutes } from './readers.js';
import { accessEntry } from './schemas.js';

const admin = { credentials: settingsCredentials, workspace: 'one', role: 'admin' } as const;
const reads = { ...admin, effect: 'read' } as const;
const writes = { ...admin, effect: 'write' } as const;

const personAccess = z.object({ id: uuid, email: z.string(), access: z.array(accessEntry) });

/** Groups, readers and what people may read, managed by admins: what `/v1` offers to API keys. */
export const accessSettingsRoutes = {
  'settings.list_groups': defineRoute({
    ...groupRoutes['groups.list'],
    ...endpoint('settings.list_groups'),
    policy: reads,
  }),
  'settings.create_group': defineRoute({
    ...groupRoutes['groups.create'],
    ...endpoint('settings.create_group'),
    policy: writes,
  }),
  'settings.update_group': defineRoute({
    ...groupRoutes['groups.update'],
    ...endpoint('settings.update_group'),
    policy: writes,
  }),
  'settings.delete_group': defineRoute({
    ...groupRoutes['groups.delete'],
    ...endpoint('settings.delete_group'),
    policy: writes,
  }),
  'settings.get_access': defineRoute({
    ...endpoint('settings.get_access'),
    summary: "List a person's groups and levels",
    policy: reads,
    params: idParams,
    answer: personAccess.meta({ id: 'PersonAccess' }),
    errors: ['person_not_found'],
  }),
  'settings.put_access': defineRoute({
    ...endpoint('settings.put_access'),
    summary: "Replace a person's groups and levels, all or nothing",
    description:
      'Confines an editor to these groups; `groups: null` of the person lifts that. An admin is not confined.',
    policy: writes,
    params: idParams,
    body: accessRoutes['members.put_access'].body,
    answer: personAccess.extend({ workspace: workspaceReference }).meta({ id: 'PersonAccessReplaced' }),
    errors: ['invalid_access', 'person_not_found', 'member_revoked', 'group_not_found'],
  }),
  'settings.list_readers': defineRoute({
    ...readerRoutes['readers.list'],
    ...endpoint('settings.list_readers'),
    policy: reads,
  }),
  'settings.create_reader': defineRoute({
    ...readerRoutes['readers.create'],
    ...endpoint('settings.create_reader'),
    policy: writes,
  }),
  'settings.revoke_reader': defineRoute({
    ...endpoint('settings.revoke_reader'),
    summary: readerRoutes['readers.revoke'].summary,
    policy: { ...writes, endsAccess: true },
    params: idParams,
    answer: readerRoutes['readers.revoke'].answer,
    errors: ['reader_not_found'],
  }),
} as const;
