import { expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { type Caller, callersWorkspace } from '../testing/callers.js';

const service = await startSuiteService();
const workspace = await callersWorkspace(service);

async function idsOf(order: string, caller: Caller, filters = ''): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null | undefined;
  const list = `/collections/lamps/records?order=${order}&limit=2${filters && `&filters=${encodeURIComponent(filters)}`}`;
  while (cursor !== null) {
    const page = `${list}${cursor === undefined ? '' : `&cursor=${cursor}`}`;
    const answer = await workspace.must('GET', page, undefined, caller);
    ids.push(...answer.records.map(({ external_id: id }: { external_id: string }) => id));
    cursor = answer.next_cursor;
  }
  return ids;
}

it('collections.list_records > pages through all records and through a slice, in both directions', async () => {
  const confined = await workspace.sliceOf('lamps', { color: 'red' });
  const records = ['a', 'b', 'C', 'd', 'e'].map((id, index) => ({ id, color: index % 2 === 0 ? 'red' : 'blue' }));
  await workspace.must('POST', '/collections/lamps/import', { records });
  expect(await idsOf('asc', workspace.admin)).toEqual(['C', 'a', 'b', 'd', 'e']);
  expect(await idsOf('desc', workspace.admin)).toEqual(['e', 'd', 'b', 'a', 'C']);
  expect(await idsOf('asc', confined)).toEqual(['C', 'a', 'e']);
  expect(await idsOf('desc', confined)).toEqual(['e', 'a', 'C']);
  // A query builds the index, which then provides the pages of a slice.
  await workspace.must('POST', '/collections/lamps/query', { query: 'red' }, confined);
  expect(await idsOf('desc', confined)).toEqual(['e', 'a', 'C']);
  expect(await idsOf('desc', workspace.admin, '{"color": "blue"}')).toEqual(['d', 'b']);
});

it('collections.list_records > pages through filtered records, even in a slice, and counts them', async () => {
  const confined = await workspace.sliceOf('tables', { color: 'red' });
  const records = ['a', 'b', 'c', 'd', 'e'].map((id, index) => ({
    id,
    color: index % 2 === 0 ? 'red' : 'blue',
    price: index * 10,
  }));
  await workspace.must('POST', '/collections/tables/import', { records });
  const list = async (filters: string, caller: Caller) => {
    const path = `/collections/tables/records?limit=1&filters=${encodeURIComponent(filters)}`;
    const {
      records: [first],
      count,
    } = await workspace.must('GET', path, undefined, caller);
    return [first?.external_id, count];
  };
  const check = async (): Promise<void> => {
    expect(await list('{"price": {"gte": 20}}', workspace.admin)).toEqual(['c', 3]);
    expect(await list('{"price": {"gte": 20}}', confined)).toEqual(['c', 2]);
    expect(await list('{"color": "blue"}', confined)).toEqual([undefined, 0]);
  };
  await check();
  // A query builds the index, which then provides filtered pages.
  await workspace.must('POST', '/collections/tables/query', { query: 'red', filters: { price: 20, color: 'red' } });
  await check();
});

it.each(['{', '[]', '{"price": {"about": 3}}'])(
  'collections.list_records > rejects the filters %s',
  async (filters) => {
    const path = `/collections/lamps/records?filters=${encodeURIComponent(filters)}`;
    const { status, body } = await service.call('GET', path, workspace.admin);
    expect([status, body.error.code, body.error.details[0].path.split('.')[0]]).toEqual([
      400,
      'invalid_request',
      'filters',
    ]);
  },
);
