import { type RouteDefinition, routes } from '@tessera/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFullSize } from '../../../../acceptance/full-size.mjs';
import { createDocumentsFixture, type DocumentsFixture } from '../documents/testing/documents-fixture.js';
import { pagePaths } from '../http/pages/paths.js';
import { startServedService } from '../testing/served-service.js';
import { latestCode } from './testing/browser.js';
import { HostBrowser, sendTo } from './testing/host-browser.js';
import { signInAtProvider, startOidcProcess } from './testing/oidc.js';
import { anAddress, invite } from './testing/people.js';

const serviceHost = 'tessera.test';
const callback = `http://${serviceHost}${pagePaths.oidcCallback}`;
const provider = await startOidcProcess(callback);
afterAll(() => provider.stop());
const service = await startServedService({
  SVC_OIDC_ISSUER: provider.settings.issuer,
  SVC_OIDC_CLIENT_ID: 'tessera',
  SVC_OIDC_CLIENT_SECRET: 'a-secret-for-tests',
  SVC_OIDC_NAME: 'Example Identity',
});

/** Every spelling of a host that leads to it, and hosts without sign-in. */
const spellings = {
  service: [serviceHost, 'tessera.test.', 'TESSERA.test:8080', '127.0.0.1'],
  one: ['one.example.org', 'one.example.org.', 'ONE.Example.org:8080'],
  two: ['two.example.org'],
  none: ['pending.example.org', 'nobody.example.org', 'one.example.org.evil.example', 'a_b.example.org'],
} as const;
type Home = 'service' | 'one';
const page = '/d/course/a.md';

let one: DocumentsFixture;
let two: DocumentsFixture;
let email: string;
let key: string;
let magicLink: string;

beforeAll(async () => {
  one = await createDocumentsFixture(service, 'course');
  two = await createDocumentsFixture(service, 'course');
  email = anAddress();
  for (const [fixture, host] of [
    [one, spellings.one[0]],
    [two, spellings.two[0]],
  ] as const) {
    await fixture.put('course/a.md', `# Only at ${host}\n`);
    await service.services.database.asSystem((transaction) =>
      transaction.query('update workspaces set domain = $2, domain_checked_at = now() where id = $1', [
        fixture.workspace.id,
        host,
      ]),
    );
  }
  const pending = await service.createWorkspace();
  await service.services.database.asSystem((transaction) =>
    transaction.query('update workspaces set domain = $2 where id = $1', [pending.id, spellings.none[0]]),
  );
  key = await one.createKey();
  const group = await one.group('course/**');
  await service.call('POST', '/v1/members', { token: key, body: { email, groups: [group] } });
  await invite(service, two.workspace, email, { role: 'admin' });
  await invite(service, pending, email, { role: 'admin' });
  const link = { email: anAddress(), groups: [group] };
  magicLink = (await service.call('POST', '/v1/readers', { token: key, body: link })).body.magic_link;
});

/** Every way to open a session. Each signs the person in at a host, with the path and fields that a browser sends. */
const ways = {
  code: async (browser: HostBrowser, host: string) => {
    await browser.submit(`http://${host}/sign-in`, { email, next: page });
    return browser.submit(`http://${host}/sign-in/code`, { code: await latestCode(service, email) });
  },
  'link of the operator': async (browser: HostBrowser, host: string) => {
    const made = await service.call('POST', `/operator/people/${email}/sign-in-links`, {
      token: service.operatorToken,
    });
    const token = new URL(made.body.url).searchParams.get('token') ?? '';
    return browser.submit(`http://${host}/sign-in/link`, { token });
  },
  'link of the workspace': async (browser: HostBrowser, host: string) => {
    const { body } = await service.call('POST', `/v1/members/${email}/sign-in-link`, { token: key, body: {} });
    const token = new URL(body.url).searchParams.get('token') ?? '';
    return browser.submit(`http://${host}/sign-in/member`, { token });
  },
  provider: async (browser: HostBrowser, host: string) => {
    const started = await browser.open(`http://${host}/sign-in/oidc?${new URLSearchParams({ next: page })}`);
    if (!started.location) {
      return started;
    }
    const atProvider = host.startsWith(serviceHost) ? started : await browser.open(started.location);
    const back = await browser.open(await signInAtProvider(atProvider.location, email, callback));
    return back.location.startsWith('http') ? browser.open(back.location) : back;
  },
  'magic link': (browser: HostBrowser, host: string) =>
    browser.open(`http://${host}/r?token=${new URL(magicLink).searchParams.get('token')}`),
} as const;
type Way = keyof typeof ways;

