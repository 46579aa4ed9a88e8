import { ApiError } from '@tessera/client';
import { Stripe } from 'stripe';
import { end, state } from '../../grants.mjs';
import { isPlan, purchaseOf, Refusal } from '../../plans.mjs';
import {
  checkoutPurchase,
  customerPurchases,
  entitlementsPurchase,
  paymentPurchase,
  subscriptionPurchase,
} from './purchases.mjs';

/**
 * An event. `previous` are the earlier values of what has changed. `isLive` is undefined if the event does not say it.
 * @typedef {{ id: string, type: string, object: any, previous?: any, isLive?: boolean }} StripeEvent
 */

/**
 * The purchase that each type of event is about. Its state is read from Stripe, so neither the order of events nor
 * repetitions matter.
 * @type {readonly [RegExp, (stripe: Stripe, object: any) => Promise<import('./purchases.mjs').StripePurchase | undefined>][]}
 */
const purchases = [
  [
    /^checkout\.session\.(completed|async_payment_succeeded|async_payment_failed)$/,
    (stripe, { id }) => checkoutPurchase(stripe, id),
  ],
  [
    /^(charge\.refunded|charge\.dispute\.\w+|refund\.(created|updated|failed))$/,
    async (stripe, { payment_intent: id }) => (id ? paymentPurchase(stripe, id.id ?? id) : undefined),
  ],
  [/^customer\.subscription\.(created|updated|deleted|paused|resumed)$/, subscriptionPurchase],
  [
    /^entitlements\.active_entitlement_summary\.updated$/,
    (stripe, { customer }) => entitlementsPurchase(stripe, String(customer)),
  ],
];

/**
 * A client of Stripe's API.
 * @param {{ apiKey: string, baseUrl?: string }} settings
 */
export function stripeClient({ apiKey, baseUrl = 'https://api.stripe.com' }) {
  const { protocol, hostname, port } = new URL(baseUrl);
  return new Stripe(apiKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port ? { port } : {}),
    // The delivery waits for this response, and is repeated after a failure.
    timeout: 10_000,
    maxNetworkRetries: 1,
    telemetry: false,
  });
}

/**
 * Stripe as a provider. Each purchase is a source of its own in Tessera. Its state counts from when it was read.
 * @param {import('../processor.mjs').ProviderDependencies & { stripe: Stripe, isLive?: boolean, clock?: () => Date }} dependencies
 *   `isLive`: the mode of the API key; events of the other mode are ignored
 * @returns {import('../processor.mjs').Provider<StripeEvent>}
 */
export function stripeProvider({ client, plans, stripe, isLive, clock = () => new Date() }) {
  /**
   * Grants a customer what a purchase gives, or ends it.
   * @param {import('./purchases.mjs').StripePurchase} purchase
   * @param {string} asOf
   * @returns {Promise<import('../processor.mjs').Applied>}
   */
  const settle = async ({ source, email: sent, name, plans: bought, expiresAt }, asOf) => {
    const email = addressOf(source, sent);
    const unknown = bought.filter((plan) => !isPlan(plans, plan));
    const reason = `no groups are configured for "${unknown.join('", "')}" of ${source}: add it to the file of plans`;
    if (unknown.length > 0 && unknown.length === bought.length) throw new Refusal(reason);
    const isOver = expiresAt !== undefined && new Date(expiresAt) <= clock();
    if (bought.length === 0 || isOver) return { outcome: await end(client, { email, source, asOf }) };
    const known = purchaseOf(
      plans,
      bought.filter((plan) => isPlan(plans, plan)),
    );
    const customer = { email, ...(name ? { name } : {}), ...known };
    const outcome = await state(client, { ...customer, source, asOf, expiresAt });
    return { outcome, ...(unknown.length > 0 ? { level: 'error', reason } : {}) };
  };

  /**
   * Moves to the new address of a customer what was granted to the previous one.
   * @param {string} customerId
   * @param {string} previous
   * @param {string} asOf
   * @returns {Promise<import('../processor.mjs').Applied>}
   */
  const move = async (customerId, previous, asOf) => {
    const email = addressOf(customerId, previous);
    const granted = await sourcesOf(client, email);
    /** @type {import('../processor.mjs').Applied} */
    let applied = { outcome: 'ignored' };
    for (const purchase of await customerPurchases(stripe, customerId)) {
      if (!granted.has(purchase.source)) continue;
      applied = await settle(purchase, asOf);
      await end(client, { email, source: purchase.source, asOf });
    }
    return applied;
  };

  return {
    signatureHeader: 'stripe-signature',
    readEvent,
    apply: async ({ type, object, previous, isLive: isEventLive }) => {
      if (isLive !== undefined && isEventLive !== undefined && isEventLive !== isLive) {
        return { outcome: 'ignored', reason: `the event is of ${isEventLive ? 'live' : 'test'} mode, the key is not` };
      }
      // Before the purchase is read. Of two readings, the later one counts, whichever arrives first.
      const asOf = clock().toISOString();
      if (type === 'customer.updated' && previous?.email) return move(String(object.id), previous.email, asOf);
      const read = purchases.find(([pattern]) => pattern.test(type))?.[1];
      const found = await read?.(stripe, object);
      return found === undefined ? { outcome: 'ignored' } : settle(found, asOf);
    },
  };
}

/**
 * The sources that have granted something to an address.
 * @param {import('@tessera/client').Client} client
 * @param {string} email
 */
async function sourcesOf(client, email) {
  try {
    const { sources } = await client.members.get_access({ params: { identifier: email } });
    return new Set(sources.map(({ source }) => source));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'member_not_found') return new Set();
    throw error;
  }
}

/** @param {string} source @param {string | undefined} email */
function addressOf(source, email) {
  if (!email) throw new Refusal(`Stripe knows no address of the customer of ${source}`);
  return email.trim().toLowerCase();
}

/** @param {any} sent @returns {StripeEvent | undefined} */
function readEvent(sent) {
  const object = sent?.data?.object;
  if (typeof sent?.id !== 'string' || typeof sent.type !== 'string' || !object) return undefined;
  const { id, type, livemode: isLive, data } = sent;
  return { id, type, object, previous: data.previous_attributes, ...(typeof isLive === 'boolean' ? { isLive } : {}) };
}
