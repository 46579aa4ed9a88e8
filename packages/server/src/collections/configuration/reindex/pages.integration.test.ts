import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database, Queryable } from '../../../platform/database/database.js';
import { openTestDatabase } from '../../../testing/database.js';
import { startTestService, type TestService } from '../../../testing/service.js';
import { type CallersWorkspace, callersWorkspace } from '../../testing/callers.js';

const at = '/collections/parts';
/** One record more than a page. */
const records = Array.from({ length: 1_001 }, (_, index) => {
  const id = String(10_000 + index);
  return { id, name: `name ${id}`, note: `note ${id}` };
});
const lastId = records.at(-1)?.id;

let service: TestService;
let workspace: CallersWorkspace;
/** Called once, after the next page of a reindex is stored. */
let betweenPages: (() => unknown) | undefined;

beforeAll(async () => {
  const testDatabase = await openTestDatabase();
  service = await startTestService({}, { testDatabase: { ...testDatabase, database: paused(testDatabase.database) } });
  workspace = await callersWorkspace(service);
  await workspace.must('POST', '/collections', { name: 'parts' });
  for (let start = 0; start < records.length; start += 500) {
    await workspace.must('POST', `${at}/import`, { records: records.slice(start, start + 500) });
  }
});
afterAll(() => service.close());

/** Wraps a database to call `betweenPages` after a transaction. */
function paused(database: Database): Database {
  return {
    engine: database.engine,
    inWorkspace: async (id, work) => {
      let isPage = false;
      const result = await database.inWorkspace(id, (transaction) => {
        const query: Queryable['query'] = (statement, values) => {
          isPage ||= String(statement).includes('order by external_id limit 1000');
          return transaction.query(statement, values);
        };
        return work({ ...transaction, query });
      });
      if (isPage) {
        const once = betweenPages;
        betweenPages = undefined;
        await once?.();
      }
      return result;
    },
    withoutWorkspace: (work) => database.withoutWorkspace(work),
    asSystem: (work) => database.asSystem(work),
    refreshStatistics: (table) => database.refreshStatistics(table),
    connections: () => database.connections(),
    close: () => database.close(),
  };
}

const stored = <Row>(columns: string, condition: string, value: unknown) =>
  service.services.database.asSystem((transaction) =>
    transaction.query<Row>(`select ${columns} from records where ${condition}`, [value]),
  );

it('collections.reindex > queues records and audits them in one transaction, even if it fails later', async () => {
  await workspace.must('PATCH', at, { embed_fields: ['note', 'name'] });
  betweenPages = () => {
    throw new Error('the process ends here');
  };
  const { status } = await service.call('POST', `${at}/reindex?dry_run=false`, workspace.admin);
  expect(status).toBe(500);
  const queued = await stored('external_id', 'pending = $1', true);
  expect(queued).toHaveLength(1_000);
  const { events } = await workspace.must('GET', '/audit?action=collection.reindexed');
  expect(events).toMatchObject([{ target: 'parts', detail: { reembedding: queued.length } }]);
});

it('collections.reindex > compares each page by the configuration at the time of reading it', async () => {
  await workspace.must('PATCH', at, { embed_fields: ['name'] });
  betweenPages = () => workspace.must('PATCH', at, { embed_fields: ['note'] });
  await workspace.must('POST', `${at}/reindex?dry_run=false`);
  expect(betweenPages).toBeUndefined();
  expect(await stored('embed_text', 'external_id = $1', lastId)).toEqual([{ embed_text: `note ${lastId}` }]);
});
