import { Stripe } from 'stripe';
import { ensure, revoke } from '../../grants.mjs';
import { isPlan, purchaseOf, Refusal } from '../../plans.mjs';
import { checkoutPurchase, entitlementsPurchase, paymentPurchase, subscriptionPurchase } from './purchases.mjs';

/** @typedef {{ id: string, type: string, at: number, object: any }} StripeEvent */

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
 * Stripe as a provider. A customer has what all purchases grant together, until the last of them ends.
 * @param {import('../processor.mjs').ProviderDependencies & { stripe: Stripe, clock?: () => Date }} dependencies
 * @returns {import('../processor.mjs').Provider<StripeEvent>}
 */
export function stripeProvider({ client, journal, plans, stripe, clock = () => new Date() }) {
  /**
   * Grants a customer what is paid for.
   * @param {string} email
   * @param {readonly import('../journal.mjs').JournalPurchase[]} bought
   * @param {string} [name]
   */
  const settle = (email, bought, name) => {
    const current = bought
      .filter(({ expiresAt }) => expiresAt === undefined || new Date(expiresAt) > clock())
      .map((purchase) => ({ ...purchase, plans: purchase.plans.filter((plan) => isPlan(plans, plan)) }))
      .filter((purchase) => purchase.plans.length > 0);
    if (current.length === 0) return revoke(client, email);
    const ends = current.map(({ expiresAt }) => expiresAt);
    const expiresAt = ends.includes(undefined) ? undefined : ends.sort().at(-1);
    const names = current.flatMap((purchase) => purchase.plans);
    return ensure(client, { email, ...(name ? { name } : {}), ...purchaseOf(plans, names), expiresAt });
  };

  return {
    signatureHeader: 'stripe-signature',
    readEvent,
    // Two purchases can belong to the same customer, which is known only after querying Stripe.
    queueOf: () => 'stripe',
    apply: async ({ type, object }) => {
      const read = purchases.find(([pattern]) => pattern.test(type))?.[1];
      const found = await read?.(stripe, object);
      if (found === undefined) return { outcome: 'ignored' };
      const { name, ...purchase } = { ...found, email: addressOf(found) };
      const unknown = purchase.plans.filter((plan) => !isPlan(plans, plan));
      const reason = `no groups are configured for "${unknown.join('", "')}" of ${purchase.source}: add it to the file of plans`;
      if (unknown.length > 0 && unknown.length === purchase.plans.length) throw new Refusal(reason);
      const before = journal.purchase(purchase.source);
      /** @param {string} email */
      const others = (email) => journal.purchasesOf(email).filter(({ source }) => source !== purchase.source);
      if (before !== undefined && before.email !== purchase.email) await settle(before.email, others(before.email));
      const outcome = await settle(purchase.email, [...others(purchase.email), purchase], name);
      const note = unknown.length > 0 ? { level: /** @type {const} */ ('error'), reason } : {};
      return { outcome, ...note, email: purchase.email, purchase };
    },
  };
}

/** @param {import('./purchases.mjs').StripePurchase} purchase */
function addressOf({ source, email }) {
  if (!email) throw new Refusal(`Stripe knows no address of the customer of ${source}`);
  return email.trim().toLowerCase();
}

/** @param {any} sent @returns {StripeEvent | undefined} */
function readEvent(sent) {
  const object = sent?.data?.object;
  return typeof sent?.id === 'string' && typeof sent.type === 'string' && typeof sent.created === 'number' && object
    ? { id: sent.id, type: sent.type, at: sent.created, object }
    : undefined;
}
