import { beforeAll, describe, expect, inject, it } from 'vitest';
import { makeCollection, makeToken, makeWorkspace } from '../http.js';
import { runProgram } from './programs.js';

describe("the command line of the protocol's Inspector", () => {
  let token: string;
  beforeAll(async () => {
    token = await makeToken((await makeWorkspace()).id);
  });

  /** What the Inspector prints of one request to the relay. */
  async function inspect<Result>(method: string, ...args: string[]): Promise<Result> {
    const relay = `${inject('target').url}/mcp/http/`;
    const credential = ['--header', `Authorization: Bearer ${token}`];
    const all = [relay, '--transport', 'http', ...credential, '--method', method, ...args];
    const { status, output } = await runProgram('inspector-cli/build/index.js', all);
    expect({ status, output }).toMatchObject({ status: 0 });
    return JSON.parse(output) as Result;
  }

  it('lists the tools of the relay', async () => {
    const { tools } = await inspect<{ tools: { name: string; inputSchema: object }[] }>('tools/list');
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['query_collection', 'upsert_records']));
  });

  it('calls one, and shows what it found', async () => {
    const { name } = await makeCollection(token, [{ id: 'A-1', title: 'Blue desk lamp' }]);
    const args = ['--tool-name', 'query_collection', '--tool-arg', `collection=${name}`, 'query=A-1'];
    const { structuredContent } = await inspect<{ structuredContent: object }>('tools/call', ...args);
    expect(structuredContent).toMatchObject({ match_type: 'exact_id', results: [{ external_id: 'A-1' }] });
  });
});
