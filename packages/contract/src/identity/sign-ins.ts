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
  created_at: timestamp.describe('When it signed in, or when its person joined this workspace if that was later'),
  current: z.boolean().describe('Whether it is the credential of this call'),
};

/** The sign-ins of a workspace's people, for its admins. Other workspaces are neither shown nor changed. */
export const signInRoutes = {
  'settings.list_sessions': defineRoute('settings.list_sessions', 'GET /settings/sessions', {
    summary: 'List the browser sessions that are in the workspace, newest first',
    description:
      'Sessions of people who have chosen this workspace (`browser`), and sessions of magic links ' +
      '(`magic_link`). A session is listed while it is in this workspace: its person can switch to another ' +
      'workspace and back.',
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
      'Signs the browser out of all workspaces. Its person can sign in again, and a magic link can be opened ' +
      'again: to keep them out, remove the person or revoke the magic link.',
    policy: { ...admin, effect: 'write', endsAccess: true },
    params: idParams,
    answer: credentialRevoked,
    errors: ['session_not_found'],
  }),
  'settings.list_devices': defineRoute('settings.list_devices', 'GET /settings/devices', {
    summary: "List the signed-in devices that the workspace's people have used there, newest first",
    description:
      'A device has a personal token, which can reach all workspaces of its person. It is listed from its first ' +
      'use in this one.',
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
    summary: 'Permanently exclude a device from this workspace, at once',
    description:
      'Its token is refused in this workspace and works elsewhere. Signing the device in again creates a new ' +
      'token. To keep the person out, remove them.',
    policy: { ...admin, effect: 'write', endsAccess: true },
    params: idParams,
    answer: credentialRevoked,
    errors: ['token_not_found'],
  }),
} as const;
