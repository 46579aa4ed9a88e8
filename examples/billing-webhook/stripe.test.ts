import { createServer, type Server } from 'node:http';
import { createClient } from '@tessera/client';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { call, makeWorkspace, ok, unique } from '../../acceptance/http.js';
import { type FakeStripe, signedDelivery, startFakeStripe } from './testing/fake-stripe.mjs';
import { createListener } from './webhook/listener.mjs';
import { createProcessor } from './webhook/processor.mjs';
import { stripeClient, stripeProvider } from './webhook/stripe/provider.mjs';

const secret = 'whsec_test';
const target = inject('target');
const inADay = Math.floor(Date.now() / 1_000) + 86_400;
const graceSeconds = 3 * 86_400;
const timeOf = (seconds: number) => new Date(seconds * 1_000).toISOString();

let stripe: FakeStripe;
let workspaceId: string;
let groups: Record<'bread' | 'pastry', string>;
let receiver: Server;
let webhook: string;
let email: string;

/** Each call uses a new key, because a key can grant 30 times a minute. */
async function newKey(): Promise<string> {
  const body = { name: unique('stripe'), capabilities: ['manage_members', 'manage_permissions'] };
  const made = `POST /operator/workspaces/${workspaceId}/api-keys`;
  return (await ok<{ secret: string }>(made, { token: target.operatorToken, body })).secret;
}

