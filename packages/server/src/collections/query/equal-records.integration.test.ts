import { compileSlice } from '@tessera/resolver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../testing/service.js';
import type { SliceScope } from '../records/queries.js';
import { type Caller, type CallersWorkspace, callersWorkspace } from '../testing/callers.js';
import { beginChange, type ChangeUnderWay } from '../testing/change.js';
import { importBySteps } from '../testing/statistics.js';
import { SearchIndexes } from './indexes.js';

/** More than an index is given at once, and a search takes of equally good records before it looks at their ids. */
const equals = 800;
const filters = [{ color: 'red' }, { color: 'gold' }];
const inside = Array.from({ length: equals }, (_, n) => ({
  id: `in-${1_000 + n}`,
  other: `other-${9_000 - n}`,
  name: 'Brass lamp',
  color: n % 7 === 3 ? 'gold' : 'red',
}));
const outside = inside.slice(0, 50).map((record, n) => ({
  ...record,
  id: `in-${1_000 + n}-out`,
  other: `other-${9_000 - n}-out`,
  color: 'blue',
}));

let service: TestService;
let workspace: CallersWorkspace;
const groups: string[] = [];

beforeAll(async () => {
  service = await startTestService({ SVC_CONFINED_ANSWER_STEP_MS: '0', SVC_EMBED_SWEEP_SECONDS: '86400' });
  workspace = await callersWorkspace(service);
  groups.push(await workspace.group(), await workspace.group());
});
afterAll(() => service.close());

async function newCollection(name: string): Promise<string> {
  const { id } = await workspace.must('POST', '/collections', { name });
  for (const [at, filter] of filters.entries()) {
    await workspace.must('PUT', `/collections/${name}/grants/${groups[at]}`, { permission: 'read', filter });
  }
  await importBySteps(service, workspace, { name, records: [...inside, ...outside] });
  return id;
}

async function findLamps(name: string, by: Caller): Promise<string[]> {
  const { results } = await workspace.must('POST', `/collections/${name}/query`, { query: 'lamp', top_k: 100 }, by);
  expect(results).toHaveLength(100);
  return results.map(({ external_id }: { external_id: string }) => external_id);
}

const callerOf = (count: number) =>
  workspace.pinned({ role: 'member', access: 'read_only', groups: groups.slice(0, count) });

describe('which of many equally good records a search inside a slice finds', () => {
  it.each([
    ['a slice', 1],
    ['two slices', 2],
  ])('does not tell how far a change of ids has come, in %s', async (_title, count) => {
    const changes: ChangeUnderWay[] = [];
    for (const name of [`moved-${count}`, `unmoved-${count}`]) {
      await newCollection(name);
      const change = await beginChange(service, { workspaceId: workspace.id, name }, { id_field: 'other' });
      while (await change.prepare()) {}
      await change.save();
      changes.push(change);
    }
    while ((await changes[0]?.page()) === 'ids') {}
    const caller = await callerOf(count);
    const found = await findLamps(`unmoved-${count}`, caller);
    expect(found.every((id) => /^other-\d+$/.test(id))).toBe(true);
    expect(found).toEqual(await findLamps(`moved-${count}`, caller));
  });

  it('does not tell whether the slices had been listed when their index was built', async () => {
    const collectionId = await newCollection('listed');
    const { database, log } = service.services;
    const slices = await database.asSystem((transaction) =>
      transaction.query<{ id: string }>('select id from slices where collection_id = $1', [collectionId]),
    );
    expect(slices).toHaveLength(2);
    const find = async (listedIn: SliceScope['listedIn']) => {
      const indexes = new SearchIndexes({ database, log, embedderId: 'none', answerStepMs: 0, memoryBytes: 1e9 });
      const slice = { compiled: compileSlice(filters, {}), listedIn };
      const place = { workspaceId: workspace.id, collectionId, identityVersion: 1, slice };
      await indexes.prepare(place, []);
      const question = { text: 'lamp', vectors: new Map<string, Float32Array>(), limit: 10 };
      const found = await database.inWorkspace(workspace.id, (transaction) =>
        indexes.ask(transaction, place, { asks: 'search', question }),
      );
      await indexes.close();
      return found?.hits.map(({ externalId }) => externalId);
    };
    const listed = await find(slices.map(({ id }) => id));
    expect(listed).toHaveLength(10);
    expect(await find(null)).toEqual(listed);
    expect(await find(slices.map(({ id }) => id).reverse())).toEqual(listed);
  });
});
