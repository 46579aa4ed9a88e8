import { errors, type ServiceError } from '../platform/errors.js';
import { rateLimitHeaders } from '../platform/limits/headers.js';
import { takeCallPlace } from '../platform/limits/minute-by-seconds.js';
import type { Services } from '../platform/services.js';
import type { Principal } from '../principals/principal.js';

/** Whether a call found a place: the headers of its answer, and its refusal if there was none. */
export interface RelayPlace {
  readonly headers: Readonly<Record<string, string>>;
  readonly refusal?: ServiceError;
}

/** Counts one call of a credential against the relay's limit, all processes together. */
export async function enterRelay(
  { database, settings }: Pick<Services, 'database' | 'settings'>,
  principal: Principal,
): Promise<RelayPlace> {
  const limit = settings.SVC_RELAY_CALLS_PER_MINUTE;
  // A statement that stands alone: agents that share a token wait for each other no longer than the counting takes.
  const state = await database.withoutWorkspace((queryable) =>
    takeCallPlace(queryable, { key: `relay:${principal.id}`, limit }),
  );
  const headers = rateLimitHeaders({ bucket: 'relay_calls', limit, windowSeconds: 60 }, state);
  if (state.accepted) {
    return { headers };
  }
  const wait = state.retryAfterSeconds;
  const message = `This credential has made its ${limit} calls of the last minute: wait ${wait} s, then repeat the call.`;
  const refusal = errors.rateLimited(message, wait, headers);
  return { headers: refusal.headers, refusal };
}
