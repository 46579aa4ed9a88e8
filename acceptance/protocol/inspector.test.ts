import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { makeCollection, makeToken, makeWorkspace } from '../http.js';

const readme = readFileSync(new URL('../../examples/agents/README.md', import.meta.url), 'utf8');
/** The command of the README up to its method. */
const command = /^npx @modelcontextprotocol\/inspector-cli(?:.*\\\n)*.*--method /m.exec(readme)?.[0] ?? '';

describe('MCP Inspector command of the README', () => {
  let token: string;
  beforeAll(async () => {
    token = await makeToken((await makeWorkspace()).id);
  });

  /** The output of the Inspector for one request to the relay. */
  async function inspect<Result>(request: string): Promise<Result> {
    const script = `${command.replace('http://127.0.0.1:8080', inject('target').url)}${request}`;
    const { PATH, HOME } = process.env;
    const { stdout } = await promisify(execFile)('sh', ['-ec', script], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      env: { PATH, HOME, SVC_TOKEN: token },
    });
    return JSON.parse(stdout) as Result;
  }

  it('lists the tools of the relay', async () => {
    const { tools } = await inspect<{ tools: { name: string; inputSchema: object }[] }>('tools/list');
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['query_collection', 'upsert_records']));
  });

  it('calls a tool and prints the result', async () => {
    const { name } = await makeCollection(token, [{ id: 'A-1', title: 'Blue desk lamp' }]);
    const { structuredContent } = await inspect<{ structuredContent: object }>(
      `tools/call --tool-name query_collection --tool-arg collection=${name} query=A-1`,
    );
    expect(structuredContent).toMatchObject({ match_type: 'exact_id', results: [{ external_id: 'A-1' }] });
  });
});
