import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, expect, it } from 'vitest';
import { startSuiteService } from '../testing/service.js';
import { listen } from './testing/agents.js';

const service = await startSuiteService();
const server = await listen(service.app);
const { token } = await service.createWorkspace();
const clients: Client[] = [];
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await server.close();
});

const card = 'ui://tessera/choice';
const page = 'text/html;profile=mcp-app';

async function connect(extensions: Record<string, { mimeTypes: string | string[] }>): Promise<Client> {
  const client = new Client(
    { name: 'cards', version: '1.0.0' },
    { capabilities: { extensions }, versionNegotiation: { mode: 'auto' } },
  );
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp/http/`), { requestInit }));
  clients.push(client);
  return client;
}

it('query_collection > a client that shows cards is offered one for the choice between records', async () => {
  const client = await connect({ 'io.modelcontextprotocol/ui': { mimeTypes: [page] } });
  const { tools } = await client.listTools();
  const withCards = tools.filter(({ _meta }) => _meta !== undefined);
  expect(withCards.map(({ name }) => name)).toEqual(['query_collection', 'resolve']);
  for (const { _meta } of withCards) {
    expect(_meta).toEqual({ ui: { resourceUri: card } });
  }
  const { contents } = await client.readResource({ uri: card });
  expect(contents).toMatchObject([{ uri: card, mimeType: page, _meta: { ui: { csp: {} } } }]);
  const [{ text = '' } = {}] = contents as { text?: string }[];
  expect(text).toMatch(/^<!doctype html>.*data-de="Welcher Datensatz ist gemeint\?".*<script>.*<\/script>/s);
  // Self-contained: it names no address.
  expect(text).not.toMatch(/https?:|\bsrc=|\bhref=|url\(|import\(/);
  expect((text.match(/<\/script>/g) ?? []).length).toBe(1);
});

it.each([
  ['no extension', {}],
  ['another type of page', { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/uri-list'] } }],
  ['invalid settings', { 'io.modelcontextprotocol/ui': { mimeTypes: page } }],
])('query_collection > a client with %s sees no card', async (_what, extensions) => {
  const client = await connect(extensions);
  const { tools } = await client.listTools();
  expect(tools.filter(({ _meta }) => _meta !== undefined)).toEqual([]);
  expect(tools.map(({ name }) => name)).toContain('query_collection');
  await expect(client.readResource({ uri: card })).rejects.toThrow(/not found/i);
});
