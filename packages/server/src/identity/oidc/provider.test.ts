import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pagePaths } from '../../http/pages/paths.js';
import { type OidcProcess, type OidcProcessOptions, signInAtProvider, startOidcProcess } from '../testing/oidc.js';
import { OidcRefusedError, type OidcSettings, openOidcProvider } from './provider.js';

const baseUrl = 'http://127.0.0.1:8080';
const redirectUri = `${baseUrl}${pagePaths.oidcCallback}`;
const email = 'ada@example.org';
const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
let running: OidcProcess;

beforeAll(async () => {
  const jwks = { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'one' }] };
  running = await startOidcProcess(redirectUri, { jwks });
});
afterAll(() => running.stop());

async function signIn(login: string, settings: OidcSettings = running.settings) {
  const provider = openOidcProvider(settings, baseUrl);
  const { location, check } = await provider.begin();
  const returned = await signInAtProvider(location, login, redirectUri);
  return { provider, check, query: new URL(returned).search };
}

/** Signs in at a provider that runs for this sign-in only. */
async function identityAt(options: OidcProcessOptions, settings: Partial<OidcSettings> = {}) {
  const process = await startOidcProcess(redirectUri, options);
  try {
    const { provider, check, query } = await signIn(email, { ...process.settings, ...settings });
    return await provider.complete(query, check);
  } finally {
    await process.stop();
  }
}

describe('complete', () => {
  test('returns the verified address of a person who signs in, and their session', async () => {
    const { provider, check, query } = await signIn(email);
    expect(await provider.complete(query, check)).toEqual({
      email,
      missing: undefined,
      name: 'Ada Lovelace',
      session: { iss: running.settings.issuer, sub: email },
    });
  });

  test('sends the secret as HTTP Basic to a provider that accepts only that', async () => {
    expect(await identityAt({ authMethod: 'client_secret_basic' })).toMatchObject({ email });
  });

  test.each(['keycloak', 'google'] as const)('accepts addresses of %s as it is installed', async (kind) => {
    expect(await identityAt({ kind })).toMatchObject({ email, missing: undefined });
  });

  test.each([
    ['authentik', 'email', 'email_verified'],
    ['entra', 'preferred_username', 'email'],
    ['entra', 'upn', 'email'],
  ] as const)('accepts addresses of %s in %s only if its issuer is trusted', async (kind, emailClaim, missing) => {
    expect(await identityAt({ kind })).toMatchObject({ email: undefined, missing });
    expect(await identityAt({ kind }, { emailClaim, trustsEmail: true })).toMatchObject({ email, missing: undefined });
  });

  test('names the configured claim if it is missing', async () => {
    const settings = { emailClaim: 'upn', trustsEmail: true };
    expect(await identityAt({ kind: 'keycloak' }, settings)).toMatchObject({ email: undefined, missing: 'upn' });
  });

  test.each(['state', 'nonce', 'codeVerifier'] as const)('refuses a wrong %s', async (part) => {
    const { provider, check, query } = await signIn(email);
    const other = (await provider.begin()).check;
    await expect(provider.complete(query, { ...check, [part]: other[part] })).rejects.toThrow(OidcRefusedError);
  });

  test('redeems a return once', async () => {
    const { provider, check, query } = await signIn(email);
    await provider.complete(query, check);
    await expect(provider.complete(query, check)).rejects.toThrow(OidcRefusedError);
  });

  test("reports the provider's refusal as a refusal", async () => {
    const provider = openOidcProvider(running.settings, baseUrl);
    const { check } = await provider.begin();
    const query = `?error=access_denied&state=${check.state}&iss=${encodeURIComponent(running.settings.issuer)}`;
    await expect(provider.complete(query, check)).rejects.toThrow(OidcRefusedError);
  });
});

describe('verifyLogout', () => {
  const event = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const now = () => Math.floor(Date.now() / 1_000);
  const valid = () => ({
    ...{ iss: running.settings.issuer, aud: 'tessera', sub: 'someone', sid: 'a-session' },
    ...{ jti: 'a-token', iat: now(), exp: now() + 120, events: event },
  });
  const sign = (payload: JWTPayload, key = privateKey, alg = 'RS256') =>
    new SignJWT(payload).setProtectedHeader({ alg, kid: 'one', typ: 'logout+jwt' }).sign(key);
  const verify = (token: string) => openOidcProvider(running.settings, baseUrl).verifyLogout(token);

  test('returns the session of a valid token, with sub, sid or both', async () => {
    const { iss, sub, sid, jti } = valid();
    expect(await verify(await sign(valid()))).toEqual({ iss, sub, sid, jti });
    expect(await verify(await sign({ ...valid(), sid: undefined }))).toEqual({ iss, sub, jti });
    expect(await verify(await sign({ ...valid(), sub: undefined }))).toEqual({ iss, sid, jti });
  });

  test.each([
    ['of another issuer', () => ({ iss: 'https://other.example' })],
    ['for another client', () => ({ aud: 'other' })],
    ['with a nonce', () => ({ nonce: 'a' })],
    ['without an event', () => ({ events: undefined })],
    ['with another event', () => ({ events: { 'http://schemas.openid.net/event/other': {} } })],
    ['without an id', () => ({ jti: undefined })],
    ['without a session or person', () => ({ sub: undefined, sid: undefined })],
    ['without a time', () => ({ iat: undefined })],
    ['that is too old', () => ({ iat: now() - 700 })],
    ['that has expired', () => ({ exp: now() - 60 })],
  ])('refuses a token %s', async (_which, change) => {
    await expect(verify(await sign({ ...valid(), ...change() }))).rejects.toThrow(OidcRefusedError);
  });

  test('refuses a token with another signature or none', async () => {
    const other = await generateKeyPair('RS256');
    const symmetric = new TextEncoder().encode(JSON.stringify(await exportJWK(publicKey)));
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(valid())).toString('base64url')}.`;
    const tokens = [
      await sign(valid(), other.privateKey),
      await sign(valid(), symmetric as never, 'HS256'),
      unsigned,
      '',
    ];
    for (const token of tokens) {
      await expect(verify(token)).rejects.toThrow(OidcRefusedError);
    }
  });
});
