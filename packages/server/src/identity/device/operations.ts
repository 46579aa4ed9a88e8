import { type DeviceError, deviceGrantType, limits } from '@tessera/contract';
import type { Operation } from '../../dispatch/operation.js';
import { pagePaths } from '../../http/pages/paths.js';
import { ServiceError } from '../../platform/errors.js';
import { hashSecret, newSecret } from '../../platform/secrets.js';
import type { Services } from '../../platform/services.js';
import { createPersonalToken } from '../personal-tokens/create.js';
import {
  type DeviceAuthorization,
  deleteAuthorization,
  deleteAuthorizationsBefore,
  deletePendingBeyond,
  insertAuthorization,
  lockAuthorization,
  recordPoll,
} from './queries.js';
import { newUserCode } from './user-code.js';

const hourMs = 3_600_000;
// RFC 8628, section 3.5: each slow_down lengthens the pause by five seconds, for this and all later polls.
const slowDownSeconds = 5;

type FlowError = Exclude<DeviceError, 'invalid_request' | 'temporarily_unavailable' | 'server_error'>;

const descriptions: Readonly<Record<FlowError, string>> = {
  invalid_grant: 'This device code is unknown or has expired: request a new one.',
  unsupported_grant_type: `grant_type must be ${deviceGrantType}.`,
  authorization_pending: 'Nobody has confirmed the code yet: poll again after the interval.',
  slow_down: 'You poll too often: wait five seconds longer between polls.',
  access_denied: 'The person refused this device.',
  expired_token: 'The code has expired: request a new one.',
};

function deviceError(name: FlowError): ServiceError {
  return new ServiceError('invalid_request', descriptions[name], { oauth: name });
}

/** Starts the device flow: one code for the device to poll with, and one for the person to confirm. */
const requestDeviceCode: Operation<'device.code'> = async (context, _principal, { body }) => {
  const { services } = context;
  context.headers.set('Cache-Control', 'no-store');
  const { secret, hash } = newSecret('', services.random);
  const userCode = await saveWithFreeUserCode(services, {
    hash,
    client_id: body.client_id,
    device: body.device_name?.trim() || body.client_id,
  });
  const verificationUri = new URL(pagePaths.device, services.baseUrl).href;
  return {
    device_code: secret,
    user_code: userCode,
    verification_uri: verificationUri,
    verification_uri_complete: `${verificationUri}?${new URLSearchParams({ user_code: userCode })}`,
    expires_in: limits.deviceCodeSeconds,
    interval: limits.devicePollSeconds,
  };
};

async function saveWithFreeUserCode(
  services: Services,
  { hash, ...device }: { readonly hash: Buffer; readonly client_id: string; readonly device: string },
): Promise<string> {
  const at = services.clock();
  const expiresAt = new Date(at.getTime() + limits.deviceCodeSeconds * 1_000);
  return services.database.asSystem(async (transaction) => {
    // Expired rows are kept for an hour, so that a device that still polls learns that its code expired.
    await deleteAuthorizationsBefore(transaction, new Date(at.getTime() - hourMs));
    // Requesting a code is anonymous, so the total is limited. The oldest are deleted: refusing new ones would let one
    // client that requests many lock out everyone else. Concurrent requests can exceed the limit slightly.
    await deletePendingBeyond(transaction, { at, keep: limits.openDeviceCodes - 1 });
    for (;;) {
      const userCode = newUserCode(services.random);
      const times = { interval_seconds: limits.devicePollSeconds, created_at: at, expires_at: expiresAt };
      if (await insertAuthorization(transaction, hash, { ...device, user_code: userCode, ...times })) {
        return userCode;
      }
    }
  });
}

/** Responds to a poll with the personal token, once, or with the reason why there is no token. */
const redeemDeviceCode: Operation<'device.token'> = async (context, _principal, { body }) => {
  const { services, requestId } = context;
  context.headers.set('Cache-Control', 'no-store');
  if (body.grant_type !== deviceGrantType) {
    throw deviceError('unsupported_grant_type');
  }
  const hash = hashSecret(body.device_code);
  const at = services.clock();
  const outcome = await services.database.asSystem(async (transaction) => {
    const found = await lockAuthorization(transaction, hash);
    if (found === undefined || found.client_id !== body.client_id) {
      return 'invalid_grant';
    }
    const verdict = judgePoll(found, at);
    if (verdict === 'approved') {
      await deleteAuthorization(transaction, hash);
      const personId = found.person_id ?? '';
      return createPersonalToken(transaction, services, { personId, name: found.device, requestId });
    }
    const slower = verdict === 'slow_down' ? slowDownSeconds : 0;
    await recordPoll(transaction, hash, { at, intervalSeconds: found.interval_seconds + slower });
    return verdict;
  });
  // Thrown after the transaction: an error inside would roll back the record of this poll.
  if (typeof outcome === 'string') {
    throw deviceError(outcome);
  }
  return { access_token: outcome.secret, token_type: 'Bearer' };
};

// Implements RFC 8628, section 3.5.
function judgePoll(
  device: Pick<DeviceAuthorization, 'status' | 'interval_seconds' | 'last_polled_at' | 'expires_at'>,
  at: Date,
): 'approved' | 'expired_token' | 'access_denied' | 'slow_down' | 'authorization_pending' {
  if (device.expires_at <= at) {
    return 'expired_token';
  }
  if (device.status === 'denied') {
    return 'access_denied';
  }
  const earliest = device.last_polled_at && device.last_polled_at.getTime() + device.interval_seconds * 1_000;
  if (earliest !== null && at.getTime() < earliest) {
    return 'slow_down';
  }
  return device.status === 'approved' ? 'approved' : 'authorization_pending';
}

/** The device flow, as operations of the contract. */
export const deviceOperations = {
  'device.code': requestDeviceCode,
  'device.token': redeemDeviceCode,
};
