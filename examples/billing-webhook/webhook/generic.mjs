import { end, state } from '../grants.mjs';
import { purchaseOf, Refusal } from '../plans.mjs';

/**
 * An event of the payment provider. `asOf` is its time. `purchase` identifies what was bought, by default by its plan.
 * @typedef {{ id: string, type: string, asOf: string, effect: 'grant' | 'revoke' | 'ignore', email: string, name?: string,
 *   plan?: string, purchase: string }} GenericEvent
 */

/** The effect of each type of event on access. Other types are acknowledged and ignored. */
const effects = new Map([
  ['payment.succeeded', 'grant'],
  ['subscription.renewed', 'grant'],
  ['subscription.cancelled', 'revoke'],
  ['payment.refunded', 'revoke'],
]);

/**
 * A provider whose events contain everything: the customer, the purchase, the plan and the effect.
 * @param {import('./processor.mjs').ProviderDependencies} dependencies
 * @returns {import('./processor.mjs').Provider<GenericEvent>}
 */
export function genericProvider({ client, plans }) {
  return {
    signatureHeader: 'webhook-signature',
    readEvent,
    apply: async ({ effect, email, name, plan = '', purchase, asOf }) => {
      if (effect === 'ignore') return { outcome: 'ignored' };
      if (purchase === '') throw new Refusal('the event names neither a purchase nor a plan');
      const source = `shop:${purchase}`;
      if (effect === 'revoke') return { outcome: await end(client, { email, source, asOf }) };
      const customer = { email, ...(name ? { name } : {}), ...purchaseOf(plans, [plan]) };
      return { outcome: await state(client, { ...customer, source, asOf }) };
    },
  };
}

/**
 * Parses a delivery's body: `{id, type, created, data: {customer_email, customer_name?, purchase?, plan?}}`. Returns
 * undefined for an invalid event.
 * @param {any} sent
 * @returns {GenericEvent | undefined} undefined for an invalid event
 */
function readEvent(sent) {
  const { customer_email: email, customer_name: name, plan, purchase = plan } = sent?.data ?? {};
  const { id, type, created } = sent ?? {};
  if (typeof id !== 'string' || typeof type !== 'string' || !(created > 0 && created < 1e11)) {
    return undefined;
  }
  const event = {
    id,
    type,
    asOf: new Date(created * 1_000).toISOString(),
    effect: /** @type {GenericEvent['effect']} */ (effects.get(type) ?? 'ignore'),
    email: typeof email === 'string' ? email.trim().toLowerCase() : '',
    purchase: typeof purchase === 'string' ? purchase : '',
  };
  if (event.effect !== 'ignore' && event.email === '') {
    return undefined;
  }
  return { ...event, ...(typeof name === 'string' ? { name } : {}), ...(typeof plan === 'string' ? { plan } : {}) };
}
