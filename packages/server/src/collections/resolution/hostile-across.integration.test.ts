import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { limits } from '@tessera/contract';
import { builtinEmbedder } from '@tessera/resolver';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { callSlowly } from '../../http/testing/slow-call.js';
import { startServedService } from '../../testing/served-service.js';
import { type Caller, type CallersWorkspace, callersWorkspace } from '../testing/callers.js';

/** Number of concurrent calls. */
const flooding = 6;

/** Called while the embedding provider processes a query. */
let whileEmbedding: () => Promise<unknown> = async () => undefined;

const provider = createServer(async (request, response) => {
  const { model, input } = (await json(request)) as { model: string; input: string[] };
  if (input.length === 1) {
    await whileEmbedding();
  }
  const vectors = await builtinEmbedder.embed(input);
  const data = vectors.map((vector, index) => ({ object: 'embedding', index, embedding: [...vector] }));
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ object: 'list', model, data, usage: { prompt_tokens: 1, total_tokens: 1 } }));
});

let workspace: CallersWorkspace;

await once(provider.listen(0, '127.0.0.1'), 'listening');
afterAll(() => {
  provider.close();
  provider.closeAllConnections();
});
const service = await startServedService({
  SVC_EMBEDDER: 'openai:slow',
  SVC_EMBED_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`,
});
beforeEach(async () => {
  whileEmbedding = async () => undefined;
  workspace = await callersWorkspace(service);
});

async function fill(of: CallersWorkspace, name: string, records: readonly object[]): Promise<void> {
  await of.must('POST', '/collections', { name });
  await of.must('POST', `/collections/${name}/import`, { records });
}

/** Sends `POST /resolve` over a socket. `meanwhile` runs after the headers and before the body. */
async function resolve(caller: Caller, body: object, meanwhile: () => Promise<unknown> = async () => undefined) {
  const headers = { authorization: `Bearer ${caller.token}` };
  const call = { method: 'POST', path: '/resolve', headers, body: JSON.stringify(body) };
  const { status, text } = await callSlowly(service.url, call, meanwhile);
  return { status, body: JSON.parse(text) };
}

function revokeAll(): Promise<unknown> {
  return service.services.database.asSystem((transaction) =>
    transaction.query('update tokens set revoked_at = now() where workspace_id = $1', [workspace.id]),
  );
}

it('collections.find > returns nothing to a caller who is revoked while the body arrives', async () => {
  await fill(workspace, 'desks', [{ id: 'd1', name: 'Oak desk' }]);
  const answer = await resolve(workspace.admin, { query: 'd1' }, revokeAll);
  expect(answer).toMatchObject({ status: 401, body: { error: { code: 'invalid_credential' } } });
  expect(JSON.stringify(answer.body)).not.toContain('Oak desk');
});

it('collections.find > returns nothing to a caller who is revoked after the first collection', async () => {
  await fill(workspace, 'a', [{ id: 'DK-100', name: 'Oak desk' }]);
  await fill(workspace, 'b', [{ id: 'x', name: 'Lamp' }]);
  let revoked = 0;
  whileEmbedding = async () => {
    revoked += 1;
    await revokeAll();
  };
  // The query is an id in the first collection, so the provider is called for the second collection only.
  const answer = await resolve(workspace.admin, { query: 'DK-100', collections: ['a', 'b'] });
  expect(revoked).toBe(1);
  expect(answer).toMatchObject({ status: 401, body: { error: { code: 'invalid_credential' } } });
  expect(JSON.stringify(answer.body)).not.toContain('Oak desk');
});

it('collections.find > queries at most twenty collections, reports it, and yields to other tenants', {
  timeout: 300_000,
}, async () => {
  const names = Array.from({ length: limits.collectionsPerQuery + 1 }, (_, at) => `c${String(at).padStart(2, '0')}`);
  const records = Array.from({ length: 100 }, (_, at) => ({ id: `r${at}`, name: `Oak desk number ${at}` }));
  for (const name of names) {
    await fill(workspace, name, records);
  }
  const other = await callersWorkspace(service);
  await fill(other, 'lamps', [{ id: 'l1', name: 'Brass lamp' }]);

  const named = await resolve(workspace.admin, { query: 'oak desk', collections: names });
  expect(named).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });

  let isDone = false;
  const flood = Promise.all(
    Array.from({ length: flooding }, (_, at) => resolve(workspace.admin, { query: `desk ${at}` })),
  );
  const ended = flood.then(() => {
    isDone = true;
  });
  for (let asked = 0; asked < 5; asked += 1) {
    const answer = await resolve(other.admin, { query: 'brass lamp' });
    expect(answer).toMatchObject({ status: 200, body: { results: [{ external_id: 'l1', collection: 'lamps' }] } });
  }
  expect(isDone).toBe(false);
  await ended;
  for (const { status, body } of await flood) {
    expect([status, body.confidence === 'high']).toEqual([200, false]);
    expect(body.warnings[0].message).toContain(`${names.length} collections, of which ${limits.collectionsPerQuery}`);
  }
  const expected = names.map((_, at) => (at < limits.collectionsPerQuery ? flooding : 0));
  // Queries are counted in the background, so wait for the counts.
  await vi.waitFor(async () => expect(await Promise.all(names.map(counted))).toEqual(expected), {
    timeout: 60_000,
    interval: 100,
  });
});

/** The number of today's queries that a collection has counted. */
async function counted(name: string): Promise<number> {
  const { days } = await workspace.must('GET', `/collections/${name}/statistics?days=1`);
  return days[0].high + days[0].low + days[0].none;
}
