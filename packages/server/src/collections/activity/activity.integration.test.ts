import type { CollectionDay, LoggedQuery } from '@tessera/contract';
import { limits } from '@tessera/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { deleteExpired } from '../retention.js';
import { type Caller, callersWorkspace } from '../testing/callers.js';
import { createDesks } from '../testing/desks.js';

const desks = [
  { id: 'd1', name: 'Standing desk oak', sku: 'DK-100', room: 'office' },
  { id: 'd2', name: 'Kitchen table beech', sku: 'TB-300', room: 'kitchen' },
];

let office: Caller;
let name: string;

const service = await startSuiteService();
const workspace = await callersWorkspace(service);
beforeEach(async () => {
  ({ name, office } = await createDesks(workspace, [...desks, { name: 'without an id' }]));
});

const ask = (query: string, caller?: Caller) => workspace.must('POST', `/collections/${name}/query`, { query }, caller);
const list = async (parameters = ''): Promise<{ queries: LoggedQuery[]; next_cursor: string | null }> =>
  workspace.must('GET', `/collections/${name}/queries${parameters}`);
const statistics = async (parameters = ''): Promise<CollectionDay[]> =>
  (await workspace.must('GET', `/collections/${name}/statistics${parameters}`)).days;

/** Waits until the log contains `count` queries, and returns them. */
function logged(count: number): Promise<LoggedQuery[]> {
  return vi.waitFor(
    async () => {
      const { queries } = await list();
      expect(queries).toHaveLength(count);
      return queries;
    },
    { timeout: 30_000, interval: 50 },
  );
}

describe('collections.list_queries', () => {
  it('lists callers, queries and results, newest first', async () => {
    await ask('DK-100');
    await logged(1);
    const { confidence, results } = await ask(' kitchen table ', office);
    const queries = await logged(2);
    expect(queries).toMatchObject([
      { query: 'kitchen table', confidence, match_type: 'semantic', external_id: results[0].external_id },
      { query: 'DK-100', confidence: 'high', match_type: 'exact_id', external_id: 'd1' },
    ]);
    expect(queries.map(({ actor }) => actor)).toEqual([
      { kind: 'pinned_token', id: expect.any(String), name: expect.any(String) },
      { kind: 'pinned_token', id: expect.any(String), name: expect.any(String) },
    ]);
    expect(queries.every(({ duration_ms }) => duration_ms > 0)).toBe(true);
  });

  it('omits and does not count a query that a manager explains', async () => {
    await workspace.must('POST', `/collections/${name}/query`, { query: 'oak periscope', explain: true });
    await ask('DK-100');
    expect((await logged(1)).map(({ query }) => query)).toEqual(['DK-100']);
    expect(await statistics('?days=1')).toMatchObject([{ high: 1, low: 0, none: 0 }]);
  });

  it('lists each query of a batch, except refused ones', async () => {
    const queries = [{ query: 'DK-100' }, { query: 'TB-300' }, { key: 'nothing' }];
    await workspace.must('POST', `/collections/${name}/resolve`, { queries });
    const found = await logged(2);
    expect(found.map(({ query, external_id }) => [query, external_id]).sort()).toEqual([
      ['DK-100', 'd1'],
      ['TB-300', 'd2'],
    ]);
  });

  it('filters by verdict and time, and pages without gaps', async () => {
    for (const [count, query] of ['DK-100', 'TB-300', 'kitchen'].entries()) {
      await ask(query);
      await logged(count + 1);
    }
    const all = await logged(3);
    const [newest, middle] = all as [LoggedQuery, LoggedQuery, LoggedQuery];
    const high = await list('?confidence=high');
    expect(high.queries).toEqual(all.filter(({ confidence }) => confidence === 'high'));
    expect((await list(`?from=${newest.at}`)).queries).toEqual([newest]);
    expect((await list(`?from=${middle.at}&to=${newest.at}`)).queries).toEqual([middle]);
    const first = await list('?limit=2');
    const second = await list(`?limit=2&cursor=${first.next_cursor}`);
    expect([...first.queries, ...second.queries]).toEqual(all);
    expect(second.next_cursor).toBeNull();
  });

  it('requires manage access to the collection in its own workspace', async () => {
    const at = `/collections/${name}/queries`;
    expect(await service.call('GET', at, office)).toMatchObject({
      status: 403,
      body: { error: { code: 'operation_not_allowed' } },
    });
    const other = await callersWorkspace(service);
    expect(await service.call('GET', at, other.admin)).toMatchObject({
      status: 404,
      body: { error: { code: 'collection_not_found' } },
    });
    await other.must('POST', '/collections', { name });
    await ask('DK-100');
    await logged(1);
    expect((await other.must('GET', at)).queries).toEqual([]);
  });

  it('stores nothing if the workspace keeps no queries, and deletes expired entries', async () => {
    const own = await callersWorkspace(service);
    const admin = await own.person({ role: 'admin' });
    await own.must('POST', '/collections', { name });
    await own.must('POST', `/collections/${name}/import`, { records: desks });
    const asked = () => own.must('POST', `/collections/${name}/query`, { query: 'd1' });
    const counted = async (high: number) => {
      await vi.waitFor(async () => {
        const { days } = await own.must('GET', `/collections/${name}/statistics?days=1`);
        expect(days).toMatchObject([{ high }]);
      }, 30_000);
      return (await own.must('GET', `/collections/${name}/queries`)).queries.length;
    };
    await asked();
    expect(await counted(1)).toBe(1);
    await deleteExpired(service.services);
    expect(await counted(1)).toBe(1);
    const { workspace: changed } = await own.must('PATCH', '/settings/workspace', { query_log_days: 0 }, admin);
    expect(changed.query_log_days).toBe(0);
    await asked();
    expect(await counted(2)).toBe(1);
    await deleteExpired(service.services);
    expect(await counted(2)).toBe(0);
  });
});

