import { expect, it } from 'vitest';
import { startSuiteService } from '../testing/service.js';
import { callersWorkspace } from './testing/callers.js';

const service = await startSuiteService();
const workspace = await callersWorkspace(service);
const writer = await workspace.sliceOf('tasks', { team: 'a' });

/** Values whose label equals the value of the slice, but whose id does not. */
it.each([
  ['pair', ['b', 'a']],
  ['labelled', { id: 'b', label: 'a' }],
  ['named', { id: 'b', name: 'a' }],
  ['numbered', [7, 'a']],
])('slices > never match the label of a %s value', async (id, team) => {
  const record = { id, name: `Sweep ${id}`, team };
  const refused = await workspace.must('POST', '/collections/tasks/records', { records: [record] }, writer);
  expect(refused.results).toMatchObject([{ error: 'outside_slice', field: 'team' }]);
  await workspace.must('POST', '/collections/tasks/records', { records: [record] });
  expect((await service.call('GET', `/collections/tasks/records/${id}`, writer)).status).toBe(404);
  for (const query of [`Sweep ${id}`, id]) {
    expect((await workspace.must('POST', '/collections/tasks/query', { query }, writer)).results).toEqual([]);
  }
  const listed = await workspace.must('GET', '/collections/tasks/records', undefined, writer);
  expect(listed).toMatchObject({ count: 0, records: [] });
  const { results } = await workspace.must('POST', '/collections/tasks/query', { filters: { team: 'a' } });
  expect(results.map((hit: { external_id: string }) => hit.external_id)).toContain(id);
});

it('slices > match the id of a relational value', async () => {
  const record = { id: 'own', name: 'Mop', team: { id: 'a', label: 'b' } };
  const written = await workspace.must('POST', '/collections/tasks/records', { records: [record] }, writer);
  expect(written.results).toMatchObject([{ status: 'created' }]);
  const { results } = await workspace.must('POST', '/collections/tasks/query', { query: 'mop the floor' }, writer);
  expect(results.map((hit: { external_id: string }) => hit.external_id)).toEqual(['own']);
});
