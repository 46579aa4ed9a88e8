import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../../../../scripts/testing/postgres-cluster.mjs';
import { pagePaths } from '../../http/pages/paths.js';
import { startTestService, type TestService, type TestWorkspace } from '../../testing/service.js';
import { openBrowser, type Page, type TestBrowser } from '../testing/browser.js';
import { type OidcProcess, signInAtProvider, startOidcProcess } from '../testing/oidc.js';
import { anAddress, invite } from '../testing/people.js';

const baseUrl = 'http://tessera.test';
let provider: OidcProcess;
let service: TestService;
let workspace: TestWorkspace;

function settingsOf(issuer: string): Record<string, string> {
  return {
    SVC_OIDC_ISSUER: issuer,
    SVC_OIDC_CLIENT_ID: 'tessera',
    SVC_OIDC_CLIENT_SECRET: 'a-secret-for-tests',
    SVC_OIDC_NAME: 'Example Identity',
  };
}

beforeAll(async () => {
  provider = await startOidcProcess(`${baseUrl}${pagePaths.oidcCallback}`);
  service = await startTestService(settingsOf(provider.settings.issuer));
  workspace = await service.createWorkspace();
});
afterAll(async () => {
  await service.close();
  await provider.stop();
});

/** Signs in at the provider, starting from the sign-in page. Returns the URL that the provider redirects to. */
async function returnFromProvider(browser: TestBrowser, login: string, next = '/'): Promise<string> {
  const begun = await browser.open(`/sign-in/oidc?next=${encodeURIComponent(next)}`);
  expect(begun.status).toBe(303);
  const returned = await signInAtProvider(begun.location ?? '', login, `${baseUrl}${pagePaths.oidcCallback}`);
  const { pathname, search } = new URL(returned);
  return `${pathname}${search}`;
}

async function signInThere(browser: TestBrowser, login: string, next?: string): Promise<Page> {
  return browser.open(await returnFromProvider(browser, login, next));
}

describe('signing in at an OpenID Connect provider', () => {
  test("is offered with the provider's name on the sign-in page", async () => {
    expect((await openBrowser(service).open('/sign-in')).text).toContain('Continue with Example Identity');
  });

  test('links every grant of the verified address, then redirects', async () => {
    const email = anAddress();
    const others = [workspace, await service.createWorkspace()];
    for (const each of others) {
      expect((await invite(service, each, email)).pending).toBe(true);
    }
    const browser = openBrowser(service);
    const page = await signInThere(browser, email, '/somewhere?x=1');
    expect(page.location).toBe('/sign-in/workspace?next=%2Fsomewhere%3Fx%3D1');
    const listed = await service.call('GET', '/workspaces', { headers: browser.headers() });
    expect(listed.body.count).toBe(2);
    const audit = await service.call('GET', '/audit?action=person.signed_in&limit=1', { token: workspace.token });
    expect(audit.body.events[0]).toMatchObject({ target: email, detail: { method: 'oidc', first: true } });
  });

  test('maps every spelling of an address to the same person', async () => {
    const email = anAddress();
    await invite(service, workspace, email);
    const [first, second] = [openBrowser(service), openBrowser(service)];
    await signInThere(first, email);
    await signInThere(second, email.toUpperCase());
    const ids: string[] = [];
    for (const browser of [first, second]) {
      ids.push((await service.call('GET', '/me', { headers: browser.headers() })).body.id);
    }
    expect(ids[0]).toBe(ids[1]);
  });

  test('is refused for an address that the provider has not verified', async () => {
    const email = `unverified+${anAddress()}`;
    await invite(service, workspace, email);
    const browser = openBrowser(service);
    const page = await signInThere(browser, email);
    expect(page.status).toBe(403);
    expect(page.text).toContain('has not verified');
    expect(browser.cookies.has('svc_session')).toBe(false);
  });

  test('is refused for an address without an invitation, and creates no person', async () => {
    const email = anAddress();
    const browser = openBrowser(service);
    expect((await signInThere(browser, email)).status).toBe(403);
    expect(browser.cookies.has('svc_session')).toBe(false);
    const rows = await service.services.database.asSystem((transaction) =>
      transaction.query('select from people where email = $1', [email]),
    );
    expect(rows).toHaveLength(0);
  });

  test('is valid only in the browser that started it, and once', async () => {
    const email = anAddress();
    await invite(service, workspace, email);
    const browser = openBrowser(service);
    const path = await returnFromProvider(browser, email);
    const other = openBrowser(service);
    expect((await other.open(path)).status).toBe(400);
    await other.open('/sign-in/oidc');
    expect((await other.open(path)).status).toBe(400);
    expect(other.cookies.has('svc_session')).toBe(false);
    expect((await browser.open(path)).status).toBe(303);
    expect((await browser.open(path)).status).toBe(400);
  });
});

describe('an unavailable provider', () => {
  test('does not prevent the service from starting, is reported clearly, and works as soon as it is back', async () => {
    const port = await freePort();
    const late = await startTestService(settingsOf(`http://127.0.0.1:${port}`));
    try {
      const browser = openBrowser(late);
      const away = await browser.open('/sign-in/oidc');
      expect(away.status).toBe(503);
      expect(away.text).toContain('Example Identity cannot be reached');
      const back = await startOidcProcess(`${baseUrl}${pagePaths.oidcCallback}`, { port });
      try {
        expect((await browser.open('/sign-in/oidc')).status).toBe(303);
      } finally {
        await back.stop();
      }
    } finally {
      await late.close();
    }
  });
});

describe('without a provider', () => {
  test('the sign-in page offers none, and its routes do not exist', async () => {
    const plain = await startTestService();
    try {
      const browser = openBrowser(plain);
      expect((await browser.open('/sign-in')).text).not.toContain('Continue with');
      expect((await browser.open('/sign-in/oidc')).status).toBe(404);
    } finally {
      await plain.close();
    }
  });
});
