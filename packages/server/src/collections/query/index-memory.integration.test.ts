import { compileSlice } from '@tessera/resolver';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestService, type TestService } from '../../testing/service.js';
import { type CallersWorkspace, callersWorkspace } from '../testing/callers.js';
import { IndexHost } from './index-host.js';
import type { IndexPlace } from './index-place.js';
import { SearchIndexes } from './indexes.js';

const names = ['lamps', 'desks', 'chairs'] as const;

let service: TestService;
let workspace: CallersWorkspace;
let indexes: SearchIndexes;
/** Memory of one index: all are of records alike. */
let each = 0;
const ids: Record<string, string> = {};

beforeAll(async () => {
  service = await startTestService();
  workspace = await callersWorkspace(service);
  for (const name of names) {
    ids[name] = (await workspace.must('POST', '/collections', { name })).id;
    const records = Array.from({ length: 30 }, (_, n) => ({ id: n, name: `Oak ${n}`, color: 'red' }));
    await workspace.must('POST', `/collections/${name}/import`, { records });
  }
  const alone = indexesOf(1e9);
  await alone.prepare(whole('lamps'), []);
  each = alone.statistics().bytes;
  await alone.close();
});
afterAll(() => service.close());
beforeEach(() => () => indexes.close());

function indexesOf(memoryBytes: number, { database, log } = service.services): SearchIndexes {
  indexes = new SearchIndexes({ database, log, embedderId: 'none', answerStepMs: 0, memoryBytes });
  return indexes;
}

function whole(name: string): IndexPlace {
  return { workspaceId: workspace.id, collectionId: ids[name] ?? '', identityVersion: 1, slice: null };
}

function sliceOf(name: string): IndexPlace {
  return { ...whole(name), slice: { compiled: compileSlice([{ color: 'red' }], {}), listedIn: null } };
}

async function prepareAll(places: readonly IndexPlace[]): Promise<void> {
  for (const place of places) {
    await indexes.prepare(place, []);
  }
}

const areReady = (places: readonly IndexPlace[]) => places.map((place) => indexes.isReady(place, []));

describe('when memory is too short for all indexes', () => {
  it('those of whole collections make room for those of slices, and never the other way round', async () => {
    indexesOf(2.5 * each);
    const places = [sliceOf('lamps'), ...names.map(whole)];
    await prepareAll(places);
    expect(areReady(places)).toEqual([true, false, false, true]);
    await prepareAll([whole('lamps'), whole('desks')]);
    expect(areReady(places)).toEqual([true, false, true, false]);
  });

  it('those of slices take half of it, the least recently used ones going first', async () => {
    indexesOf(4.5 * each);
    await prepareAll(names.map(sliceOf));
    expect(areReady(names.map(sliceOf))).toEqual([false, true, true]);
  });

  it('one of a slice is built that nobody waits for, however much whole collections take', async () => {
    indexesOf(each);
    await prepareAll([whole('lamps')]);
    indexes.prepareLater(whole('desks'), []);
    indexes.prepareLater(sliceOf('desks'), []);
    await vi.waitFor(() => expect(areReady([sliceOf('desks')])).toEqual([true]), { timeout: 10_000 });
    expect(areReady([whole('lamps'), whole('desks')])).toEqual([false, false]);
    expect(indexes.statistics().bytes).toBeLessThan(1.25 * each);
  });

  it('and those of slices take their half, none is built that nobody waits for', async () => {
    indexesOf(each);
    await prepareAll([sliceOf('lamps')]);
    const built = vi.spyOn(indexes, 'prepare');
    indexes.prepareLater(sliceOf('desks'), []);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(built).not.toHaveBeenCalled();
  });

  // The embedded engine has one connection, which the asking transaction holds.
  it.skipIf(process.env.TEST_ENGINE === 'pglite')(
    'one that goes while it is being asked has whoever asks prepare it again',
    async () => {
      indexesOf(1);
      await indexes.prepare(whole('lamps'), []);
      const { database } = service.services;
      const answer = await database.inWorkspace(workspace.id, (transaction) =>
        indexes.ask(
          {
            ...transaction,
            query: async <Row>(...statement: Parameters<typeof transaction.query>) => {
              await indexes.prepare(whole('desks'), []);
              // One that is being built in its place has nothing to say either.
              const calls = vi.spyOn(IndexHost.prototype, 'call');
              void indexes.prepare(whole('lamps'), []).catch(() => undefined);
              await vi.waitUntil(() => calls.mock.calls.some(([{ kind }]) => kind === 'create'));
              calls.mockRestore();
              return transaction.query<Row>(...statement);
            },
          },
          whole('lamps'),
          { asks: 'page', question: { after: null, limit: 5 } },
        ),
      );
      expect(answer).toBeUndefined();
    },
  );
});

it('the index of a small slice is there before a large one that was begun first', async () => {
  const { id } = await workspace.must('POST', '/collections', { name: 'large' });
  for (let page = 0; page < 6; page += 1) {
    const records = Array.from({ length: 500 }, (_, n) => ({ id: `${page}-${n}`, name: 'Oak', color: 'red' }));
    await workspace.must('POST', '/collections/large/import', { records });
  }
  ids.large = id;
  const { database } = service.services;
  let calls = 0;
  const inWorkspace: typeof database.inWorkspace = (workspaceId, work) => {
    calls += 1;
    return database.inWorkspace(workspaceId, work);
  };
  indexesOf(1e9, { ...service.services, database: { ...database, inWorkspace } });
  indexes.prepareLater(sliceOf('large'), []);
  await vi.waitFor(() => expect(calls).toBeGreaterThan(2));
  indexes.prepareLater(sliceOf('lamps'), []);
  await vi.waitUntil(() => indexes.isReady(sliceOf('lamps'), []), { interval: 1 });
  expect(areReady([sliceOf('large')])).toEqual([false]);
  await vi.waitUntil(() => indexes.isReady(sliceOf('large'), []), { timeout: 10_000 });
  expect(indexes.statistics().records).toBe(3_000 + 30);
});

it('the index of a slice that nobody waits for does not wait for one of a whole collection', async () => {
  const { database } = service.services;
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let calls = 0;
  const inWorkspace: typeof database.inWorkspace = async (id, work) => {
    calls += 1;
    await (calls === 1 ? held : undefined);
    return database.inWorkspace(id, work);
  };
  indexesOf(1e9, { ...service.services, database: { ...database, inWorkspace } });
  const both = [whole('lamps'), sliceOf('lamps')];
  indexes.prepareLater(whole('lamps'), []);
  await vi.waitFor(() => expect(indexes.statistics().building).toBe(1));
  indexes.prepareLater(sliceOf('lamps'), []);
  try {
    await vi.waitFor(() => expect(areReady(both)).toEqual([false, true]), { timeout: 10_000 });
  } finally {
    letGo();
  }
  await vi.waitFor(() => expect(areReady(both)).toEqual([true, true]), { timeout: 10_000 });
});
