import { grant, revoke } from '../grants.mjs';
import { purchaseOf } from '../plans.mjs';

/**
 * An event of the payment provider. `at` is its time in Unix seconds.
 * @typedef {{ id: string, type: string, at: number, effect: 'grant' | 'revoke' | 'ignore', email: string, name?: string,
 *   plan?: string }} GenericEvent
 */

/** The effect of each type of event on access. Other types are acknowledged and ignored. */
const effects = new Map([
  ['payment.succeeded', 'grant'],
  ['subscription.renewed', 'grant'],
  ['subscription.cancelled', 'revoke'],
  ['payment.refunded', 'revoke'],
]);

/**
 * A provider whose events contain everything: the customer, the plan and the effect.
 * @param {import('./processor.mjs').ProviderDependencies} dependencies
 * @returns {import('./processor.mjs').Provider<GenericEvent>}
 */
export function genericProvider({ client, journal, plans }) {
  return {
    signatureHeader: 'webhook-signature',
    readEvent,
    // A payment and its cancellation may arrive together. Processed concurrently, the earlier one could be applied
    // last.
    queueOf: ({ email }) => email,
    apply: async ({ effect, email, name, plan = '', at }) => {
      if (effect === 'ignore') return { outcome: 'ignored' };
      if (journal.isOutdated(email, at)) return { outcome: 'outdated' };
      if (effect === 'revoke') return { outcome: await revoke(client, email), email };
      const customer = { email, ...(name ? { name } : {}), ...purchaseOf(plans, [plan]) };
      return { outcome: await grant(client, customer), email };
    },
  };
}

/**
 * Parses a delivery's body: `{id, type, created, data: {customer_email, customer_name?, plan?}}`. Returns undefined for
 * an invalid event.
 * @param {any} sent
 * @returns {GenericEvent | undefined} undefined for an invalid event
 */
function readEvent(sent) {
  const { customer_email: email, customer_name: name, plan } = sent?.data ?? {};
  if (typeof sent?.id !== 'string' || typeof sent.type !== 'string' || typeof sent.created !== 'number') {
    return undefined;
  }
  const event = {
    id: sent.id,
    type: sent.type,
    at: sent.created,
    effect: /** @type {GenericEvent['effect']} */ (effects.get(sent.type) ?? 'ignore'),
    email: typeof email === 'string' ? email.trim().toLowerCase() : '',
  };
  if (event.effect !== 'ignore' && event.email === '') {
    return undefined;
  }
  return { ...event, ...(typeof name === 'string' ? { name } : {}), ...(typeof plan === 'string' ? { plan } : {}) };
}
