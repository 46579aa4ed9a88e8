import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDocumentsFixture, type DocumentsFixture } from '../../documents/testing/documents-fixture.js';
import { pagePaths } from '../../http/pages/paths.js';
import { type ServedTestService, startServedService } from '../../testing/served-service.js';
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

interface Answer {
  readonly status: number;
  readonly location: string;
  readonly text: string;
}

let browsers = 0;

/** A browser that calls the service over its socket and keeps the cookies of each host. */
class Browser {
  readonly cookies = new Map<string, Map<string, string>>();
  /** Each browser has an address of its own, because sign-ins are limited by address. */
  private readonly localAddress: string;

  constructor() {
    browsers += 1;
    this.localAddress = `127.9.${browsers}.1`;
  }

  open(address: string): Promise<Answer> {
    const { host, pathname, search } = new URL(address);
    const jar = this.cookies.get(host) ?? new Map<string, string>();
    this.cookies.set(host, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    return new Promise((resolve, reject) => {
      const headers = { host, cookie, accept: 'text/html' };
      const sent = request(service.url + pathname + search, { headers, localAddress: this.localAddress }, (answer) => {
        for (const line of answer.headers['set-cookie'] ?? []) {
          const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s);
          expect(line).not.toMatch(/domain=/i);
          /max-age=0/i.test(line) ? jar.delete(name) : jar.set(name, value);
        }
        const pieces: Buffer[] = [];
        answer.on('data', (piece: Buffer) => pieces.push(piece));
        answer.on('end', () => {
          const { statusCode = 0, headers: received } = answer;
          resolve({ status: statusCode, location: received.location ?? '', text: Buffer.concat(pieces).toString() });
        });
      });
      sent.on('error', reject).end();
    });
  }

  hasSession(host: string): boolean {
    return this.cookies.get(host)?.has('svc_session') === true;
  }
}

const page = '/d/course/a.md';

/** Signs in at the provider, starting at a host, up to the redirect from the service back to that host. */
async function returnFromProvider(browser: Browser, { host }: Shop, login: string, next = page): Promise<Answer> {
  const started = await browser.open(`http://${host}/sign-in/oidc?${new URLSearchParams({ next })}`);
  expect(new URL(started.location).host).toBe(serviceHost);
  const asked = await browser.open(started.location);
  expect(asked.location.startsWith(issuer)).toBe(true);
  return browser.open(await signInAtProvider(asked.location, login, callback));
}

describe("signing in at the provider from a workspace's own host", () => {
  it('is offered there, and signs a reader in to that host only', async () => {
    const browser = new Browser();
    const email = await one.member();
    expect((await browser.open(`http://${one.host}/sign-in`)).text).toContain('Continue with Example Identity');
    const back = await returnFromProvider(browser, one, email);
    expect(back.location).toMatch(/^http:\/\/one\.example\.org\/sign-in\/oidc\/enter\?token=[\w-]{43}$/);
    expect(await browser.open(back.location)).toMatchObject({ status: 303, location: page });
    expect((await browser.open(`http://${one.host}${page}`)).text).toContain('Only at one.example.org');
    expect([browser.hasSession(one.host), browser.hasSession(serviceHost)]).toEqual([true, false]);
    const { body } = await service.call('GET', '/audit?action=person.signed_in', {
      token: one.fixture.workspace.token,
    });
    expect(body.events[0]).toMatchObject({ target: email, detail: { method: 'oidc', first: true } });
  });

  it('opens a session that is limited to that workspace, also for a person of two', async () => {
    const email = await one.member();
    await invite(service, two.fixture.workspace, email, { role: 'admin' });
    const browser = new Browser();
    await browser.open((await returnFromProvider(browser, one, email)).location);
    const session = browser.cookies.get(one.host)?.get('svc_session');
    const headers = { cookie: `svc_session=${session}`, origin: service.services.baseUrl };
    const listed = await service.call('GET', '/workspaces', { headers });
    expect(JSON.stringify(listed.body)).not.toContain(two.fixture.workspace.slug);
    const other = await service.call('GET', '/documents', { headers, workspace: two.fixture.workspace.id });
    expect([other.status, other.body.error.code]).toEqual([409, 'workspace_conflict']);
  });

  it('is valid once, only in the browser that started it, and only at that host', async () => {
    const email = await one.member();
    const browser = new Browser();
    const { location } = await returnFromProvider(browser, one, email);
    const stranger = new Browser();
    await stranger.open(`http://${one.host}/sign-in/oidc`);
    for (const [who, address] of [
      [stranger, location],
      [new Browser(), location],
      [browser, location.replace(one.host, two.host)],
      [browser, location.replace(one.host, serviceHost)],
    ] as const) {
      const refused = await who.open(address);
      expect([address, refused.status >= 400, refused.location]).toEqual([address, true, '']);
    }
    const moved = new Browser();
    moved.cookies.set(two.host, new Map(browser.cookies.get(one.host)));
    expect((await moved.open(location.replace(one.host, two.host))).status).toBe(400);
    const kept = new Map(browser.cookies.get(one.host));
    expect((await browser.open(location)).status).toBe(303);
    const again = new Browser();
    again.cookies.set(one.host, kept);
    expect((await again.open(location)).status).toBe(400);
    expect([stranger, moved, again].some((each) => each.hasSession(one.host) || each.hasSession(two.host))).toBe(false);
  });

  it('expires after a minute', async () => {
    const email = await one.member();
    const browser = new Browser();
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
    const refused = await new Browser().open(`http://${serviceHost}/sign-in/oidc?${query}`);
    expect([refused.status, refused.location]).toEqual([400, '']);
  });

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example'])(
    'returns to a path of the host only (%s)',
    async (next) => {
      const email = await one.member();
      const browser = new Browser();
      const { location } = await returnFromProvider(browser, one, email, next);
      expect((await browser.open(location)).location).toBe('/');
    },
  );

  it('refuses a person whom the workspace has not invited, although another one has', async () => {
    const email = await two.member();
    const browser = new Browser();
    const refused = await returnFromProvider(browser, one, email);
    expect([refused.status, refused.location]).toEqual([403, '']);
    expect([...browser.cookies.keys()].some((host) => browser.hasSession(host))).toBe(false);
  });

  it('signs an editor in at the service, to that workspace', async () => {
    const email = anAddress();
    await invite(service, one.fixture.workspace, email);
    const browser = new Browser();
    expect((await returnFromProvider(browser, one, email)).location).toBe(page);
    expect([browser.hasSession(one.host), browser.hasSession(serviceHost)]).toEqual([false, true]);
    expect((await browser.open(`http://${serviceHost}${page}`)).text).toContain('Only at one.example.org');
  });
});
