import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../app.js';
import { signIn, type TestBrowser } from '../../identity/testing/browser.js';
import { anAddress, invite, personalToken } from '../../identity/testing/people.js';
import { kinds, makeCredentials, makeWorld } from '../../identity/testing/world.js';
import { startTestService, type TestAnswer, type TestService } from '../../testing/service.js';
import { type Office, openOffice } from '../testing/office.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterEach(() => service.setTime(undefined));
afterAll(() => service.close());

interface Listed {
  readonly id: string;
  readonly person: { readonly id: string; readonly email: string; readonly role: string };
  readonly device: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly current: boolean;
}

const sessionsOf = async (office: Office): Promise<Listed[]> =>
  (await office.call('GET', '/settings/sessions')).body.sessions;
const devicesOf = async (office: Office): Promise<Listed[]> =>
  (await office.call('GET', '/settings/devices')).body.devices;
const refusal = ({ status, body }: TestAnswer) => [status, body.error?.code];

async function find(listed: Promise<Listed[]>, email: string, device?: string): Promise<Listed> {
  const found = (await listed).find((each) => each.person.email === email && (device ?? each.device) === each.device);
  if (found === undefined) {
    throw new Error(`${email} is signed in nowhere`);
  }
  return found;
}

/** Two offices with an admin each, and one person who works in both. */
async function sharedPerson() {
  const [left, right] = [await openOffice(service), await openOffice(service)];
  const email = anAddress();
  const { id } = await invite(service, left.workspace, email);
  await invite(service, right.workspace, email);
  const reaches = async (token: string, office: Office): Promise<number> =>
    (await service.call('GET', '/collections', { token, workspace: office.workspace.id })).status;
  return { left, right, email, id, reaches };
}

function inWorkspace(browser: TestBrowser, { workspace }: Office) {
  return browser.submit('/sign-in/workspace', { workspace: workspace.id, next: '/' });
}

describe('the devices of a workspace', () => {
  test('are those of its people, each with its person and its use in this workspace alone', async () => {
    const start = new Date('2026-03-01T00:00:00.000Z');
    service.setTime(start);
    const { left, right, email, id, reaches } = await sharedPerson();
    const [laptop] = [await personalToken(service, email, 'laptop'), await personalToken(service, email, 'desktop')];
    await reaches(laptop, right);
    const unused = { person: { id, email, name: email, role: 'member' }, last_used_at: null, current: false };
    expect(await find(devicesOf(left), email, 'laptop')).toMatchObject({ ...unused, created_at: start.toISOString() });
    const later = new Date(start.getTime() + 3_600_000);
    service.setTime(later);
    await reaches(laptop, left);
    expect((await find(devicesOf(left), email, 'laptop')).last_used_at).toBe(later.toISOString());
    expect((await find(devicesOf(right), email, 'laptop')).last_used_at).toBe(start.toISOString());
    expect((await find(devicesOf(left), email, 'desktop')).last_used_at).toBeNull();
    expect((await find(devicesOf(left), left.email)).current).toBe(true);
  });

  test('do not tell that somebody was signed in before they came', async () => {
    service.setTime(new Date('2026-03-01T00:00:00.000Z'));
    const elsewhere = await openOffice(service);
    const browser = await signIn(service, elsewhere.email);
    const joined = new Date('2026-03-02T00:00:00.000Z');
    service.setTime(joined);
    const here = await openOffice(service);
    await invite(service, here.workspace, elsewhere.email);
    expect(await find(devicesOf(here), elsewhere.email)).toMatchObject({ created_at: joined.toISOString() });
    await inWorkspace(browser, here);
    expect(await find(sessionsOf(here), elsewhere.email)).toMatchObject({ created_at: joined.toISOString() });
  });

  test('that are shut out no longer reach this workspace, at once, and nothing else changes', async () => {
    const { left, right, email, reaches } = await sharedPerson();
    const [laptop, desktop] = [
      await personalToken(service, email, 'laptop'),
      await personalToken(service, email, 'desktop'),
    ];
    expect(await reaches(laptop, left)).toBe(200);
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
    expect((await service.call('GET', '/me/personal-tokens', { token: laptop })).body.count).toBe(2);
    expect((await devicesOf(left)).filter((each) => each.person.email === email)).toHaveLength(1);
    expect((await devicesOf(right)).filter((each) => each.person.email === email)).toHaveLength(2);

    const eventsIn = async (office: Office) => (await office.call('GET', '/audit?action=device.revoked')).body.events;
    expect(await eventsIn(left)).toMatchObject([
      { target: id, actor: { name: left.email }, detail: { email, device: 'laptop' } },
    ]);
    expect(await eventsIn(right)).toEqual([]);
    const again = await personalToken(service, email, 'laptop');
    expect(await reaches(again, left)).toBe(200);
  });

  test('stay shut out when their person is removed and comes back', async () => {
    const { left, email, id, reaches } = await sharedPerson();
    const token = await personalToken(service, email);
    const device = await find(devicesOf(left), email);
    await left.call('DELETE', `/settings/devices/${device.id}`);
    await left.call('DELETE', `/settings/people/${id}`);
    expect(refusal(await left.call('DELETE', `/settings/devices/${device.id}`))).toEqual([404, 'token_not_found']);
    await left.call('POST', '/settings/people', { email, role: 'member' });
    expect(await reaches(token, left)).toBe(403);
  });

  test('are shut out of the relay, too, and in every process', async () => {
    const { left, email } = await sharedPerson();
    const token = await personalToken(service, email);
    const other = buildApp(service.services);
    const readThere = async () => {
      const answer = await other.http.request('http://tessera.test/mcp/http/', {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'list_collections', arguments: { workspace: left.workspace.id } },
        }),
      });
      const { result } = (await answer.json()) as { result: { isError?: boolean; content: { text: string }[] } };
      return result.isError === true ? JSON.parse(result.content[0]?.text ?? '').error.code : 'read';
    };
    expect(await readThere()).toBe('read');
    await left.call('DELETE', `/settings/devices/${(await find(devicesOf(left), email)).id}`);
    expect(await readThere()).toBe('not_a_member');
    await other.close();
  });
});

