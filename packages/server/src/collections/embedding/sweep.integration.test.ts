import { expect, it } from 'vitest';
import { createLog } from '../../platform/log.js';
import { createEmbeddingClient } from '../../search-runtime/embedding/embedders.js';
import { FaultyProvider } from '../../search-runtime/embedding/testing/faulty-provider.js';
import { startSuiteService } from '../../testing/service.js';
import { startEmbedSweep } from './sweep.js';

// Disables the sweep of the service, which uses another provider than the tests.
const service = await startSuiteService({ SVC_EMBED_SWEEP_SECONDS: '86400' });
const workspace = await service.createWorkspace();

const call = (method: string, path: string, body?: unknown) =>
  service.call(method, path, { token: workspace.token, body });
const describeIt = async (name: string) => (await call('GET', `/collections/${name}/describe`)).body;

async function newCollection(name: string, records: readonly object[]): Promise<void> {
  const { secret } = (await call('POST', '/collections', { name })).body;
  for (let start = 0; start < records.length; start += 500) {
    await service.call('POST', `/ingest/${secret}/batch`, { body: { records: records.slice(start, start + 500) } });
  }
}

/** Runs one sweep, and returns the log entry of the only collection with pending records. */
async function sweep(provider: FaultyProvider): Promise<unknown> {
  let ended: (line: string) => void = () => undefined;
  const end = new Promise<string>((resolve) => {
    ended = resolve;
  });
  const log = createLog('info', {
    write: (line: string) => (line.includes('embedded pending records') ? ended(line) : undefined),
  });
  const dependencies = { log, clock: service.services.clock };
  const { stop } = startEmbedSweep({ ...service.services, log }, createEmbeddingClient(provider, dependencies));
  const line = JSON.parse(await end);
  await stop();
  return line;
}

it('startEmbedSweep > embeds records that follow more than a page of failing ones, in one sweep', async () => {
  const id = (number: number) => String(number).padStart(4, '0');
  const failing = Array.from({ length: 502 }, (_, number) => ({ id: id(number), name: 'unreadable' }));
  const others = Array.from({ length: 3 }, (_, number) => ({ id: id(600 + number), name: `Lamp ${number}` }));
  await newCollection('behind', [...failing, ...others]);
  expect(await sweep(new FaultyProvider())).toMatchObject({ records: 3 });
  expect(await describeIt('behind')).toMatchObject({ records: 505, pending_embed: 0, failed_embed: 502 });
});

it('startEmbedSweep > alternates between collections after each page', async () => {
  for (const kind of ['one', 'another']) {
    await newCollection(
      kind,
      Array.from({ length: 600 }, (_, number) => ({ id: number, name: `Lamp ${number} of ${kind}` })),
    );
  }
  const provider = new FaultyProvider();
  await sweep(provider);
  const kinds = provider.calls.flat().map((text) => (text.includes('of one') ? 'one' : 'another'));
  const pages = [kinds.slice(0, 500), kinds.slice(500, 1_000)].map((page) => [...new Set(page)]);
  expect(pages.sort()).toEqual([['another'], ['one']]);
  for (const kind of ['one', 'another']) {
    await call('DELETE', `/collections/${kind}`);
  }
});

it('startEmbedSweep > stops when the circuit opens, and tries again in the next sweep', async () => {
  await newCollection(
    'later',
    Array.from({ length: 300 }, (_, number) => ({ id: number, name: `Lamp ${number}` })),
  );
  const provider = new FaultyProvider();
  provider.state = 'unreachable';
  for (let time = 0; time < 2; time += 1) {
    provider.calls = [];
    expect(await sweep(provider)).toMatchObject({ records: 0 });
    // Each sweep sends one call, and one with another text to check whether the provider fails for that too.
    expect(provider.calls).toHaveLength(2);
  }
  expect(await describeIt('later')).toMatchObject({ pending_embed: 300, failed_embed: 0 });
  provider.state = 'up';
  expect(await sweep(provider)).toMatchObject({ records: 300 });
});
