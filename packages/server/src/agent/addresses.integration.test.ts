import type { Client } from '@modelcontextprotocol/client';
import { afterAll, describe, expect, it } from 'vitest';
import { signIn } from '../identity/testing/browser.js';
import { anAddress } from '../identity/testing/people.js';
import { startSuiteService } from '../testing/service.js';
import { connectAgent, listen, type TestAgent } from './testing/agents.js';
import { consent, follow, freePort, hostedAssistant } from './testing/assistants.js';
import { postToRelay, toolCall } from './testing/relay-request.js';
import { agentWorkspace, personalToken } from './testing/workspaces.js';

const port = await freePort();
const service = await startSuiteService({ SVC_BASE_URL: `http://127.0.0.1:${port}` });
const server = await listen(service.app, port);
const home = await agentWorkspace(service, 'Home');
const shop = await agentWorkspace(service, 'Shop');
const other = await agentWorkspace(service, 'Other');
await home.fill('tasks', [{ id: 'task', title: 'Water the plants' }]);
await shop.fill('orders', [{ id: 'order', title: 'Two lamps' }]);

const agents: Pick<TestAgent, 'close'>[] = [];
afterAll(async () => {
  await Promise.all(agents.map((agent) => agent.close()));
  await server.close();
});

const addressesOf = (slug: string) => [`/mcp/http/${slug}`, `/mcp/http/${slug}/`];
const list = toolCall('list_collections');

async function connect(path: string, token: string): Promise<TestAgent> {
  const agent = await connectAgent(server.url, token, { path });
  agents.push(agent);
  return agent;
}

/** A person who is an editor in the workspaces `home` and `shop`. */
async function editor(): Promise<string> {
  const email = anAddress();
  await home.add(email, { role: 'admin' });
  await shop.add(email, { role: 'admin' });
  return email;
}

async function tool(client: Client, name: string, args: Record<string, unknown> = {}) {
  const { content, isError } = await client.callTool({ name, arguments: args });
  const [block] = content;
  return { isError: isError === true, body: JSON.parse(block?.type === 'text' ? block.text : '') };
}

describe('metadata of a relay address', () => {
  it.each(['/mcp/http', '/mcp/http/', ...addressesOf(home.slug), ...addressesOf('nobody-s')])(
    '%s names that address as its resource, and a refusal there refers to it',
    async (path) => {
      const { status, headers } = await postToRelay(server.url, { token: 'svc_tk_none', message: list, path });
      const url = `${server.url}/.well-known/oauth-protected-resource${path}`;
      expect([status, headers.get('www-authenticate')]).toEqual([401, expect.stringContaining(`"${url}"`)]);
      const metadata = await (await fetch(url)).json();
      expect(metadata).toMatchObject({ resource: server.url + path, authorization_servers: [server.url] });
    },
  );

  it.each(['/mcp', '/mcp/http/a/b', '/mcp/http/A', '/mcp/http/..%2f'])('does not exist at %s', async (path) => {
    expect((await fetch(`${server.url}/.well-known/oauth-protected-resource${path}`)).status).toBe(404);
  });
});

describe.each(['POST', 'GET', 'DELETE'])('%s /mcp', (method) => {
  it.each(['/mcp', '/mcp/'])('returns 404 with the right address (%s)', async (path) => {
    const answer = await fetch(server.url + path, { method });
    expect(answer.status).toBe(404);
    expect(((await answer.json()) as { error: { message: string } }).error.message).toContain(
      `${server.url}/mcp/http/`,
    );
  });
});

