import { beforeAll, expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { type Caller, callersWorkspace } from '../testing/callers.js';

const kinds = ['Chairs', 'Chairs', 'Desks', [7, 'Lamps'], ['Desks', 'Chairs', 'Desks'], '', false, null, 5];

const service = await startSuiteService();
const workspace = await callersWorkspace(service);
const confined = await workspace.sliceOf('parts', { zone: 'a' });
await workspace.must('PATCH', '/collections/parts', {
  field_types: { kind: 'enum', zone: 'enum', secret: 'enum', name: 'string' },
  exposed_fields: ['name', 'kind', 'zone'],
});
beforeAll(async () => {
  const records = kinds.map((kind, id) => ({ id, name: 'part', kind, zone: id < 3 ? 'a' : 'b', secret: `s${id}` }));
  await workspace.must('POST', '/collections/parts/import', { records });
});

async function valuesOf(field: string, caller?: Caller) {
  const { fields } = await workspace.must('GET', '/collections/parts/describe', undefined, caller);
  const described = fields.find(({ name }: { name: string }) => name === field);
  return described?.values?.map(({ value, count }: { value: string; count: number }) => [value, count]);
}

/** A query with words builds the index, which then answers instead of the database. */
const buildIndex = (caller: Caller) =>
  workspace.must('POST', '/collections/parts/query', { query: 'part', filters: { kind: 'x', zone: 'x' } }, caller);

it('collections.describe > lists enum values by frequency, with the same result from database and index', async () => {
  for (const beforehand of [() => undefined, () => buildIndex(workspace.admin)]) {
    await beforehand();
    expect(await valuesOf('kind')).toEqual([
      ['Chairs', 3],
      ['Desks', 2],
      ['5', 1],
      ['Lamps', 1],
    ]);
    expect(await valuesOf('secret')).toHaveLength(kinds.length);
    expect(await valuesOf('name')).toBeUndefined();
  }
});

it("collections.describe > lists enum values of visible fields in the caller's slice only", async () => {
  for (const beforehand of [() => undefined, () => buildIndex(confined)]) {
    await beforehand();
    expect(await valuesOf('kind', confined)).toEqual([
      ['Chairs', 2],
      ['Desks', 1],
    ]);
    expect(await valuesOf('zone', confined)).toEqual([['a', 3]]);
    expect(await valuesOf('secret', confined)).toBeUndefined();
  }
});

it('collections.describe > lists counts that equal the number of results when filtering by each value', async () => {
  for (const [value, count] of await valuesOf('kind')) {
    const { results } = await workspace.must('POST', '/collections/parts/query', { filters: { kind: value } });
    expect(results).toHaveLength(count);
  }
});

it('collections.describe > lists at most fifty values', async () => {
  await workspace.must('POST', '/collections', { name: 'many' });
  await workspace.must('PATCH', '/collections/many', { field_types: { kind: 'enum' } });
  const records = Array.from({ length: 120 }, (_, id) => ({ id, kind: `kind ${id % 60}` }));
  await workspace.must('POST', '/collections/many/import', { records });
  const { fields } = await workspace.must('GET', '/collections/many/describe');
  const { values } = fields.find(({ name }: { name: string }) => name === 'kind');
  expect(values).toHaveLength(50);
  expect(values[0]).toEqual({ value: 'kind 0', count: 2 });
});
