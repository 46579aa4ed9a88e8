import { createHash, randomBytes } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { signIn } from '../identity/testing/browser.js';
import { anAddress, invite } from '../identity/testing/people.js';
import { startSuiteService } from '../testing/service.js';
import { listen } from './testing/agents.js';
import { consent, follow, freePort, redirectUri } from './testing/assistants.js';
import { relayStatus } from './testing/relay-request.js';

const port = await freePort();
const service = await startSuiteService({ SVC_BASE_URL: `http://127.0.0.1:${port}` });
const server = await listen(service.app, port);
afterAll(() => server.close());
const { id: workspaceId } = await service.createWorkspace();
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** A character that differs in the last bit only. At the end of a secret, that bit may decode to nothing. */
const twin = (character: string) => alphabet[alphabet.indexOf(character) ^ 1] ?? '';
const otherCase = (text: string) =>
  text.replace(/[a-z]/gi, (one) => (one < 'a' ? one.toLowerCase() : one.toUpperCase()));

/** Strings that lenient readers take for the secret. */
function spellings(secret: string): string[] {
  const behind = ['x', '=', '==', '.', '.x', '%00', '\0', ' ', '\n', ',', '-', secret].map((junk) => secret + junk);
  const before = ['x', ' ', '\t', '\ufeff', 'Bearer '].map((junk) => junk + secret);
  const changed = [secret.slice(0, -1), secret.slice(0, -1) + twin(secret.slice(-1)), otherCase(secret)];
  return [...behind, ...before, ...changed, secret.replaceAll('-', '+').replaceAll('_', '/').concat('='), ''];
}

async function post(path: string, fields: Record<string, string> | URLSearchParams) {
  const answer = await fetch(server.url + path, { method: 'POST', body: new URLSearchParams(fields) });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? {} : JSON.parse(text) };
}

async function register(): Promise<string> {
  const answer = await fetch(`${server.url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uris: [redirectUri] }),
  });
  return ((await answer.json()) as { client_id: string }).client_id;
}

/** Approves a new client, and returns the fields with which it redeems its code. */
async function approvedFields(email: string) {
  const client_id = await register();
  const code_verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id,
    response_type: 'code',
    redirect_uri: redirectUri,
    code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'a-state',
  });
  const browser = await signIn(service, email);
  const { at } = await follow(browser, `/oauth/authorize?${query}`);
  const back = await consent(browser, at, { read: workspaceId });
  const code = back.searchParams.get('code') ?? '';
  return { grant_type: 'authorization_code', redirect_uri: redirectUri, client_id, code, code_verifier };
}

async function editor(): Promise<string> {
  const email = anAddress();
  await invite(service, { id: workspaceId }, email);
  return email;
}

it('oauth.token > accepts a code only as issued, once, from its client, with its verifier and redirect URI', async () => {
  const email = await editor();
  const fields = await approvedFields(email);
  const other = await approvedFields(email);
  const wrong = [
    ...spellings(fields.code).map((code) => ({ ...fields, code })),
    ...spellings(fields.code_verifier).map((code_verifier) => ({ ...fields, code_verifier })),
    { ...fields, client_id: other.client_id },
    { ...fields, client_id: other.client_id, code_verifier: other.code_verifier },
    { ...fields, code_verifier: other.code_verifier },
    { ...fields, redirect_uri: `${redirectUri}/` },
    { ...fields, redirect_uri: redirectUri.toUpperCase() },
    { ...fields, grant_type: 'refresh_token', refresh_token: fields.code },
    new URLSearchParams([...Object.entries(fields), ['code', other.code]]),
  ];
  for (const each of wrong) {
    expect([String(new URLSearchParams(each)), (await post('/oauth/token', each)).status]).toEqual([
      String(new URLSearchParams(each)),
      400,
    ]);
  }
  const { status, body } = await post('/oauth/token', fields);
  expect([status, await relayStatus(server.url, body.access_token)]).toEqual([200, 200]);
  for (const spelling of spellings(body.access_token).map((each) => each.trim())) {
    const isSame = spelling === body.access_token || spelling === `Bearer ${body.access_token}`;
    const sent = encodeURI(isSame ? `${spelling}x` : spelling);
    expect([sent, await relayStatus(server.url, sent)]).toEqual([sent, 401]);
  }
  expect((await post('/oauth/token', fields)).body.error).toBe('invalid_grant');
  expect(await relayStatus(server.url, body.access_token)).toBe(401);
  expect((await post('/oauth/token', other)).status).toBe(200);
});

it('oauth.token > accepts a refresh token only as issued, from its client; other attempts do not end the connection', async () => {
  const email = await editor();
  const [fields, other] = [await approvedFields(email), await approvedFields(email)];
  const { refresh_token, access_token } = (await post('/oauth/token', fields)).body;
  const refresh = { grant_type: 'refresh_token', refresh_token, client_id: fields.client_id };
  const wrong = [
    ...spellings(refresh_token).map((spelling) => ({ ...refresh, refresh_token: spelling })),
    { ...refresh, client_id: other.client_id },
    { ...refresh, client_id: '' },
    { ...refresh, refresh_token: access_token },
    { ...refresh, resource: 'https://other.example/mcp' },
  ];
  for (const each of wrong) {
    const { status } = await post('/oauth/token', each);
    expect([String(new URLSearchParams(each)), [400, 401].includes(status)]).toEqual([
      String(new URLSearchParams(each)),
      true,
    ]);
  }
  expect((await post('/oauth/revoke', { token: refresh_token, client_id: other.client_id })).status).not.toBe(500);
  expect(await relayStatus(server.url, access_token)).toBe(200);
  expect((await post('/oauth/token', refresh)).status).toBe(200);
});