describe('a relay address with a workspace', () => {
  it('accepts a pinned token of that workspace, with the same tools as elsewhere', async () => {
    const everywhere = await connect('/mcp/http/', home.token);
    for (const path of addressesOf(home.slug)) {
      const agent = await connect(path, home.token);
      expect(await agent.toolNames()).toEqual(await everywhere.toolNames());
      expect((await agent.call('list_collections')).body).toEqual((await everywhere.call('list_collections')).body);
    }
  });

  it('returns 401 to a token of another workspace, to an unknown slug and to an unknown token', async () => {
    const tokens = [shop.token, await personalToken(service, await editor()), `svc_tk_${'a'.repeat(43)}`];
    for (const path of [...addressesOf(other.slug), '/mcp/http/nobody-s']) {
      for (const token of tokens) {
        const { status, body } = await postToRelay(server.url, { token, message: list, path });
        expect([status, body.error.code]).toEqual([401, 'invalid_credential']);
      }
    }
  });

  it("limits a personal token's reads and writes to that workspace", async () => {
    const agent = await connect(`/mcp/http/${shop.slug}/`, await personalToken(service, await editor()));
    const names = await agent.toolNames();
    expect(names).toContain('upsert_records');
    expect(names).not.toContain('list_workspaces');
    const { body } = await agent.call('list_collections');
    expect(body.collections).toMatchObject([{ name: 'orders' }]);
    const written = await agent.call('upsert_records', { collection: 'orders', records: [{ id: 'new' }] });
    expect(written.body).toMatchObject({ written: 1, workspace: { id: shop.id } });
    for (const workspace of [home.id, other.id, '00000000-0000-4000-8000-000000000000']) {
      const refused = await agent.call('list_collections', { workspace });
      expect([refused.isError, refused.body.error.code]).toEqual([true, 'workspace_conflict']);
    }
    expect((await agent.call('list_collections', { workspace: shop.id })).body).toMatchObject({ count: 1 });
    expect((await agent.call('list_workspaces')).body.error.code).toBe('operation_not_allowed');
  });

  it('refuses a header that names another workspace', async () => {
    const token = await personalToken(service, await editor());
    const headers = { 'X-Svc-Workspace': home.id };
    const path = `/mcp/http/${shop.slug}`;
    expect((await postToRelay(server.url, { token, message: list, path, headers })).status).toBe(409);
  });
});

describe.each(addressesOf(home.slug))('an assistant that is connected to %s', (path) => {
  it('offers that workspace alone, for reads and writes', async () => {
    const browser = await signIn(service, await editor());
    const assistant = hostedAssistant(server.url, undefined, path);
    const begun = await assistant.begin();
    expect(begun.searchParams.get('resource')).toBe(server.url + path);
    const { page, at } = await follow(browser, begun);
    expect(page.text).toContain(home.id);
    expect(page.text).not.toContain(shop.id);
    const client = await assistant.finish(await consent(browser, at, { read: shop.id, write: home.id }));
    agents.push(client);
    expect((await tool(client, 'list_collections')).body.collections).toMatchObject([{ name: 'tasks' }]);
    const records = [{ id: path }];
    const written = await tool(client, 'upsert_records', { collection: 'tasks', records });
    expect(written.body.workspace.id).toBe(home.id);
    const { access_token: token } = assistant.tokens();
    const elsewhere = await postToRelay(server.url, { token, message: list, path: `/mcp/http/${shop.slug}` });
    expect(elsewhere.status).toBe(401);
  });
});

it('limits an assistant that reads two workspaces to that one, without permission to write', async () => {
  const browser = await signIn(service, await editor());
  const assistant = hostedAssistant(server.url);
  const { at } = await follow(browser, await assistant.begin());
  agents.push(await assistant.finish(await consent(browser, at, { read: home.id, write: shop.id })));
  const agent = await connect(`/mcp/http/${home.slug}/`, assistant.tokens().access_token);
  expect((await agent.call('list_collections')).body.collections).toMatchObject([{ name: 'tasks' }]);
  expect(await agent.toolNames()).not.toContain('upsert_records');
  const refused = await agent.call('upsert_records', { collection: 'tasks', records: [{ id: 'x' }] });
  expect(refused.isError).toBe(true);
});
