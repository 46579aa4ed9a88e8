import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createEmbedding, type Embedding } from '../../search-runtime/embedding/embedding.js';
import { FaultyProvider } from '../../search-runtime/embedding/testing/faulty-provider.js';
import { startTestService, type TestService, type TestWorkspace } from '../../testing/service.js';
import { embedPending } from './pending.js';

let service: TestService;
let workspace: TestWorkspace;
let provider: FaultyProvider;
let embedding: Embedding;
let now: number;

beforeAll(async () => {
  // The sweep would embed what is to wait.
  service = await startTestService({ SVC_EMBED_SWEEP_SECONDS: '86400' });
  workspace = await service.createWorkspace();
});
afterAll(() => service.close());
beforeEach(async () => {
  provider = new FaultyProvider();
  now = 0;
  embedding = createEmbedding(provider, { log: service.services.log, clock: () => new Date(now) });
  await call('DELETE', '/collections/lamps');
});

const call = (method: string, path: string, body?: unknown) =>
  service.call(method, path, { token: workspace.token, body });
const describeIt = async () => (await call('GET', '/collections/lamps/describe')).body;
const letCircuitClose = () => {
  now += 15_000;
};

/** A collection of records that wait for their vectors, with ids in the order of their names. Drains a page of it. */
async function waiting(names: readonly string[]) {
  const { secret } = (await call('POST', '/collections', { name: 'lamps' })).body;
  const records = names.map((name, place) => ({ id: String(place).padStart(3, '0'), name }));
  await service.call('POST', `/ingest/${secret}/batch`, { body: { records } });
  const { database } = service.services;
  const [collection] = await database.inWorkspace(workspace.id, (transaction) =>
    transaction.query<{ id: string }>(`select id from collections where workspace_id = $1 and name = 'lamps'`, [
      workspace.id,
    ]),
  );
  const collectionId = collection?.id ?? '';
  return (forcedCalls = 0) =>
    embedPending((work) => database.inWorkspace(workspace.id, work), { collectionId, embedding, forcedCalls });
}

function lamps(count: number): string[] {
  return Array.from({ length: count }, (_, number) => `Lamp ${number}`);
}

it('a record that is not sent while the provider is left alone has failed no try', async () => {
  const drain = await waiting(lamps(200));
  provider.state = 'unreachable';
  // Three calls of 64 have failed, and a fourth one has shown that the provider is down for others, too.
  expect(await drain()).toEqual({ embedded: 0, failed: 200, more: true });
  expect(provider.calls).toHaveLength(4);
  for (let time = 0; time < 6; time += 1) {
    expect(await drain()).toEqual({ embedded: 0, failed: 0, more: true });
  }
  expect(provider.calls).toHaveLength(4);
  expect(await describeIt()).toMatchObject({ pending_embed: 200, failed_embed: 0 });
  provider.state = 'up';
  letCircuitClose();
  expect(await drain()).toEqual({ embedded: 200, failed: 0, more: false });
});

it.each([1, 64, 200])('%i records of whom a provider is asked five times that is down are given up', async (count) => {
  const drain = await waiting(lamps(count));
  provider.state = 'unreachable';
  for (let tries = 1; tries <= 5; tries += 1) {
    expect(await describeIt()).toMatchObject({ pending_embed: count, failed_embed: 0 });
    expect(await drain(3)).toEqual({ embedded: 0, failed: count, more: tries < 5 });
  }
  expect(await describeIt()).toMatchObject({ pending_embed: 0, failed_embed: count });
});

it('records that share a page with one that breaks its call are embedded at once', async () => {
  const drain = await waiting(['breaking', ...lamps(100)]);
  expect(await drain()).toEqual({ embedded: 100, failed: 1, more: true });
  for (let tries = 2; tries <= 5; tries += 1) {
    expect(await drain()).toEqual({ embedded: 0, failed: 1, more: tries < 5 });
  }
  expect(await describeIt()).toMatchObject({ pending_embed: 0, failed_embed: 1 });
});

it.each(
  [0, 1, 3].flatMap((forcedCalls) =>
    [1, 3, 90].flatMap((others) => [true, false].map((last) => ({ others, last, forcedCalls }))),
  ),
)(
  '$others records that share calls with one that hangs are embedded within their tries (it is last: $last, $forcedCalls calls are insisted on)',
  async ({ others, last, forcedCalls }) => {
    const drain = await waiting(last ? [...lamps(others), 'hanging'] : ['hanging', ...lamps(others)]);
    let embedded = 0;
    let more = true;
    for (let round = 0; more && round < 20; round += 1) {
      const page = await drain(forcedCalls);
      embedded += page.embedded;
      ({ more } = page);
      if (page.embedded + page.failed === 0) {
        letCircuitClose();
      }
    }
    expect(embedded).toBe(others);
    expect(await describeIt()).toMatchObject({ records: others + 1, pending_embed: 0, failed_embed: 1 });
  },
);

it('records among which some hang the provider, wherever they are, are embedded within their tries', async () => {
  const names = lamps(500);
  const hanging = [0, 1, 2, 4, 8, 16, 32, 64, 128];
  const drain = await waiting(names.map((name, place) => (hanging.includes(place) ? `hanging ${name}` : name)));
  let embedded = 0;
  for (let page = await drain(3); page.more; page = await drain(3)) {
    embedded += page.embedded;
  }
  expect(embedded).toBe(names.length - hanging.length);
  expect(await describeIt()).toMatchObject({ pending_embed: 0, failed_embed: hanging.length });
});

it('drains at the same time count one try of what fails in all of them', async () => {
  const drain = await waiting(lamps(3));
  provider.state = 'unreachable';
  provider.beforeAnswer = () => new Promise((resolve) => setTimeout(resolve, 50));
  await Promise.all(Array.from({ length: 6 }, () => drain(3)));
  expect(await describeIt()).toMatchObject({ pending_embed: 3, failed_embed: 0 });
});
