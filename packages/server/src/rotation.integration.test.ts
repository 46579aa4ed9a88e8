import { createHmac } from 'node:crypto';
import { type RouteDefinition, routes } from '@tessera/contract';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { callersWorkspace } from './collections/testing/callers.js';
import { startSuiteService } from './testing/service.js';
import { startReceiver, verified } from './workspaces/webhooks/testing/receiver.js';

const service = await startSuiteService({ SVC_WEBHOOK_PRIVATE: '1' });
const workspace = await callersWorkspace(service);
const owner = await workspace.person({ role: 'admin' });
const receiver = await startReceiver();
afterAll(() => receiver.close());
afterEach(() => service.setTime(undefined));

const must = (method: string, path: string, body?: unknown) => workspace.must(method, path, body, owner);
const found = async (list: string, key: string, id: string) =>
  (await must('GET', list))[key].find((row: { id: string }) => row.id === id);
const described = async (name: string) => must('GET', `/collections/${name}/describe`);
const answers = async (path: string, token: string) => (await service.call('GET', path, { token })).status === 200;
let number = 0;

/** A secret that can be rotated. */
interface Rotatable {
  readonly secret: string;
  /** The routes that rotate it and that end its earlier secret. */
  readonly at: readonly [rotate: string, end: string];
  readonly rotate?: (hours?: number) => Promise<{ secret: string; previous_expires_at: string | null }>;
  accepts(secret: string): Promise<boolean>;
  /** The earlier secret as lists show it. */
  previous(): Promise<unknown>;
  /** Ends the object with all of its secrets. */
  revoke(): Promise<unknown>;
}

async function collection() {
  number += 1;
  const name = `rotated-${number}`;
  return { name, ...(await must('POST', '/collections', { name })) };
}

const kinds: Readonly<Record<string, () => Promise<Rotatable>>> = {
  'API key': async () => {
    const { id, secret } = await must('POST', '/settings/api-keys', { name: 'shop', capability: 'manage_members' });
    const at = `/settings/api-keys/${id}`;
    return {
      secret,
      at: [`POST ${at}/rotate`, `DELETE ${at}/previous`],
      accepts: (token) => answers('/v1/members', token),
      previous: async () => (await found('/settings/api-keys', 'api_keys', id)).previous,
      revoke: () => must('DELETE', at),
    };
  },
  token: async () => {
    const body = { name: 'agent', role: 'member', access: 'read_only' };
    const { id, secret } = await must('POST', '/settings/tokens', body);
    const at = `/settings/tokens/${id}`;
    return {
      secret,
      at: [`POST ${at}/rotate`, `DELETE ${at}/previous`],
      accepts: (token) => answers('/me', token),
      previous: async () => (await found('/settings/tokens', 'tokens', id)).previous,
      revoke: () => must('DELETE', at),
    };
  },
  'ingest URL': async () => {
    const { id, name, secret } = await collection();
    return {
      secret,
      at: [`POST /collections/${name}/rotate-secret`, `DELETE /collections/${name}/previous`],
      accepts: async (given) => (await service.call('POST', `/ingest/${given}`, { body: { id: 1 } })).status === 200,
      previous: async () => {
        const { previous } = await described(name);
        expect((await found('/collections', 'collections', id)).previous).toEqual(previous);
        return previous;
      },
      revoke: () => must('DELETE', `/collections/${name}`),
    };
  },
  'reconciliation URL': async () => {
    const { name } = await collection();
    const at = `/collections/${name}/reconciliation-url`;
    return {
      secret: (await must('POST', at)).secret,
      at: [`POST ${at}`, `DELETE ${at}/previous`],
      accepts: async (secret) => (await service.call('GET', `/reconcile/${secret}`)).status === 200,
      previous: async () => (await described(name)).previous_reconciliation,
      revoke: () => must('DELETE', at),
    };
  },
  'signature of a mapping': async () => {
    const { name, secret: url } = await collection();
    const set = async (secret: string, hours?: number) => {
      const signature = { scheme: 'hmac-sha256-hex', header: 'X-Signature', secret };
      const overlap = hours === undefined ? {} : { overlap_hours: hours };
      return {
        ...(await must('PATCH', `/collections/${name}`, { mapping: { id: 'id', signature }, ...overlap })),
        secret,
      };
    };
    await set('first');
    const body = '{"id": 1}';
    return {
      secret: 'first',
      at: [`PATCH /collections/${name}`, `DELETE /collections/${name}/mapping/previous`],
      rotate: (hours) => set(`next ${hours} ${Math.random()}`, hours),
      accepts: async (secret) => {
        const headers = { 'x-signature': createHmac('sha256', secret).update(body).digest('hex') };
        return (await service.call('POST', `/ingest/${url}`, { body, headers })).status === 200;
      },
      previous: async () => (await described(name)).previous_mapping,
      revoke: () => must('DELETE', `/collections/${name}`),
    };
  },
  'webhook secret': async () => {
    const { id, secret } = await must('POST', '/settings/webhooks', { url: receiver.url, events: ['member.granted'] });
    const at = `/settings/webhooks/${id}`;
    return {
      secret,
      at: [`POST ${at}/rotate`, `DELETE ${at}/previous`],
      accepts: async (given) => {
        const { status } = await service.call('POST', `${at}/test`, owner);
        const sent = receiver.received.at(-1);
        try {
          return status === 200 && sent !== undefined && verified(sent, given) !== undefined;
        } catch {
          return false;
        }
      },
      previous: async () => (await found('/settings/webhooks', 'webhooks', id)).previous,
      revoke: () => must('DELETE', at),
    };
  },
};

