import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../testing/service.js';
import { type Caller, type CallersWorkspace, callersWorkspace } from '../testing/callers.js';
import { createEmbedding, type Embedding } from './embedding.js';
import { type EmbeddedPage, embedPending } from './pending.js';
import { FaultyProvider } from './testing/faulty-provider.js';

let service: TestService;
let workspace: CallersWorkspace;
let provider: FaultyProvider;
let embedding: Embedding;

beforeAll(async () => {
  // The sweep would embed what is to wait.
  service = await startTestService({ SVC_EMBED_SWEEP_SECONDS: '86400' });
  workspace = await callersWorkspace(service);
});
afterAll(() => service.close());
beforeEach(() => {
  provider = new FaultyProvider();
  embedding = createEmbedding(provider, { log: service.services.log, clock: () => new Date() });
});

interface Lamp {
  readonly id: string;
  readonly name: string;
  readonly color: string;
}

function lamps(color: string, count: number, { name = 'Lamp', ids = color } = {}): Lamp[] {
  return Array.from({ length: count }, (_, n) => ({ id: `${ids}-${n}`, name: `${name} ${n}`, color }));
}

let made = 0;

/** A collection of which each color is shared as a slice, and what of it waits; records arrive without their vectors. */
async function sharing(colors: readonly string[]) {
  made += 1;
  const name = `lamps-${made}`;
  const { id, secret } = await workspace.must('POST', '/collections', { name });
  const callers = new Map<string, Caller>();
  for (const color of colors) {
    const group = await workspace.group();
    await workspace.must('PUT', `/collections/${name}/grants/${group}`, { permission: 'read', filter: { color } });
    callers.set(color, await workspace.pinned({ role: 'member', access: 'read_only', groups: [group] }));
  }
  const describeAs = async (color: string) =>
    workspace.must('GET', `/collections/${name}/describe`, undefined, callers.get(color));
  return {
    send: async (records: readonly Lamp[]) => {
      for (let start = 0; start < records.length; start += 500) {
        await workspace.must('POST', `/ingest/${secret}/batch`, { records: records.slice(start, start + 500) });
      }
    },
    drain: () =>
      embedPending((work) => service.services.database.inWorkspace(workspace.id, work), {
        collectionId: id,
        embedding,
        insistsOn: 3,
      }),
    pendingOf: async (color: string): Promise<number> => (await describeAs(color)).pending_embed,
    failedOf: async (color: string): Promise<number> => (await describeAs(color)).failed_embed,
  };
}

describe('records of a slice', () => {
  it.each([0, 500, 1_100])('are embedded at once, with %i records ahead outside', async (ahead) => {
    const { send, drain, pendingOf } = await sharing(['red']);
    await send([...lamps('blue', ahead, { ids: 'ahead' }), ...lamps('red', 3)]);
    expect(await pendingOf('red')).toBe(3);
    await drain();
    expect(await pendingOf('red')).toBe(0);
  });

  it.each(['breaking', 'hanging'].flatMap((name) => [['red'], ['red', 'blue']].map((shared) => ({ name, shared }))))(
    'are embedded at once with those outside that share a page and are $name ($shared is shared)',
    async (one) => {
      const { send, drain, pendingOf } = await sharing(one.shared);
      await send([...lamps('blue', 400, { name: one.name }), ...lamps('red', 3)]);
      expect(await drain()).toMatchObject({ embedded: 3, more: true });
      expect(await pendingOf('red')).toBe(0);
    },
  );

  it('have their vectors before any outside is sent', async () => {
    const { send, drain, pendingOf } = await sharing(['red']);
    await send([...lamps('blue', 3, { name: 'Other', ids: 'ahead' }), ...lamps('red', 3)]);
    const meanwhile: number[] = [];
    provider.beforeAnswer = async (texts) => {
      if (texts.some((text) => text.includes('Other'))) {
        meanwhile.push(await pendingOf('red'));
      }
    };
    await drain();
    expect(meanwhile).toEqual([0]);
  });

  it('are embedded first also if they have failed before and those outside have not', async () => {
    const { send, drain, pendingOf } = await sharing(['red']);
    await send(lamps('red', 3));
    provider.state = 'unreachable';
    await drain();
    provider.state = 'up';
    await send(lamps('blue', 600));
    expect(await pendingOf('red')).toBe(3);
    expect(await drain()).toEqual({ embedded: 500, failed: 0, more: true });
    expect(await pendingOf('red')).toBe(0);
  });

  it('wait for no others in the queue once they are in a slice', async () => {
    const { send, drain, pendingOf } = await sharing(['red']);
    await send([...lamps('blue', 600), ...lamps('green', 1, { ids: 'moved' })]);
    await send(lamps('red', 1, { ids: 'moved' }));
    await drain();
    expect(await pendingOf('red')).toBe(0);
  });

  it('take turns with those of other slices', async () => {
    const { send, drain, pendingOf } = await sharing(['red', 'blue', 'green']);
    await send([...lamps('blue', 700), ...lamps('green', 120), ...lamps('red', 3), ...lamps('white', 10)]);
    expect(await drain()).toEqual({ embedded: 500, failed: 0, more: true });
    expect(await Promise.all(['red', 'green', 'blue'].map(pendingOf))).toEqual([0, 0, 700 - (500 - 3 - 120)]);
    expect(await drain()).toEqual({ embedded: 333, failed: 0, more: false });
    expect(provider.calls.flat()).toHaveLength(833);
  });

  it('are given up like others after five calls to a provider that is down', async () => {
    const { send, drain, failedOf } = await sharing(['red', 'blue']);
    await send([...lamps('red', 3), ...lamps('blue', 100), ...lamps('white', 397)]);
    provider.state = 'unreachable';
    for (let time = 1; time <= 5; time += 1) {
      expect(await drain()).toEqual({ embedded: 0, failed: 500, more: time < 5 });
    }
    expect([await failedOf('red'), await failedOf('blue')]).toEqual([3, 100]);
  });

  it('that hang keep nobody in other slices or outside waiting', async () => {
    const { send, drain, pendingOf } = await sharing(['red', 'blue']);
    await send([...lamps('blue', 200, { name: 'hanging' }), ...lamps('red', 250), ...lamps('white', 50)]);
    expect(await drain()).toMatchObject({ embedded: 300, more: true });
    expect(await pendingOf('red')).toBe(0);
  });

  it('that fail are tried as often as others and given up, and hold up nobody', async () => {
    const { send, drain, failedOf, pendingOf } = await sharing(['red', 'blue']);
    await send([...lamps('red', 2, { name: 'breaking' }), ...lamps('blue', 600), ...lamps('white', 5)]);
    const pages: EmbeddedPage[] = [];
    for (let more = true; more; ) {
      const page = await drain();
      pages.push(page);
      ({ more } = page);
    }
    expect(pages.map(({ embedded, failed }) => [embedded, failed])).toEqual([
      [498, 2],
      [107, 2],
      ...Array(3).fill([0, 2]),
    ]);
    expect([await failedOf('red'), await pendingOf('red'), await pendingOf('blue')]).toEqual([2, 0, 0]);
  });
});
