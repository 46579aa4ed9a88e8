import { ApiError } from '@tessera/client';
import { ensure, grant, revoke } from '../grants.mjs';

/**
 * What became of an event. `later` asks the provider to deliver it again: access is not yet what was paid for.
 * `refused` is what no repetition changes, such as an address that is none: somebody has to look at it.
 * @typedef {{ outcome: 'granted' | 'regranted' | 'changed' | 'updated' | 'unchanged' | 'revoked' | 'unknown' | 'ignored' | 'repeated' | 'outdated' }
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
    if (event.effect === 'ignore') {
      return { outcome: 'ignored' };
    }
    if (journal.isApplied(event)) {
      return { outcome: 'repeated' };
    }
    if (journal.isOutdated(event)) {
      return { outcome: 'outdated' };
    }
    try {
      const outcome =
        event.effect === 'revoke' ? await revoke(client, event.email) : await grantPlans(client, plans, event);
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
function grantPlans(client, plans, { effect, email, name, plans: bought = [], expiresAt }) {
  const unknown = bought.find((plan) => !Object.hasOwn(plans, plan));
  if (unknown !== undefined || bought.length === 0) {
    throw new UnknownPlan(`no groups are configured for the plan "${unknown ?? ''}"`);
  }
  const purchases = bought.flatMap((plan) => plans[plan] ?? []);
  const groups = [...new Set(purchases.flatMap((purchase) => purchase.groups))];
  const access = purchases.find((purchase) => purchase.access !== undefined)?.access;
  const customer = { email, ...(name ? { name } : {}), groups, ...(access ? { access } : {}) };
  return effect === 'ensure' ? ensure(client, { ...customer, expiresAt }) : grant(client, customer);
}

/** A plan that the configuration does not know. */
class UnknownPlan extends Error {}

/** Refusals that stay, however often the event is delivered. */
const permanentCodes = ['invalid_request', 'group_not_found', 'member_exists'];

/**
 * What cannot be applied now (no seat, rate limit, no connection) is put off until the provider delivers it again. What no
 * repetition changes is not: a provider stops delivering to an address that fails for days. It is logged as an error.
 * @param {unknown} error
 * @returns {Processed}
 */
function postponed(error) {
  const seconds = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  const reason = error instanceof ApiError ? `${error.code}: ${error.message}` : String(error);
  if (error instanceof UnknownPlan || (error instanceof ApiError && permanentCodes.includes(error.code ?? ''))) {
    return { outcome: 'refused', level: 'error', reason };
  }
  return { outcome: 'later', reason, retryAfterSeconds: seconds ?? 60 };
}
