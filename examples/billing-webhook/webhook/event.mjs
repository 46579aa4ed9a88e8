/**
 * What the payment provider tells.
 * @typedef {'grant' | 'ensure' | 'revoke' | 'ignore'} Effect
 * @typedef {{ id: string, type: string, at: number, effect: Effect, email: string, name?: string, plans?: readonly string[],
 *   expiresAt?: string }} BillingEvent
 * `at` is when it happened, in Unix seconds.
 */

/** What each type of event means for access; every other type is none of our business. */
const effects = new Map([
  ['payment.succeeded', 'grant'],
  ['subscription.renewed', 'grant'],
  ['subscription.cancelled', 'revoke'],
  ['payment.refunded', 'revoke'],
]);

/** The header that signs a delivery of the generic provider, and how its events are read. */
export const genericPreset = { signatureHeader: 'webhook-signature', readEvent };

/**
 * Reads a delivery's body: `{id, type, created, data: {customer_email, customer_name?, plan?}}`.
 * @param {string} text
 * @returns {BillingEvent | undefined} undefined for what is no event
 */
function readEvent(text) {
  const sent = parse(text);
  const { customer_email: email, customer_name: name, plan } = sent?.data ?? {};
  if (typeof sent?.id !== 'string' || typeof sent.type !== 'string' || typeof sent.created !== 'number') {
    return undefined;
  }
  const event = {
    id: sent.id,
    type: sent.type,
    at: sent.created,
    effect: /** @type {Effect} */ (effects.get(sent.type) ?? 'ignore'),
    email: typeof email === 'string' ? email.trim().toLowerCase() : '',
  };
  if (event.effect !== 'ignore' && event.email === '') {
    return undefined;
  }
  return {
    ...event,
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof plan === 'string' ? { plans: [plan] } : {}),
  };
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
