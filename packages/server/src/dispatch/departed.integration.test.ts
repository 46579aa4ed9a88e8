import { once } from 'node:events';
import { request } from 'node:http';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { serve } from '../http/testing/serve.js';
import { openTestDatabase } from '../testing/database.js';
import { startSuiteService } from '../testing/service.js';

const testDatabase = await openTestDatabase();
let transactions = 0;
let onlyReads = false;
let isOpen: Promise<void> | undefined;
const database: typeof testDatabase.database = {
  ...testDatabase.database,
  inWorkspace: async (...given) => {
    // Queries are logged later, in transactions that write.
    if (!onlyReads || given[2] === 'read') {
      transactions += 1;
      await isOpen;
    }
    return testDatabase.database.inWorkspace(...given);
  },
};
const service = await startSuiteService({}, { testDatabase: { ...testDatabase, database } });
const { server, url, close } = await serve(service);
const workspace = await service.createWorkspace();

const names = ['lamps', 'desks', 'sofas'];
const query = 'green lamp';
const calls: readonly (readonly [operation: string, method: string, path: string, body: unknown])[] = [
  [
    'collections.evaluate',
    'POST',
    '/collections/lamps/evaluate',
    { cases: Array.from({ length: 600 }, () => ({ query, external_id: '1' })) },
  ],
  ['collections.update', 'PATCH', '/collections/lamps', { dry_run: true, id_match_fields: ['name'] }],
  [
    'collections.correct_resolution',
    'POST',
    '/collections/lamps/corrections',
    { dry_run: true, query, external_id: null },
  ],
  ['collections.find', 'POST', '/resolve', { query }],
  [
    'collections.find',
    'POST',
    '/mcp/http',
    {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'resolve', arguments: { query } },
    },
  ],
];

function send(method: string, path: string, body: unknown) {
  const text = JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${workspace.token}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  };
  const sent = request(url + path, { method, headers, agent: false });
  sent.on('error', () => undefined);
  sent.end(text);
  return sent;
}

const connections = () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
const abortedOf = async (operation: string) => {
  const { body } = await service.call('GET', '/metrics', { token: service.operatorToken });
  return Number(
    new RegExp(`duration_seconds_count\\{operation="${operation}",status="499"\\} (\\d+)`).exec(body)?.[1] ?? 0,
  );
};

describe('a caller that disconnects', () => {
  beforeAll(async () => {
    const must = async (...[method, path, body]: [string, string, unknown]) =>
      expect((await service.call(method, path, { token: workspace.token, body })).status).toBe(200);
    for (const name of names) {
      await must('POST', '/collections', { name });
      await must('POST', `/collections/${name}/import`, { records: [{ id: 1, name: 'Green lamp' }] });
      await must('POST', `/collections/${name}/query`, { query });
      await vi.waitFor(async () => {
        const { body } = await service.call('GET', `/collections/${name}/queries`, { token: workspace.token });
        expect(body.queries).toHaveLength(1);
      }, 60_000);
    }
    return close;
  });

  it.each(calls)('ends the work of %s before its next transaction', async (operation, method, path, body) => {
    onlyReads = operation === 'collections.find';
    const countOf = async (leaves: boolean) => {
      transactions = 0;
      const sent = send(method, path, body);
      if (!leaves) {
        const [answer] = await once(sent, 'response');
        expect(answer.statusCode).toBe(200);
        await once(answer.resume(), 'end');
        return transactions;
      }
      await expect.poll(() => transactions).toBeGreaterThan(0);
      sent.destroy();
      await expect.poll(connections).toBe(0);
      return transactions;
    };
    await countOf(false);
    const all = await countOf(false);
    expect(all).toBeGreaterThan(1);
    const aborted = await abortedOf(operation);

    let goOn: () => void = () => undefined;
    isOpen = new Promise((resolve) => {
      goOn = resolve;
    });
    const begun = await countOf(true);
    isOpen = undefined;
    goOn();
    await expect.poll(() => abortedOf(operation)).toBe(aborted + 1);
    expect([begun, transactions]).toEqual([1, 1]);
  });
});
