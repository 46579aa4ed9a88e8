import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from '@opensearch-project/opensearch';
import { expect, it } from 'vitest';
import { EngineIndex } from './engine-index.js';

type Reply = readonly [status: number, body: object];

const shards = { total: 3, successful: 3, skipped: 0, failed: 0 };
const hits = { total: { value: 1, relation: 'eq' }, hits: [{ _source: { id: 'a' } }] };
const whole: Reply = [200, { timed_out: false, _shards: shards, hits }];
const partial: Reply = [200, { timed_out: false, _shards: { ...shards, successful: 2, failed: 1 }, hits }];
const late: Reply = [200, { timed_out: true, _shards: shards, hits }];
const red: Reply = [
  503,
  { error: { type: 'search_phase_execution_exception', reason: 'all shards failed' }, status: 503 },
];

/** Searches an engine that returns these replies in order, and repeats the last one. */
async function searchWith(replies: readonly Reply[], atLeast = 0) {
  let calls = 0;
  const server = createServer((_request, response) => {
    const [status, body] = replies[Math.min(calls, replies.length - 1)] as Reply;
    calls += 1;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = new Client({ node: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, maxRetries: 0 });
  try {
    return await new EngineIndex(client, 'test', { writeMs: 1_000, retryAfterMs: [1, 1] }).search(
      { atLeast },
      { query: { match_all: {} } },
    );
  } finally {
    await client.close();
    server.close();
  }
}

it.each([
  ['without some shards', partial],
  ['after its time was over', late],
  ['with an error', red],
])(
  'EngineIndex.search > repeats a search that the engine answers %s, and fails as unavailable',
  async (_case, reply) => {
    expect((await searchWith([reply, whole])).sources).toEqual([{ id: 'a' }]);
    await expect(searchWith([reply])).rejects.toMatchObject({ code: 'unavailable' });
  },
);

it('EngineIndex.search > is unavailable until the required write is indexed', async () => {
  await expect(searchWith([whole], 7)).rejects.toMatchObject({ code: 'unavailable' });
});