/** The way that each page belongs to; null for pages that open no session. A new page does not compile without one. */
const wayOfPage: Readonly<Record<keyof typeof pagePaths, Way | null>> = {
  ...{ signIn: 'code', code: 'code', link: 'link of the operator', memberLink: 'link of the workspace' },
  ...{ oidc: 'provider', oidcCallback: 'provider', oidcEnter: 'provider', linkSeen: null, leaveLink: null },
  ...{ workspace: null, signOut: null, account: null, device: null, connect: null },
};

const cookieNames = ['svc_session', 'svc_reader'] as const;

/** Opens a session at the usual spelling of a host. Returns its cookie, or undefined if this way is closed there. */
async function openAt(way: Way, home: Home): Promise<string | undefined> {
  const browser = new HostBrowser(service.url);
  await ways[way](browser, spellings[home][0]);
  const jar = browser.cookies.get(spellings[home][0]);
  const name = cookieNames.find((each) => jar?.has(each));
  return name && `${name}=${jar?.get(name)}`;
}

let callers = 0;

/** Calls every route of the contract at a host with a cookie, as a page of this host does. Returns the statuses. */
async function callAll(host: string, cookie: string, methods: RegExp): Promise<Map<string, string>> {
  callers += 1;
  const localAddress = `127.8.${callers % 250}.1`;
  const statuses = new Map<string, string>();
  for (const [id, { method, path }] of Object.entries<RouteDefinition>(routes)) {
    if (methods.test(method)) {
      const url = service.url + path.replace(/\{\w+\}/g, one.workspace.id);
      const origin = `http://${host.toLowerCase().replace(/:\d+$/, '')}`;
      const headers = { cookie, origin, 'content-type': 'application/json' };
      const sent = method === 'GET' ? {} : { body: '{}' };
      const { status, text } = await sendTo({ url, host, localAddress }, { method, headers, ...sent });
      statuses.set(id, `${status} ${text.includes(email) ? 'names the person' : ''}`);
    }
  }
  return statuses;
}

const withoutCookie = new Map<string, Promise<Map<string, string>>>();

/** The statuses of all routes at a host for a browser that is not signed in. */
function callsWithoutCookie(host: string): Promise<Map<string, string>> {
  const known = withoutCookie.get(host) ?? callAll(host, '', /./);
  withoutCookie.set(host, known);
  return known;
}

describe.each(Object.keys(ways) as Way[])('a session opened by %s', (way) => {
  it.each(['service', 'one'] as const)('at %s is valid at that host only, for every route', async (home) => {
    const cookie = await openAt(way, home);
    if (way === 'link of the operator' && home === 'one') {
      expect(cookie).toBeUndefined();
      return;
    }
    expect(cookie).toMatch(/^svc_(?:session|reader)=[\w-]{43}$/);
    for (const group of Object.keys(spellings) as (keyof typeof spellings)[]) {
      for (const host of spellings[group]) {
        const read = await sendTo({ url: service.url + page, host }, { headers: { cookie: cookie ?? '' } });
        const isHome = group === home;
        const seesAnything = read.text.includes('Only at') || read.text.includes(email);
        // A person of two who signed in at the service chooses a workspace first.
        const choosesFirst = home === 'service' && !way.endsWith('the workspace') && way !== 'magic link';
        expect([host, seesAnything]).toEqual([host, isHome && !choosesFirst]);
        if (!isHome && (isFullSize || spellings[group].indexOf(host as never) < 1)) {
          expect([host, await callAll(host, cookie ?? '', /./)]).toEqual([host, await callsWithoutCookie(host)]);
        }
      }
    }
  });

  it.each(spellings.none)('cannot be opened at %s', async (host) => {
    const browser = new HostBrowser(service.url);
    const answer = await ways[way](browser, host);
    expect([answer.status, cookieNames.some((name) => browser.has(host, name))]).toEqual([421, false]);
    expect(answer.text).toContain(`href="http://${serviceHost}/`);
  });
});

