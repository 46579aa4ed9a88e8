import { beforeAll, expect, it } from 'vitest';
import { startSuiteService, type TestWorkspace } from '../../testing/service.js';

const service = await startSuiteService();
const neighbour = await service.createWorkspace();
await must(neighbour, '/collections', { name: 'lamps' });
beforeAll(async () => {
  const records = Array.from({ length: 50 }, (_, n) => ({ id: `lamp-${n}`, name: `Desk lamp of ${n} watts` }));
  await must(neighbour, '/collections/lamps/import', { records });
});

async function must(workspace: TestWorkspace, path: string, body: object | string) {
  const headers = { 'content-type': 'application/json' };
  const answer = await service.call('POST', path, { token: workspace.token, body, headers });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}

/** Repeats a query until the index is ready. Each query waits for a limited time. */
async function untilFound(workspace: TestWorkspace): Promise<void> {
  const query = { token: workspace.token, body: { query: 'x' } };
  for (let isThere = false; !isThere; ) {
    const { status, body } = await service.call('POST', '/collections/texts/query', query);
    expect([200, 503]).toContain(status);
    isThere = status === 200 && body.results.length > 0;
  }
}

/**
 * Counts the calls of another workspace that finish while the work runs. They alternate between queries by words,
 * queries by id, and writes.
 */
async function answersDuring(work: Promise<unknown>): Promise<number> {
  let isOver = false;
  const ended = work.finally(() => {
    isOver = true;
  });
  let answers = 0;
  for (; !isOver; answers += 1) {
    const [path, body] = calls(answers);
    await must(neighbour, `/collections/lamps/${path}`, body);
  }
  await ended;
  return answers;
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
])(
  'a workspace that imports and queries %s does not block others',
  { timeout: 300_000 },
  async (_title, count, text) => {
    const hostile = await service.createWorkspace();
    await must(hostile, '/collections', { name: 'texts' });
    await must(hostile, '/collections/texts/import', { records: [{ id: 'first', text: 'short' }] });
    await must(hostile, '/collections/texts/query', { query: 'short' });
    const records = Array.from({ length: count }, (_, n) => ({ id: `${n}`, text }));
    const body = JSON.stringify({ records });
    const importing = must(hostile, '/collections/texts/import', body);
    const whileImporting = await answersDuring(importing);
    await importing;
    const whileIndexing = await answersDuring(untilFound(hostile));
    // If the work never yielded, only one or two calls would finish.
    for (const answers of [whileImporting, whileIndexing]) {
      expect(answers).not.toBeLessThan(5);
    }
  },
);
