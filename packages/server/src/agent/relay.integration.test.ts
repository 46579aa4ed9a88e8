import { limits } from '@tessera/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { createKey } from '../access/testing/keys.js';
import { buildApp } from '../app.js';
import { startSuiteService } from '../testing/service.js';
import { connectAgent, listen } from './testing/agents.js';
import { postToRelay, type RelayAnswer, toolCall } from './testing/relay-request.js';
import { agentWorkspace, personalToken } from './testing/workspaces.js';

const service = await startSuiteService({ SVC_CORS_ORIGINS: 'https://agents.example' });
const server = await listen(service.app);
const shop = await agentWorkspace(service, 'Shop');
afterAll(() => server.close());

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

function post(message: string | object, headers: Record<string, string> = {}, path = '/mcp/http/') {
  return postToRelay(server.url, { token: shop.token, message, headers, path });
}

const codeOf = ({ body }: RelayAnswer): string => body.error.code;

describe('relay > a request', () => {
  it.each(['/mcp/http', '/mcp/http/'])('is answered in JSON, without a session, at %s', async (path) => {
    const answer = await post(initialize, { 'X-Request-Id': 'agent-7' }, path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(answer.headers.get('mcp-session-id')).toBeNull();
    expect(answer.headers.get('x-request-id')).toBe('agent-7');
    expect(answer.body.result.serverInfo.name).toBe('tessera');
    // Responses are not streamed, so the server cannot notify clients of changed tools.
    expect(answer.body.result.capabilities.tools).toEqual({ listChanged: false });
  });

  it('that is a notification returns 202', async () => {
    expect(await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).toMatchObject({
      status: 202,
      text: '',
    });
  });

  it.each(['query', 'filters'])('with %s nested five thousand deep is refused for invalid arguments', async (name) => {
    await post(toolCall('create_collection', { name: `nested-${name}` }));
    const nested = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
    const args = `{"collection": "nested-${name}", "${name}": ${nested}}`;
    const message = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"query_collection","arguments":${args}}}`;
    const answer = await post(message);
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body.result.content[0].text).error.code).toBe('invalid_request');
  });

  it.each(['null', '""', '[]', '"{}"', '{"workspace":""}'])('with %s as arguments has none', async (args) => {
    const sent = await post(toolCall('list_collections', args));
    expect(sent.body).toEqual((await post(toolCall('list_collections'))).body);
    expect(sent.body.result.isError).toBeUndefined();
  });

  it('reads arguments of other types as they are meant', async () => {
    await shop.fill('lamps', [{ id: '4711', name: 'Lamp' }]);
    const args = { collection: 'lamps', queries: { query: 4711, filters: null, key: '' }, fields: 'name' };
    const { result } = (await post(toolCall('resolve_records', args))).body;
    expect(result.structuredContent.results[0]).toMatchObject({
      external_id: '4711',
      result: { attributes: { name: 'Lamp' } },
    });
  });

  it('with an argument named __proto__ ignores that argument', async () => {
    const sent = await post(toolCall('search', '{"query": "x", "__proto__": {"query": 5, "workspace": "b"}}'));
    expect(sent.body).toEqual((await post(toolCall('search', { query: 'x' }))).body);
  });

  it.each(['workspace', 'worksapce'])('that writes and has an argument named %s is refused', async (name) => {
    const { body } = await post(toolCall('create_collection', { name: 'elsewhere', [name]: shop.id }));
    expect(JSON.parse(body.result.content[0].text).error).toMatchObject({ details: [{ path: name }] });
  });

  it.each(['GET', 'DELETE', 'PUT', 'HEAD'])('by %s returns 405 with the right method', async (method) => {
    const answer = await fetch(`${server.url}/mcp/http/`, {
      method,
      headers: { Authorization: `Bearer ${shop.token}` },
    });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST, OPTIONS');
  });

  it.each([
    ['no credential', { Authorization: '' }, 'unauthenticated'],
    ['an unknown token', { Authorization: `Bearer svc_tk_${'a'.repeat(43)}` }, 'invalid_credential'],
    ['two credentials that differ', { 'X-API-Key': `svc_tk_${'a'.repeat(43)}` }, 'unauthenticated'],
  ])('with %s is 401', async (_title, headers, code) => {
    const answer = await post(initialize, headers);
    expect([answer.status, codeOf(answer)]).toEqual([401, code]);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer .*resource_metadata=/);
  });

  it('with an API key or the operator token returns 401, because these are for other routes', async () => {
    const { secret } = await createKey(service, shop.id);
    for (const token of [secret, service.operatorToken]) {
      const answer = await post(initialize, { Authorization: `Bearer ${token}` });
      expect([answer.status, codeOf(answer)]).toEqual([401, 'invalid_credential']);
    }
  });

  it('with a revoked token is refused at once', async () => {
    const listed = await agentTokenId();
    expect((await post(initialize, { Authorization: `Bearer ${listed.secret}` })).status).toBe(200);
    await service.call('DELETE', `/settings/tokens/${listed.id}`, { token: listed.admin, workspace: shop.id });
    expect((await post(initialize, { Authorization: `Bearer ${listed.secret}` })).status).toBe(401);
  });

  it('with a workspace header that conflicts with the pin returns 409, and with an invalid one 400', async () => {
    const other = await agentWorkspace(service, 'Other');
    const conflict = await post(initialize, { 'X-Svc-Workspace': other.id });
    expect([conflict.status, codeOf(conflict)]).toEqual([409, 'workspace_conflict']);
    const invalid = await post(initialize, { 'X-Svc-Workspace': shop.slug });
    expect([invalid.status, codeOf(invalid)]).toEqual([400, 'invalid_workspace_id']);
    expect((await post(initialize, { 'X-Svc-Workspace': shop.id })).status).toBe(200);
  });

  it.each([
    ['not JSON', '{', {}, 400, 'invalid_json'],
    ['another media type', '{}', { 'Content-Type': 'text/plain' }, 415, 'unsupported_media_type'],
    ['longer than any tool takes', `"${'x'.repeat(limits.largeBodyBytes)}"`, {}, 413, 'payload_too_large'],
  ] as const)('whose body is %s is refused', async (...[, body, headers, status, code]) => {
    const answer = await post(body, headers);
    expect([answer.status, codeOf(answer)]).toEqual([status, code]);
  });

  it('that contains several messages is refused', async () => {
    const answer = await post([initialize, initialize]);
    expect([answer.status, codeOf(answer)]).toEqual([400, -32600]);
  });

  it('is refused from a page of another site, and accepted from a listed origin or our own', async () => {
    expect((await post(initialize, { Origin: 'https://evil.example' })).status).toBe(403);
    expect((await post(initialize, { Origin: 'https://agents.example' })).status).toBe(200);
    expect((await post(initialize, { Origin: 'http://tessera.test' })).status).toBe(200);
    expect((await post(initialize, { Origin: 'http://localhost:6274' })).status).toBe(403);
  });
});

describe('relay > a service on this machine', () => {
  it('also accepts requests from pages of this machine', async () => {
    const app = buildApp({ ...service.services, baseUrl: 'http://127.0.0.1:8080' });
    const send = (Origin: string) => postToRelay(app, { token: shop.token, message: initialize, headers: { Origin } });
    expect((await send('http://localhost:6274')).status).toBe(200);
    expect((await send('http://localhost.evil.example')).status).toBe(403);
    await app.close();
  });
});

async function agentTokenId() {
  await shop.add('owner@example.com', { role: 'admin' });
  const admin = await personalToken(service, 'owner@example.com');
  const body = { name: 'short-lived', role: 'member', access: 'read_write' };
  const created = await service.call('POST', '/settings/tokens', { token: admin, workspace: shop.id, body });
  return { ...(created.body as { id: string; secret: string }), admin };
}

describe('relay > a tool call', () => {
  it('of a tool that does not exist is a protocol error', async () => {
    const { body } = await post(toolCall('drop_everything'));
    expect(body.error).toMatchObject({ code: -32602, message: expect.stringContaining('drop_everything') });
  });

  it('may have as many bytes as the HTTP route allows', async () => {
    const query = { collection: 'a', query: 'x', filters: { field: 'x'.repeat(limits.bodyBytes) } };
    const { result } = (await post(toolCall('query_collection', query))).body;
    expect(result.isError).toBe(true);
    expect(JSON.parse(result.content[0].text).error.code).toBe('payload_too_large');
  });

  it('preserves numbers beyond a double in the record, the structured answer and the text', async () => {
    await shop.fill('numbers', []);
    const record = '{"id":"n","amount":12345678901234567890.5,"__proto__":{"a":1}}';
    await post(toolCall('upsert_records', `{"collection":"numbers","records":[${record}]}`));
    const { text, body } = await post(toolCall('get_record', '{"collection":"numbers","external_id":"n"}'));
    expect(text).toContain('"attributes":{"amount":12345678901234567890.5,"__proto__":{"a":1}}');
    expect(body.result.content[0].text).toContain('"amount":12345678901234567890.5');
  });
});

describe('relay > an agent of the newest protocol revision', () => {
  it('receives the same tools and answers as one of the previous revision', async () => {
    const [older, newer] = [
      await connectAgent(server.url, shop.token),
      await connectAgent(server.url, shop.token, { modern: true }),
    ];
    expect(newer.client.getNegotiatedProtocolVersion()).not.toBe(older.client.getNegotiatedProtocolVersion());
    expect(await newer.toolNames()).toEqual(await older.toolNames());
    expect((await newer.call('list_collections')).body).toEqual((await older.call('list_collections')).body);
    expect(newer.client.getInstructions()).toContain('confidence');
    expect(await newer.client.listPrompts()).toMatchObject(await older.client.listPrompts());
    const prompt = { name: 'find_record', arguments: { query: 'blue lamp' } };
    expect((await older.client.getPrompt(prompt)).messages).toEqual((await newer.client.getPrompt(prompt)).messages);
    await expect(older.client.getPrompt({ name: 'find_record' })).rejects.toThrow('needs the argument query');
    await Promise.all([older.close(), newer.close()]);
  });
});
