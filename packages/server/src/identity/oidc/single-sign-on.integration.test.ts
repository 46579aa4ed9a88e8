import { limits } from '@tessera/contract';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { freePort } from '../../../../../scripts/testing/postgres-cluster.mjs';
import { oidcLogoutPath, pagePaths } from '../../http/pages/paths.js';
import { startServedService } from '../../testing/served-service.js';
import { startSuiteService, startTestService, type TestService } from '../../testing/service.js';
import { openBrowser, type Page, signIn as signInByCode, type TestBrowser } from '../testing/browser.js';
import {
  type OidcProcess,
  type OidcProcessOptions,
  signInAtProvider,
  signOutAtProvider,
  startOidcProcess,
} from '../testing/oidc.js';
import { anAddress, invite } from '../testing/people.js';

const callback = `http://tessera.test${pagePaths.oidcCallback}`;
const client = { SVC_OIDC_CLIENT_ID: 'tessera', SVC_OIDC_CLIENT_SECRET: 'a-secret-for-tests' };
const { privateKey } = await generateKeyPair('RS256', { extractable: true });
const jwks = { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'one' }] };

async function provide(options: OidcProcessOptions): Promise<OidcProcess> {
  const provider = await startOidcProcess(callback, options);
  afterAll(() => provider.stop());
  return provider;
}

async function signIn(login: string, browser: TestBrowser, there?: Map<string, string>) {
  const { location } = await browser.open('/sign-in/oidc');
  const returned = new URL(await signInAtProvider(location ?? '', login, callback, there));
  return browser.open(`${returned.pathname}${returned.search}`);
}

async function isSignedIn(service: TestService, browser: TestBrowser): Promise<boolean> {
  return (await service.call('GET', '/me', { headers: browser.headers() })).status === 200;
}

