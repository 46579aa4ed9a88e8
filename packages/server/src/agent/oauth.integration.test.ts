import type { Client } from '@modelcontextprotocol/client';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createKey } from '../access/testing/keys.js';
import { createDocumentsFixture } from '../documents/testing/documents-fixture.js';
import { callSlowly } from '../http/testing/slow-call.js';
import { signIn, type TestBrowser } from '../identity/testing/browser.js';
import { anAddress, invite } from '../identity/testing/people.js';
import { startSuiteService } from '../testing/service.js';
import { listen } from './testing/agents.js';
import { consent, follow, freePort, hostedAssistant, redirectUri, type TestAssistant } from './testing/assistants.js';
import { relayStatus } from './testing/relay-request.js';

const clients: Client[] = [];

const described = 'https://assistant.example/client.json';
/** Addresses of client documents that the service fetched. */
const fetched: string[] = [];
const documents: typeof fetch = async (address) => {
  fetched.push(String(address));
  return Response.json({ client_id: described, client_name: 'Described', redirect_uris: [redirectUri] });
};

const port = await freePort();
const service = await startSuiteService({ SVC_BASE_URL: `http://127.0.0.1:${port}` }, { oauth: { fetch: documents } });
const server = await listen(service.app, port);
const course = await createDocumentsFixture(service, 'course', 'handbook');
const shop = await createDocumentsFixture(service, 'notes');
await course.put('course/flour.md', '# Flour\n\nRye flour wakes a starter.\n');
await course.put('handbook/flour.md', '# Flour prices\n\nFlour is bought in secret.\n');
await shop.put('notes/flour.md', '# Flour in stock\n\nNone.\n');
afterEach(() => service.setTime(undefined));
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await server.close();
});

interface Connected {
  readonly assistant: TestAssistant;
  readonly client: Client;
  readonly browser: TestBrowser;
}

/** Connects an assistant as a signed-in person. */
async function connect(email: string, choice: { read?: string; write?: string }): Promise<Connected> {
  const browser = await signIn(service, email);
  const assistant = hostedAssistant(server.url);
  const { at } = await follow(browser, await assistant.begin());
  const client = await assistant.finish(await consent(browser, at, choice));
  clients.push(client);
  return { assistant, client, browser };
}

async function tool(client: Client, name: string, args: Record<string, unknown> = {}) {
  const { content, isError } = await client.callTool({ name, arguments: args });
  const [block] = content;
  return { isError: isError === true, body: JSON.parse(block?.type === 'text' ? block.text : '') };
}

const toolNames = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);

/** An editor of both workspaces. */
async function editor(): Promise<string> {
  const email = anAddress();
  await invite(service, course.workspace, email);
  await invite(service, shop.workspace, email);
  return email;
}

/** Posts a form as a client does. */
async function post(path: string, fields: Record<string, string>) {
  const answer = await fetch(`${server.url}${path}`, { method: 'POST', body: new URLSearchParams(fields) });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
}

it('assistant > of a paying member reads what the member paid for, until it is revoked', async () => {
  const key = (await createKey(service, course.workspace.id)).secret;
  const email = anAddress();
  const group = await course.group('course/**');
  const granted = await service.call('POST', '/v1/members', { token: key, body: { email, groups: [group] } });
  expect(granted.status).toBe(200);
  const { client, browser } = await connect(email, { read: course.workspace.id });
  expect(await toolNames(client)).toEqual(expect.arrayContaining(['search', 'fetch']));
  const { results } = (await tool(client, 'search', { query: 'flour' })).body;
  expect(results.map(({ id }: { id: string }) => id)).toEqual(['course/flour.md']);
  expect((await tool(client, 'fetch', { id: 'course/flour.md' })).body.text).toContain('Rye flour');
  expect((await tool(client, 'fetch', { id: 'handbook/flour.md' })).body.error.code).toBe('document_not_found');
  const { devices } = (await service.call('GET', '/me/devices', { headers: browser.headers() })).body;
  expect(devices).toMatchObject([{ name: 'Test assistant (this computer)', hint: 'OAuth' }]);
  await service.call('DELETE', `/me/devices/${devices[0].id}`, { headers: browser.headers() });
  await expect(tool(client, 'search', { query: 'flour' })).rejects.toThrow();
});

