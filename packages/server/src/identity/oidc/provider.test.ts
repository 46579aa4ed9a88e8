import { afterAll, beforeAll, expect, test } from 'vitest';
import { pagePaths } from '../../http/pages/paths.js';
import { type OidcProcess, signInAtProvider, startOidcProcess } from '../testing/oidc.js';
import { OidcRefusedError, openOidcProvider } from './provider.js';

const baseUrl = 'http://127.0.0.1:8080';
const redirectUri = `${baseUrl}${pagePaths.oidcCallback}`;
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

test('complete > returns the verified address of a person who signs in', async () => {
  const { provider, check, query } = await signIn('ada@example.org');
  expect(await provider.complete(query, check)).toEqual({
    email: 'ada@example.org',
    emailVerified: true,
    name: 'Ada Lovelace',
  });
});

test('complete > sends the secret as HTTP Basic to a provider that accepts only that', async () => {
  const basic = await startOidcProcess(redirectUri, { authMethod: 'client_secret_basic' });
  try {
    const { provider, check, query } = await signIn('ada@example.org', basic);
    expect(await provider.complete(query, check)).toMatchObject({ email: 'ada@example.org' });
  } finally {
    await basic.stop();
  }
});

test.each(['state', 'nonce', 'codeVerifier'] as const)('complete > refuses a wrong %s', async (part) => {
  const { provider, check, query } = await signIn('ada@example.org');
  const other = (await provider.begin()).check;
  await expect(provider.complete(query, { ...check, [part]: other[part] })).rejects.toThrow(OidcRefusedError);
});

test('complete > redeems a return once', async () => {
  const { provider, check, query } = await signIn('ada@example.org');
  await provider.complete(query, check);
  await expect(provider.complete(query, check)).rejects.toThrow(OidcRefusedError);
});

test("complete > reports the provider's refusal as a refusal", async () => {
  const provider = openOidcProvider(running.settings, baseUrl);
  const { check } = await provider.begin();
  const query = `?error=access_denied&state=${check.state}&iss=${encodeURIComponent(running.settings.issuer)}`;
  await expect(provider.complete(query, check)).rejects.toThrow(OidcRefusedError);
});
