import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { builtinEmbedder } from '@tessera/resolver';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { type Caller, callersWorkspace } from '../testing/callers.js';

/** The inputs of the requests to the embedding provider. */
let sent: string[] = [];
const provider = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk);
  }
  const { model, input } = JSON.parse(Buffer.concat(chunks).toString());
  sent.push(...input);
  const vectors = await builtinEmbedder.embed(input);
  const data = vectors.map((vector, index) => ({ object: 'embedding', index, embedding: [...vector] }));
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ object: 'list', model, data, usage: { prompt_tokens: 1, total_tokens: 1 } }));
});

let agent: Caller;

provider.listen(0, '127.0.0.1');
await once(provider, 'listening');
const service = await startSuiteService({
  SVC_DAILY_WRITE_CAP: '10',
  SVC_EMBEDDER: 'openai:model',
  SVC_EMBED_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`,
});
const workspace = await callersWorkspace(service);
service.setTime(new Date('2026-03-01T12:00:00.000Z'));
beforeEach(async () => {
  agent = await workspace.pinned({ role: 'member', access: 'read_write' });
  sent = [];
});
afterAll(async () => {
  provider.close();
  provider.closeAllConnections();
});

const named = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ id: from + index, name: `Lamp ${from + index}` }));
const write = (name: string, records: readonly object[]) =>
  service.call('POST', `/collections/${name}/records`, { ...agent, body: { records } });

it('collections.upsert_records > rejects a call that would exceed the daily cap before calling the provider, and reports the remaining records', async () => {
  await workspace.must('POST', '/collections', { name: 'lamps' });
  const refusals: [number, RegExp][] = [
    [11, /counts 11 against the cap of 10 .* has 10 left today: send at most 10 now/],
    [3, /of 10 .* has 2 left today: send at most 2 now, and others after midnight UTC\.$/],
    [1, /of 10 .* has 0 left today: go on after midnight UTC\.$/],
    [11, /of 10 .* has 0 left today: send at most 10 after midnight UTC\.$/],
  ];
  for (const [index, accepted] of [0, 8, 2, 0].entries()) {
    if (accepted > 0) {
      expect((await write('lamps', named(accepted, index * 100))).body).toMatchObject({ written: accepted });
      expect(sent).toHaveLength(accepted);
    }
    sent = [];
    const [count, message] = refusals[index] ?? [0, /./];
    const refused = await write('lamps', named(count, index * 100 + 50));
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'daily_write_cap' } } });
    expect(refused.body.error.message).toMatch(message);
    expect(sent).toEqual([]);
  }
});

it('collections.upsert_records > does not count records that are refused because of the stored state', async () => {
  await workspace.must('POST', '/collections', { name: 'events' });
  await workspace.must('PATCH', '/collections/events', { append_only: true });
  expect((await write('events', named(8))).body).toMatchObject({ written: 8 });
  const changed = named(3).map((event) => ({ ...event, name: 'Something else' }));
  const { body } = await write('events', [...changed, ...named(2, 100)]);
  expect(body).toMatchObject({ written: 2, failed: 3 });
  expect(body.results.slice(3)).toMatchObject([{ embedded: true }, { embedded: true }]);
  const { events } = await workspace.must('GET', '/audit?action=collection.records_written&limit=2');
  expect(events.map(({ detail }: { detail: { written: number } }) => detail.written)).toEqual([2, 8]);
});