it("assistant > is refused at the first call after its member's access ended", async () => {
  const key = (await createKey(service, course.workspace.id)).secret;
  const email = anAddress();
  const groups = [await course.group('course/**')];
  await service.call('POST', '/v1/members', { token: key, body: { email, groups } });
  const { client } = await connect(email, { read: course.workspace.id });
  expect((await tool(client, 'fetch', { id: 'course/flour.md' })).isError).toBe(false);
  await service.call('DELETE', `/v1/members/${encodeURIComponent(email)}`, { token: key });
  expect((await tool(client, 'fetch', { id: 'course/flour.md' })).body.error.code).toBe('not_a_member');
});

describe('an assistant', () => {
  it('reads in the workspaces that its person opened, and writes in the chosen one', async () => {
    const { client } = await connect(await editor(), { read: course.workspace.id, write: shop.workspace.id });
    const write = { path: 'notes/new.md', text: '# New', base: null };
    const written = await tool(client, 'write_document', write);
    expect(written.body.workspace.id).toBe(shop.workspace.id);
    expect((await tool(client, 'fetch', { id: 'notes/new.md' })).isError).toBe(false);
    const elsewhere = { id: 'course/flour.md', workspace: course.workspace.id };
    expect((await tool(client, 'fetch', elsewhere)).isError).toBe(false);
    const { workspaces } = (await tool(client, 'list_workspaces')).body;
    expect(workspaces.map(({ id, can_write }: { id: string; can_write: boolean }) => [id, can_write]).sort()).toEqual(
      [
        [course.workspace.id, false],
        [shop.workspace.id, true],
      ].sort(),
    );
    const { events } = (await shop.call('GET', '/audit?action=document.written')).body;
    expect(events[0].actor).toMatchObject({ kind: 'assistant', device: { name: 'Test assistant (this computer)' } });
  });

  it('cannot use other workspaces, and lists no write tool if it may write in none', async () => {
    const { client } = await connect(await editor(), { read: course.workspace.id });
    expect((await toolNames(client)).filter((name) => /write|upsert|delete|create|list_workspaces/.test(name))).toEqual(
      [],
    );
    const outside = await tool(client, 'fetch', { id: 'notes/flour.md', workspace: shop.workspace.id });
    expect(outside.body.error).toMatchObject({ code: 'not_a_member', writable_workspaces: [] });
    const refused = await tool(client, 'write_document', { path: 'course/new.md', text: 'x', base: null });
    expect(refused.body.error.code).toBe('operation_not_allowed');
  });

  it("has at most its person's role in the workspace where it writes", async () => {
    const email = anAddress();
    await invite(service, shop.workspace, email, { access: 'read_only' });
    const { client } = await connect(email, { read: shop.workspace.id, write: shop.workspace.id });
    expect((await tool(client, 'write_document', { path: 'notes/x.md', text: 'x', base: null })).isError).toBe(true);
  });

  it('is refused on all routes except the relay', async () => {
    const { assistant } = await connect(await editor(), { read: shop.workspace.id, write: shop.workspace.id });
    const { access_token: token } = assistant.tokens();
    expect(token).not.toContain('.');
    expect(await relayStatus(server.url, token)).toBe(200);
    for (const path of [
      '/me',
      '/workspaces',
      '/documents',
      '/v1/members',
      '/me/devices',
      '/d/llms.txt',
      '/search?query=a',
    ]) {
      expect([path, (await service.call('GET', path, { token })).status]).toEqual([path, 401]);
    }
  });
});

