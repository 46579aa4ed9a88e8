import { routes } from '@tessera/contract';
import { expect, it } from 'vitest';
import { costedDatabase, type ReadingCost } from './testing/costed-database.js';
import { openTestDatabase, withClient } from './testing/database.js';
import { filledWorkspace } from './testing/filled-workspace.js';
import { boundedPages, otherReads, type ReadCall, readCalls } from './testing/read-calls.js';
import { startSuiteService } from './testing/service.js';

const isFull = process.env.TEST_FULL === '1';
const sizes = isFull
  ? ([
      { records: 500, recordWords: 350, documents: 500, others: 10 },
      { records: 50_000, recordWords: 350, documents: 10_000, others: 100 },
    ] as const)
  : ([
      { records: 60, recordWords: 300, documents: 60, others: 3 },
      { records: 1_500, recordWords: 300, documents: 600, others: 40 },
    ] as const);
/** Pages that a call may read besides, such as those of a small table whose index is not worth it. */
const slackPages = 100;
/** 50,000 large records take minutes to fill in and to index on a busy machine. */
const [readyMs, timeoutMs] = isFull ? [300_000, 2_400_000] : [60_000, undefined];

const opened = await openTestDatabase();
const { database, costOf } = costedDatabase(opened.database);
const service = await startSuiteService({ SVC_INDEX_WAIT_SECONDS: '100' }, { testDatabase: { ...opened, database } });

/** Fills a workspace, and returns functions that measure each read. */
async function readsOf(size: (typeof sizes)[number]): Promise<Map<string, () => Promise<ReadingCost>>> {
  const filled = await filledWorkspace(service, size);
  await withClient({ connectionString: opened.url }, (client) => client.query('vacuum analyze'));
  const called = Object.entries(readCalls(service, filled)).filter(
    (entry): entry is [string, ReadCall] => typeof entry[1] !== 'string',
  );
  return new Map(
    [...called, ...Object.entries(otherReads(filled))].map(([name, { path, ...request }]) => {
      const { method = 'POST' } = routes[name as keyof typeof routes] ?? {};
      const token = request.headers === undefined || 'accept' in request.headers ? filled.token : undefined;
      const call = async () => {
        const sent = { ...(token && { token }), ...request };
        const { status } = await service.call(request.body === undefined ? 'GET' : method, path, sent);
        expect([name, status]).toEqual([name, expect.toSatisfy((code: number) => code < 400 || code === 404)]);
      };
      return [name, () => costOf(call)];
    }),
  );
}

it(
  'every read > costs what it answers, not what is stored',
  async () => {
    const [small, large] = [await readsOf(sizes[0]), await readsOf(sizes[1])];
    const failures: string[] = [];
    for (const [name, measure] of large) {
      const measureSmall = small.get(name) ?? measure;
      const costs = [await measureSmall(), await measureSmall(), await measureSmall()];
      const pages = Math.max(3 * Math.min(...costs.map((cost) => cost.pages)) + slackPages, boundedPages[name] ?? 0);
      const transactions = Math.min(...costs.map((cost) => cost.transactions)) + 2;
      // The first calls fill caches and start to build indexes. Until these are ready, the database answers.
      await expect
        .poll(measure, { message: name, timeout: readyMs, interval: 200 })
        .toSatisfy((cost: ReadingCost) => cost.pages <= pages && cost.transactions <= transactions)
        .catch((error: Error) => failures.push(error.message));
    }
    expect(failures).toEqual([]);
  },
  timeoutMs,
);
