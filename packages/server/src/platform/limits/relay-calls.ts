import type { Queryable } from '../database/database.js';
import type { Settings } from '../settings.js';
import { type CallPlace, callPlace } from './call-place.js';
import { takeCallPlace } from './minute-by-seconds.js';

/** Counts one call of a credential against the relay's limit, in all processes together. */
export async function takeRelayCall(
  { SVC_RELAY_CALLS_PER_MINUTE: limit }: Settings,
  withoutWorkspace: <Result>(work: (queryable: Queryable) => Promise<Result>) => Promise<Result>,
  principalId: string,
): Promise<CallPlace> {
  // A statement outside a transaction: agents that share a token wait for each other only while it runs.
  const state = await withoutWorkspace((queryable) => takeCallPlace(queryable, { key: `relay:${principalId}`, limit }));
  return callPlace({ bucket: 'relay_calls', limit }, state);
}
