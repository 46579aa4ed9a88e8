import { afterEach, describe, expect, test } from 'vitest';
import { signIn } from '../../identity/testing/browser.js';
import { anAddress, invite } from '../../identity/testing/people.js';
import { startSuiteService } from '../../testing/service.js';
import { chooseWorkspace, find, refusal, sessionsOf, sharedPerson } from '../testing/sign-ins.js';
import { createWorkspaceFixture } from '../testing/workspace-fixture.js';

const service = await startSuiteService();
afterEach(() => service.setTime(undefined));

describe('the sessions of a workspace', () => {
  test('are those for which it was chosen, and those of its magic links', async () => {
    const { left, right, email } = await sharedPerson(service);
    const [here, there, undecided] = [
      await signIn(service, email),
      await signIn(service, email),
      await signIn(service, email),
    ];
    await chooseWorkspace(here, left);
    await chooseWorkspace(there, right);
    const mine = await sessionsOf(left);
    expect(mine).toMatchObject([{ kind: 'browser', device: 'Firefox on Linux', person: { email }, current: false }]);
    expect((await sessionsOf(right)).map((each) => each.person.email)).toEqual([email]);
    expect((await service.call('GET', '/me', { headers: undecided.headers() })).status).toBe(200);
  });

  test("can be ended at once, without affecting the person's other browsers", async () => {
    const { left, right, email } = await sharedPerson(service);
    const [here, there] = [await signIn(service, email), await signIn(service, email)];
    await chooseWorkspace(here, left);
    await chooseWorkspace(there, right);
    const { id } = await find(sessionsOf(left), email);
    expect(refusal(await right.call('DELETE', `/settings/sessions/${id}`))).toEqual([404, 'session_not_found']);
    const end = () => left.call('DELETE', `/settings/sessions/${id}`);
    const expected = { status: 200, body: { id, status: 'revoked', workspace: { id: left.workspace.id } } };
    expect(await end()).toMatchObject(expected);
    expect(await end()).toMatchObject(expected);
    expect(refusal(await service.call('GET', '/me', { headers: here.headers() }))).toEqual([401, 'invalid_credential']);
    expect((await service.call('GET', '/collections', { headers: there.headers() })).status).toBe(200);
    expect(await sessionsOf(left)).toEqual([]);
    const { events } = (await left.call('GET', '/audit?action=session.revoked')).body;
    expect(events).toMatchObject([{ target: id, detail: { email, device: 'Firefox on Linux' } }]);
    expect((await right.call('GET', '/audit?action=session.revoked')).body.events).toEqual([]);
  });

  test('of a browser that changed to another workspace are not listed', async () => {
    const { left, right, email } = await sharedPerson(service);
    const browser = await signIn(service, email);
    await chooseWorkspace(browser, left);
    const { id } = await find(sessionsOf(left), email);
    await chooseWorkspace(browser, right);
    expect(await sessionsOf(left)).toEqual([]);
    expect(refusal(await left.call('DELETE', `/settings/sessions/${id}`))).toEqual([404, 'session_not_found']);
    expect((await service.call('GET', '/collections', { headers: browser.headers() })).status).toBe(200);
  });

  test('of a magic link can be ended too, and the link can open another one', async () => {
    const start = new Date('2026-03-01T00:00:00.000Z');
    service.setTime(start);
    const fixture = await createWorkspaceFixture(service);
    const key = (await fixture.call('POST', '/settings/api-keys', { name: 'k', capability: 'manage_readers' })).body
      .secret;
    const email = anAddress();
    const minted = await service.call('POST', '/v1/readers', { token: key, body: { email } });
    const open = async () => {
      const answer = await service.app.http.request(minted.body.magic_link, {
        headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' },
      });
      const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      return { cookie, origin: service.services.baseUrl };
    };
    const [first, second] = [await open(), await open()];
    service.setTime(new Date(start.getTime() + 120_000));
    expect((await service.call('GET', '/collections', { headers: first })).status).toBe(200);
    const shown = { kind: 'magic_link', device: 'Firefox on Windows', person: { email, role: 'reader' } };
    const listed = await sessionsOf(fixture);
    expect(listed).toMatchObject([shown, shown]);
    expect(listed.map((each) => each.last_used_at).sort()).toEqual([
      start.toISOString(),
      new Date(start.getTime() + 120_000).toISOString(),
    ]);
    const busy = listed.find((each) => each.last_used_at !== start.toISOString());
    const end = () => fixture.call('DELETE', `/settings/sessions/${busy?.id}`);
    expect([(await end()).status, (await end()).status]).toEqual([200, 200]);
    expect((await service.call('GET', '/collections', { headers: first })).status).toBe(401);
    expect((await service.call('GET', '/collections', { headers: second })).status).toBe(200);
    expect((await service.call('GET', '/collections', { headers: await open() })).status).toBe(200);
  });

  test('of a removed person are not listed', async () => {
    const fixture = await createWorkspaceFixture(service);
    const email = anAddress();
    const { id } = await invite(service, fixture.workspace, email);
    await signIn(service, email);
    expect(await sessionsOf(fixture)).toHaveLength(1);
    await fixture.call('DELETE', `/settings/people/${id}`);
    expect(await sessionsOf(fixture)).toEqual([]);
  });
});
