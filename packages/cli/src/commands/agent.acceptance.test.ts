import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, inject, it } from 'vitest';
import { makeToken, makeWorkspace } from '../../../../acceptance/http.js';
import { cliEntry } from '../testing/processes.js';
import { newFolder } from '../testing/run-cli.js';

it('svc agent serves the workspace of its credential to a program that starts it', async () => {
  const { id, slug } = await makeWorkspace();
  const token = await makeToken(id);
  const client = new Client({ name: 'test', version: '1' });
  const env = { SVC_BASE_URL: inject('target').url, SVC_TOKEN: token, SVC_CONFIG_DIR: newFolder() };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [cliEntry, 'agent'], env }));
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain('query_collection');
  const created = await client.callTool({ name: 'create_collection', arguments: { name: 'parts' } });
  expect(created.structuredContent).toMatchObject({ name: 'parts', workspace: { slug } });
  await client.close();
});