describe('a session of a workspace at its own host', () => {
  const at = (spelling: string, cookie: string, path: string) =>
    sendTo({ url: service.url + path, host: spelling }, { headers: { cookie } });

  it.each(spellings.one)('reaches the pages of that workspace alone, at %s', async (spelling) => {
    const cookie = (await openAt('code', 'one')) ?? '';
    expect((await at(spelling, cookie, page)).text).toContain('Only at one.example.org');
    const account = await at(spelling, cookie, '/account');
    expect([account.status, account.text.includes(email)]).toEqual([200, true]);
    expect(account.text).toContain(`href="http://${serviceHost}/account"`);
    const statuses = await callAll(spelling, cookie, /^GET$/);
    const open = [...statuses].filter(([, status]) => !status.startsWith('404')).map(([id]) => id);
    expect(open).toEqual(['health.get']);
  });

  it('stops when the host moves to another workspace', async () => {
    const cookie = (await openAt('code', 'one')) ?? '';
    const setHost = (id: string, host: string | null) =>
      service.services.database.asSystem((transaction) =>
        transaction.query('update workspaces set domain = $2, domain_checked_at = now() where id = $1', [id, host]),
      );
    await setHost(one.workspace.id, null);
    await setHost(two.workspace.id, spellings.one[0]);
    const moved = await at(spellings.one[0], cookie, '/account');
    expect([moved.status, moved.text.includes(email)]).toEqual([303, false]);
    await setHost(two.workspace.id, spellings.two[0]);
    await setHost(one.workspace.id, spellings.one[0]);
    expect((await at(spellings.one[0], cookie, '/account')).status).toBe(200);
  });

  it('changes and records nothing in the other workspaces of the person', async () => {
    const stranger = anAddress();
    await service.call('POST', '/v1/members', { token: key, body: { email: stranger } });
    await invite(service, two.workspace, stranger);
    const browser = new HostBrowser(service.url);
    await browser.submit(`http://${spellings.one[0]}/sign-in`, { email: stranger, next: page });
    const mail = service.mails.findLast(({ to }) => to === stranger);
    await browser.submit(`http://${spellings.one[0]}/sign-in/code`, { code: await latestCode(service, stranger) });
    expect(mail?.text ?? '').not.toContain(serviceHost);
    for (const [fixture, found] of [
      [one, [stranger]],
      [two, []],
    ] as const) {
      const { body } = await service.call('GET', '/audit?action=person.signed_in&limit=500', {
        token: fixture.workspace.token,
      });
      const targets = body.events.map(({ target }: { target: string }) => target);
      expect(targets.filter((target: string) => target === stranger)).toEqual(found);
    }
  });
});

describe('a code', () => {
  it.each([
    ['service', 'one'],
    ['one', 'service'],
    ['one', 'two'],
  ] as const)('that was requested at %s is refused at %s', async (from, to) => {
    const [browser, thief] = [new HostBrowser(service.url), new HostBrowser(service.url)];
    await browser.submit(`http://${spellings[from][0]}/sign-in`, { email, next: page });
    const code = await latestCode(service, email);
    expect(service.mails.findLast((mail) => mail.to === email)?.text).toContain(spellings[from][0]);
    thief.cookies.set(spellings[to][0], new Map(browser.cookies.get(spellings[from][0])));
    const tried = await thief.submit(`http://${spellings[to][0]}/sign-in/code`, { code });
    expect([tried.status, thief.has(spellings[to][0])]).toEqual([400, false]);
    expect((await browser.submit(`http://${spellings[from][0]}/sign-in/code`, { code })).status).toBe(303);
  });

  it.each(['svc_session', 'svc_reader'])('a cookie %s that contains its binding is refused', async (name) => {
    const way = name === 'svc_session' ? 'code' : 'magic link';
    const cookie = (await openAt(way, 'one')) ?? '';
    const forged = `${cookie}.${one.workspace.id}@${spellings.one[0]}`;
    for (const host of [serviceHost, ...spellings.none]) {
      const me = await sendTo({ url: `${service.url}/me`, host }, { headers: { cookie: forged } });
      expect([host, me.status]).toEqual([host, 401]);
    }
  });
});

it('covers every page that opens a session', () => {
  expect(new Set(Object.values(wayOfPage).filter((way) => way !== null))).toEqual(
    new Set((Object.keys(ways) as Way[]).filter((way) => way !== 'magic link')),
  );
});
