import { ApiError } from '@tessera/client';
import { grant, revoke } from '../grants.mjs';
import { effectOf } from './event.mjs';

/**
 * What became of an event. `later` asks the provider to deliver it again: access is not yet what was paid for.
 * `refused` is what no repetition changes, such as an address that is none: somebody has to look at it.
 * @typedef {{ outcome: 'granted' | 'changed' | 'revoked' | 'unknown' | 'ignored' | 'repeated' | 'outdated' }
 *   | { outcome: 'refused', level: 'error', reason: string }
 *   | { outcome: 'later', reason: string, retryAfterSeconds: number }} Processed
 */

/**
 * Applies events to Tessera, one at a time per customer.
 * @param {{
 *   client: import('@tessera/client').Client,
 *   journal: import('./journal.mjs').Journal,
 *   plans: Readonly<Record<string, import('../grants.mjs').Purchase>>,
 * }} parts
 * @returns {(event: import('./event.mjs').BillingEvent) => Promise<Processed>}
 */
export function createProcessor({ client, journal, plans }) {
  /** @type {Map<string, Promise<unknown>>} */
  const queues = new Map();

  /** @param {import('./event.mjs').BillingEvent} event @returns {Promise<Processed>} */
  const process = async (event) => {
    const effect = effectOf(event);
    if (effect === 'ignore') {
      return { outcome: 'ignored' };
    }
    if (journal.isApplied(event)) {
      return { outcome: 'repeated' };
    }
    if (journal.isOutdated(event)) {
      return { outcome: 'outdated' };
    }
    try {
      const outcome = effect === 'revoke' ? await revoke(client, event.email) : await grantPlan(client, plans, event);
      await journal.add(event);
      return { outcome };
    } catch (error) {
      return postponed(error);
    }
  };

  return (event) => {
    // A payment and its cancellation may arrive together; side by side the wrong one could win.
    const before = queues.get(event.email) ?? Promise.resolve();
    const result = before.then(() => process(event));
    queues.set(event.email, result);
    return result.finally(() => {
      if (queues.get(event.email) === result) {
        queues.delete(event.email);
      }
    });
  };
}

/**
 * @param {import('@tessera/client').Client} client
 * @param {Readonly<Record<string, import('../grants.mjs').Purchase>>} plans
 * @param {import('./event.mjs').BillingEvent} event
 */
function grantPlan(client, plans, { email, name, plan = '' }) {
  const purchase = Object.hasOwn(plans, plan) ? plans[plan] : undefined;
  if (purchase === undefined) {
    throw new UnknownPlan(`no groups are configured for the plan "${plan}"`);
  }
  return grant(client, { email, ...(name ? { name } : {}), ...purchase });
}

/** A plan that the configuration does not know. */
class UnknownPlan extends Error {}

/**
 * Nothing that was paid for may be dropped: whatever cannot be applied now (no seat, rate limit, no connection, a plan
 * that nobody configured) is put off until the provider delivers it again. An event that is invalid itself is not: a
 * provider stops delivering to an address that fails for days.
 * @param {unknown} error
 * @returns {Processed}
 */
function postponed(error) {
  const seconds = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  const reason = error instanceof ApiError ? `${error.code}: ${error.message}` : String(error);
  if (error instanceof ApiError && error.code === 'invalid_request') {
    return { outcome: 'refused', level: 'error', reason };
  }
  return { outcome: 'later', reason, retryAfterSeconds: seconds ?? 60 };
}
