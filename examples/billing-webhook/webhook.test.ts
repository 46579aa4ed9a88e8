import { createServer, type Server } from 'node:http';
import { createClient } from '@tessera/client';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { makeWorkspace, ok, unique } from '../../acceptance/http.js';
import { genericProvider } from './webhook/generic.mjs';
import { createListener } from './webhook/listener.mjs';
import { createProcessor } from './webhook/processor.mjs';
import { sign } from './webhook/signature.mjs';

const secret = 'whsec_test';
const target = inject('target');
const cleanups: (() => Promise<unknown>)[] = [];
let workspaceId: string;
let group: string;
let key: string;

beforeEach(async () => {
  workspaceId = (await makeWorkspace()).id;
  key = await newKey();
  group = (await ok<{ id: string }>('POST /v1/groups', { token: key, body: { name: 'Course', paths: ['course/**'] } }))
    .id;
});

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) {
    await cleanup();
  }
});

async function newKey(): Promise<string> {
  const made = await ok<{ secret: string }>(`POST /operator/workspaces/${workspaceId}/api-keys`, {
    token: target.operatorToken,
    body: { name: unique('webhook'), capabilities: ['manage_members', 'manage_permissions'] },
  });
  return made.secret;
}

interface Receiver {
  deliver(
    event: object,
    header?: (body: string) => string | undefined,
  ): Promise<{ status: number; body: { outcome?: string; error?: string }; headers: Headers }>;
  close(): Promise<unknown>;
}

