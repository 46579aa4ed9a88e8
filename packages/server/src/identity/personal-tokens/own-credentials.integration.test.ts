import { afterEach, describe, expect, test } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { latestCode, openBrowser, signIn } from '../testing/browser.js';
import { anAddress, invite, personalToken } from '../testing/people.js';

const service = await startSuiteService();
const workspace = await service.createWorkspace();
afterEach(() => service.setTime(undefined));

async function person(role: 'member' | 'reader' = 'member') {
  const email = anAddress();
  await invite(service, workspace, email, { role });
  return email;
}

describe('browser sessions', () => {
  test('are listed to their owner only, newest first, with the browser and the workspace', async () => {
    const email = await person();
    const first = await signIn(service, email);
    const second = await signIn(service, email);
    await signIn(service, await person());
    const listed = await service.call('GET', '/me/sessions', { headers: second.headers() });
    expect(listed.body).toMatchObject({
      count: 2,
      sessions: [
        { device: 'Firefox on Linux', current: true, workspace: { id: workspace.id, slug: workspace.slug } },
        { device: 'Firefox on Linux', current: false },
      ],
    });
    expect((await service.call('GET', '/me/sessions', { headers: first.headers() })).body.sessions[0].current).toBe(
      false,
    );
  });

  test('are refused at the next call after they are revoked', async () => {
    const email = await person('reader');
    const kept = await signIn(service, email);
    const lost = await signIn(service, email);
    const [session] = (await service.call('GET', '/me/sessions', { headers: lost.headers() })).body.sessions;
    const revoke = () => service.call('DELETE', `/me/sessions/${session.id}`, { headers: kept.headers() });
    expect((await revoke()).body).toEqual({ id: session.id, status: 'revoked' });
    expect((await revoke()).body).toEqual({ id: session.id, status: 'revoked' });
    const refused = await service.call('GET', '/me', { headers: lost.headers() });
    expect([refused.status, refused.body.error.code]).toEqual([401, 'invalid_credential']);
    expect((await service.call('GET', '/me', { headers: kept.headers() })).status).toBe(200);
    const audit = await service.call('GET', '/audit?action=session.revoked&limit=1', { token: workspace.token });
    expect(audit.body.events[0]).toMatchObject({ target: session.id, actor: { name: email } });
  });

  test('can be revoked by their person only; to others they do not exist', async () => {
    const owner = await signIn(service, await person());
    const other = await signIn(service, await person());
    const [session] = (await service.call('GET', '/me/sessions', { headers: owner.headers() })).body.sessions;
    const refused = await service.call('DELETE', `/me/sessions/${session.id}`, { headers: other.headers() });
    const absent = await service.call('DELETE', '/me/sessions/6f1d0b0e-0000-4000-8000-000000000000', {
      headers: other.headers(),
    });
    const garbage = await service.call('DELETE', '/me/sessions/garbage', { headers: other.headers() });
    expect([refused.status, absent.status, garbage.status]).toEqual([404, 404, 404]);
    expect(refused.body).toEqual(absent.body);
    expect((await service.call('GET', '/me', { headers: owner.headers() })).status).toBe(200);
  });

  test('end on sign-out, and after 30 days', async () => {
    const email = await person();
    const start = new Date('2026-03-01T00:00:00.000Z');
    service.setTime(start);
    const browser = await signIn(service, email);
    const old = browser.headers();
    expect((await browser.submit('/sign-out', {})).location).toBe('/sign-in');
    expect((await service.call('GET', '/me', { headers: old })).status).toBe(401);
    const [ended] = (await service.call('GET', '/audit?action=session.ended&limit=1', { token: workspace.token })).body
      .events;
    expect(ended.actor).toMatchObject({ kind: 'person', name: email });
    const again = await signIn(service, email);
    service.setTime(new Date(start.getTime() + 30 * 86_400_000 - 1));
    expect((await service.call('GET', '/me', { headers: again.headers() })).status).toBe(200);
    service.setTime(new Date(start.getTime() + 30 * 86_400_000));
    expect((await service.call('GET', '/me', { headers: again.headers() })).status).toBe(401);
  });

  test('are replaced by signing in again in the same browser', async () => {
    const email = await person();
    const browser = await signIn(service, email);
    const before = browser.headers();
    await browser.submit('/sign-in', { email, next: '/' });
    await browser.submit('/sign-in/code', { code: await latestCode(service, email) });
    expect((await service.call('GET', '/me', { headers: before })).status).toBe(401);
    expect((await service.call('GET', '/me/sessions', { headers: browser.headers() })).body.count).toBe(1);
  });

  test('show when they were last used, to the minute', async () => {
    const email = await person();
    const start = new Date('2026-03-01T00:00:00.000Z');
    service.setTime(start);
    const browser = await signIn(service, email);
    const lastUsed = async () =>
      (await service.call('GET', '/me/sessions', { headers: browser.headers() })).body.sessions[0].last_used_at;
    service.setTime(new Date(start.getTime() + 60_001));
    expect(await lastUsed()).toBe('2026-03-01T00:01:00.001Z');
    service.setTime(new Date(start.getTime() + 120_000));
    expect(await lastUsed()).toBe('2026-03-01T00:01:00.001Z');
  });

  test('are accepted only from pages of the service', async () => {
    const browser = await signIn(service, await person());
    const foreign = { ...browser.headers(), origin: 'https://evil.example' };
    expect((await service.call('GET', '/me', { headers: foreign })).status).toBe(401);
    const { origin: _origin, ...none } = browser.headers();
    const crossSite = { ...none, 'sec-fetch-site': 'cross-site' };
    expect((await service.call('DELETE', '/me/sessions/x', { headers: crossSite })).status).toBe(401);
    const otherName = { ...browser.headers(), origin: 'http://localhost:8080', 'sec-fetch-site': 'same-origin' };
    expect((await service.call('GET', '/me', { headers: otherName })).status).toBe(200);
  });
});