describe('a logout at the provider', async () => {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}/realms/staff`;
  const service = await startServedService({ ...client, SVC_OIDC_ISSUER: issuer });
  const logoutUri = `${service.url}${oidcLogoutPath}`;
  const provider = await provide({ kind: 'keycloak', port, logoutUri, jwks });
  const workspace = await service.createWorkspace();

  async function logOut(claims: object, jti = anAddress()): Promise<Response> {
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    const token = await new SignJWT({ iss: issuer, aud: 'tessera', jti, events, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuedAt()
      .setExpirationTime('2m')
      .sign(privateKey);
    return fetch(logoutUri, { method: 'POST', body: new URLSearchParams({ logout_token: token }) });
  }

  it('ends the sessions that the session there opened, and no other', async () => {
    const email = anAddress();
    await invite(service, workspace, email);
    const [there, browser, other] = [new Map<string, string>(), openBrowser(service), openBrowser(service)];
    expect((await signIn(email, browser, there)).status).toBe(303);
    await signIn(email, other);
    await signOutAtProvider(provider.settings, there);
    expect([await isSignedIn(service, browser), await isSignedIn(service, other)]).toEqual([false, true]);
    const { body } = await service.call('GET', '/audit?action=session.ended', { token: workspace.token });
    expect(body.events[0].actor.name).toBe(email);
  });

  it('ends all sessions of a person from that provider if it names only the person', async () => {
    const email = anAddress();
    await invite(service, workspace, email);
    const [browser, other] = [openBrowser(service), openBrowser(service)];
    await signIn(email, browser);
    await signIn(email, other);
    const byCode = await signInByCode(service, email);
    const answer = await logOut({ sub: email });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const open = await Promise.all([browser, other, byCode].map((each) => isSignedIn(service, each)));
    expect(open).toEqual([false, false, true]);
  });

  it('counts once: a token that is sent again ends no later session', async () => {
    const email = anAddress();
    await invite(service, workspace, email);
    expect((await logOut({ sub: email }, 'the-same')).status).toBe(200);
    const browser = openBrowser(service);
    await signIn(email, browser);
    expect((await logOut({ sub: email }, 'the-same')).status).toBe(400);
    expect(await isSignedIn(service, browser)).toBe(true);
  });

  it('is refused above the limit of an address, before the token is read', async () => {
    const second = 'floor(extract(epoch from clock_timestamp()))';
    const calls = [limits.logoutsPerMinute];
    await service.services.database.asSystem((transaction) =>
      transaction.query(
        `update call_windows set seconds = array[${second}], calls = $1::int[] where key like 'logouts:%'`,
        [calls],
      ),
    );
    const answer = await logOut({ sub: anAddress() });
    expect([answer.status, Number(answer.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    await service.services.database.asSystem((transaction) =>
      transaction.query(`delete from call_windows where key like 'logouts:%'`),
    );
  });

  it('ends nothing without a valid token, whatever is sent', async () => {
    const email = anAddress();
    await invite(service, workspace, email);
    const browser = openBrowser(service);
    await signIn(email, browser);
    const post = (body: string, type = 'application/x-www-form-urlencoded') =>
      fetch(logoutUri, { method: 'POST', body, headers: { 'content-type': type } });
    const claims = Buffer.from(JSON.stringify({ iss: issuer, aud: 'tessera', sub: email })).toString('base64url');
    for (const body of ['', 'logout_token=', 'logout_token=a.b.c', `logout_token=eyJhbGciOiJub25lIn0.${claims}.`]) {
      const answer = await post(body);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([400, 'no-store']);
    }
    expect((await post(`{"logout_token":"${claims}"}`, 'application/json')).status).toBe(400);
    expect((await post(`logout_token=${'a'.repeat(1_000_000)}`)).status).toBe(413);
    expect(await isSignedIn(service, browser)).toBe(true);
  });
});

describe('a provider that reports no address as verified', async () => {
  const provider = await provide({ kind: 'entra' });
  const settings = { ...client, SVC_OIDC_ISSUER: provider.settings.issuer };

  async function signInTo(service: TestService): Promise<Page> {
    const email = anAddress();
    await invite(service, await service.createWorkspace(), email);
    return signIn(email, openBrowser(service));
  }

  it('is refused as it is installed, and the log names the claim that is missing', async () => {
    const service = await startSuiteService(settings);
    const warn = vi.spyOn(service.services.log, 'warn');
    expect((await signInTo(service)).status).toBe(403);
    expect(warn.mock.calls).toEqual([[{ claim: 'email' }, expect.stringContaining('did not send this claim')]]);
  });

  it('signs people in by the configured claim if its issuer is trusted', async () => {
    const trusting = { ...settings, SVC_OIDC_EMAIL_CLAIM: 'preferred_username', SVC_OIDC_TRUST_EMAIL: '1' };
    expect((await signInTo(await startSuiteService(trusting))).status).toBe(303);
  });

  it('needs trust for a claim that it cannot verify', async () => {
    const starting = startTestService({ ...settings, SVC_OIDC_EMAIL_CLAIM: 'upn' });
    await expect(starting).rejects.toThrow('SVC_OIDC_EMAIL_CLAIM=upn needs SVC_OIDC_TRUST_EMAIL=1');
  });
});

describe('without mailed codes', async () => {
  const settings = { ...client, SVC_OIDC_ISSUER: 'https://identity.example', SVC_SIGN_IN_CODES: 'off' };
  const service = await startSuiteService({ ...settings, SVC_SESSION_HOURS: '8' });
  afterEach(() => service.setTime(undefined));

  it('the sign-in page offers the provider only, and no code is mailed', async () => {
    const email = anAddress();
    await invite(service, await service.createWorkspace(), email);
    const browser = openBrowser(service);
    const { text } = await browser.open('/sign-in');
    expect([text.includes('Continue with single sign-on'), text.includes('name="email"')]).toEqual([true, false]);
    const sent = service.mails.length;
    expect((await browser.submit('/sign-in', { email, next: '/' })).status).toBe(405);
    expect((await browser.submit('/sign-in/code', { code: '123456' })).status).toBe(404);
    expect(service.mails).toHaveLength(sent);
  });

  it("the operator's link signs in for as long as the setting says", async () => {
    const email = anAddress();
    await invite(service, await service.createWorkspace(), email);
    const path = `/operator/people/${email}/sign-in-links`;
    const { body } = await service.call('POST', path, { token: service.operatorToken });
    const browser = openBrowser(service);
    await browser.submit('/sign-in/link', { token: new URL(body.url).searchParams.get('token') ?? '' });
    const hour = 3_600_000;
    for (const [hours, open] of [
      [7.9, true],
      [8.1, false],
    ] as const) {
      service.setTime(new Date(Date.now() + hours * hour));
      expect([hours, await isSignedIn(service, browser)]).toEqual([hours, open]);
    }
  });

  it('needs a provider', async () => {
    await expect(startTestService({ SVC_SIGN_IN_CODES: 'off' })).rejects.toThrow('SVC_SIGN_IN_CODES=off needs');
  });
});