describe('an access or refresh token', () => {
  it('expires after an hour, and a refresh returns a new one', async () => {
    const { assistant, client } = await connect(await editor(), { read: course.workspace.id });
    const first = assistant.tokens();
    service.setTime(new Date(Date.now() + 3_600_000));
    expect(await relayStatus(server.url, first.access_token)).toBe(401);
    // The client refreshes by itself.
    expect((await tool(client, 'fetch', { id: 'course/flour.md' })).isError).toBe(false);
    expect(assistant.tokens().refresh_token).not.toBe(first.refresh_token);
  });

  it('used twice to refresh, ends the connection', async () => {
    const { assistant, browser } = await connect(await editor(), { read: course.workspace.id });
    const { refresh_token = '', access_token: first } = assistant.tokens();
    const client_id = assistant.clientId();
    const refresh = { grant_type: 'refresh_token', refresh_token, client_id };
    const renewed = await post('/oauth/token', refresh);
    expect([renewed.status, renewed.body.expires_in, renewed.body.token_type]).toEqual([200, 3_600, 'Bearer']);
    expect((await post('/oauth/token', refresh)).body.error).toBe('invalid_grant');
    expect(await relayStatus(server.url, renewed.body.access_token)).toBe(401);
    expect(await relayStatus(server.url, first)).toBe(401);
    const next = { ...refresh, refresh_token: renewed.body.refresh_token };
    expect((await post('/oauth/token', next)).body.error).toBe('invalid_grant');
    expect((await service.call('GET', '/me/devices', { headers: browser.headers() })).body.count).toBe(0);
  });

  it('revoked by its client, ends the connection', async () => {
    const { assistant } = await connect(await editor(), { read: course.workspace.id });
    const { refresh_token: token = '', access_token } = assistant.tokens();
    expect((await post('/oauth/revoke', { token, client_id: assistant.clientId() })).status).toBe(200);
    expect(await relayStatus(server.url, access_token)).toBe(401);
  });

  it('is valid for the relay only, and a code requires its verifier', async () => {
    const browser = await signIn(service, await editor());
    const assistant = hostedAssistant(server.url);
    const authorization = await assistant.begin();
    authorization.searchParams.set('resource', 'https://other.example/mcp');
    const elsewhere = (await follow(browser, authorization)).at;
    expect(elsewhere.searchParams.get('error')).toBe('invalid_target');
    authorization.searchParams.delete('code_challenge');
    authorization.searchParams.delete('code_challenge_method');
    authorization.searchParams.delete('resource');
    const unproved = (await follow(browser, authorization)).at;
    expect(unproved.searchParams.get('error')).toBe('invalid_request');
  });

  it('is stored as a hash only', async () => {
    const { assistant } = await connect(await editor(), { read: course.workspace.id });
    const { access_token, refresh_token = '' } = assistant.tokens();
    const rows = await service.services.database.asSystem((transaction) =>
      transaction.query<{ row: string }>('select r::text as row from oauth_records r'),
    );
    const stored = rows.map(({ row }) => row).join('\n');
    expect([stored.includes(access_token), stored.includes(refresh_token)]).toEqual([false, false]);
  });
});

