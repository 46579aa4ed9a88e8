import { expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { callersWorkspace } from '../testing/callers.js';

const service = await startSuiteService();
const workspace = await callersWorkspace(service);
const ingest = `/ingest/${(await workspace.must('POST', '/collections', { name: 'parts' })).secret}`;

/** Pushes a record with this id. Returns its result and the stored record. */
async function push(id: string, sent: object) {
  const { status } = await workspace.must('POST', ingest, { id, ...sent });
  const { attributes, write_date } = await workspace.must('GET', `/collections/parts/records/${id}`);
  return { status, name: attributes.name, write_date };
}

it('ingest.record > accepts any clock, however old, for a record without one', async () => {
  expect(await push('1', { name: 'First' })).toEqual({ status: 'created', name: 'First', write_date: null });
  expect(await push('1', { name: 'Second', write_date: false })).toMatchObject({ status: 'updated', write_date: null });
  const dated = { name: 'Third', write_date: '2001-01-01T00:00:00.000Z' };
  expect(await push('1', dated)).toEqual({ status: 'updated', ...dated });
});

it('ingest.record > stores a newer clock even if the content is unchanged', async () => {
  await push('2', { name: 'Hinge' });
  expect(await push('2', { name: 'Hinge' })).toMatchObject({ status: 'unchanged', write_date: null });
  const write_date = '2026-01-01T00:00:00.000Z';
  expect(await push('2', { name: 'Hinge', write_date })).toMatchObject({ status: 'updated', write_date });
});

it('ingest.record > keeps the stored clock when a write has none', async () => {
  const write_date = '2026-01-01T00:00:00.000Z';
  await push('3', { name: 'First', write_date });
  expect(await push('3', { name: 'Second' })).toEqual({ status: 'updated', name: 'Second', write_date });
  expect(await push('3', { name: 'Third', write_date: 'soon' })).toEqual({
    status: 'updated',
    name: 'Third',
    write_date,
  });
  expect(await push('3', { name: 'Late', write_date: '2025-12-31' })).toEqual({
    status: 'stale',
    name: 'Third',
    write_date,
  });
  const next = { name: 'Next', write_date: '2026-01-02T00:00:00.000Z' };
  expect(await push('3', next)).toEqual({ status: 'updated', ...next });
});

it('ingest.record > revives a deleted record with its clock when a write has none', async () => {
  const write_date = '2026-01-01T00:00:00.000Z';
  await push('4', { name: 'Lamp', write_date });
  await workspace.must('DELETE', '/collections/parts/records/4');
  expect(
    (await service.call('POST', ingest, { body: { id: 4, name: 'Lamp', write_date: '2025-01-01' } })).body,
  ).toEqual(expect.objectContaining({ status: 'stale' }));
  expect(await push('4', { name: 'Lamp' })).toEqual({ status: 'revived', name: 'Lamp', write_date });
});

it('collections.query > sorts records without a clock last, even when the index filters', async () => {
  const records = [
    { id: 'a', kind: 'x' },
    { id: 'b', kind: 'x', write_date: '1960-01-01' },
    { id: 'c', kind: 'x', write_date: '2026-01-01' },
    { id: 'd', kind: 'x' },
  ];
  await workspace.must('POST', '/collections', { name: 'ordered' });
  await workspace.must('POST', '/collections/ordered/import', { records });
  for (const query of [{ filters: { kind: 'x' } }, { filters: { kind: { exists: true } } }]) {
    const { results } = await workspace.must('POST', '/collections/ordered/query', query);
    expect(results.map(({ external_id }: { external_id: string }) => external_id)).toEqual(['c', 'b', 'a', 'd']);
  }
});
