import { z } from 'zod';
import { count } from '../common.js';
import { settingsCredentials } from '../policy.js';
import { previousEnded, rotated, rotationBody } from '../rotation.js';
import { defineRoute } from '../route.js';
import { credentialRevoked, idParams, token, tokenBody, tokenSecret } from './schemas.js';

const admin = { credentials: settingsCredentials, workspace: 'one', role: 'admin' } as const;

/** Pinned tokens, managed by admins: each represents one agent. */
export const tokenRoutes = {
  'tokens.list': defineRoute('tokens.list', 'GET /settings/tokens', {
    summary: 'List the pinned tokens of the workspace, newest first',
    policy: { ...admin, effect: 'read' },
    answer: z.object({ tokens: z.array(token), count }).meta({ id: 'TokenList' }),
  }),
  'tokens.create': defineRoute('tokens.create', 'POST /settings/tokens', {
    summary: 'Create a pinned token for an agent; its secret is shown once',
    policy: { ...admin, effect: 'write' },
    body: tokenBody,
    answer: tokenSecret,
    errors: ['invalid_access', 'group_not_found', 'storage_full'],
  }),
  'tokens.rotate': defineRoute('tokens.rotate', 'POST /settings/tokens/{id}/rotate', {
    summary: 'Give a pinned token a new secret',
    policy: { ...admin, effect: 'write' },
    params: idParams,
    optionalBody: true,
    body: rotationBody,
    answer: tokenSecret.extend(rotated).meta({ id: 'TokenRotated' }),
    errors: ['token_not_found'],
  }),
  'tokens.end_previous': defineRoute('tokens.end_previous', 'DELETE /settings/tokens/{id}/previous', {
    summary: 'End the earlier secret of a pinned token now',
    policy: { ...admin, effect: 'write', endsAccess: true },
    params: idParams,
    answer: previousEnded,
    errors: ['token_not_found'],
  }),
  'tokens.revoke': defineRoute('tokens.revoke', 'DELETE /settings/tokens/{id}', {
    summary: 'Permanently revoke a pinned token',
    policy: { ...admin, effect: 'write', endsAccess: true },
    params: idParams,
    answer: credentialRevoked,
    errors: ['token_not_found'],
  }),
} as const;
