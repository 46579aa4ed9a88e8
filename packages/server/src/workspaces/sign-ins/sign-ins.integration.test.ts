import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { signIn } from '../../identity/testing/browser.js';
import { anAddress, invite, personalToken } from '../../identity/testing/people.js';
import { createCredentials, createTenants, kinds } from '../../identity/testing/tenants.js';
import { startSuiteService } from '../../testing/service.js';
import { devicesOf, type Listed, sessionsOf } from '../testing/sign-ins.js';
import { createWorkspaceFixture } from '../testing/workspace-fixture.js';

const service = await startSuiteService();

describe('the lists of sessions and devices', () => {
  test('are paged, and each entry is on one page', async () => {
    const fixture = await createWorkspaceFixture(service);
    const email = anAddress();
    await invite(service, fixture.workspace, email);
    for (let index = 0; index < 4; index += 1) {
      await signIn(service, email);
      const token = await personalToken(service, email);
      await service.call('GET', '/collections', { token, workspace: fixture.workspace.id });
    }
    for (const [path, key, total] of [
      ['/settings/sessions', 'sessions', 4],
      ['/settings/devices', 'devices', 5],
    ] as const) {
      const ids: string[] = [];
      let cursor = '';
      do {
        const { body } = await fixture.call('GET', `${path}?limit=2${cursor}`);
        expect(body.count).toBe(total);
        ids.push(...body[key].map((each: Listed) => each.id));
        cursor = body.next_cursor === null ? '' : `&cursor=${encodeURIComponent(body.next_cursor)}`;
      } while (cursor !== '');
      expect(new Set(ids).size).toBe(total);
      expect(ids).toHaveLength(total);
    }
  });

  test('require an admin, as do the routes that end entries', async () => {
    const tenants = await createTenants(service);
    const admin = anAddress();
    await invite(service, tenants.own, admin, { role: 'admin' });
    const token = await personalToken(service, admin);
    const browser = await signIn(service, admin);
    const asAdmin = (path: string) => service.call('GET', path, { token, workspace: tenants.own.id });
    const [session] = (await asAdmin('/settings/sessions')).body.sessions;
    const [device] = (await asAdmin('/settings/devices')).body.devices;
    const credentials = await createCredentials(service, tenants);
    for (const kind of kinds) {
      const { token: secret, headers } = credentials[kind];
      for (const [method, path] of [
        ['GET', '/settings/sessions'],
        ['GET', '/settings/devices'],
        ['DELETE', `/settings/sessions/${session.id}`],
        ['DELETE', `/settings/devices/${device.id}`],
      ] as const) {
        const answer = await service.call(method, path, {
          ...(secret === undefined ? {} : { token: secret }),
          ...(headers === undefined ? {} : { headers }),
          ...(kind === 'personal token' ? { workspace: tenants.own.id } : {}),
        });
        const expected = kind === 'unpinned session' ? [400] : ['anonymous', 'api key'].includes(kind) ? [401] : [403];
        expect(expected, `${kind}: ${method} ${path}: ${JSON.stringify(answer.body)}`).toContain(answer.status);
      }
    }
    expect((await asAdmin('/settings/sessions')).status).toBe(200);
    expect((await service.call('GET', '/settings/devices', { headers: browser.headers() })).status).toBe(200);
  });

  test('exclude entries of other workspaces, which cannot be found here either', async () => {
    const [fixture, foreign] = [await createWorkspaceFixture(service), await createWorkspaceFixture(service)];
    const browser = await signIn(service, foreign.email);
    const [session] = await sessionsOf(foreign);
    const [device] = await devicesOf(foreign);
    for (const [path, id] of [
      ['/settings/sessions', session?.id],
      ['/settings/devices', device?.id],
    ]) {
      const answers = [id, randomUUID(), 'garbage'].map((each) => fixture.call('DELETE', `${path}/${each}`));
      const [theirs, absent, garbage] = await Promise.all(answers);
      expect(theirs?.status).toBe(404);
      expect(theirs?.body).toEqual(absent?.body);
      expect(garbage?.body).toEqual(absent?.body);
    }
    expect((await service.call('GET', '/me', { headers: browser.headers() })).status).toBe(200);
    expect((await foreign.call('GET', '/settings/devices')).status).toBe(200);
    expect((await sessionsOf(fixture)).concat(await devicesOf(fixture)).map((each) => each.person.email)).toEqual([
      fixture.email,
    ]);
  });
});