describe('the sessions of a workspace', () => {
  test('are those that have chosen it, and those of magic links', async () => {
    const { left, right, email } = await sharedPerson();
    const [here, there, undecided] = [
      await signIn(service, email),
      await signIn(service, email),
      await signIn(service, email),
    ];
    await inWorkspace(here, left);
    await inWorkspace(there, right);
    const mine = await sessionsOf(left);
    expect(mine).toMatchObject([{ kind: 'browser', device: 'Firefox on Linux', person: { email }, current: false }]);
    expect((await sessionsOf(right)).map((each) => each.person.email)).toEqual([email]);
    expect((await service.call('GET', '/me', { headers: undecided.headers() })).status).toBe(200);
  });

  test('end at once, in the browser that has chosen it and in no other', async () => {
    const { left, right, email } = await sharedPerson();
    const [here, there] = [await signIn(service, email), await signIn(service, email)];
    await inWorkspace(here, left);
    await inWorkspace(there, right);
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

  test('that have moved on to another workspace are not this one’s any more', async () => {
    const { left, right, email } = await sharedPerson();
    const browser = await signIn(service, email);
    await inWorkspace(browser, left);
    const { id } = await find(sessionsOf(left), email);
    await inWorkspace(browser, right);
    expect(await sessionsOf(left)).toEqual([]);
    expect(refusal(await left.call('DELETE', `/settings/sessions/${id}`))).toEqual([404, 'session_not_found']);
    expect((await service.call('GET', '/collections', { headers: browser.headers() })).status).toBe(200);
  });

  test('of a magic link end too, and the link opens another', async () => {
    const start = new Date('2026-03-01T00:00:00.000Z');
    service.setTime(start);
    const office = await openOffice(service);
    const key = (await office.call('POST', '/settings/api-keys', { name: 'k', capability: 'manage_readers' })).body
      .secret;
    const email = anAddress();
    const minted = await service.call('POST', '/v1/readers', { token: key, body: { email } });
    const open = async () => {
      const answer = await service.app.http.request(`${service.services.baseUrl}/r`, {
        method: 'POST',
        headers: { origin: service.services.baseUrl, 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' },
        body: new URLSearchParams({ token: new URL(minted.body.magic_link).searchParams.get('token') ?? '' }),
      });
      const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      return { cookie, origin: service.services.baseUrl };
    };
    const [first, second] = [await open(), await open()];
    service.setTime(new Date(start.getTime() + 120_000));
    expect((await service.call('GET', '/collections', { headers: first })).status).toBe(200);
    const shown = { kind: 'magic_link', device: 'Firefox on Windows', person: { email, role: 'reader' } };
    const listed = await sessionsOf(office);
    expect(listed).toMatchObject([shown, shown]);
    expect(listed.map((each) => each.last_used_at).sort()).toEqual([
      start.toISOString(),
      new Date(start.getTime() + 120_000).toISOString(),
    ]);
    const busy = listed.find((each) => each.last_used_at !== start.toISOString());
    const end = () => office.call('DELETE', `/settings/sessions/${busy?.id}`);
    expect([(await end()).status, (await end()).status]).toEqual([200, 200]);
    expect((await service.call('GET', '/collections', { headers: first })).status).toBe(401);
    expect((await service.call('GET', '/collections', { headers: second })).status).toBe(200);
    expect((await service.call('GET', '/collections', { headers: await open() })).status).toBe(200);
  });

  test('of somebody who was removed are gone from the list', async () => {
    const office = await openOffice(service);
    const email = anAddress();
    const { id } = await invite(service, office.workspace, email);
    await signIn(service, email);
    expect(await sessionsOf(office)).toHaveLength(1);
    await office.call('DELETE', `/settings/people/${id}`);
    expect(await sessionsOf(office)).toEqual([]);
  });
});

describe('both lists', () => {
  test('come in pages that hold each entry once', async () => {
    const office = await openOffice(service);
    const email = anAddress();
    await invite(service, office.workspace, email);
    for (let index = 0; index < 4; index += 1) {
      await signIn(service, email);
      await personalToken(service, email);
    }
    for (const [path, key, total] of [
      ['/settings/sessions', 'sessions', 4],
      ['/settings/devices', 'devices', 5],
    ] as const) {
      const ids: string[] = [];
      let cursor = '';
      do {
        const { body } = await office.call('GET', `${path}?limit=2${cursor}`);
        expect(body.count).toBe(total);
        ids.push(...body[key].map((each: Listed) => each.id));
        cursor = body.next_cursor === null ? '' : `&cursor=${encodeURIComponent(body.next_cursor)}`;
      } while (cursor !== '');
      expect(new Set(ids).size).toBe(total);
      expect(ids).toHaveLength(total);
    }
  });

  test('are for admins alone, and so is ending what they hold', async () => {
    const world = await makeWorld(service);
    const admin = anAddress();
    await invite(service, world.own, admin, { role: 'admin' });
    const token = await personalToken(service, admin);
    const browser = await signIn(service, admin);
    const asAdmin = (path: string) => service.call('GET', path, { token, workspace: world.own.id });
    const [session] = (await asAdmin('/settings/sessions')).body.sessions;
    const [device] = (await asAdmin('/settings/devices')).body.devices;
    const credentials = await makeCredentials(service, world);
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
          ...(kind === 'personal token' ? { workspace: world.own.id } : {}),
        });
        const expected = kind === 'unpinned session' ? [400] : ['anonymous', 'api key'].includes(kind) ? [401] : [403];
        expect(expected, `${kind}: ${method} ${path}: ${JSON.stringify(answer.body)}`).toContain(answer.status);
      }
    }
    expect((await asAdmin('/settings/sessions')).status).toBe(200);
    expect((await service.call('GET', '/settings/devices', { headers: browser.headers() })).status).toBe(200);
  });

  test('know nothing of another workspace: its entries are like ones that do not exist', async () => {
    const [office, foreign] = [await openOffice(service), await openOffice(service)];
    const browser = await signIn(service, foreign.email);
    const [session] = await sessionsOf(foreign);
    const [device] = await devicesOf(foreign);
    for (const [path, id] of [
      ['/settings/sessions', session?.id],
      ['/settings/devices', device?.id],
    ]) {
      const answers = [id, randomUUID(), 'garbage'].map((each) => office.call('DELETE', `${path}/${each}`));
      const [theirs, absent, garbage] = await Promise.all(answers);
      expect(theirs?.status).toBe(404);
      expect(theirs?.body).toEqual(absent?.body);
      expect(garbage?.body).toEqual(absent?.body);
    }
    expect((await service.call('GET', '/me', { headers: browser.headers() })).status).toBe(200);
    expect((await foreign.call('GET', '/settings/devices')).status).toBe(200);
    expect((await sessionsOf(office)).concat(await devicesOf(office)).map((each) => each.person.email)).toEqual([
      office.email,
    ]);
  });
});
