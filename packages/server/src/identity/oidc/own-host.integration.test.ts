import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDocumentsFixture, type DocumentsFixture } from '../../documents/testing/documents-fixture.js';
import { pagePaths } from '../../http/pages/paths.js';
import { type ServedTestService, startServedService } from '../../testing/served-service.js';
import { HostBrowser, type HostPage } from '../testing/host-browser.js';
import { type OidcProcess, signInAtProvider, startOidcProcess } from '../testing/oidc.js';
import { anAddress, invite } from '../testing/people.js';

const serviceHost = 'tessera.test';
const callback = `http://${serviceHost}${pagePaths.oidcCallback}`;
const provider: OidcProcess = await startOidcProcess(callback);
afterAll(() => provider.stop());
const { issuer } = provider.settings;
const service: ServedTestService = await startServedService({
  SVC_OIDC_ISSUER: issuer,
  SVC_OIDC_CLIENT_ID: 'tessera',
  SVC_OIDC_CLIENT_SECRET: 'a-secret-for-tests',
  SVC_OIDC_NAME: 'Example Identity',
});

interface Shop {
  readonly host: string;
  readonly fixture: DocumentsFixture;
  /** Grants read access to the shop's document, and returns the address of the member. */
  member(): Promise<string>;
}

let one: Shop;
let two: Shop;

async function openShop(host: string): Promise<Shop> {
  const fixture = await createDocumentsFixture(service, 'course');
  await fixture.put('course/a.md', `# Only at ${host}\n`);
  const group = await fixture.group('course/**');
  const key = await fixture.createKey();
  await service.services.database.asSystem((transaction) =>
    transaction.query('update workspaces set domain = $2, domain_checked_at = now() where id = $1', [
      fixture.workspace.id,
      host,
    ]),
  );
  const member = async (email = anAddress()) => {
    await service.call('POST', '/v1/members', { token: key, body: { email, groups: [group] } });
    return email;
  };
  return { host, fixture, member };
}

beforeAll(async () => {
  one = await openShop('one.example.org');
  two = await openShop('two.example.org');
});

const page = '/d/course/a.md';

/** Signs in at the provider, starting at a host, up to the redirect from the service back to that host. */
async function returnFromProvider(browser: HostBrowser, { host }: Shop, login: string, next = page): Promise<HostPage> {
  const started = await browser.open(`http://${host}/sign-in/oidc?${new URLSearchParams({ next })}`);
  expect(new URL(started.location).host).toBe(serviceHost);
  const asked = await browser.open(started.location);
  expect(asked.location.startsWith(issuer)).toBe(true);
  return browser.open(await signInAtProvider(asked.location, login, callback));
}