describe('the consent page', () => {
  it('requires signing in, and names the client and its host', async () => {
    const email = await editor();
    const assistant = hostedAssistant(server.url);
    const signedOut = await signIn(service, email);
    signedOut.cookies.delete('svc_session');
    const { at } = await follow(signedOut, await assistant.begin());
    expect(at.pathname).toBe('/sign-in');
    expect(at.searchParams.get('next')).toMatch(/^\/oauth\/connect\//);
    await signIn(service, email, at.searchParams.get('next') ?? '', signedOut);
    const { page } = await follow(signedOut, at.searchParams.get('next') ?? '');
    for (const words of ['Test assistant', 'this computer', email, 'type="checkbox"', 'type="radio"']) {
      expect(page.text).toContain(words);
    }
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' http://127.0.0.1:33418;");
  });

  it('is shown every time, and grants nothing that the person refused or did not tick', async () => {
    const email = await editor();
    const { browser } = await connect(email, { read: course.workspace.id });
    const again = hostedAssistant(server.url);
    const { at, page } = await follow(browser, await again.begin());
    expect(page.text).toContain('It may read in');
    const unticked = await browser.submit(at.pathname, { decision: 'connect', write: '' });
    expect(unticked.text).toContain('Choose a workspace to read.');
    const foreign = await service.createWorkspace();
    const stranger = await browser.submit(at.pathname, { decision: 'connect', read: foreign.id, write: foreign.id });
    expect(stranger.status).toBe(400);
    const refused = await consent(browser, at, { decision: 'refuse' });
    expect(refused.searchParams.get('error')).toBe('access_denied');
  });

  it('accepts a decision only from its own form, in the browser that started', async () => {
    const [email, other] = [await editor(), await editor()];
    const browser = await signIn(service, email);
    const { at } = await follow(browser, await hostedAssistant(server.url).begin());
    const stranger = await signIn(service, other);
    expect((await stranger.submit(at.pathname, { decision: 'connect', read: course.workspace.id })).status).toBe(404);
    const forged = await browser.submit(at.pathname, { decision: 'connect' }, { origin: 'https://evil.example' });
    expect(forged.status).toBe(403);
  });

  it('connects nothing if the session ends while the form arrives', async () => {
    const email = await editor();
    const browser = await signIn(service, email);
    const { at } = await follow(browser, await hostedAssistant(server.url).begin());
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const headers = { ...browser.headers(), origin: server.url, ...type };
    const body = String(new URLSearchParams({ decision: 'connect', read: course.workspace.id }));
    const sent = { method: 'POST', path: at.pathname, headers, body };
    const answer = await callSlowly(server.url, sent, () => browser.submit('/sign-out', {}));
    expect(answer.status).toBe(401);
    const again = await signIn(service, email);
    expect((await service.call('GET', '/me/devices', { headers: again.headers() })).body.count).toBe(0);
  });

  it('connects the person who is signed in, even if another one started in this browser', async () => {
    const [first, second] = [await editor(), await editor()];
    const { browser } = await connect(first, { read: course.workspace.id });
    browser.cookies.delete('svc_session');
    await signIn(service, second, '/', browser);
    const assistant = hostedAssistant(server.url);
    const { at } = await follow(browser, await assistant.begin());
    clients.push(await assistant.finish(await consent(browser, at, { read: course.workspace.id })));
    expect((await service.call('GET', '/me/devices', { headers: browser.headers() })).body.count).toBe(1);
  });
});

describe('a client', () => {
  it('that registered itself is deleted after a day without a connection', async () => {
    const { assistant } = await connect(await editor(), { read: course.workspace.id });
    const unused = await service.call('POST', '/oauth/register', { body: { redirect_uris: [redirectUri] } });
    service.setTime(new Date(Date.now() + 25 * 3_600_000));
    const found = async (id: string) => {
      const query = new URLSearchParams({ client_id: id, response_type: 'code', redirect_uri: redirectUri });
      return (await fetch(`${server.url}/oauth/authorize?${query}`, { redirect: 'manual' })).status;
    };
    expect([await found(unused.body.client_id), await found(assistant.clientId())]).toEqual([400, 303]);
  });

  it('with a metadata document needs no registration', async () => {
    const browser = await signIn(service, await editor());
    const assistant = hostedAssistant(server.url, described);
    const { at, page } = await follow(browser, await assistant.begin());
    expect(page.text).toContain('<strong>Described</strong> at <strong>assistant.example</strong>');
    const client = await assistant.finish(await consent(browser, at, { read: course.workspace.id }));
    clients.push(client);
    expect([assistant.clientId(), fetched]).toEqual([described, [described]]);
    expect((await tool(client, 'fetch', { id: 'course/flour.md' })).isError).toBe(false);
  });
});
