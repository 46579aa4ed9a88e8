import { createServer, type Server } from 'node:http';
import { createClient } from '@tessera/client';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { makeApiKey, makeWorkspace, ok, unique } from '../../acceptance/http.js';
import { type FakeStripe, startFakeStripe } from './testing/fake-stripe.mjs';
import { createProcessor } from './webhook/processor.mjs';
import { stripeClient, stripeProvider } from './webhook/stripe/provider.mjs';
import { createThanks } from './webhook/stripe/thanks.mjs';

const target = inject('target');
const now = Math.floor(Date.now() / 1_000);

let stripe: FakeStripe;
let key: string;
let server: Server;
let thanks: string;
let groups: Record<'bread' | 'pastry', string>;

beforeAll(async () => {
  stripe = await startFakeStripe();
  const workspace = await makeWorkspace();
  key = await makeApiKey(workspace.id, ['manage_members', 'manage_permissions', 'create_sign_in_links']);
  const group = async (name: string) =>
    (await ok<{ id: string }>('POST /v1/groups', { token: key, body: { name, paths: [`${name}/**`] } })).id;
  groups = { bread: await group('bread'), pastry: await group('pastry') };
  const client = createClient({ baseUrl: target.url, token: key });
  const plans = { bread: { groups: [groups.bread], next: '/d/bread/' }, pastry: { groups: [groups.pastry] } };
  const api = stripeClient({ apiKey: 'rk_test', baseUrl: stripe.url });
  const provider = stripeProvider({ client, plans, stripe: api });
  const process = createProcessor(provider);
  server = createServer(createThanks({ client, plans, process, stripe: api, baseUrl: target.url }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  thanks = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/thanks`;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await stripe.close();
});

/** Creates a finished checkout, and returns its id. */
function checkout(email: string | null, fields: object = {}): string {
  const id = unique('cs').replaceAll('-', '_');
  stripe.sessions.set(id, {
    id,
    created: now,
    mode: 'payment',
    payment_status: 'paid',
    payment_intent: null,
    customer_details: { email, name: null },
    line_items: [{ price: { id: 'price_1', lookup_key: 'bread' } }],
    ...fields,
  });
  return id;
}

async function openThanks(id: string): Promise<{ status: number; location: string | null }> {
  const answer = await fetch(`${thanks}?session_id=${id}`, { redirect: 'manual', headers: { connection: 'close' } });
  return { status: answer.status, location: answer.headers.get('location') };
}

const newAddress = () => `${unique('ada')}@example.com`;
const signIn = `${target.url}/sign-in?next=%2Fd%2Fbread%2F`;

describe('the page after the payment', () => {
  it('grants the purchase and leads to a sign-in link, also if it is opened again', async () => {
    const email = newAddress();
    const id = checkout(email.toUpperCase());
    for (const time of ['first', 'second']) {
      const { status, location } = await openThanks(id);
      expect([time, status]).toEqual([time, 303]);
      expect(location).toMatch(/\/sign-in\/member\?token=/);
    }
    const { access } = await ok<{ access: object[] }>(`GET /v1/members/${email}/access`, { token: key });
    expect(access).toEqual([expect.objectContaining({ group_id: groups.bread })]);
  });

  it('does not sign a person in to what another payment has granted to the address', async () => {
    const email = newAddress();
    await openThanks(checkout(email, { line_items: [{ price: { id: 'pastry', lookup_key: null } }] }));
    expect(await openThanks(checkout(email))).toEqual({ status: 303, location: signIn });
    const { access } = await ok<{ access: object[] }>(`GET /v1/members/${email}/access`, { token: key });
    expect(access).toHaveLength(2);
  });

  it('leads to sign-in if the checkout is older than a day', async () => {
    expect(await openThanks(checkout(newAddress(), { created: now - 90_000 }))).toEqual({
      status: 303,
      location: signIn,
    });
  });

  it('waits for a pending payment, and grants nothing', async () => {
    const email = newAddress();
    expect(await openThanks(checkout(email, { payment_status: 'unpaid' }))).toMatchObject({ status: 503 });
    const { members } = await ok<{ members: { email: string }[] }>('GET /v1/members', { token: key });
    expect(members.map((member) => member.email)).not.toContain(email);
  });

  it.each(['cs_unknown', '', '../customers', 'cs_1%2Fline_items'])('grants nothing for %j', async (id) => {
    expect(await openThanks(id)).toEqual({ status: 303, location: `${target.url}/d/` });
  });

  it('of a checkout without an address leads to the pages', async () => {
    expect(await openThanks(checkout(null))).toEqual({ status: 303, location: `${target.url}/d/` });
  });
});

it('an event of test mode is ignored by a receiver in live mode, and the other way round', async () => {
  const client = createClient({ baseUrl: target.url, token: key });
  const api = stripeClient({ apiKey: 'rk_live', baseUrl: stripe.url });
  for (const isLive of [true, false]) {
    const provider = stripeProvider({ client, plans: {}, stripe: api, isLive });
    const object = { id: checkout(newAddress()) };
    const event = { id: 'evt_1', type: 'checkout.session.completed', object, isLive: !isLive };
    expect(await provider.apply(event)).toMatchObject({ outcome: 'ignored', reason: expect.stringContaining('mode') });
  }
});