async function made(make: () => Promise<Rotatable>) {
  const of = await make();
  const [rotateBy, end] = of.at.map((each) => each.split(' ') as [string, string]) as [
    [string, string],
    [string, string],
  ];
  const rotate =
    of.rotate ?? ((hours?: number) => must(...rotateBy, hours === undefined ? undefined : { overlap_hours: hours }));
  return { ...of, rotate, end: () => must(...end) };
}

describe.each(Object.entries(kinds))('the rotation of the %s', (_name, make) => {
  const start = new Date('2030-01-01T00:00:00.000Z');
  const after = (hours: number) => service.setTime(new Date(start.getTime() + hours * 3_600_000));

  it('ends the earlier secret at once without an overlap', async () => {
    const { secret, rotate, accepts, previous } = await made(make);
    const next = await rotate();
    expect(next.previous_expires_at).toBeNull();
    expect([await accepts(secret), await accepts(next.secret)]).toEqual([false, true]);
    expect((await previous()) ?? null).toBeNull();
  });

  it('refuses no call before the end of the overlap, and only the earlier secret after it', async () => {
    const { secret, rotate, accepts, previous } = await made(make);
    after(0);
    const next = await rotate(24);
    expect(next.previous_expires_at).toBe('2030-01-02T00:00:00.000Z');
    expect(await previous()).toEqual({ expires_at: next.previous_expires_at, last_used_at: null });
    after(1);
    expect([await accepts(secret), await accepts(next.secret)]).toEqual([true, true]);
    expect(await previous()).toEqual({
      expires_at: next.previous_expires_at,
      last_used_at: '2030-01-01T01:00:00.000Z',
    });
    after(24);
    expect([await accepts(secret), await accepts(next.secret)]).toEqual([false, true]);
    expect((await previous()) ?? null).toBeNull();
  });

  it('keeps the promised end of a secret that was replaced before', async () => {
    const { secret, rotate, accepts } = await made(make);
    after(0);
    const second = await rotate(48);
    after(1);
    const third = await rotate(1);
    const accepted = async () => [await accepts(secret), await accepts(second.secret), await accepts(third.secret)];
    expect(await accepted()).toEqual([true, true, true]);
    after(2);
    expect(await accepted()).toEqual([true, false, true]);
    after(3);
    const fourth = await rotate();
    expect([...(await accepted()), await accepts(fourth.secret)]).toEqual([false, false, false, true]);
  });

  it('can be completed early, and says whether there was an earlier secret', async () => {
    const { secret, rotate, accepts, end } = await made(make);
    expect(await end()).toMatchObject({ ended: false });
    const next = await rotate(1);
    expect(await end()).toMatchObject({ ended: true });
    expect([await accepts(secret), await accepts(next.secret)]).toEqual([false, true]);
    expect(await end()).toMatchObject({ ended: false });
  });

  it('leaves no secret that works after its object is revoked', async () => {
    const { secret, rotate, accepts, revoke } = await made(make);
    const next = await rotate(168);
    await revoke();
    expect([await accepts(secret), await accepts(next.secret)]).toEqual([false, false]);
  });

  it('refuses more than a week, and fractions of an hour', async () => {
    const { at } = await made(make);
    const [method, path] = (at[0] as string).split(' ') as [string, string];
    for (const overlap_hours of [169, -1, 1.5, '1']) {
      const refused = await service.call(method, path, { ...owner, body: { overlap_hours } });
      expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'overlap_hours']);
    }
  });
});

it('a route that rotates a secret is in the table', async () => {
  const patterns = await Promise.all(Object.values(kinds).map(async (make) => (await make()).at));
  const tested = patterns.flat().map((each) => each.replace(/rotated-\d+|[0-9a-f-]{36}/, '{}'));
  const rotating = Object.values(routes as Readonly<Record<string, RouteDefinition>>).filter(
    ({ id }) => /rotate|previous/.test(id) || id === 'collections.create_reconciliation_url',
  );
  const addresses = rotating.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/, '{}')}`);
  expect(addresses.filter((each) => !tested.includes(each))).toEqual([]);
});

it('a mapping accepts no overlap without a new secret', async () => {
  const { name } = await collection();
  const body = { mapping: { id: 'id' }, overlap_hours: 1 };
  const refused = await service.call('PATCH', `/collections/${name}`, { ...owner, body });
  expect(refused.body.error.details).toMatchObject([{ path: 'overlap_hours' }]);
});
