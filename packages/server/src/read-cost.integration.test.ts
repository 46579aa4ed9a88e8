import { routes } from '@tessera/contract';
import { expect, it } from 'vitest';
import { costedDatabase, type ReadingCost } from './testing/costed-database.js';
import { openTestDatabase, withClient } from './testing/database.js';
import { filledWorkspace } from './testing/filled-workspace.js';
import { boundedPages, otherReads, type ReadCall, readCalls } from './testing/read-calls.js';
import { startSuiteService } from './testing/service.js';

const isFull = process.env.TEST_FULL === '1';
const sizes = isFull
  ? [
      { records: 500, recordWords: 350, documents: 500, others: 10 },
      { records: 50_000, recordWords: 350, documents: 10_000, others: 100 },
    ]
  : [
      { records: 60, recordWords: 300, documents: 60, others: 3 },
      { records: 1_500, recordWords: 300, documents: 600, others: 40 },
    ];
/** Pages that a call may read besides, such as those of a small table whose index is not worth it. */
const slackPages = 100;
const noCost: ReadingCost = { pages: 0, transactions: 0 };

const opened = await openTestDatabase();
const { database, costOf } = costedDatabase(opened.database);
const service = await startSuiteService({ SVC_INDEX_WAIT_SECONDS: '100' }, { testDatabase: { ...opened, database } });

it('every read > costs what it answers, not what is stored', async () => {
  const costs = new Map<string, ReadingCost[]>();
  for (const size of sizes) {
    const filled = await filledWorkspace(service, size);
    await withClient({ connectionString: opened.url }, (client) => client.query('vacuum analyze'));
    const called = Object.entries(readCalls(service, filled)).filter(
      (entry): entry is [string, ReadCall] => typeof entry[1] !== 'string',
    );
    for (const [name, { path, ...request }] of [...called, ...Object.entries(otherReads(filled))]) {
      const method = routes[name as keyof typeof routes]?.method ?? (request.body === undefined ? 'GET' : 'POST');
      const call = async () => {
        const token = request.headers === undefined || 'accept' in request.headers ? filled.token : undefined;
        const answer = await service.call(request.body === undefined ? 'GET' : method, path, {
          ...(token && { token }),
          ...request,
        });
        return answer.status;
      };
      // The first calls build indexes and fill caches, which later writes only bring up to date.
      const status = [await call(), await call()].at(-1);
      expect([name, status], name).toEqual([name, expect.toSatisfy((code: number) => code < 400 || code === 404)]);
      costs.set(name, [...(costs.get(name) ?? []), await costOf(call)]);
    }
  }
  const grown = [...costs].filter(
    ([name, [small = noCost, large = noCost]]) =>
      large.pages > Math.max(3 * small.pages + slackPages, boundedPages[name] ?? 0) ||
      large.transactions > small.transactions + 2,
  );
  const shown = grown.map(
    ([name, each]) =>
      `${name}: ${each.map(({ pages, transactions }) => `${pages} pages in ${transactions}`).join(', ')}`,
  );
  expect(shown).toEqual([]);
});
