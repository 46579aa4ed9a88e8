import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createListener } from './webhook/listener.mjs';
import { sign } from './webhook/signature.mjs';
import { stripePreset } from './webhook/stripe.mjs';

const { readEvent } = stripePreset({ emailOf: async (id) => (id === 'cus_1' ? 'Ada@example.com' : undefined) });
const periodEnd = 1_800_000_000;

function event(type: string, object: object): string {
  return JSON.stringify({
    id: 'evt_1',
    type,
    created: 1_799_000_000,
    data: { object: { customer: 'cus_1', ...object } },
  });
}

function subscription(fields: object = {}): object {
  const price = { id: 'price_1', lookup_key: 'course' };
  return { status: 'active', items: { data: [{ price, current_period_end: periodEnd }] }, ...fields };
}

const summary = 'entitlements.active_entitlement_summary.updated';

describe('an event of Stripe', () => {
  it('of entitlements names everything that the customer is to have', async () => {
    const entitlements = { data: [{ lookup_key: 'course' }, { lookup_key: 'extra' }] };
    expect(await readEvent(event(summary, { entitlements }))).toMatchObject({
      effect: 'ensure',
      email: 'ada@example.com',
      plans: ['course', 'extra'],
    });
    expect(await readEvent(event(summary, { entitlements: { data: [] } }))).toMatchObject({ effect: 'revoke' });
  });

  it('of a paid subscription grants until its period ends, with three days of grace', async () => {
    const expected = {
      effect: 'ensure',
      plans: ['course'],
      expiresAt: new Date((periodEnd + 3 * 86_400) * 1_000).toISOString(),
    };
    expect(await readEvent(event('customer.subscription.updated', subscription()))).toMatchObject(expected);
    const older = subscription({
      items: { data: [{ price: { lookup_key: 'course' } }] },
      current_period_end: periodEnd,
    });
    expect(await readEvent(event('customer.subscription.created', older))).toMatchObject(expected);
  });

  it('of a subscription that will be cancelled grants until then', async () => {
    const cancelled = subscription({ cancel_at: periodEnd - 86_400 });
    expect(await readEvent(event('customer.subscription.updated', cancelled))).toMatchObject({
      expiresAt: new Date((periodEnd - 86_400) * 1_000).toISOString(),
    });
  });

  it.each([
    ['customer.subscription.deleted', { status: 'canceled' }],
    ['customer.subscription.updated', { status: 'unpaid' }],
    ['customer.subscription.paused', { status: 'paused' }],
  ])('of a subscription that is over revokes: %s', async (type, fields) => {
    expect(await readEvent(event(type, subscription(fields)))).toMatchObject({ effect: 'revoke' });
  });

  it('that is not about access is ignored, and so is a body of another form', async () => {
    expect(await readEvent(event('invoice.paid', {}))).toMatchObject({ effect: 'ignore' });
    expect(await readEvent('{}')).toBeUndefined();
  });

  it('counts only with the signature of Stripe', async () => {
    const secret = 'whsec_test';
    const seen: unknown[] = [];
    const listener = createListener({
      secret,
      preset: { signatureHeader: 'stripe-signature', readEvent },
      process: async (received: unknown) => {
        seen.push(received);
        return { outcome: 'granted' as const };
      },
    });
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/webhook`;
    const body = event('customer.subscription.updated', subscription());
    const deliver = (headers: Record<string, string>) =>
      fetch(url, { method: 'POST', headers: { connection: 'close', ...headers }, body });
    const signed = sign({ body, secret, at: new Date() });
    expect((await deliver({ 'webhook-signature': signed })).status).toBe(401);
    expect((await deliver({ 'stripe-signature': `${signed}zz` })).status).toBe(401);
    expect((await deliver({ 'stripe-signature': signed })).status).toBe(200);
    expect(seen).toHaveLength(1);
    await new Promise((resolve) => server.close(resolve));
  });
});
