import { z } from 'zod';
import { count, optionalNextCursor, optionalPageQuery, role, timestamp, uuid } from '../common.js';
import { settingsCredentials } from '../policy.js';
import { defineRoute } from '../route.js';
import { credentialRevoked, idParams } from './schemas.js';

const admin = { credentials: settingsCredentials, workspace: 'one', role: 'admin' } as const;

const signInFields = {
  id: uuid,
  person: z
    .object({ id: uuid, email: z.string(), name: z.string(), role })
    .meta({ id: 'SignedInPerson' })
    .describe('As in the list of people, or of magic links'),
  device: z.string(),
  created_at: timestamp.describe('When it was signed in, or its person came to this workspace if that was later'),
  current: z.boolean().describe('Whether it is the credential of this call'),
};

/** Where the people of a workspace are signed in, for its admins. Nothing here tells or changes what is so elsewhere. */
export const signInRoutes = {
  'settings.list_sessions': defineRoute('settings.list_sessions', 'GET /settings/sessions', {
    summary: 'List the browser sessions that are in the workspace, newest first',
    description:
      'Those of its people that have chosen this workspace (`browser`), and those that a magic link was exchanged for ' +
      '(`magic_link`). A session is listed while it is in this workspace: its person may switch to another workspace and back.',
    policy: { ...admin, effect: 'read' },
    query: optionalPageQuery,
    answer: z
      .object({
        sessions: z.array(
          z
            .object({ ...signInFields, kind: z.enum(['browser', 'magic_link']), last_used_at: timestamp })
            .meta({ id: 'WorkspaceSession' }),
        ),
        count,
        next_cursor: optionalNextCursor,
      })
      .meta({ id: 'WorkspaceSessionList' }),
  }),
  'settings.revoke_session': defineRoute('settings.revoke_session', 'DELETE /settings/sessions/{id}', {
    summary: 'End a browser session that is in the workspace, at once',
    description:
      'Signs that browser out, of every workspace that it could switch to. Its person may sign in again, and a magic ' +
      'link can be opened again: remove the person, or revoke the magic link, to keep them out.',
    policy: { ...admin, effect: 'write', endsAccess: true },
    params: idParams,
    answer: credentialRevoked,
    errors: ['session_not_found'],
  }),
  'settings.list_devices': defineRoute('settings.list_devices', 'GET /settings/devices', {
    summary: "List the signed-in devices that the workspace's people have used there, newest first",
    description:
      'A device holds a personal token, which reaches every workspace of its person. It is listed from its first use in ' +
      'this one.',
    policy: { ...admin, effect: 'read' },
    query: optionalPageQuery,
    answer: z
      .object({
        devices: z.array(
          z
            .object({
              ...signInFields,
              last_used_at: timestamp.describe('In this workspace'),
            })
            .meta({ id: 'WorkspaceDevice' }),
        ),
        count,
        next_cursor: optionalNextCursor,
      })
      .meta({ id: 'WorkspaceDeviceList' }),
  }),
  'settings.revoke_device': defineRoute('settings.revoke_device', 'DELETE /settings/devices/{id}', {
    summary: 'Shut a device out of this workspace, at once and for good',
    description:
      'Its token is refused in this workspace and works elsewhere. Signing the device in again makes ' +
      'a new token; remove the person to keep them out.',
    policy: { ...admin, effect: 'write', endsAccess: true },
    params: idParams,
    answer: credentialRevoked,
    errors: ['token_not_found'],
  }),
} as const;
