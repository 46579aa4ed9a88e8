import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RowsRead, startReadingService } from '../../testing/rows-read.js';
import type { TestService } from '../../testing/service.js';
import { type Caller, type CallersWorkspace, callersWorkspace } from '../testing/callers.js';
import { analyze } from '../testing/statistics.js';

let service: TestService;
let workspace: CallersWorkspace;
let caller: Caller;
let others = '';
let read: RowsRead[] = [];

beforeAll(async () => {
  service = await startReadingService(/^(collections|collection_grants)/, (rows) => read.push(rows));
  workspace = await callersWorkspace(service);
  const groups = [await workspace.group(), await workspace.group()];
  others = await workspace.group();
  caller = await workspace.pinned({ role: 'member', access: 'read_write', groups });
  for (const [name, holders] of [
    ['whole', [groups[0]]],
    ['a-slice', [groups[1], others]],
    ['twice', groups],
  ] as const) {
    await workspace.must('POST', '/collections', { name });
    for (const holder of holders) {
      const filter = holder === groups[1] ? { color: 'red' } : undefined;
      await workspace.must('PUT', `/collections/${name}/grants/${holder}`, { permission: 'read', filter });
    }
  }
});
afterAll(() => service.close());

async function list(query = '') {
  read = [];
  const answer = await workspace.must('GET', `/collections${query}`, undefined, caller);
  return { answer, read: [...read] };
}

const namesOf = (answer: { collections: { name: string }[] }) => answer.collections.map(({ name }) => name);

it('a list for a confined caller reads no more for there being collections that are not shared with it', async () => {
  // Also the caller's own statements settle on a plan.
  for (let time = 0; time < 8; time += 1) {
    await list();
  }
  const before = await list();
  expect(namesOf(before.answer)).toEqual(['a-slice', 'twice', 'whole']);
  expect(before.answer.count).toBe(3);
  expect(before.read.filter((rows) => Object.keys(rows).length > 0)).not.toEqual([]);
  for (let n = 0; n < 120; n += 1) {
    const name = `b-${n}`;
    await workspace.must('POST', '/collections', { name });
    // Some are shared with nobody, some with others.
    if (n % 2) {
      await workspace.must('PUT', `/collections/${name}/grants/${others}`, { permission: 'write' });
    }
    if (n === 60) {
      expect(await list()).toEqual(before);
      await analyze(service);
      expect(await list()).toEqual(before);
    }
  }
  expect(await list()).toEqual(before);
  await analyze(service);
  expect(await list()).toEqual(before);
  const page = (await list('?limit=2')).answer;
  expect(namesOf(page)).toEqual(['a-slice', 'twice']);
  expect(namesOf((await list(`?limit=2&cursor=${page.next_cursor}`)).answer)).toEqual(['whole']);
}, 60_000);
