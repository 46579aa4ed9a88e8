import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { postToRelay, toolCall } from '../../agent/testing/relay-request.js';
import { buildApp } from '../../app.js';
import { signIn } from '../../identity/testing/browser.js';
import { invite, personalToken } from '../../identity/testing/people.js';
import { startSuiteService } from '../../testing/service.js';
import {
  chooseWorkspace,
  devicesOf,
  find,
  type Listed,
  refusal,
  sessionsOf,
  sharedPerson,
} from '../testing/sign-ins.js';
import { createWorkspaceFixture, type WorkspaceFixture } from '../testing/workspace-fixture.js';

const service = await startSuiteService();
afterEach(() => service.setTime(undefined));

describe('the devices of a workspace', () => {
  test('are the devices that its people have used in it, each with its person and its last use there', async () => {
    const start = new Date('2026-03-01T00:00:00.000Z');
    service.setTime(start);
    const { left, right, email, id, reaches } = await sharedPerson(service);
    const laptop = await personalToken(service, email, 'laptop');
    await reaches(laptop, right);
    const later = new Date(start.getTime() + 3_600_000);
    service.setTime(later);
    await reaches(laptop, left);
    expect(await find(devicesOf(left), email)).toEqual({
      id: expect.any(String),
      person: { id, email, name: email, role: 'member' },
      device: 'laptop',
      created_at: start.toISOString(),
      last_used_at: later.toISOString(),
      current: false,
    });
    expect((await find(devicesOf(right), email)).last_used_at).toBe(start.toISOString());
    expect((await find(devicesOf(left), left.email)).current).toBe(true);
  });

  test('exclude devices used only in other workspaces, which cannot be shut out here either', async () => {
    const { left, right, email, reaches } = await sharedPerson(service);
    const [laptop, runner] = [
      await personalToken(service, email, 'laptop'),
      await personalToken(service, email, 'right-production-ci'),
    ];
    await reaches(laptop, left);
    await reaches(runner, right);
    const { body } = await left.call('GET', '/settings/devices');
    expect(body.devices.map((each: Listed) => each.device).sort()).toEqual(['automation', 'laptop']);
    expect(body.count).toBe(2);
    const { id } = await find(devicesOf(right), email, 'right-production-ci');
    expect(refusal(await left.call('DELETE', `/settings/devices/${id}`))).toEqual([404, 'token_not_found']);
    expect([await reaches(runner, right), await reaches(runner, left)]).toEqual([200, 200]);
    expect((await find(devicesOf(left), email, 'right-production-ci')).id).toBe(id);
  });

  test('exclude sign-ins before the person joined', async () => {
    service.setTime(new Date('2026-03-01T00:00:00.000Z'));
    const elsewhere = await createWorkspaceFixture(service);
    const browser = await signIn(service, elsewhere.email);
    const joined = new Date('2026-03-02T00:00:00.000Z');
    service.setTime(joined);
    const here = await createWorkspaceFixture(service);
    await invite(service, here.workspace, elsewhere.email);
    await service.call('GET', '/collections', { token: elsewhere.token, workspace: here.workspace.id });
    expect(await find(devicesOf(here), elsewhere.email)).toMatchObject({ created_at: joined.toISOString() });
    await chooseWorkspace(browser, here);
    expect(await find(sessionsOf(here), elsewhere.email)).toMatchObject({ created_at: joined.toISOString() });
  });

  test('lose access to this workspace only, at once, when they are shut out', async () => {
    const { left, right, email, reaches } = await sharedPerson(service);
    const [laptop, desktop] = [
      await personalToken(service, email, 'laptop'),
      await personalToken(service, email, 'desktop'),
    ];
    const offices = [left, right];
    for (const token of [laptop, desktop]) {
      expect(await Promise.all(offices.map((fixture) => reaches(token, fixture)))).toEqual([200, 200]);
    }
    const { id } = await find(devicesOf(left), email, 'laptop');
    const shutOut = () => left.call('DELETE', `/settings/devices/${id}`);
    const expected = { status: 200, body: { id, status: 'revoked', workspace: { id: left.workspace.id } } };
    expect(await shutOut()).toMatchObject(expected);
    expect(await shutOut()).toMatchObject(expected);

    const absent = await service.call('GET', '/collections', { token: laptop, workspace: randomUUID() });
    const refused = await service.call('GET', '/collections', { token: laptop, workspace: left.workspace.id });
    expect(refusal(refused)).toEqual([403, 'not_a_member']);
    expect(refused.body).toEqual(absent.body);
    expect(refused.body.error.writable_workspaces.map((each: { id: string }) => each.id)).toEqual([right.workspace.id]);
    const mine = (await service.call('GET', '/workspaces', { token: laptop })).body;
    expect(mine.workspaces.map((each: { id: string }) => each.id)).toEqual([right.workspace.id]);
    expect([await reaches(laptop, right), await reaches(desktop, left)]).toEqual([200, 200]);
    expect((await service.call('GET', '/me/devices', { token: laptop })).body.count).toBe(2);
    expect((await devicesOf(left)).filter((each) => each.person.email === email)).toHaveLength(1);
    expect((await devicesOf(right)).filter((each) => each.person.email === email)).toHaveLength(2);

    const eventsIn = async (fixture: WorkspaceFixture) =>
      (await fixture.call('GET', '/audit?action=device.revoked')).body.events;
    expect(await eventsIn(left)).toMatchObject([
      { target: id, actor: { name: left.email }, detail: { email, device: 'laptop' } },
    ]);
    expect(await eventsIn(right)).toEqual([]);
    const again = await personalToken(service, email, 'laptop');
    expect(await reaches(again, left)).toBe(200);
  });

  test('stay shut out after their person is removed and added again', async () => {
    const { left, email, id, reaches } = await sharedPerson(service);
    const token = await personalToken(service, email);
    await reaches(token, left);
    const device = await find(devicesOf(left), email);
    await left.call('DELETE', `/settings/devices/${device.id}`);
    await left.call('DELETE', `/settings/people/${id}`);
    expect(refusal(await left.call('DELETE', `/settings/devices/${device.id}`))).toEqual([404, 'token_not_found']);
    await left.call('POST', '/settings/people', { email, role: 'member' });
    expect(await reaches(token, left)).toBe(403);
  });

  test('lose access to the relay too, in every process', async () => {
    const { left, email } = await sharedPerson(service);
    const token = await personalToken(service, email);
    const other = buildApp(service.services);
    const readThere = async () => {
      const message = toolCall('list_collections', { workspace: left.workspace.id });
      const { result } = (await postToRelay(other, { token, message })).body;
      return result.isError === true ? JSON.parse(result.content[0].text).error.code : 'read';
    };
    expect(await readThere()).toBe('read');
    await left.call('DELETE', `/settings/devices/${(await find(devicesOf(left), email)).id}`);
    expect(await readThere()).toBe('not_a_member');
    await other.close();
  });
});
