import { expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { callersWorkspace } from '../testing/callers.js';

const service = await startSuiteService();
const workspace = await callersWorkspace(service);

const namesOf = ({ collections }: { collections: { name: string }[] }) => collections.map(({ name }) => name);

it('collections.list > pages without gaps or repetitions, regardless of the collation of the database', async () => {
  const names = ['a_1', 'a1', 'a-1', 'a-b', 'ab', 'a_b', '1_a', '1a'];
  for (const name of names) {
    await workspace.must('POST', '/collections', { name });
  }
  const paged: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await workspace.must('GET', `/collections?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`);
    paged.push(...namesOf(page));
    cursor = page.next_cursor;
  }
  expect(paged).toEqual([...names].sort());
  expect(namesOf(await workspace.must('GET', '/collections'))).toEqual(paged);
});
