import { compileSlice } from '@tessera/resolver';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../testing/service.js';
import { type CallersWorkspace, callersWorkspace } from '../testing/callers.js';
import { beginChange } from '../testing/change.js';
import { SearchIndexes } from './indexes.js';

const filter = { color: 'red' };
const records = Array.from({ length: 40 }, (_, n) => ({
  id: `lamp-${n}`,
  other: `other-${99 - n}`,
  name: 'Brass lamp',
  color: n < 20 ? 'red' : 'blue',
}));

let service: TestService;
let workspace: CallersWorkspace;

beforeAll(async () => {
  service = await startTestService({ SVC_EMBED_SWEEP_SECONDS: '86400' });
  workspace = await callersWorkspace(service);
});
afterAll(() => service.close());

const nothing = async () => undefined;

/** A collection of which a slice is listed, and a search by an index of that slice during whose building something happens. */
async function lampsCalled(name: string) {
  const { id } = await workspace.must('POST', '/collections', { name });
  const group = await workspace.group();
  await workspace.must('PUT', `/collections/${name}/grants/${group}`, { permission: 'read', filter });
  await workspace.must('POST', `/collections/${name}/import`, { records });
  const { database, log } = service.services;
  const [slice] = await database.asSystem((transaction) =>
    transaction.query<{ id: string }>('select id from slices where collection_id = $1', [id]),
  );
  const search = async (happens: { beforeListing?: () => Promise<void>; afterListing?: () => Promise<void> }) => {
    const steps = [happens.beforeListing ?? nothing, happens.afterListing ?? nothing];
    const inWorkspace: typeof database.inWorkspace = async (...call) => {
      const result = await database.inWorkspace(...call);
      await steps.shift()?.();
      return result;
    };
    const options = { log, embedderId: 'none', answerStepMs: 0, memoryBytes: 1e9 };
    const indexes = new SearchIndexes({ ...options, database: { ...database, inWorkspace } });
    const inside = { compiled: compileSlice([filter], {}), listedIn: [slice?.id ?? ''] };
    const place = { workspaceId: workspace.id, collectionId: id, identityVersion: 1, slice: inside };
    await indexes.prepare(place, []);
    expect(steps).toEqual([]);
    const question = { text: 'lamp', vectors: new Map<string, Float32Array>(), limit: 100 };
    const found = await database.inWorkspace(workspace.id, (transaction) =>
      indexes.ask(transaction, place, { asks: 'search', question }),
    );
    await indexes.close();
    return found?.hits.map(({ externalId }) => externalId).sort();
  };
  return { id, search };
}

/** The ids of what is inside, as an admin sees it. */
async function idsInside(name: string): Promise<string[]> {
  const { records: all } = await workspace.must('GET', `/collections/${name}/records?limit=500`);
  return all
    .filter(({ attributes }: { attributes: { color: string } }) => attributes.color === 'red')
    .map(({ external_id }: { external_id: string }) => external_id)
    .sort();
}

it('what comes, goes, leaves or enters a slice while its index is built is in it or not, as it is then', async () => {
  const { search } = await lampsCalled('changing');
  const change = async (n: number) => {
    await workspace.must('DELETE', `/collections/changing/records/lamp-${n}`);
    await workspace.must('POST', '/collections/changing/import', {
      records: [
        { ...records[n + 1], color: 'blue' },
        { ...records[n + 20], color: 'red' },
        { ...records[n + 2], id: `new-${n}` },
      ],
    });
  };
  const found = await search({ beforeListing: () => change(1), afterListing: () => change(7) });
  expect(found).toEqual(await idsInside('changing'));
  expect(found).toHaveLength(20);
});

it('records that take their places under new ids meanwhile are all in it, by these', async () => {
  const { search } = await lampsCalled('moving');
  const change = await beginChange(service, { workspaceId: workspace.id, name: 'moving' }, { id_field: 'other' });
  while (await change.prepare()) {}
  await change.save();
  const move = async () => {
    expect(await change.page(15)).toBe('ids');
  };
  const found = await search({ beforeListing: move, afterListing: move });
  expect(found).toEqual(await idsInside('moving'));
  expect(found).toHaveLength(20);
});

it('a slice whose list is not kept any more has all of its records in it', async () => {
  const { id, search } = await lampsCalled('retired');
  const found = await search({
    beforeListing: () =>
      service.services.database.asSystem(async (transaction) => {
        await transaction.query('update slices set retired_at = now() where collection_id = $1', [id]);
        await transaction.query('delete from slice_records where collection_id = $1', [id]);
      }),
  });
  expect(found).toEqual(await idsInside('retired'));
  expect(found).toHaveLength(20);
});