describe('personal tokens', () => {
  test('are listed and revoked by their owner, at once', async () => {
    const email = await person();
    const [laptop, desktop] = [
      await personalToken(service, email, 'laptop'),
      await personalToken(service, email, 'desktop'),
    ];
    const listed = await service.call('GET', '/me/devices', { token: laptop });
    expect(listed.body.devices.map(({ name, current }: { name: string; current: boolean }) => [name, current])).toEqual(
      expect.arrayContaining([
        ['laptop', true],
        ['desktop', false],
      ]),
    );
    const { id, hint } = listed.body.devices.find(({ name }: { name: string }) => name === 'desktop');
    expect(hint).toBe(`svc_pt_…${desktop.slice(-4)}`);
    const revoked = await service.call('DELETE', `/me/devices/${id}`, { token: laptop });
    expect(revoked.body).toEqual({ id, status: 'revoked' });
    expect((await service.call('GET', '/me', { token: desktop })).body.error.code).toBe('invalid_credential');
    expect((await service.call('GET', '/me/devices', { token: laptop })).body.count).toBe(1);
  });

  test('are recorded in the audit log by their stored id, regardless of the spelling in the request', async () => {
    const token = await personalToken(service, await person());
    const [{ id }] = (await service.call('GET', '/me/devices', { token })).body.devices;
    const revoked = await service.call('DELETE', `/me/devices/${id.toUpperCase()}`, { token });
    expect(revoked.body).toEqual({ id, status: 'revoked' });
    const path = '/audit?action=personal_token.revoked&limit=1';
    expect((await service.call('GET', path, { token: workspace.token })).body.events[0]).toMatchObject({ target: id });
  });

  test('can revoke themselves, as a sign-out does', async () => {
    const token = await personalToken(service, await person());
    const [{ id }] = (await service.call('GET', '/me/devices', { token })).body.devices;
    expect((await service.call('DELETE', `/me/devices/${id}`, { token })).status).toBe(200);
    expect((await service.call('GET', '/me', { token })).status).toBe(401);
  });

  test('of another person cannot be revoked and count as missing', async () => {
    const [owner, other] = [await personalToken(service, await person()), await personalToken(service, await person())];
    const [{ id }] = (await service.call('GET', '/me/devices', { token: owner })).body.devices;
    const refused = await service.call('DELETE', `/me/devices/${id}`, { token: other });
    expect([refused.status, refused.body.error.code]).toEqual([404, 'token_not_found']);
    expect((await service.call('GET', '/me', { token: owner })).status).toBe(200);
  });

  test('show when they were last used; null before the first call', async () => {
    const email = await person();
    const at = new Date('2026-03-01T12:00:00.000Z');
    service.setTime(at);
    const used = await personalToken(service, email, 'used');
    await personalToken(service, email, 'unused');
    const listed = await service.call('GET', '/me/devices', { token: used });
    const times = Object.fromEntries(
      listed.body.devices.map(({ name, last_used_at }: { name: string; last_used_at: string }) => [name, last_used_at]),
    );
    expect(times).toEqual({ used: at.toISOString(), unused: null });
  });

  test('created by the operator count as the first sign-in of the address', async () => {
    const email = anAddress();
    expect((await invite(service, workspace, email)).pending).toBe(true);
    const token = await personalToken(service, email.toUpperCase());
    const listed = await service.call('GET', '/workspaces', { token });
    expect(listed.body.workspaces.map(({ id }: { id: string }) => id)).toEqual([workspace.id]);
    expect((await invite(service, await service.createWorkspace(), email)).pending).toBe(false);
    const audit = await service.call('GET', '/audit?action=person.signed_in&limit=1', { token: workspace.token });
    expect(audit.body.events[0]).toMatchObject({ target: email, detail: { method: 'operator', first: true } });
  });

  test('require an address when the operator creates them', async () => {
    const answer = await service.call('POST', '/operator/people/nobody/personal-tokens', {
      token: service.operatorToken,
      body: { name: 'x' },
    });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
  });
});

