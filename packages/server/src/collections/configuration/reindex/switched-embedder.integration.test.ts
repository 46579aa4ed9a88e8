import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { builtinEmbedder } from '@tessera/resolver';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type App, buildApp } from '../../../app.js';
import { readSettings } from '../../../platform/settings.js';
import { startSuiteService } from '../../../testing/service.js';

let letManyPass = (): void => undefined;
/** Until this resolves, the provider does not answer the requests of a reindex. */
const manyMayPass = new Promise<void>((resolve) => {
  letManyPass = resolve;
});

/** A different provider. Its vectors have the same dimensions as the built-in ones but other values. */
const provider = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk);
  }
  const { model, input } = JSON.parse(Buffer.concat(chunks).toString());
  if (input.length > 1) {
    await manyMayPass;
  }
  const vectors = await builtinEmbedder.embed(input);
  const data = vectors.map((vector, index) => ({ object: 'embedding', index, embedding: [...vector].reverse() }));
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ object: 'list', model, data, usage: { prompt_tokens: 1, total_tokens: 1 } }));
});

const inTheBackground = { timeout: 30_000, interval: 50 };

let successor: App;

const service = await startSuiteService();
const workspace = await service.createWorkspace();
provider.listen(0, '127.0.0.1');
await once(provider, 'listening');
beforeAll(async () => {
  const settings = readSettings({
    SVC_LOG_LEVEL: 'silent',
    SVC_EMBEDDER: 'openai:other',
    SVC_EMBED_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`,
  });
  successor = buildApp({ ...service.services, settings }, { checkAnswers: true });
});
afterAll(async () => {
  await successor.close();
  provider.close();
  provider.closeAllConnections();
});

// biome-ignore lint/suspicious/noExplicitAny: an answer's body is what the test is about to assert
async function ask(app: App, method: string, path: string, body?: unknown): Promise<any> {
  const answer = await app.http.request(`http://tessera.test${path}`, {
    method,
    headers: { authorization: `Bearer ${workspace.token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(answer.status).toBe(200);
  return answer.json();
}

function embedders(): Promise<{ vector_embedder: string; count: number }[]> {
  return service.services.database.asSystem((transaction) =>
    transaction.query('select vector_embedder, count(*)::int as count from records group by 1 order by 1'),
  );
}

it('collections.reindex > computes vectors with a new embedder without an import, and uses the old ones until then', async () => {
  await ask(service.app, 'POST', '/collections', { name: 'parts' });
  const records = Array.from({ length: 30 }, (_, n) => ({
    id: n,
    name: n === 17 ? 'Brass lamp' : `Oak shelf number ${n}`,
  }));
  await ask(service.app, 'POST', '/collections/parts/import', { records });
  // No record contains these words, so a match can only come from vectors.
  const answers = async (app: App) => {
    const { results } = await ask(app, 'POST', '/collections/parts/query', { query: 'brasss llamp' });
    expect(results[0].external_id).toBe('17');
    return results[0].relevance;
  };
  const before = await answers(service.app);
  expect(before).toBeGreaterThan(0.1);
  expect(await answers(successor)).toBe(before);
  const preview = await ask(successor, 'POST', '/collections/parts/reindex');
  expect(preview).toMatchObject({ records: 30, would_reembed: 30, applied: false });
  expect(await ask(successor, 'POST', '/collections/parts/reindex?dry_run=false')).toMatchObject({ reembedding: 30 });
  expect(await embedders()).toEqual([{ vector_embedder: 'builtin-2', count: 30 }]);
  for (const app of [service.app, successor]) {
    expect(await answers(app)).toBe(before);
  }
  const changed = { records: [{ id: 3, name: 'Pewter candle holder' }] };
  await ask(successor, 'POST', '/collections/parts/records', changed);
  expect(await embedders()).toHaveLength(2);
  const { results } = await ask(successor, 'POST', '/collections/parts/query', { query: 'pewter candle' });
  expect(results[0].external_id).toBe('3');
  expect(await answers(successor)).toBe(before);
  letManyPass();
  await vi.waitFor(
    async () => expect(await embedders()).toEqual([{ vector_embedder: 'openai:other', count: 30 }]),
    inTheBackground,
  );
  expect(await ask(successor, 'POST', '/collections/parts/reindex')).toMatchObject({ would_reembed: 0 });
  // This provider returns the built-in vectors in reverse order, which preserves all angles.
  expect(await answers(successor)).toBeCloseTo(before, 5);
});

it('collections.query > ignores vectors of a provider that is not configured, and calls no other provider', async () => {
  // An API key without a provider selects none. Queries must not be sent to the provider for which the key was used
  // before.
  const settings = readSettings({ SVC_LOG_LEVEL: 'silent', SVC_EMBED_API_KEY: 'left behind' });
  const back = buildApp({ ...service.services, settings });
  const { results } = await ask(back, 'POST', '/collections/parts/query', { query: 'brass lamp' });
  expect(results[0]).toMatchObject({ external_id: '17', relevance: 0 });
  await back.close();
});
