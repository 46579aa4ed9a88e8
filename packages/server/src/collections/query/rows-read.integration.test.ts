import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Transaction } from '../../platform/database/database.js';
import { rowsRead } from '../../testing/rows-read.js';
import { startTestService, type TestService } from '../../testing/service.js';
import { type CallersWorkspace, callersWorkspace } from '../testing/callers.js';
import { analyze, importBySteps } from '../testing/statistics.js';
import { listFieldValues, listForIndex } from './index-queries.js';

const limit = 100;
const scope = { collectionId: '', slice: null };

let service: TestService;
let workspace: CallersWorkspace;
let collectionId: string;

beforeAll(async () => {
  service = await startTestService();
  workspace = await callersWorkspace(service);
  // Many small collections beside a large one: the planner takes each for one of their average size.
  for (let n = 0; n < 20; n += 1) {
    const records = Array.from({ length: 5 }, (_, at) => ({ id: at, name: 'Oak desk' }));
    await workspace.must('POST', '/collections', { name: `small-${n}` });
    await workspace.must('POST', `/collections/small-${n}/import`, { records });
  }
  collectionId = (await workspace.must('POST', '/collections', { name: 'large' })).id;
  const records = Array.from({ length: 3_000 }, (_, n) => ({ id: `r-${10_000 + n}`, name: 'Brass lamp' }));
  await importBySteps(service, workspace, { name: 'large', records });
  await analyze(service);
});
afterAll(() => service.close());

const after = 'r-12500';
it.each([
  ['records', (transaction: Transaction) => listForIndex(transaction, { ...scope, collectionId }, { after, limit })],
  [
    'values of a field',
    (transaction: Transaction) =>
      listFieldValues(transaction, { ...scope, collectionId }, { field: 'name', after, limit }),
  ],
])('a page of %s far into a collection reads no others, however often it is asked for', async (_what, list) => {
  for (let time = 0; time < 8; time += 1) {
    const { answer, read } = await rowsRead<readonly { stored_id: string }[]>(service, workspace.id, {
      tables: /^records/,
      work: list,
    });
    expect(answer.map(({ stored_id }) => stored_id)).toEqual(
      Array.from({ length: limit }, (_, n) => `r-${12_501 + n}`),
    );
    const most = Math.max(...Object.values(read));
    expect(most).toBeGreaterThanOrEqual(limit);
    expect(most).toBeLessThanOrEqual(2 * limit);
  }
});
