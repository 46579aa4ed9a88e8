import { expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { callersWorkspace } from '../testing/callers.js';

const service = await startSuiteService();
const workspace = await callersWorkspace(service);

it('collections.list_grants > lists groups with the number of records that each can see', async () => {
  await workspace.must('POST', '/collections', { name: 'parts' });
  const records = [1, 2, 3].map((id) => ({ id, name: `Part ${id}`, color: id === 1 ? 'blue' : 'red' }));
  await workspace.must('POST', '/collections/parts/import', { records });
  expect(await workspace.must('GET', '/collections/parts/grants')).toEqual({ grants: [], count: 0 });

  const [whole, red] = [await workspace.group(), await workspace.group()];
  await workspace.must('PUT', `/collections/parts/grants/${whole}`, { permission: 'write' });
  await workspace.must('PUT', `/collections/parts/grants/${red}`, { permission: 'read', filter: { color: 'red' } });
  await workspace.must('DELETE', '/collections/parts/records/3');
  const { grants, count } = await workspace.must('GET', '/collections/parts/grants');
  expect(count).toBe(2);
  expect(grants).toContainEqual({
    group_id: whole,
    name: expect.any(String),
    permission: 'write',
    filter: null,
    records: 2,
  });
  expect(grants).toContainEqual({
    group_id: red,
    name: expect.any(String),
    permission: 'read',
    filter: { color: 'red' },
    records: 1,
  });
});
