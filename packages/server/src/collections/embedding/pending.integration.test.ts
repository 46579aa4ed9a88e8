import { beforeEach, expect, it } from 'vitest';
import { createEmbeddingClient, type EmbeddingClient } from '../../search-runtime/embedding/embedders.js';
import { FaultyProvider } from '../../search-runtime/embedding/testing/faulty-provider.js';
import { startSuiteService } from '../../testing/service.js';
import { embedPending } from './pending.js';

let provider: FaultyProvider;
let embedding: EmbeddingClient;
let now: number;
let rewrite: (records: readonly object[]) => Promise<unknown>;

// Disables the sweep, which would otherwise embed the waiting records.
const service = await startSuiteService({ SVC_EMBED_SWEEP_SECONDS: '86400' });
const workspace = await service.createWorkspace();
beforeEach(async () => {
  provider = new FaultyProvider();
  now = 0;
  embedding = createEmbeddingClient(provider, { log: service.services.log, clock: () => new Date(now) });
  await call('DELETE', '/collections/lamps');
});

const call = (method: string, path: string, body?: unknown) =>
  service.call(method, path, { token: workspace.token, body });
const describeIt = async () => (await call('GET', '/collections/lamps/describe')).body;
const letCircuitClose = () => {
  now += 15_000;
};

/**
 * Creates records that wait for vectors. Their ids have the order of their names. Returns a function that embeds one
 * page.
 */
async function waiting(names: readonly string[]) {
  const { secret } = (await call('POST', '/collections', { name: 'lamps' })).body;
  const records = names.map((name, index) => ({ id: String(index).padStart(3, '0'), name }));
  rewrite = (changed) => service.call('POST', `/ingest/${secret}/batch`, { body: { records: changed } });
  await rewrite(records);
  const { database } = service.services;
  const [collection] = await database.inWorkspace(workspace.id, (transaction) =>
    transaction.query<{ id: string }>(
      `select id from collections where workspace_id = $1 and name = 'lamps' and deleted_at is null`,
      [workspace.id],
    ),
  );
  const collectionId = collection?.id ?? '';
  return (forcedCalls = 0) =>
    embedPending((work) => database.inWorkspace(workspace.id, work), { collectionId, embedding, forcedCalls });
}

function lamps(count: number): string[] {
  return Array.from({ length: count }, (_, number) => `Lamp ${number}`);
}

it('ingest.embed_pending > counts no failed try for records that an open circuit kept from being sent', async () => {
  const drain = await waiting(lamps(200));
  provider.state = 'unreachable';
  // One call of 64 inputs fails. A second one shows that the provider fails for other inputs too.
  expect(await drain()).toEqual({ embedded: 0, failed: 0, more: true });
  expect(provider.calls).toHaveLength(2);
  for (let time = 0; time < 6; time += 1) {
    expect(await drain()).toEqual({ embedded: 0, failed: 0, more: true });
  }
  expect(provider.calls).toHaveLength(6);
  expect(await describeIt()).toMatchObject({ pending_embed: 200, failed_embed: 0 });
  provider.state = 'up';
  letCircuitClose();
  expect(await drain()).toEqual({ embedded: 200, failed: 0, more: false });
});

it.each(['unreachable', 'overloaded', 'refusing'] as const)(
  'ingest.embed_pending > gives up no record during an outage, however often it is called (%s)',
  async (state) => {
    const drain = await waiting(lamps(70));
    provider.state = state;
    for (let time = 0; time < 7; time += 1) {
      expect(await drain(3)).toEqual({ embedded: 0, failed: 0, more: true });
    }
    expect(await describeIt()).toMatchObject({ pending_embed: 70, failed_embed: 0 });
    provider.state = 'up';
    expect(await drain(3)).toEqual({ embedded: 70, failed: 0, more: false });
  },
);

it('ingest.embed_pending > embeds the other records of a page at once when one of them breaks the call', async () => {
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
  'ingest.embed_pending > embeds $others records within their tries that share calls with a hanging one (last: $last, forced calls: $forcedCalls)',
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

it('ingest.embed_pending > embeds all records within their tries, although others make the provider hang', async () => {
  const names = lamps(500);
  const hanging = [0, 1, 2, 4, 8, 16, 32, 64, 128];
  const drain = await waiting(names.map((name, index) => (hanging.includes(index) ? `hanging ${name}` : name)));
  let embedded = 0;
  for (let page = await drain(3); page.more; page = await drain(3)) {
    embedded += page.embedded;
  }
  expect(embedded).toBe(names.length - hanging.length);
  expect(await describeIt()).toMatchObject({ pending_embed: 0, failed_embed: hanging.length });
});

it('ingest.embed_pending > sends each text once from concurrent calls', async () => {
  const drain = await waiting(lamps(500));
  const others = Array.from({ length: 5 }, async () => {
    let page = await drain(3);
    while (page.more) {
      page = await drain(3);
    }
  });
  await Promise.all(others);
  expect(provider.calls.flat().sort()).toEqual(lamps(500).sort());
  expect(await describeIt()).toMatchObject({ pending_embed: 0, failed_embed: 0 });
});

it('ingest.embed_pending > sends a text that changed while being embedded with the next call', async () => {
  const drain = await waiting(['Lamp']);
  provider.beforeAnswer = async () => {
    provider.beforeAnswer = async () => undefined;
    await rewrite([{ id: '000', name: 'Desk' }]);
  };
  expect(await drain()).toEqual({ embedded: 0, failed: 0, more: true });
  expect(await drain()).toEqual({ embedded: 1, failed: 0, more: false });
  expect(provider.calls).toEqual([['Lamp'], ['Desk']]);
});

it('ingest.embed_pending > takes over the expired claims of a call that never finished', async () => {
  const drain = await waiting(lamps(3));
  const claim = (until: string) =>
    service.services.database.asSystem((transaction) =>
      transaction.query(`update records set claimed_until = ${until} where pending`, []),
    );
  await claim("now() + interval '1 minute'");
  expect(await drain()).toEqual({ embedded: 0, failed: 0, more: true });
  await claim("now() - interval '1 second'");
  expect(await drain()).toEqual({ embedded: 3, failed: 0, more: false });
});