beforeAll(async () => {
  stripe = await startFakeStripe();
  workspaceId = (await makeWorkspace()).id;
  const key = await newKey();
  const group = async (name: string) =>
    (await ok<{ id: string }>('POST /v1/groups', { token: key, body: { name, paths: [`${name}/**`] } })).id;
  groups = { bread: await group('bread'), pastry: await group('pastry') };
  const withNewKey: typeof fetch = async (address, options) => {
    const headers = new Headers(options?.headers);
    headers.set('Authorization', `Bearer ${await newKey()}`);
    return fetch(address, { ...options, headers });
  };
  const client = createClient({ baseUrl: target.url, token: key, fetch: withNewKey });
  const plans = { bread: { groups: [groups.bread] }, price_pastry: { groups: [groups.pastry] } };
  const api = stripeClient({ apiKey: 'rk_test', baseUrl: stripe.url });
  const provider = stripeProvider({ client, plans, stripe: api });
  receiver = createServer(createListener({ process: createProcessor(provider), provider, secret }));
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const address = receiver.address();
  webhook = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/webhook`;
});
afterAll(async () => {
  await new Promise((resolve) => receiver.close(resolve));
  await stripe.close();
});

/** A customer with a unique address. */
let customer: string;
beforeEach(() => {
  email = `${unique('ada')}@example.com`;
  customer = unique('cus');
  stripe.customers.set(customer, { id: customer, email, name: 'Ada' });
});

interface Delivered {
  status: number;
  body: { outcome: string; reason?: string };
}

async function deliver(type: string, object: object, id = unique('evt'), previous?: object): Promise<Delivered> {
  const event = { id, type, created: 1_800_000_000, data: { object, previous_attributes: previous } };
  const response = await fetch(webhook, { method: 'POST', ...signedDelivery(event, secret) });
  return { status: response.status, body: (await response.json()) as Delivered['body'] };
}

const outcomeOf = async (type: string, object: object): Promise<string> => (await deliver(type, object)).body.outcome;

/** The names of the customer's groups, and the expiry; undefined for an unknown customer. */
async function grant(): Promise<{ groups: string[]; expires_at: string | null } | undefined> {
  const answer = await call<{ access: { group_id: string }[]; expires_at: string | null }>(
    `GET /v1/members/${email}/access`,
    { token: await newKey() },
  );
  if (answer.status === 404 || answer.body.access.length === 0) return undefined;
  const { access, expires_at } = answer.body;
  const names = Object.entries(groups).filter(([, id]) => access.some(({ group_id }) => group_id === id));
  return { groups: names.map(([name]) => name), expires_at };
}

const prices = { bread: { id: 'price_bread', lookup_key: 'bread' }, pastry: { id: 'price_pastry', lookup_key: null } };

/** A paid one-time purchase at Stripe through a payment link, which creates no customer. */
function checkout(name: keyof typeof prices, fields: object = {}) {
  const payment_intent = unique('pi');
  stripe.paymentIntents.set(payment_intent, {
    id: payment_intent,
    latest_charge: { id: unique('ch'), refunded: false },
  });
  const session = {
    id: unique('cs'),
    mode: 'payment',
    payment_status: 'paid',
    payment_intent,
    customer: null,
    customer_details: { email: email.toUpperCase(), name: 'Ada' },
    line_items: [{ price: prices[name] }],
    ...fields,
  };
  stripe.sessions.set(session.id, session);
  return session;
}

/** A subscription as Stripe has it. */
function subscribe(name: keyof typeof prices, fields: object = {}) {
  const items = { data: [{ price: prices[name], current_period_end: inADay }] };
  const subscription = { id: unique('sub'), customer, status: 'active', cancel_at: null, items, ...fields };
  stripe.subscriptions.set(subscription.id, subscription);
  return subscription;
}

describe('a one-time payment', () => {
  it('grants permanently what was bought, also through a payment link', async () => {
    expect(await outcomeOf('checkout.session.completed', checkout('bread'))).toBe('granted');
    expect(await grant()).toEqual({ groups: ['bread'], expires_at: null });
    expect(await outcomeOf('checkout.session.completed', checkout('pastry'))).toBe('granted');
    expect(await grant()).toEqual({ groups: ['bread', 'pastry'], expires_at: null });
  });

  it('that is confirmed later grants when it is confirmed', async () => {
    const session = checkout('bread', { payment_status: 'unpaid' });
    expect(await outcomeOf('checkout.session.completed', session)).toBe('ignored');
    expect(await outcomeOf('checkout.session.async_payment_failed', session)).toBe('ignored');
    expect(await grant()).toBeUndefined();
    stripe.sessions.set(session.id, { ...session, payment_status: 'paid' });
    expect(await outcomeOf('checkout.session.async_payment_succeeded', session)).toBe('granted');
  });

  it('revokes its grant after a full refund, but not after a partial one', async () => {
    const bread = checkout('bread');
    await deliver('checkout.session.completed', bread);
    await deliver('checkout.session.completed', checkout('pastry'));
    const charge = { id: 'ch_1', payment_intent: bread.payment_intent, refunded: false, amount_refunded: 1 };
    expect(await outcomeOf('charge.refunded', charge)).toBe('unchanged');
    const refunded = { ...charge, refunded: true };
    stripe.paymentIntents.set(bread.payment_intent, { id: bread.payment_intent, latest_charge: refunded });
    expect(await outcomeOf('charge.refunded', refunded)).toBe('revoked');
    expect(await grant()).toEqual({ groups: ['pastry'], expires_at: null });
  });

  it("revokes a customer's last grant, and grants it again after another purchase", async () => {
    const { payment_intent } = checkout('bread');
    const [session] = [...stripe.sessions.values()].slice(-1);
    await deliver('checkout.session.completed', session ?? {});
    const charge = { payment_intent, refunded: true };
    stripe.paymentIntents.set(payment_intent, { id: payment_intent, latest_charge: charge });
    expect(await outcomeOf('charge.refunded', charge)).toBe('revoked');
    expect(await grant()).toBeUndefined();
    expect(await outcomeOf('checkout.session.completed', checkout('bread'))).toBe('regranted');
  });

  it.each([
    ['needs_response', undefined],
    ['lost', undefined],
    ['won', ['bread']],
    ['warning_needs_response', ['bread']],
  ])('that is disputed counts while its money is there: %s', async (status, expected) => {
    const session = checkout('bread');
    await deliver('checkout.session.completed', session);
    const dispute = { id: unique('dp'), payment_intent: session.payment_intent, status: 'needs_response' };
    for (const each of ['needs_response', status]) {
      stripe.disputes.set(dispute.id, { ...dispute, status: each });
      await deliver('charge.dispute.updated', { ...dispute, status: each });
    }
    expect((await grant())?.groups).toEqual(expected);
  });

  it('of nothing, as with a coupon for the full price, grants what was bought', async () => {
    const free = { payment_status: 'no_payment_required', payment_intent: null, amount_total: 0, currency: 'jpy' };
    expect(await outcomeOf('checkout.session.completed', checkout('bread', free))).toBe('granted');
    expect((await grant())?.groups).toEqual(['bread']);
  });

  it('of several prices grants all of them, also if there are many', async () => {
    const line_items = [...Array(120).fill({ price: prices.bread }), { price: prices.pastry, quantity: 2 }];
    await deliver('checkout.session.completed', checkout('bread', { line_items }));
    expect((await grant())?.groups).toEqual(['bread', 'pastry']);
  });

  it('that was lost in one dispute and won in another is revoked', async () => {
    const session = checkout('bread');
    await deliver('checkout.session.completed', session);
    for (const status of ['lost', 'won']) {
      const dispute = { id: unique('dp'), payment_intent: session.payment_intent, status };
      stripe.disputes.set(dispute.id, dispute);
      await deliver('charge.dispute.closed', dispute);
    }
    expect(await grant()).toBeUndefined();
  });

  it('is granted again if its refund fails', async () => {
    const { payment_intent, ...session } = checkout('bread');
    await deliver('checkout.session.completed', session);
    for (const refunded of [true, false]) {
      stripe.paymentIntents.set(payment_intent, { id: payment_intent, latest_charge: { id: 'ch_1', refunded } });
      await deliver(refunded ? 'refund.created' : 'refund.failed', {
        id: 're_1',
        payment_intent: { id: payment_intent },
      });
      expect((await grant())?.groups).toEqual(refunded ? undefined : ['bread']);
    }
  });

  it('for an unknown plan is refused, and also reported if a known plan was bought too', async () => {
    const mug = { price: { id: 'price_mug', lookup_key: null } };
    expect((await deliver('checkout.session.completed', checkout('bread', { line_items: [mug] }))).body).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining('price_mug'),
    });
    const both = checkout('bread', { line_items: [mug, { price: prices.bread }] });
    expect((await deliver('checkout.session.completed', both)).body).toMatchObject({
      outcome: 'granted',
      reason: expect.stringContaining('price_mug'),
    });
  });
});

describe('a subscription', () => {
  it('grants until three days after its paid period', async () => {
    expect(await outcomeOf('customer.subscription.created', subscribe('bread'))).toBe('granted');
    expect(await grant()).toEqual({ groups: ['bread'], expires_at: timeOf(inADay + graceSeconds) });
  });

  it('on trial grants until three days after the trial', async () => {
    await deliver('customer.subscription.created', subscribe('bread', { status: 'trialing', trial_end: inADay }));
    expect((await grant())?.expires_at).toBe(timeOf(inADay + graceSeconds));
  });

  it('of several prices grants all of them', async () => {
    const items = { data: [prices.bread, prices.pastry].map((price) => ({ price, current_period_end: inADay })) };
    await deliver('customer.subscription.created', subscribe('bread', { items }));
    expect((await grant())?.groups).toEqual(['bread', 'pastry']);
  });

  it('of an older API version, which contains the period itself, grants as long', async () => {
    const items = { data: [{ price: prices.bread }] };
    await deliver('customer.subscription.created', subscribe('bread', { items, current_period_end: inADay }));
    expect((await grant())?.expires_at).toBe(timeOf(inADay + graceSeconds));
  });

  it('that will be cancelled grants until that time', async () => {
    await deliver('customer.subscription.updated', subscribe('bread', { cancel_at: inADay - 3_600 }));
    expect((await grant())?.expires_at).toBe(timeOf(inADay - 3_600));
  });

  it.each([
    ...['canceled', 'unpaid', 'paused'].map((status) => ({ status })),
    { pause_collection: { behavior: 'void' } },
  ])('that is %j takes back what it gave, and leaves what was bought', async (change) => {
    const subscription = subscribe('pastry');
    await deliver('customer.subscription.created', subscription);
    await deliver('checkout.session.completed', checkout('bread'));
    expect(await grant()).toEqual({ groups: ['bread', 'pastry'], expires_at: null });
    stripe.subscriptions.set(subscription.id, { ...subscription, ...change });
    await deliver('customer.subscription.updated', { ...subscription, ...change });
    expect(await grant()).toEqual({ groups: ['bread'], expires_at: null });
  });

  it("uses Stripe's current state, whatever an event of the same second contained", async () => {
    const subscription = subscribe('bread');
    await deliver('customer.subscription.updated', subscription);
    expect(await outcomeOf('customer.subscription.created', { ...subscription, status: 'incomplete' })).toBe(
      'unchanged',
    );
    expect((await grant())?.groups).toEqual(['bread']);
  });

  it('uses the event if Stripe has deleted the object', async () => {
    const subscription = subscribe('bread');
    await deliver('customer.subscription.created', subscription);
    stripe.subscriptions.delete(subscription.id);
    expect(await outcomeOf('customer.subscription.deleted', { ...subscription, status: 'canceled' })).toBe('revoked');
  });

  it('follows its customer to another address', async () => {
    const subscription = subscribe('bread');
    await deliver('customer.subscription.created', subscription);
    const before = email;
    email = `new-${email}`;
    stripe.customers.set(customer, { id: customer, email });
    const changed = { id: customer, email };
    for (const time of ['first', 'again']) {
      const id = unique(time);
      expect((await deliver('customer.updated', changed, id, { email: before })).body.outcome).not.toBe('ignored');
    }
    expect((await grant())?.groups).toEqual(['bread']);
    email = before;
    expect(await grant()).toBeUndefined();
  });
});

describe('access that was granted by hand', () => {
  it('survives the refund of a purchase', async () => {
    const token = await newKey();
    await ok('POST /v1/members', { token, body: { email, groups: [groups.pastry], send_email: false } });
    const { payment_intent, ...session } = checkout('bread');
    stripe.paymentIntents.set(payment_intent, { id: payment_intent, latest_charge: { refunded: true } });
    expect(await outcomeOf('charge.refunded', { payment_intent, refunded: true })).toBe('unchanged');
    expect(await outcomeOf('checkout.session.completed', session)).toBe('unchanged');
    expect((await grant())?.groups).toEqual(['pastry']);
  });
});

describe('an amount', () => {
  it.each([
    ['jpy', 1],
    ['kwd', 1_000],
    ['eur', 100],
  ])('in %s does not matter: only a whole refund takes back', async (currency, unit) => {
    const { payment_intent, ...session } = checkout('bread');
    await deliver('checkout.session.completed', session);
    const charge = { payment_intent, currency, amount: 5 * unit, amount_refunded: unit, refunded: false };
    stripe.paymentIntents.set(payment_intent, { id: payment_intent, latest_charge: charge });
    expect(await outcomeOf('charge.refunded', charge)).toBe('unchanged');
    const whole = { ...charge, amount_refunded: 5 * unit, refunded: true };
    stripe.paymentIntents.set(payment_intent, { id: payment_intent, latest_charge: whole });
    expect(await outcomeOf('charge.refunded', whole)).toBe('revoked');
  });
});

describe('entitlements', () => {
  it('are all current entitlements of the customer', async () => {
    stripe.entitlements.set(customer, ['bread', 'price_pastry']);
    const summary = 'entitlements.active_entitlement_summary.updated';
    expect(await outcomeOf(summary, { customer })).toBe('granted');
    expect((await grant())?.groups).toEqual(['bread', 'pastry']);
    stripe.entitlements.set(customer, []);
    expect(await outcomeOf(summary, { customer })).toBe('revoked');
  });
});

describe('a delivery of Stripe', () => {
  it('about a customer without an address is acknowledged as refused', async () => {
    for (const known of [{ id: customer, email: null }, { id: customer, deleted: true }, undefined]) {
      if (known === undefined) stripe.customers.delete(customer);
      else stripe.customers.set(customer, known);
      expect(await deliver('customer.subscription.created', subscribe('bread'))).toMatchObject({
        status: 200,
        body: { outcome: 'refused', reason: expect.stringContaining('address') },
      });
    }
  });

  it('is answered with 503 while Stripe is unreachable, so that it is repeated', async () => {
    const session = checkout('bread');
    stripe.failWith = 400;
    expect(await deliver('checkout.session.completed', session, 'evt_again')).toMatchObject({ status: 503 });
    stripe.failWith = undefined;
    expect(await deliver('checkout.session.completed', session, 'evt_again')).toMatchObject({
      body: { outcome: 'granted' },
    });
    expect(await deliver('checkout.session.completed', session, 'evt_again')).toMatchObject({
      body: { outcome: 'unchanged' },
    });
  });

  it('about something else is acknowledged and ignored', async () => {
    expect(await outcomeOf('invoice.paid', { id: 'in_1' })).toBe('ignored');
    expect(await outcomeOf('checkout.session.completed', checkout('bread', { mode: 'subscription' }))).toBe('ignored');
    expect(await outcomeOf('charge.refunded', { id: 'ch_1', payment_intent: 'pi_of_an_invoice' })).toBe('ignored');
    expect(await outcomeOf('charge.refunded', { id: 'ch_1', payment_intent: null })).toBe('ignored');
  });

  it('without the signature of Stripe changes nothing', async () => {
    const { body, headers } = signedDelivery({ id: 'evt_1', type: 'x', created: 1, data: { object: {} } }, 'other');
    expect((await fetch(webhook, { method: 'POST', body, headers })).status).toBe(401);
  });

  it('leads to the same access in any order and number of events', async () => {
    const bread = checkout('bread');
    const refund = { payment_intent: bread.payment_intent, refunded: true };
    stripe.paymentIntents.set(bread.payment_intent, { id: bread.payment_intent, latest_charge: refund });
    const subscription = subscribe('pastry');
    const events: [string, object][] = [
      ['checkout.session.completed', bread],
      ['charge.refunded', refund],
      ['customer.subscription.created', { ...subscription, status: 'incomplete' }],
      ['customer.subscription.updated', subscription],
    ];
    const orders = fc.shuffledSubarray([...events, ...events], { minLength: 8, maxLength: 8 });
    const property = fc.asyncProperty(orders, async (order) => {
      for (const [type, object] of order) await deliver(type, object);
      expect(await grant()).toEqual({ groups: ['pastry'], expires_at: timeOf(inADay + graceSeconds) });
    });
    await fc.assert(property, { numRuns: 4 });
  });
});