describe('the workspace of a session', () => {
  test("is the person's only one or the chosen one, and can be changed", async () => {
    const email = await person();
    const second = await service.createWorkspace();
    await invite(service, second, email, { role: 'admin' });
    const browser = openBrowser(service);
    browser.cookies.set('svc_session', (await signIn(service, email)).cookies.get('svc_session') ?? '');
    const me = async () => (await service.call('GET', '/me', { headers: browser.headers() })).body;
    expect((await me()).workspace).toBeUndefined();
    const unpinned = await service.call('GET', '/settings/workspace', { headers: browser.headers() });
    expect([unpinned.status, unpinned.body.error.code]).toEqual([400, 'workspace_required']);
    // The header cannot change a session's workspace, so the error must not recommend it.
    expect(unpinned.body.error.message).toContain('/sign-in/workspace');
    const page = await browser.open('/sign-in/workspace?next=%2Fx');
    expect(page.text.match(/name="workspace"/g)).toHaveLength(2);
    for (const [each, role] of [
      [workspace, 'member'],
      [second, 'admin'],
    ] as const) {
      expect((await browser.submit('/sign-in/workspace', { workspace: each.id, next: '/x' })).location).toBe('/x');
      expect(await me()).toMatchObject({ workspace: { id: each.id }, role });
    }
  });

  test('cannot be one that the person does not belong to', async () => {
    const browser = await signIn(service, await person());
    const foreign = await service.createWorkspace();
    for (const id of [foreign.id, 'garbage', '']) {
      expect((await browser.submit('/sign-in/workspace', { workspace: id, next: '/' })).status).toBe(403);
    }
    expect((await service.call('GET', '/me', { headers: browser.headers() })).body.workspace.id).toBe(workspace.id);
  });

  test('is lost at once with the membership', async () => {
    const email = anAddress();
    const { id } = await invite(service, workspace, email, { role: 'admin' });
    const browser = await signIn(service, email);
    expect((await service.call('GET', '/settings/workspace', { headers: browser.headers() })).status).toBe(200);
    await service.services.database.asSystem((transaction) =>
      transaction.query(`update memberships set status = 'revoked' where id = $1`, [id]),
    );
    const refused = await service.call('GET', '/settings/workspace', { headers: browser.headers() });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'not_a_member']);
    expect((await browser.open('/sign-in/workspace')).text).toContain('No workspace yet');
  });
});
