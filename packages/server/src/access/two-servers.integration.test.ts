import { afterAll, describe, expect, it } from 'vitest';
import { signIn } from '../identity/testing/browser.js';
import { startSuiteService } from '../testing/service.js';
import { createKey, grantingWorkspace } from './testing/keys.js';
import { startTwoServers } from './testing/two-servers.js';

const service = await startSuiteService();
const shop = await grantingWorkspace(service);
const servers = await startTwoServers(service);

describe('two servers on one database', () => {
  afterAll(() => Promise.all(servers.map((server) => server.stop())));

  async function statuses(path: string, headers: Record<string, string>): Promise<number[]> {
    return Promise.all(servers.map(async (server) => (await server.send(path, { headers })).status));
  }

  function at(index: 0 | 1, method: string, path: string, body?: unknown): Promise<Response> {
    return servers[index].send(`/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${shop.key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  async function json<Body>(answer: Promise<Response>): Promise<Body> {
    return (await (await answer).json()) as Body;
  }

  it("when one revokes a member, the other ends the member's session at the next request", async () => {
    await at(0, 'POST', '/members', { email: 'member@example.com' });
    const session = {
      cookie: `svc_session=${(await signIn(service, 'member@example.com')).cookies.get('svc_session')}`,
    };
    expect(await statuses('/collections', session)).toEqual([200, 200]);
    expect((await at(0, 'DELETE', '/members/member@example.com')).status).toBe(200);
    for (const status of await statuses('/collections', session)) {
      expect([400, 401, 403]).toContain(status);
    }
    expect((await at(1, 'POST', '/members', { email: 'member@example.com' })).status).toBe(200);
    expect(await statuses('/collections', session)).toEqual([200, 200]);
  });

  it('when one revokes a magic link, the other ends its sessions at the next request', async () => {
    const minted = await json<{ magic_link: string }>(at(0, 'POST', '/readers', { email: 'reader@example.com' }));
    const exchanged = await servers[1].send(`/r${new URL(minted.magic_link).search}`, { redirect: 'manual' });
    const session = { cookie: exchanged.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
    expect(await statuses('/collections', session)).toEqual([200, 200]);
    expect((await at(1, 'DELETE', '/readers/reader@example.com')).status).toBe(200);
    expect(await statuses('/collections', session)).toEqual([401, 401]);
  });

  it('when one changes a group, the other applies it at the next request', async () => {
    const group = await json<{ id: string }>(at(0, 'POST', '/groups', { name: 'G', paths: ['old/**'] }));
    await at(0, 'POST', '/members', { email: 'holder@example.com', groups: [group.id] });
    const readable = async (index: 0 | 1, path: string): Promise<boolean> =>
      (await json<{ readable: boolean }>(at(index, 'GET', `/members/holder@example.com/access/explain?path=${path}`)))
        .readable;
    expect([await readable(0, 'old/a'), await readable(1, 'old/a')]).toEqual([true, true]);
    await at(1, 'PUT', `/groups/${group.id}`, { paths: ['new/**'] });
    expect([await readable(0, 'old/a'), await readable(1, 'old/a')]).toEqual([false, false]);
    expect([await readable(0, 'new/a'), await readable(1, 'new/a')]).toEqual([true, true]);
  });

  it('together count exactly one rate limit for a key', async () => {
    const { secret } = await createKey(service, shop.id);
    const calls = Array.from({ length: 80 }, (_, index) =>
      servers[index % 2 === 0 ? 0 : 1].send('/v1/members', { headers: { authorization: `Bearer ${secret}` } }),
    );
    const answers = (await Promise.all(calls)).map((answer) => answer.status);
    expect(answers.filter((status) => status === 200)).toHaveLength(60);
    expect(answers.filter((status) => status === 429)).toHaveLength(20);
  });
});