/** Runs the example's server in front of the service under test. */
async function startReceiver(token = key): Promise<Receiver> {
  const client = createClient({ baseUrl: target.url, token, retry: { retries: 0 } });
  const provider = genericProvider({ client, plans: { course: { groups: [group] } } });
  const server = createServer(createListener({ process: createProcessor(provider), provider, secret }));
  const url = await listen(server);
  const close = (): Promise<unknown> => new Promise((resolve) => server.close(resolve));
  return {
    close,
    deliver: async (event, header = (body) => sign({ body, secret, at: new Date() })) => {
      const body = JSON.stringify(event);
      const signature = header(body);
      const headers = {
        connection: 'close',
        ...(signature === undefined ? {} : { 'webhook-signature': signature }),
      };
      const answer = await fetch(`${url}/webhook`, { method: 'POST', headers, body });
      return {
        status: answer.status,
        body: (await answer.json()) as { outcome?: string; error?: string },
        headers: answer.headers,
      };
    },
  };
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`);
    });
  });
}

let events = 0;
function event(type: string, email: string, created = 1_800_000_000): { id: string } {
  events += 1;
  const data = { customer_email: email, customer_name: 'Ada', plan: 'course' };
  return Object.assign({ id: `evt_${events}`, type, created, data });
}

function permutations<Item>(items: readonly Item[]): Item[][] {
  return items.length < 2
    ? [[...items]]
    : items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}

async function members(): Promise<Record<string, string>> {
  const token = await newKey();
  const listed = await ok<{ members: { email: string; status: string }[] }>('GET /v1/members', { token });
  return Object.fromEntries(listed.members.map(({ email, status }) => [email, status]));
}

describe('a signed delivery', () => {
  it('grants on payment and revokes on cancellation', async () => {
    const receiver = await startReceiver();
    cleanups.push(receiver.close);
    expect(await receiver.deliver(event('payment.succeeded', 'Ada@Example.com'))).toMatchObject({
      status: 200,
      body: { outcome: 'granted' },
    });
    expect(await members()).toEqual({ 'ada@example.com': 'active' });
    const access = await ok<{ access: unknown[] }>('GET /v1/members/ada@example.com/access', { token: key });
    expect(access.access).toEqual([expect.objectContaining({ group_id: group, access: 'read_only' })]);
    expect(await receiver.deliver(event('subscription.cancelled', 'ada@example.com'))).toMatchObject({
      body: { outcome: 'revoked' },
    });
    expect(await members()).toEqual({ 'ada@example.com': 'revoked' });
  });

  it('that is repeated, also after a restart or at the same time, changes nothing', async () => {
    const paid = event('payment.succeeded', 'twice@example.com');
    const first = await startReceiver();
    const together = await Promise.all([first.deliver(paid), first.deliver(paid), first.deliver(paid)]);
    expect(together.map(({ body }) => body.outcome).sort()).toEqual(['granted', 'unchanged', 'unchanged']);
    await first.close();
    const second = await startReceiver();
    cleanups.push(second.close);
    expect((await second.deliver(paid)).body.outcome).toBe('unchanged');
  });

  it('of a payment before a cancellation that is already known grants nothing', async () => {
    const receiver = await startReceiver();
    cleanups.push(receiver.close);
    await receiver.deliver(event('payment.succeeded', 'late@example.com', 1_000));
    await receiver.deliver(event('subscription.cancelled', 'late@example.com', 3_000));
    const renewal = event('subscription.renewed', 'late@example.com', 2_000);
    expect((await receiver.deliver(renewal)).body.outcome).toBe('stale');
    expect(await members()).toEqual({ 'late@example.com': 'revoked' });
    expect((await receiver.deliver(event('payment.succeeded', 'late@example.com', 4_000))).body.outcome).toBe(
      'regranted',
    );
    expect(await members()).toEqual({ 'late@example.com': 'active' });
  });

  it('that arrives a day late counts from its own time, in any order', async () => {
    const receiver = await startReceiver();
    cleanups.push(receiver.close);
    const now = Math.floor(Date.now() / 1_000);
    const hoursAgo = (type: string, hours: number) => [type, now - hours * 3_600] as const;
    const paid = hoursAgo('payment.succeeded', 25);
    const cancelled = hoursAgo('subscription.cancelled', 24);
    const renewed = hoursAgo('subscription.renewed', 1);
    const histories = [[paid], [paid, cancelled], [paid, cancelled, renewed]];
    const expected: Record<string, string> = {};
    for (const [index, history] of histories.entries()) {
      for (const [n, order] of permutations(history).entries()) {
        const email = `day-${index}-${n}@example.com`;
        for (const [type, created] of [...order, ...order]) await receiver.deliver(event(type, email, created));
        expected[email] = index === 1 ? 'revoked' : 'active';
      }
    }
    const found = await members();
    // An address whose end arrived first was never a member.
    for (const [email, status] of Object.entries(expected))
      expect([email, found[email] ?? 'revoked']).toEqual([email, status]);
  });

  it('about one of two purchases, or about nothing that was bought, leaves the rest', async () => {
    const receiver = await startReceiver();
    cleanups.push(receiver.close);
    const email = 'both@example.com';
    const about = (type: string, purchase: string, second: number) => {
      const data = { customer_email: email, plan: 'course', purchase };
      return receiver.deliver({ ...event(type, email, 1_800_000_000 + second), data });
    };
    for (const purchase of ['a', 'b']) await about('payment.succeeded', purchase, 1);
    expect((await about('payment.refunded', 'a', 2)).body.outcome).toBe('revoked');
    expect((await about('payment.refunded', 'never bought', 2)).body.outcome).toBe('unchanged');
    const access = await ok<{ access: unknown[] }>(`GET /v1/members/${email}/access`, { token: key });
    expect(access.access).toHaveLength(1);
    await about('payment.refunded', 'b', 2);
    expect(await members()).toEqual({ [email]: 'revoked' });
  });

  it('of a refund in the second of its payment takes back, in any order', async () => {
    const receiver = await startReceiver();
    cleanups.push(receiver.close);
    const types = ['payment.succeeded', 'payment.refunded'];
    for (const [index, order] of [types, types.toReversed()].entries()) {
      for (const type of order) await receiver.deliver(event(type, `same${index}@example.com`));
    }
    expect(await members()).toEqual({ 'same0@example.com': 'revoked' });
  });

  it('is requested again while the rate limit or the seats prevent it, and then applied', async () => {
    const busy = await newKey();
    for (let call = 0; call < 30; call += 1) {
      await ok('POST /v1/groups', { token: busy, body: { name: 'g', paths: ['g/**'] } });
    }
    const limited = await startReceiver(busy);
    const paid = event('payment.succeeded', 'wait@example.com');
    const refused = await limited.deliver(paid);
    expect(refused).toMatchObject({
      status: 503,
      body: { outcome: 'later', reason: expect.stringMatching(/^rate_limited/) },
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await limited.close();
    const setSeats = (reader_seats: number) =>
      ok(`PATCH /operator/workspaces/${workspaceId}`, { token: target.operatorToken, body: { reader_seats } });
    await setSeats(0);
    const receiver = await startReceiver();
    cleanups.push(receiver.close);
    expect(await receiver.deliver(paid)).toMatchObject({
      status: 503,
      body: { reason: expect.stringMatching(/^seat_cap_reached/) },
    });
    await setSeats(5);
    expect((await receiver.deliver(paid)).body.outcome).toBe('granted');
  });

  it('with an unknown plan, or for an editor, is refused permanently', async () => {
    const receiver = await startReceiver();
    cleanups.push(receiver.close);
    const data = { customer_email: 'x@example.com', plan: 'constructor' };
    expect(await receiver.deliver({ ...event('payment.succeeded', 'x@example.com'), data })).toMatchObject({
      status: 200,
      body: { outcome: 'refused', reason: expect.stringContaining('constructor') },
    });
    expect(await members()).toEqual({});
  });
});

describe('an unsigned delivery', () => {
  const at =
    (secondsAgo: number, key = secret) =>
    (body: string) =>
      sign({ body, secret: key, at: new Date(Date.now() - secondsAgo * 1000) });

  it.each([
    ['without a signature', () => undefined],
    ['signed with another secret', at(0, 'other')],
    ['signed for another body', () => sign({ body: '{}', secret, at: new Date() })],
    ['signed too long ago', at(301)],
    ['signed in the future', at(-3_600)],
    ['with a signature that is no hex', (body: string) => at(0)(body).replace(/v1=.*/, 'v1=zz')],
    ['with a shortened signature', (body: string) => at(0)(body).slice(0, -2)],
    ['without a time', (body: string) => at(0)(body).replace(/^t=\d+,/, '')],
  ])('%s is refused and changes nothing', async (_title, header) => {
    const receiver = await startReceiver();
    cleanups.push(receiver.close);
    expect(await receiver.deliver(event('payment.succeeded', 'forged@example.com'), header)).toMatchObject({
      status: 401,
    });
    expect(await members()).toEqual({});
  });

  it('may be signed with the old or the new secret while the secret is changed', async () => {
    const receiver = await startReceiver();
    cleanups.push(receiver.close);
    const both = (body: string) => `${at(0, 'next')(body)},${at(0)(body).replace(/^t=\d+,/, '')}`;
    expect((await receiver.deliver(event('payment.succeeded', 'both@example.com'), both)).status).toBe(200);
  });

  it('is acknowledged as refused if no repetition can make it valid', async () => {
    const receiver = await startReceiver();
    cleanups.push(receiver.close);
    expect(await receiver.deliver(event('payment.succeeded', 'no address'))).toMatchObject({
      status: 200,
      body: { outcome: 'refused' },
    });
  });

  it('of an unknown type is acknowledged, and an invalid event is refused', async () => {
    const receiver = await startReceiver();
    cleanups.push(receiver.close);
    expect(await receiver.deliver(event('invoice.drafted', ''))).toMatchObject({
      status: 200,
      body: { outcome: 'ignored' },
    });
    expect(await receiver.deliver({ hello: 'world' })).toMatchObject({ status: 400 });
  });
});
