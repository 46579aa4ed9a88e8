import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cliEntry, type RealService, startRealService } from '../testing/real-service.js';
import { newFolder } from '../testing/run-cli.js';

let service: RealService;
let token: string;

beforeAll(async () => {
  service = await startRealService();
  token = (await service.createWorkspace('acme')).token;
});
afterAll(() => service.stop());

it('svc agent serves the workspace of its credential to a program that starts it', async () => {
  const client = new Client({ name: 'test', version: '1' });
  const env = { SVC_BASE_URL: service.url, SVC_TOKEN: token, SVC_CONFIG_DIR: newFolder() };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [cliEntry, 'agent'], env }));
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain('query_collection');
  const created = await client.callTool({ name: 'create_collection', arguments: { name: 'parts' } });
  expect(created.structuredContent).toMatchObject({ name: 'parts', workspace: { slug: 'acme' } });
  await client.close();
});
