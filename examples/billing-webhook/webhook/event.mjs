/**
 * What the payment provider tells.
 * @typedef {{ id: string, type: string, at: number, email: string, name?: string, plan?: string }} BillingEvent
 * `at` is when it happened, in Unix seconds.
 */

/** What each type of event means for access; every other type is none of our business. */
const effects = new Map([
  ['payment.succeeded', 'grant'],
  ['subscription.renewed', 'grant'],
  ['subscription.cancelled', 'revoke'],
  ['payment.refunded', 'revoke'],
]);

/**
 * @param {BillingEvent} event
 * @returns {'grant' | 'revoke' | 'ignore'}
 */
export function effectOf({ type }) {
  return /** @type {'grant' | 'revoke' | undefined} */ (effects.get(type)) ?? 'ignore';
}

/**
 * Reads a delivery's body: `{id, type, created, data: {customer_email, customer_name?, plan?}}`.
 * @param {string} text
 * @returns {BillingEvent | undefined} undefined for what is no event
 */
export function readEvent(text) {
  const sent = parse(text);
  const { customer_email: email, customer_name: name, plan } = sent?.data ?? {};
  if (typeof sent?.id !== 'string' || typeof sent.type !== 'string' || typeof sent.created !== 'number') {
    return undefined;
  }
  const event = {
    id: sent.id,
    type: sent.type,
    at: sent.created,
    email: typeof email === 'string' ? email.trim().toLowerCase() : '',
  };
  if (effectOf(event) !== 'ignore' && event.email === '') {
    return undefined;
  }
  return { ...event, ...(typeof name === 'string' ? { name } : {}), ...(typeof plan === 'string' ? { plan } : {}) };
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
