import { limits } from '@tessera/contract';
import { expect, it, vi } from 'vitest';
import { startServedService } from '../../testing/served-service.js';
import { type CallersWorkspace, callersWorkspace } from '../testing/callers.js';

const calls = 12;

const service = await startServedService();

async function withDesk(): Promise<CallersWorkspace> {
  const workspace = await callersWorkspace(service);
  await workspace.must('POST', '/collections', { name: 'desks' });
  await workspace.must('POST', '/collections/desks/import', { records: [{ id: 'd1', name: 'Oak desk' }] });
  return workspace;
}

async function post(token: string | undefined, path: string, body: object): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  await answer.arrayBuffer();
  return answer.status;
}

/** Returns the metric of queries that were not logged because the queue was full. */
async function notLogged(): Promise<number> {
  const headers = { authorization: `Bearer ${service.operatorToken}` };
  const text = await (await fetch(`${service.url}/metrics`, { headers })).text();
  return Number(/^tessera_queries_not_logged (\d+)$/m.exec(text)?.[1]);
}

async function rowsOf(workspaceId: string): Promise<number> {
  const [row] = await service.services.database.asSystem((transaction) =>
    transaction.query<{ rows: number }>('select count(*)::int as rows from query_log where workspace_id = $1', [
      workspaceId,
    ]),
  );
  return row?.rows ?? 0;
}

it('activity log > counts every query of a flood as logged or dropped, without affecting other workspaces', async () => {
  const [flooding, other] = [await withDesk(), await withDesk()];
  const queries = Array.from({ length: limits.queriesPerCall }, () => ({ query: 'd1' }));
  const flood = Array.from({ length: calls }, () =>
    post(flooding.admin.token, '/collections/desks/resolve', { queries }),
  );
  expect(await post(other.admin.token, '/collections/desks/query', { query: 'd1' })).toBe(200);
  expect(new Set(await Promise.all(flood))).toEqual(new Set([200]));
  const sent = calls * limits.queriesPerCall;
  await vi.waitFor(
    async () => {
      const { days } = await flooding.must('GET', '/collections/desks/statistics?days=1');
      expect(days).toMatchObject([{ high: sent }]);
    },
    { timeout: 60_000, interval: 100 },
  );
  expect((await rowsOf(flooding.id)) + (await notLogged())).toBe(sent);
  const { queries: logged } = await other.must('GET', '/collections/desks/queries');
  expect(logged).toMatchObject([{ query: 'd1', external_id: 'd1' }]);
});
