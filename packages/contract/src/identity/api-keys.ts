import { z } from 'zod';
import { count } from '../common.js';
import { settingsCredentials } from '../policy.js';
import { previousEnded, rotated, rotationBody } from '../rotation.js';
import { defineRoute } from '../route.js';
import { apiKey, apiKeyBody, apiKeySecret, credentialRevoked, idParams } from './schemas.js';

const admin = { credentials: settingsCredentials, workspace: 'one', role: 'admin' } as const;

/** Workspace API keys, managed by admins. */
export const apiKeyRoutes = {
  'api_keys.list': defineRoute('api_keys.list', 'GET /settings/api-keys', {
    summary: 'List the API keys of the workspace, newest first',
    policy: { ...admin, effect: 'read' },
    answer: z.object({ api_keys: z.array(apiKey), count }).meta({ id: 'ApiKeyList' }),
  }),
  'api_keys.create': defineRoute('api_keys.create', 'POST /settings/api-keys', {
    summary: 'Create an API key; its secret is shown once',
    policy: { ...admin, effect: 'write' },
    body: apiKeyBody,
    answer: apiKeySecret,
    errors: ['storage_full'],
  }),
  'api_keys.rotate': defineRoute('api_keys.rotate', 'POST /settings/api-keys/{id}/rotate', {
    summary: 'Give an API key a new secret',
    policy: { ...admin, effect: 'write' },
    params: idParams,
    optionalBody: true,
    body: rotationBody,
    answer: apiKeySecret.extend(rotated).meta({ id: 'ApiKeyRotated' }),
    errors: ['api_key_not_found'],
  }),
  'api_keys.end_previous': defineRoute('api_keys.end_previous', 'DELETE /settings/api-keys/{id}/previous', {
    summary: 'End the earlier secret of an API key now',
    policy: { ...admin, effect: 'write', endsAccess: true },
    params: idParams,
    answer: previousEnded,
    errors: ['api_key_not_found'],
  }),
  'api_keys.revoke': defineRoute('api_keys.revoke', 'DELETE /settings/api-keys/{id}', {
    summary: 'Permanently revoke an API key',
    policy: { ...admin, effect: 'write', endsAccess: true },
    params: idParams,
    answer: credentialRevoked,
    errors: ['api_key_not_found'],
  }),
} as const;