describe("signing in at the provider from a workspace's own host", () => {
  it('is offered there, and signs a reader in to that host only', async () => {
    const browser = new HostBrowser(service.url);
    const email = await one.member();
    expect((await browser.open(`http://${one.host}/sign-in`)).text).toContain('Continue with Example Identity');
    const back = await returnFromProvider(browser, one, email);
    expect(back.location).toMatch(/^http:\/\/one\.example\.org\/sign-in\/oidc\/enter\?token=[\w-]{43}$/);
    expect(await browser.open(back.location)).toMatchObject({ status: 303, location: page });
    const [session] = await service.services.database.asSystem((transaction) =>
      transaction.query<object>(
        'select s.provider_session, s.reach from sessions s join people p on p.id = s.person_id where p.email = $1',
        [email],
      ),
    );
    // The logout of this session at the provider ends it here.
    expect(session).toMatchObject({ provider_session: { iss: issuer, sub: email }, reach: 'link' });
    expect((await browser.open(`http://${one.host}${page}`)).text).toContain('Only at one.example.org');
    expect([browser.has(one.host), browser.has(serviceHost)]).toEqual([true, false]);
    const { body } = await service.call('GET', '/audit?action=person.signed_in', {
      token: one.fixture.workspace.token,
    });
    expect(body.events[0]).toMatchObject({ target: email, detail: { method: 'oidc', first: true } });
  });

  it('opens a session that is limited to that workspace, also for a person of two', async () => {
    const email = await one.member();
    await invite(service, two.fixture.workspace, email, { role: 'admin' });
    const browser = new HostBrowser(service.url);
    await browser.open((await returnFromProvider(browser, one, email)).location);
    const session = browser.cookies.get(one.host)?.get('svc_session');
    const headers = { cookie: `svc_session=${session}`, origin: service.services.baseUrl };
    for (const path of ['/workspaces', '/me', '/documents']) {
      const refused = await service.call('GET', path, { headers, workspace: two.fixture.workspace.id });
      expect([path, refused.status, refused.body.error.code]).toEqual([path, 401, 'invalid_credential']);
    }
  });

  it('is valid once, only in the browser that started it, and only at that host', async () => {
    const email = await one.member();
    const browser = new HostBrowser(service.url);
    const { location } = await returnFromProvider(browser, one, email);
    const stranger = new HostBrowser(service.url);
    await stranger.open(`http://${one.host}/sign-in/oidc`);
    for (const [who, address] of [
      [stranger, location],
      [new HostBrowser(service.url), location],
      [browser, location.replace(one.host, two.host)],
      [browser, location.replace(one.host, serviceHost)],
    ] as const) {
      const refused = await who.open(address);
      expect([address, refused.status >= 400, refused.location]).toEqual([address, true, '']);
    }
    const moved = new HostBrowser(service.url);
    moved.cookies.set(two.host, new Map(browser.cookies.get(one.host)));
    expect((await moved.open(location.replace(one.host, two.host))).status).toBe(400);
    const kept = new Map(browser.cookies.get(one.host));
    expect((await browser.open(location)).status).toBe(303);
    const again = new HostBrowser(service.url);
    again.cookies.set(one.host, kept);
    expect((await again.open(location)).status).toBe(400);
    expect([stranger, moved, again].some((each) => each.has(one.host) || each.has(two.host))).toBe(false);
  });

  it('expires after a minute', async () => {
    const email = await one.member();
    const browser = new HostBrowser(service.url);
    const { location } = await returnFromProvider(browser, one, email);
    service.setTime(new Date(Date.now() + 61_000));
    expect((await browser.open(location)).status).toBe(400);
    service.setTime(undefined);
  });

  it.each([
    'evil.example',
    '127.0.0.1',
    'one.example.org.evil.example',
    'one.example.org@evil.example',
    '//evil.example',
    '\0',
    '',
  ])('never redirects to a host that is not active (%j)', async (host) => {
    const query = new URLSearchParams({ host, binding: 'b'.repeat(43) });
    const refused = await new HostBrowser(service.url).open(`http://${serviceHost}/sign-in/oidc?${query}`);
    expect([refused.status, refused.location]).toEqual([400, '']);
  });

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example'])(
    'returns to a path of the host only (%s)',
    async (next) => {
      const email = await one.member();
      const browser = new HostBrowser(service.url);
      const { location } = await returnFromProvider(browser, one, email, next);
      expect((await browser.open(location)).location).toBe('/');
    },
  );

  it('refuses a person whom the workspace has not invited, although another one has', async () => {
    const email = await two.member();
    const browser = new HostBrowser(service.url);
    const refused = await returnFromProvider(browser, one, email);
    expect([refused.status, refused.location]).toEqual([403, '']);
    expect([...browser.cookies.keys()].some((host) => browser.has(host))).toBe(false);
  });

  it('signs an editor in at the service, to that workspace', async () => {
    const email = anAddress();
    await invite(service, one.fixture.workspace, email);
    const browser = new HostBrowser(service.url);
    expect((await returnFromProvider(browser, one, email)).location).toBe(page);
    expect([browser.has(one.host), browser.has(serviceHost)]).toEqual([false, true]);
    expect((await browser.open(`http://${serviceHost}${page}`)).text).toContain('Only at one.example.org');
  });
});
