import { Refusal } from '../../plans.mjs';

/**
 * What a purchase at Stripe currently grants. `source` identifies it; `plans` are lookup keys or ids of its prices,
 * empty after a refund, a dispute or its end. `email` is undefined if Stripe has no address.
 * @typedef {{ source: string, email: string | undefined, name?: string, plans: string[], expiresAt?: string }} StripePurchase
 */

/** Days of access after the paid period, while the renewal is collected. */
const graceDays = 3;
const paidStatuses = ['active', 'trialing', 'past_due'];
/** Before the first payment there is nothing to grant or revoke. */
const unpaidStatuses = ['incomplete', 'incomplete_expired'];
/** States of disputes in which the seller does not have the payment. Inquiries (`warning_*`) do not affect it. */
const lostDisputes = ['needs_response', 'under_review', 'lost', 'prevented'];

/**
 * Reads the current state of a subscription at Stripe, because events of the same second arrive in any order.
 * @param {import('stripe').Stripe} stripe
 * @param {any} sent the subscription in the event, used if Stripe has deleted it
 * @returns {Promise<StripePurchase | undefined>} undefined before the first payment
 */
export async function subscriptionPurchase(stripe, sent) {
  const subscription = (await ifThere(stripe.subscriptions.retrieve(String(sent.id)))) ?? sent;
  if (unpaidStatuses.includes(subscription.status)) return undefined;
  const source = `stripe:${subscription.id}`;
  const customer = await customerOf(stripe, subscription.customer);
  // A pause that voids invoices means that nothing is provided meanwhile. With other pauses it is.
  const isPaused = subscription.pause_collection?.behavior === 'void';
  if (!paidStatuses.includes(subscription.status) || isPaused) {
    return { source, ...customer, plans: [] };
  }
  const items = subscription.items?.data ?? [];
  const plans = items.map(planOf);
  // Newer versions of Stripe's API have the period on each item, older ones on the subscription.
  const periodEnds = [subscription, ...items].map((part) => Number(part.current_period_end)).filter((end) => end > 0);
  const paidUntil = periodEnds.length > 0 ? Math.max(...periodEnds) + graceDays * 86_400 : undefined;
  const ends = subscription.cancel_at ?? paidUntil;
  return { source, ...customer, plans, ...(ends ? { expiresAt: new Date(ends * 1_000).toISOString() } : {}) };
}

/**
 * Reads a customer's current entitlements.
 * @param {import('stripe').Stripe} stripe
 * @param {string} customerId
 * @returns {Promise<StripePurchase>}
 */
export async function entitlementsPurchase(stripe, customerId) {
  /** @type {string[]} */
  const plans = [];
  for await (const { lookup_key } of stripe.entitlements.activeEntitlements.list({
    customer: customerId,
    limit: 100,
  })) {
    plans.push(lookup_key);
  }
  return { source: `stripe:entitlements:${customerId}`, ...(await customerOf(stripe, customerId)), plans };
}

/**
 * Reads what a customer has with an address that can change: subscriptions and entitlements.
 * @param {import('stripe').Stripe} stripe
 * @param {string} customerId
 */
export async function customerPurchases(stripe, customerId) {
  const purchases = [await entitlementsPurchase(stripe, customerId)];
  for await (const subscription of stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 })) {
    const purchase = await subscriptionPurchase(stripe, subscription);
    if (purchase !== undefined) purchases.push(purchase);
  }
  return purchases;
}

/**
 * Reads a one-time purchase: its prices, and whether it is paid, refunded or disputed.
 * @param {import('stripe').Stripe} stripe
 * @param {string} sessionId
 * @returns {Promise<StripePurchase | undefined>} undefined before the payment, and for a checkout of something else
 */
export async function checkoutPurchase(stripe, sessionId) {
  const session = await stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent.latest_charge'] });
  if (session.mode !== 'payment' || session.payment_status === 'unpaid') return undefined;
  const { email, name } = session.customer_details ?? {};
  const address = email ?? session.customer_email ?? undefined;
  const purchase = { source: `stripe:${session.id}`, email: address, ...(name ? { name } : {}) };
  if (await isReturned(stripe, session.payment_intent)) return { ...purchase, plans: [] };
  return { ...purchase, plans: await plansOf(stripe, sessionId) };
}

/**
 * The names of the plans that a checkout is about.
 * @param {import('stripe').Stripe} stripe
 * @param {string} sessionId
 */
export async function plansOf(stripe, sessionId) {
  /** @type {string[]} */
  const plans = [];
  for await (const item of stripe.checkout.sessions.listLineItems(sessionId, { limit: 100 })) plans.push(planOf(item));
  return plans;
}

/**
 * Reads the one-time purchase that a payment belongs to.
 * @param {import('stripe').Stripe} stripe
 * @param {string} paymentIntentId
 * @returns {Promise<StripePurchase | undefined>} undefined for a payment of something else, such as an invoice
 */
export async function paymentPurchase(stripe, paymentIntentId) {
  const { data } = await stripe.checkout.sessions.list({ payment_intent: paymentIntentId, limit: 1 });
  return data[0] && checkoutPurchase(stripe, data[0].id);
}

/**
 * Whether the whole payment was refunded, or the customer's bank has taken it back.
 * @param {import('stripe').Stripe} stripe
 * @param {import('stripe').Stripe.Checkout.Session['payment_intent']} payment null where nothing was to be paid
 */
async function isReturned(stripe, payment) {
  if (payment === null || typeof payment === 'string') return false;
  const charge = payment.latest_charge;
  if (charge !== null && typeof charge === 'object' && charge.refunded) return true;
  const { data: disputes } = await stripe.disputes.list({ payment_intent: payment.id, limit: 100 });
  return disputes.some((dispute) => lostDisputes.includes(dispute.status));
}

/** @param {any} item */
function planOf({ price }) {
  return String(price?.lookup_key ?? price?.id);
}

/**
 * @param {import('stripe').Stripe} stripe
 * @param {any} customer its id, or what Stripe says of it
 * @returns {Promise<{ email: string | undefined, name?: string }>}
 */
async function customerOf(stripe, customer) {
  const id = typeof customer === 'string' ? customer : customer?.id;
  if (typeof id !== 'string') throw new Refusal('the event names no customer');
  const found = await ifThere(stripe.customers.retrieve(id));
  if (found === undefined || found.deleted) return { email: undefined };
  return { email: found.email ?? undefined, ...(found.name ? { name: found.name } : {}) };
}

/**
 * What Stripe returns; undefined if it has no such object.
 * @template T
 * @param {Promise<T>} answer
 * @returns {Promise<T | undefined>}
 */
export async function ifThere(answer) {
  try {
    return await answer;
  } catch (error) {
    if (/** @type {any} */ (error)?.code === 'resource_missing') return undefined;
    throw error;
  }
}
