import type { Queryable } from '../database/database.js';
import type { Settings } from '../settings.js';
import { type CallSlot, callSlot } from './call-slot.js';
import { takeCallSlot } from './minute-by-seconds.js';

/** Counts one call of a credential against the relay's limit, in all processes together. */
export async function takeRelayCall(
  { SVC_RELAY_CALLS_PER_MINUTE: limit }: Settings,
  withoutWorkspace: <Result>(work: (queryable: Queryable) => Promise<Result>) => Promise<Result>,
  principalId: string,
): Promise<CallSlot> {
  // A statement outside a transaction: agents that share a token wait for each other only while it runs.
  const state = await withoutWorkspace((queryable) => takeCallSlot(queryable, { key: `relay:${principalId}`, limit }));
  return callSlot({ bucket: 'relay_calls', limit }, state);
}
