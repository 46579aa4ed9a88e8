import { z } from 'zod';
import {
  accessLevel,
  changesSomething,
  count,
  groupIds,
  optionalNextCursor,
  optionalPageQuery,
  role,
  uuid,
  workspaceReference,
} from '../common.js';
import { settingsCredentials } from '../policy.js';
import { defineRoute } from '../route.js';
import { displayName, idParams, personFields, personFieldsSent, personWritten } from './schemas.js';

const admin = { credentials: settingsCredentials, workspace: 'one', role: 'admin' } as const;

/** The people of a workspace, managed by admins. */
export const peopleRoutes = {
  'people.list': defineRoute('people.list', 'GET /settings/people', {
    summary: 'List the people of the workspace, newest first',
    policy: { ...admin, effect: 'read' },
    query: optionalPageQuery,
    answer: z
      .object({
        people: z.array(z.object(personFields).meta({ id: 'Person' })),
        count,
        next_cursor: optionalNextCursor,
      })
      .meta({ id: 'PersonList' }),
  }),
  'people.add': defineRoute('people.add', 'POST /settings/people', {
    summary: 'Put a person into the workspace and invite them',
    policy: { ...admin, effect: 'write' },
    body: z.strictObject({ ...personFieldsSent, send_email: z.boolean().default(true) }).meta({ id: 'PersonAdd' }),
    answer: personWritten.extend({ email_sent: z.boolean() }).meta({ id: 'PersonAdded' }),
    errors: ['invalid_access', 'group_not_found', 'member_exists', 'billing_inactive', 'seat_cap_reached'],
  }),
  'people.update': defineRoute('people.update', 'PATCH /settings/people/{id}', {
    summary: "Change a person's name, role, level or groups",
    description: '`groups: null` lifts the confinement of an editor.',
    policy: { ...admin, effect: 'write' },
    params: idParams,
    body: changesSomething(
      z.strictObject({
        name: displayName.optional(),
        role: role.optional(),
        access: accessLevel.optional(),
        groups: groupIds.nullish().describe('null: no longer confined'),
      }),
    ).meta({ id: 'PersonUpdate' }),
    answer: personWritten,
    errors: ['invalid_access', 'person_not_found', 'member_revoked', 'group_not_found', 'seat_cap_reached'],
  }),
  'people.remove': defineRoute('people.remove', 'DELETE /settings/people/{id}', {
    summary: 'Revoke a person; adding the e-mail again brings them back',
    policy: { ...admin, effect: 'write', endsAccess: true },
    params: idParams,
    answer: z
      .object({
        id: uuid,
        email: z.string(),
        status: z.literal('revoked'),
        still_working: z
          .array(
            z.object({
              kind: z.enum(['api_key', 'token']),
              id: uuid,
              name: z.string(),
              revoke: z.string().describe('Method and path that revoke it'),
            }),
          )
          .describe('API keys and tokens that this person made; they work on until they are revoked'),
        workspace: workspaceReference,
      })
      .meta({ id: 'PersonRemoved' }),
    errors: ['person_not_found'],
  }),
} as const;
