/**
 * Stripe's events. An entitlement summary names all that a customer is entitled to now. A subscription event also says until
 * when: the grant ends with the paid period and its grace, should the next event get lost.
 */

/** Days after the paid period for which access goes on while a renewal is collected. */
const graceDays = 3;
const paidStatuses = ['active', 'trialing', 'past_due'];

/**
 * Makes the preset of Stripe: the header of its signatures, and how its events are read.
 * @param {{ emailOf: (customer: string) => Promise<string | undefined> }} parts `emailOf` finds the address of a customer
 */
export function stripePreset({ emailOf }) {
  return {
    signatureHeader: 'stripe-signature',
    /** @param {string} text @returns {Promise<import('./event.mjs').BillingEvent | undefined>} */
    readEvent: async (text) => {
      const sent = parse(text);
      const object = sent?.data?.object;
      if (
        typeof sent?.id !== 'string' ||
        typeof sent.type !== 'string' ||
        typeof sent.created !== 'number' ||
        !object
      ) {
        return undefined;
      }
      const known = { id: sent.id, type: sent.type, at: sent.created };
      const grant = grantOf(sent.type, object);
      if (grant === undefined) {
        return { ...known, effect: 'ignore', email: '' };
      }
      const email = (await emailOf(String(object.customer)))?.trim().toLowerCase() ?? '';
      return { ...known, email, ...grant };
    },
  };
}

/**
 * Finds addresses of customers at Stripe.
 * @param {{ apiKey: string, baseUrl?: string }} settings
 * @returns {(customer: string) => Promise<string | undefined>}
 */
export function stripeCustomers({ apiKey, baseUrl = 'https://api.stripe.com' }) {
  return async (customer) => {
    const answer = await fetch(`${baseUrl}/v1/customers/${encodeURIComponent(customer)}`, {
      headers: { Authorization: `Bearer ${apiKey}` },
      signal: AbortSignal.timeout(10_000),
    });
    if (answer.status !== 404 && !answer.ok) {
      throw new Error(`Stripe answered ${answer.status} for the customer ${customer}`);
    }
    const { email } = answer.ok ? await answer.json() : { email: undefined };
    return typeof email === 'string' ? email : undefined;
  };
}

/**
 * What an event means for access; undefined for what is not about access.
 * @param {string} type
 * @param {any} object
 * @returns {{ effect: 'ensure', plans: string[], expiresAt?: string } | { effect: 'revoke' } | undefined}
 */
function grantOf(type, object) {
  if (type === 'entitlements.active_entitlement_summary.updated') {
    const plans = listOf(object.entitlements).map((entitlement) => String(entitlement.lookup_key));
    return plans.length === 0 ? { effect: 'revoke' } : { effect: 'ensure', plans };
  }
  if (!/^customer\.subscription\.(created|updated|deleted|paused|resumed)$/.test(type)) {
    return undefined;
  }
  if (type.endsWith('.deleted') || !paidStatuses.includes(object.status)) {
    return { effect: 'revoke' };
  }
  const items = listOf(object.items);
  const plans = items.map(({ price }) => String(price?.lookup_key ?? price?.id));
  // Newer versions of Stripe's API have the period on each item, older ones on the subscription.
  const periodEnds = [object, ...items].map((part) => Number(part.current_period_end)).filter((end) => end > 0);
  const ends = object.cancel_at ?? (periodEnds.length > 0 ? Math.max(...periodEnds) + graceDays * 86_400 : undefined);
  return { effect: 'ensure', plans, ...(ends ? { expiresAt: new Date(ends * 1_000).toISOString() } : {}) };
}

/** @param {{ data?: unknown } | undefined} list @returns {any[]} */
function listOf(list) {
  return Array.isArray(list?.data) ? list.data : [];
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