describe('collections.get_statistics', () => {
  it('counts verdicts and records by UTC day, with zeros for days without activity', async () => {
    await ask('DK-100');
    await ask('oak');
    const days = await vi.waitFor(async () => {
      const found = await statistics('?days=3');
      const { high = 0, low = 0, none = 0 } = found.at(-1) ?? {};
      expect(high + low + none).toBe(2);
      return found;
    }, 30_000);
    const today = service.services.clock().toISOString().slice(0, 10);
    expect(days).toHaveLength(3);
    expect(days.at(-1)).toMatchObject({ date: today, written: 2, failed: 1 });
    expect(days[0]).toEqual({ date: expect.any(String), high: 0, low: 0, none: 0, written: 0, stale: 0, failed: 0 });
    expect(await statistics()).toHaveLength(limits.statisticsDays);
  });

  it('does not count a dry run', async () => {
    await workspace.must('POST', `/collections/${name}/records`, { records: desks, dry_run: true });
    await ask('DK-100');
    await logged(1);
    expect((await statistics('?days=1'))[0]).toMatchObject({ written: 2, failed: 1 });
  });

  it('counts stale records separately from written ones', async () => {
    const write = (day: number, room: string) =>
      workspace.must('POST', `/collections/${name}/import`, {
        records: [{ id: 'd1', room, write_date: `2026-01-0${day}` }],
      });
    await write(5, 'hall');
    await write(3, 'attic');
    await vi.waitFor(
      async () => expect((await statistics('?days=1'))[0]).toMatchObject({ written: 3, stale: 1, failed: 1 }),
      30_000,
    );
  });

  it('counts earlier versions, which unchanged and stale records do not add', async () => {
    const history = async () => (await workspace.must('GET', `/collections/${name}/statistics?days=1`)).history;
    const write = (room: string, day = 5) =>
      workspace.must('POST', `/collections/${name}/import`, {
        records: desks.map((desk) => ({ ...desk, room, write_date: `2026-01-0${day}` })),
      });
    expect(await history()).toEqual({ versions: 0, bytes: 0 });
    await write('hall');
    const { versions, bytes } = await history();
    expect(versions).toBe(2);
    expect(bytes).toBeGreaterThan(100);
    await write('hall');
    await write('attic', 4);
    expect(await history()).toEqual({ versions, bytes });
    await workspace.must('PATCH', `/collections/${name}`, { history_days: 0 });
    await write('cellar');
    expect(await history()).toEqual({ versions, bytes });
  });
});
