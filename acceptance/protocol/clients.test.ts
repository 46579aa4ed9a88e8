import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { isFullSize } from '../full-size.mjs';
import { makeCollection, makeToken, ok } from '../http.js';
import { pythonWith } from '../python.js';
import { approveIn, connectByProgram, type Person, personOf } from './approval.js';

const { url, dataFolder } = inject('target');
const folder = mkdtempSync(join(tmpdir(), 'tessera-clients-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const programs = fileURLToPath(new URL('clients/', import.meta.url));
const proxy = fileURLToPath(new URL('../../node_modules/mcp-remote/dist/proxy.js', import.meta.url));

/** Builds the Go program; undefined if it cannot be run. */
async function goProgram(): Promise<string | undefined> {
  const program = join(folder, 'go-sdk');
  const reason = isFullSize
    ? await promisify(execFile)('go', ['build', '-o', program, '.'], { cwd: `${programs}go-sdk` }).then(
        () => undefined,
        (error) => `go cannot build it: ${String(error).slice(-200)}`,
      )
    : 'TEST_FULL=1 builds and runs it';
  if (reason !== undefined) {
    console.info(`Not run: the Go SDK (${reason}).`);
    return undefined;
  }
  return program;
}

if (dataFolder === undefined) console.info('Not run: clients of the protocol that connect with OAuth (no mails here).');

describe.runIf(dataFolder !== undefined)('clients that connect with OAuth', () => {
  let person: Person;
  let collection: string;
  const text = '# Flour\n\nRye flour wakes a starter.\n';

  beforeAll(async () => {
    person = await personOf(inject('target'));
    const token = await makeToken(person.workspace.id);
    collection = (await makeCollection(token, [{ id: 'A-1', title: 'Blue desk lamp' }])).name;
    await ok('POST /repos', { token, body: { name: 'handbook' } });
    await ok('PUT /documents/content', { token, body: { path: 'handbook/flour.md', text, base: null } });
  });

  /** Expects the same results from every client: the tools, the result of one, and a document as a resource. */
  const expectAll = ({ tools, called, read }: { tools: string[]; called: unknown; read: unknown }): void => {
    expect(tools).toEqual(expect.arrayContaining(['query_collection', 'search', 'fetch']));
    expect(called).toMatchObject({ confidence: 'high', results: [{ external_id: 'A-1' }] });
    expect(read).toBe(text);
  };

  /** Runs a program with a URL of the relay, and approves it as a person. */
  const connect = async (command: readonly string[], path: string) =>
    expectAll(await connectByProgram([...command, url + path, collection, 'A-1'], person));

  it('the Python SDK lists tools, calls one and reads a resource', async () => {
    const python = await pythonWith(['mcp==2.3.0'], 'the Python SDK of the protocol');
    if (python !== undefined) {
      await connect([python, `${programs}python_sdk.py`], '/mcp/http/');
    }
  });

  it('FastMCP lists tools, calls one and reads a resource', async () => {
    const python = await pythonWith(['fastmcp==4.2.3'], 'FastMCP');
    if (python !== undefined) {
      await connect([python, `${programs}fastmcp_client.py`], '/mcp/http/');
    }
  });

  it('the Go SDK lists tools, calls one and reads a resource at every address of the relay', async () => {
    const program = await goProgram();
    const { slug } = person.workspace;
    const paths = ['/mcp/http/', '/mcp/http', `/mcp/http/${slug}`, `/mcp/http/${slug}/`];
    for (const path of program === undefined ? [] : paths) {
      await connect([String(program)], path);
    }
  });

  it('mcp-remote forwards tools, a call and a resource', async () => {
    const env = { PATH: String(process.env.PATH), MCP_REMOTE_CONFIG_DIR: folder, BROWSER: 'true' };
    const args = [proxy, `${url}/mcp/http/`];
    const transport = new StdioClientTransport({ command: process.execPath, args, env, stderr: 'pipe' });
    const approved = approveIn(transport.stderr, person);
    const client = new Client({ name: 'client of mcp-remote', version: '1.0.0' });
    await Promise.all([client.connect(transport), approved]);
    const { tools } = await client.listTools();
    const { structuredContent: called } = await client.callTool({
      name: 'query_collection',
      arguments: { collection, query: 'A-1' },
    });
    const { resources } = await client.listResources();
    const { contents } = await client.readResource({ uri: String(resources[0]?.uri) });
    const [read] = contents;
    await client.close();
    expectAll({
      tools: tools.map(({ name }) => name),
      called,
      read: read !== undefined && 'text' in read && read.text,
    });
  });
});
