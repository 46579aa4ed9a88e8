import { limits } from '@tessera/contract';
import type { Context } from 'hono';
import { errors } from '../platform/errors.js';
import { takeSlot } from '../platform/limits/sliding-minute.js';
import type { Services } from '../platform/services.js';
import type { RequestVariables } from './request.js';

/** Maximum calls per minute and client address for each action that needs no credential. */
const perMinute = {
  codes_asked: limits.codesAskedPerMinute,
  sign_in_tries: limits.signInTriesPerMinute,
  logouts: limits.logoutsPerMinute,
  device_codes: limits.deviceCodesPerMinute,
  device_polls: limits.devicePollsPerMinute,
  user_codes: limits.userCodesPerMinute,
  clients_registered: limits.clientsRegisteredPerMinute,
  connections_asked: limits.connectionsAskedPerMinute,
  links_opened: limits.linksOpenedPerMinute,
  public_pages: limits.publicPagesPerMinute,
  public_searches: limits.publicSearchesPerMinute,
} as const;

/** An action without a credential that is limited by address or person. */
export type LimitedAction = keyof typeof perMinute;

/**
 * Counts a call by the client address, over all processes. Throws `rate_limited`. Requests without a socket have no
 * client address, so they do not count.
 */
export async function enterByAddress(
  c: Context<RequestVariables>,
  services: Pick<Services, 'database'>,
  action: LimitedAction,
): Promise<void> {
  const address = c.get('clientAddress');
  if (address !== undefined) {
    await enter(services, action, address);
  }
}

/** Counts a call by the signed-in person, regardless of the client address. */
export function enterByPerson(
  services: Pick<Services, 'database'>,
  action: LimitedAction,
  personId: string,
): Promise<void> {
  return enter(services, action, personId);
}

async function enter({ database }: Pick<Services, 'database'>, action: LimitedAction, caller: string): Promise<void> {
  const state = await database.withoutWorkspace((queryable) =>
    takeSlot(queryable, { key: `${action}:${caller}`, limit: perMinute[action] }),
  );
  if (!state.accepted) {
    const wait = state.retryAfterSeconds;
    throw errors.rateLimited(`Too many tries from here: try again in ${wait} s.`, wait);
  }
}
