import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../testing/service.js';
import { type CallersWorkspace, callersWorkspace } from '../testing/callers.js';
import { beginChange } from '../testing/change.js';

let service: TestService;
let workspace: CallersWorkspace;

beforeAll(async () => {
  service = await startTestService({ SVC_EMBED_SWEEP_SECONDS: '86400' });
  workspace = await callersWorkspace(service);
});
afterAll(() => service.close());

it('findings name their examples by the ids that records have, while these are being changed as well', async () => {
  const name = 'parts';
  await workspace.must('POST', '/collections', { name });
  await workspace.must('PATCH', `/collections/${name}`, { required_fields: ['id'] });
  const records = [
    { id: 'a', other: 'b', color: 'red' },
    { id: 'b', other: 'a', color: 'red' },
    { id: 'c', color: 'red' },
  ];
  await workspace.must('POST', `/collections/${name}/import`, { records });
  const examples = async (): Promise<string[]> => {
    const { findings } = await workspace.must('GET', `/collections/${name}/findings`);
    return findings.find(({ field }: { field: string }) => field === 'color').example_ids;
  };
  const change = await beginChange(service, { workspaceId: workspace.id, name }, { id_field: 'other' });
  while (await change.prepare()) {}
  const before = await examples();
  expect([...before].sort()).toEqual(['a', 'b', 'c']);
  await change.save();
  const newIds: Record<string, string> = { a: 'b', b: 'a', c: 'c' };
  const after = before.map((id) => newIds[id]);
  expect(await examples()).toEqual(after);
  while ((await change.page()) === 'ids') {}
  expect(await examples()).toEqual(after);
});
