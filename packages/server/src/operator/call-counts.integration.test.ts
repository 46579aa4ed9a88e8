import { expect, it } from 'vitest';
import { startSuiteService, startTestService, type TestService } from '../testing/service.js';
import { startCallCounts } from './call-counts.js';

const service = await startSuiteService();

async function callsOf({ slug }: { slug: string }, from: TestService = service): Promise<number> {
  const { body } = await from.call('GET', '/operator/workspaces?limit=500', { token: from.operatorToken });
  return body.workspaces.find((each: { slug: string }) => each.slug === slug).usage.calls;
}

it('operator.list_workspaces > adds up the calls of all processes, also those of a process that stops', async () => {
  const [many, few, none] = [
    await service.createWorkspace(),
    await service.createWorkspace(),
    await service.createWorkspace(),
  ];
  for (const calls of [2, 3]) {
    const process = await startTestService(
      {},
      {
        testDatabase: { ...service.testDatabase, close: async () => undefined },
      },
    );
    for (let call = 0; call < calls; call += 1) {
      await process.call('GET', '/collections', { token: many.token });
    }
    await process.call('GET', '/collections/absent/describe', { token: few.token });
    await process.close();
  }
  expect(await Promise.all([many, few, none].map((workspace) => callsOf(workspace)))).toEqual([5, 2, 0]);
});

it('operator.list_workspaces > leaves out calls of the day before, whose rows are used again', async () => {
  const workspace = await service.createWorkspace();
  const { database } = service.services;
  const count = async (): Promise<number> => {
    const counts = startCallCounts(service.services, { onlyAtStop: true });
    counts.observe({ workspace: workspace.slug });
    await counts.stop();
    return callsOf(workspace);
  };
  expect([await count(), await count()]).toEqual([1, 2]);
  await database.inWorkspace(workspace.id, (transaction) =>
    transaction.query(`update workspace_calls set started_at = started_at - interval '1 day' where workspace_id = $1`, [
      workspace.id,
    ]),
  );
  expect(await callsOf(workspace)).toBe(0);
  expect(await count()).toBe(1);
});

it('counts calls later that could not be stored, and none of a workspace that is gone', async () => {
  const workspace = await service.createWorkspace();
  const { database, log } = service.services;
  let isAway = true;
  const asSystem: typeof database.asSystem = (work) =>
    isAway ? Promise.reject(new Error('away')) : database.asSystem(work);
  const counts = startCallCounts({ log, database: { ...database, asSystem } }, { onlyAtStop: true });
  counts.observe({ workspace: workspace.slug });
  counts.observe({ workspace: 'gone' });
  await counts.stop();
  expect(await callsOf(workspace)).toBe(0);
  isAway = false;
  await counts.stop();
  expect(await callsOf(workspace)).toBe(1);
});

it('shows a workspace nothing of the calls of others', async () => {
  const [mine, other] = [await service.createWorkspace(), await service.createWorkspace()];
  const counts = startCallCounts(service.services, { onlyAtStop: true });
  for (const { slug } of [mine, other, other]) {
    counts.observe({ workspace: slug });
  }
  await counts.stop();
  const seen = await service.services.database.inWorkspace(mine.id, (transaction) =>
    transaction.query(
      'select workspace_id, calls::int as calls from workspace_calls where workspace_id = $1 or workspace_id = $2',
      [mine.id, other.id],
    ),
  );
  expect(seen).toEqual([{ workspace_id: mine.id, calls: 1 }]);
});
