import type { Queryable } from '../database/database.js';
import type { Settings } from '../settings.js';
import { type CallSlot, callSlot } from './call-slot.js';
import { takeSlot } from './sliding-minute.js';

/** Counts one call of a credential against the limit of the relay, over all processes. */
export async function takeRelayCall(
  { SVC_RELAY_CALLS_PER_MINUTE: limit }: Settings,
  withoutWorkspace: <Result>(work: (queryable: Queryable) => Promise<Result>) => Promise<Result>,
  principalId: string,
): Promise<CallSlot> {
  // Not in the call's transaction: agents with the same token would otherwise wait for each other during the whole
  // call.
  const state = await withoutWorkspace((queryable) => takeSlot(queryable, { key: `relay:${principalId}`, limit }));
  return callSlot({ bucket: 'relay_calls', limit }, state);
}
