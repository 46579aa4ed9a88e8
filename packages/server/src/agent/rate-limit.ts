import { type CallPlace, callPlace } from '../platform/limits/call-place.js';
import { takeCallPlace } from '../platform/limits/minute-by-seconds.js';
import type { Services } from '../platform/services.js';
import type { Principal } from '../principals/principal.js';

/** Counts one call of a credential against the relay's limit, all processes together. */
export async function enterRelay(
  { database, settings }: Pick<Services, 'database' | 'settings'>,
  principal: Principal,
): Promise<CallPlace> {
  const limit = settings.SVC_RELAY_CALLS_PER_MINUTE;
  // A statement outside a transaction: agents that share a token wait for each other no longer than the counting takes.
  const state = await database.withoutWorkspace((queryable) =>
    takeCallPlace(queryable, { key: `relay:${principal.id}`, limit }),
  );
  return callPlace({ bucket: 'relay_calls', limit }, state);
}
