import { z } from 'zod';
import { count, timestamp, uuid, workspaceReference } from '../common.js';
import { settingsCredentials } from '../policy.js';
import { defineRoute } from '../route.js';
import { idParams, secretHint } from './schemas.js';

// A person's own sign-ins do not belong to a workspace, so every role may manage its own.
const own = { credentials: settingsCredentials, effect: 'read', workspace: 'none' } as const;

const current = z.boolean().describe('Whether it is the credential of this call');
const revoked = z.object({ id: uuid, status: z.literal('revoked') }).meta({ id: 'OwnCredentialRevoked' });

/** A person's own sign-ins: browser sessions and the tokens of devices. */
export const ownCredentialRoutes = {
  'sessions.list': defineRoute('sessions.list', 'GET /me/sessions', {
    summary: 'List your browser sessions',
    policy: own,
    answer: z
      .object({
        sessions: z.array(
          z
            .object({
              id: uuid,
              device: z.string(),
              workspace: workspaceReference.nullable().describe('The workspace it is pinned to'),
              created_at: timestamp,
              last_used_at: timestamp,
              expires_at: timestamp,
              current,
            })
            .meta({ id: 'Session' }),
        ),
        count,
      })
      .meta({ id: 'SessionList' }),
  }),
  'sessions.revoke': defineRoute('sessions.revoke', 'DELETE /me/sessions/{id}', {
    summary: 'End one of your browser sessions',
    policy: own,
    params: idParams,
    answer: revoked,
    errors: ['session_not_found'],
  }),
  'devices.list': defineRoute('devices.list', 'GET /me/devices', {
    summary: 'List your signed-in devices, each with its personal token',
    policy: own,
    answer: z
      .object({
        devices: z.array(
          z
            .object({
              id: uuid,
              name: z.string().describe('The device'),
              hint: secretHint,
              created_at: timestamp,
              last_used_at: timestamp.nullable(),
              current,
            })
            .meta({ id: 'Device' }),
        ),
        count,
      })
      .meta({ id: 'DeviceList' }),
  }),
  'devices.revoke': defineRoute('devices.revoke', 'DELETE /me/devices/{id}', {
    summary: 'Sign one of your devices out: its personal token stops working at once',
    policy: own,
    params: idParams,
    answer: revoked,
    errors: ['token_not_found'],
  }),
} as const;
