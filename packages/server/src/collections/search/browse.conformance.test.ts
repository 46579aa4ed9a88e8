import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../testing/service.js';
import { type Caller, type CallersWorkspace, callersWorkspace } from '../testing/callers.js';

let service: TestService;
let workspace: CallersWorkspace;
beforeAll(async () => {
  service = await startTestService();
  workspace = await callersWorkspace(service);
});
afterAll(() => service.close());

async function idsOf(order: string, caller: Caller): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page = `/collections/lamps/records?order=${order}&limit=2${cursor === undefined ? '' : `&cursor=${cursor}`}`;
    const answer = await workspace.must('GET', page, undefined, caller);
    ids.push(...answer.records.map(({ external_id: id }: { external_id: string }) => id));
    cursor = answer.next_cursor;
  }
  return ids;
}

it('pages through all records from either end, and through those of a slice', async () => {
  const confined = await workspace.sliceOf('lamps', { color: 'red' });
  const records = ['a', 'b', 'C', 'd', 'e'].map((id, place) => ({ id, color: place % 2 === 0 ? 'red' : 'blue' }));
  await workspace.must('POST', '/collections/lamps/import', { records });
  expect(await idsOf('asc', workspace.admin)).toEqual(['C', 'a', 'b', 'd', 'e']);
  expect(await idsOf('desc', workspace.admin)).toEqual(['e', 'd', 'b', 'a', 'C']);
  expect(await idsOf('asc', confined)).toEqual(['C', 'a', 'e']);
  expect(await idsOf('desc', confined)).toEqual(['e', 'a', 'C']);
  // A query prepares the index, which pages of a slice then come from.
  await workspace.must('POST', '/collections/lamps/query', { query: 'red' }, confined);
  expect(await idsOf('desc', confined)).toEqual(['e', 'a', 'C']);
});
