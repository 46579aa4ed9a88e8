import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OidcProcess, signInAtProvider, startOidcProcess } from '../testing/oidc.js';
import { OidcRefusedError, OidcUnavailableError, oidcCallbackPath, openOidcProvider } from './provider.js';

const baseUrl = 'http://127.0.0.1:8080';
const redirectUri = `${baseUrl}${oidcCallbackPath}`;
let running: OidcProcess;

beforeAll(async () => {
  running = await startOidcProcess(redirectUri);
});
afterAll(() => running.stop());

async function signIn(login: string, at: OidcProcess = running) {
  const provider = openOidcProvider(at.settings, baseUrl);
  const { location, check } = await provider.begin();
  const returned = await signInAtProvider(location, login, redirectUri);
  return { provider, check, query: new URL(returned).search };
}

test('a person who signs in at the provider comes back with the address it has verified', async () => {
  const { provider, check, query } = await signIn('ada@example.org');
  expect(await provider.complete(query, check)).toEqual({
    subject: 'ada@example.org',
    email: 'ada@example.org',
    emailVerified: true,
    name: 'Ada Lovelace',
  });
});

test('a provider that takes the secret only as HTTP Basic gets it so', async () => {
  const basic = await startOidcProcess(redirectUri, { authMethod: 'client_secret_basic' });
  try {
    const { provider, check, query } = await signIn('ada@example.org', basic);
    expect(await provider.complete(query, check)).toMatchObject({ email: 'ada@example.org' });
  } finally {
    await basic.stop();
  }
});

test('an address that the provider has not verified is not taken as verified', async () => {
  const { provider, check, query } = await signIn('unverified+ada@example.org');
  expect(await provider.complete(query, check)).toMatchObject({ emailVerified: false });
});

test.each(['state', 'nonce', 'codeVerifier'] as const)('a return with another %s is refused', async (part) => {
  const { provider, check, query } = await signIn('ada@example.org');
  const other = (await provider.begin()).check;
  await expect(provider.complete(query, { ...check, [part]: other[part] })).rejects.toThrow(OidcRefusedError);
});

test('a return is redeemed once', async () => {
  const { provider, check, query } = await signIn('ada@example.org');
  await provider.complete(query, check);
  await expect(provider.complete(query, check)).rejects.toThrow(OidcRefusedError);
});

test("the provider's refusal is a refusal", async () => {
  const provider = openOidcProvider(running.settings, baseUrl);
  const { check } = await provider.begin();
  const query = `?error=access_denied&state=${check.state}&iss=${encodeURIComponent(running.settings.issuer)}`;
  await expect(provider.complete(query, check)).rejects.toThrow(OidcRefusedError);
});

test('a provider that is down at first is used as soon as it is back', async () => {
  const early = await startOidcProcess(redirectUri);
  await early.stop();
  const provider = openOidcProvider(early.settings, baseUrl);
  await expect(provider.begin()).rejects.toThrow(OidcUnavailableError);
  const back = await startOidcProcess(redirectUri, { port: Number(new URL(early.settings.issuer).port) });
  try {
    expect((await provider.begin()).location).toContain(early.settings.issuer);
  } finally {
    await back.stop();
  }
});
