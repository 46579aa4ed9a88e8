import { z } from 'zod';
import { text } from '../common.js';
import { limits } from '../limits.js';
import { credentialKinds } from '../policy.js';
import { defineRoute } from '../route.js';

const policy = { credentials: credentialKinds, effect: 'read', workspace: 'none' } as const;

/** `grant_type` of the device flow's token request. */
export const deviceGrantType = 'urn:ietf:params:oauth:grant-type:device_code';

/**
 * Error codes of the device flow in the format of RFC 8628, `{error, error_description}`. The last two are from RFC
 * 6749.
 */
export const deviceErrors = [
  'invalid_request',
  'invalid_grant',
  'unsupported_grant_type',
  'authorization_pending',
  'slow_down',
  'access_denied',
  'expired_token',
  'temporarily_unavailable',
  'server_error',
] as const;

/** An error code of the device flow. */
export type DeviceError = (typeof deviceErrors)[number];

/** The device flow's error code for errors that have none of their own, by status. */
export function deviceErrorOf(status: number): DeviceError {
  switch (status) {
    case 429:
      return 'slow_down';
    case 503:
      return 'temporarily_unavailable';
    case 500:
      return 'server_error';
    default:
      return 'invalid_request';
  }
}

/** An error of the device flow. */
export const deviceErrorAnswer = z
  .object({ error: z.enum(deviceErrors), error_description: z.string() })
  .meta({ id: 'DeviceError' });

// Unlike in other bodies, unknown keys are ignored instead of refused, as RFC 6749 requires.
const deviceCodeBody = z
  .object({
    client_id: text(limits.nameCharacters).min(1).describe('Names the program that asks, such as svc'),
    scope: z.string().optional().describe('Ignored: a personal token reaches what its person reaches'),
    device_name: text(limits.nameCharacters).optional().describe('Names the device in the list of personal tokens'),
  })
  .meta({ id: 'DeviceCodeRequest' });

const deviceTokenBody = z
  .object({
    grant_type: z.string().describe(deviceGrantType),
    device_code: z.string().min(1),
    client_id: text(limits.nameCharacters).min(1),
  })
  .meta({ id: 'DeviceTokenRequest' });

/** The device authorization flow, RFC 8628. */
export const deviceRoutes = {
  'device.code': defineRoute('device.code', 'POST /auth/device/code', {
    summary: 'Start signing a device in (RFC 8628)',
    policy,
    body: deviceCodeBody,
    formBody: true,
    errorShape: 'oauth',
    errors: ['rate_limited'],
    answer: z
      .object({
        device_code: z.string(),
        user_code: z.string(),
        verification_uri: z.string(),
        verification_uri_complete: z.string(),
        expires_in: z.int().describe('Seconds'),
        interval: z.int().describe('Seconds between polls'),
      })
      .meta({ id: 'DeviceCode' }),
  }),
  'device.token': defineRoute('device.token', 'POST /auth/device/token', {
    summary: 'Poll for the personal token of a device (RFC 8628)',
    policy,
    body: deviceTokenBody,
    formBody: true,
    errorShape: 'oauth',
    errors: ['rate_limited'],
    answer: z
      .object({ access_token: z.string().describe('svc_pt_...; shown once'), token_type: z.literal('Bearer') })
      .meta({ id: 'DeviceToken' }),
  }),
} as const;
