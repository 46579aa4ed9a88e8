import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService, type TestWorkspace } from '../../testing/service.js';

/** What a call may wait for another tenant's work, in milliseconds, on top of what it takes on this machine otherwise. */
const longestWaitMs = 250;

let service: TestService;
let neighbour: TestWorkspace;
beforeAll(async () => {
  service = await startTestService();
  neighbour = await service.createWorkspace();
  await must(neighbour, '/collections', { name: 'lamps' });
  const records = Array.from({ length: 50 }, (_, n) => ({ id: `lamp-${n}`, name: `Desk lamp of ${n} watts` }));
  await must(neighbour, '/collections/lamps/import', { records });
  await ask(2_000);
});
afterAll(() => service.close());

async function must(workspace: TestWorkspace, path: string, body: object | string) {
  const headers = { 'content-type': 'application/json' };
  const answer = await service.call('POST', path, { token: workspace.token, body, headers });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}

/** Queries until the answer is there: a query waits for an index only so long. */
async function untilFound(workspace: TestWorkspace): Promise<void> {
  const query = { token: workspace.token, body: { query: 'x' } };
  for (let isThere = false; !isThere; ) {
    const { status, body } = await service.call('POST', '/collections/texts/query', query);
    expect([200, 503]).toContain(status);
    isThere = status === 200 && body.results.length > 0;
  }
}

/** How long the neighbour's calls take, queries by words and by id and writes in turns, one after another until the end. */
async function ask(end: Promise<unknown> | number): Promise<number[]> {
  let isOver = false;
  const over = typeof end === 'number' ? new Promise((resolve) => setTimeout(resolve, end)) : end;
  const stop = () => {
    isOver = true;
  };
  void over.then(stop, stop);
  const timesMs: number[] = [];
  while (!isOver) {
    const [path, body] = calls(timesMs.length);
    const start = performance.now();
    await must(neighbour, `/collections/lamps/${path}`, body);
    timesMs.push(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return timesMs;
}

function calls(turn: number): [string, object] {
  switch (turn % 3) {
    case 0:
      return ['query', { query: 'lamp for a desk' }];
    case 1:
      return ['query', { query: 'lamp-7' }];
    default:
      return ['import', { records: [{ id: 'lamp-50', name: `Desk lamp of ${turn} watts` }] }];
  }
}

it.each([
  ['words that are one letter', 500, 'x '.repeat(8_000)],
  ['characters that fold into eighteen', 88, '\ufdfa'.repeat(30_000)],
])('who imports and queries %s keeps nobody else waiting', { timeout: 300_000 }, async (_title, count, text) => {
  const hostile = await service.createWorkspace();
  await must(hostile, '/collections', { name: 'texts' });
  await must(hostile, '/collections/texts/import', { records: [{ id: 'first', text: 'short' }] });
  await must(hostile, '/collections/texts/query', { query: 'short' });
  const records = Array.from({ length: count }, (_, n) => ({ id: `${n}`, text }));
  const body = JSON.stringify({ records });
  const before = await ask(2_000);
  const importing = must(hostile, '/collections/texts/import', body);
  // The embedded engine has one session, which is busy for as long as it stores what a call sends.
  const whileImporting = service.services.database.engine === 'pglite' ? [] : await ask(importing);
  await importing;
  const whileIndexing = await ask(untilFound(hostile));
  const quietMs = Math.max(...before, ...(await ask(2_000)));
  // Work that is not cut into slices takes ten seconds and more here.
  const longestMs = Math.max(...whileImporting, ...whileIndexing);
  expect(longestMs).toBeLessThan(longestWaitMs + 4 * quietMs);
});
