import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../platform/database/database.js';
import { openTestDatabase } from '../testing/database.js';
import { observedDatabase } from '../testing/observed-database.js';
import { startTestService, type TestService } from '../testing/service.js';
import { IndexHost } from './query/index-host.js';
import type { AnswerOf, Asks } from './query/index-questions.js';
import { type Caller, type CallersWorkspace, callersWorkspace } from './testing/callers.js';

// What a request makes the service do is compared, so nothing may spare it some of that in the background.
vi.mock('./query/keep-fresh.js', () => ({ keepFresh: () => () => Promise.resolve() }));

/** What a request made the service do: each statement with the rows it brought, each message to the index thread. */
const work: unknown[] = [];

const inside = Array.from({ length: 6 }, (_, at) => ({
  id: `in${at}`,
  name: `Red oak lamp ${at}`,
  sku: `IN-${at}`,
  color: 'red',
  price: at,
  write_date: '2026-01-01',
}));
const outside = Array.from({ length: 9 }, (_, at) => ({
  ...{ id: `out${at}`, name: `Blue oak lamp ${at}`, sku: `OUT-${at}`, color: 'blue', price: at, hidden: 'zebra' },
  write_date: '2026-01-02',
}));

let database: Database;
let service: TestService;
let workspace: CallersWorkspace;
let caller: Caller;

beforeAll(async () => {
  const testDatabase = await openTestDatabase();
  database = testDatabase.database;
  const observed = observedDatabase(database, (statement, rows) => work.push({ statement, rows }));
  service = await startTestService({}, { testDatabase: { ...testDatabase, database: observed } });
  workspace = await callersWorkspace(service);
  const group = await workspace.group();
  caller = await workspace.pinned({ role: 'member', access: 'read_write', groups: [group] });
  for (const [name, records] of [
    ['with', [...inside, ...outside]],
    ['without', inside],
    ['bare', outside],
    ['empty', []],
  ] as const) {
    await workspace.must('POST', '/collections', { name });
    await workspace.must('PATCH', `/collections/${name}`, {
      id_match_fields: ['sku'],
      field_types: { price: 'number', color: 'enum' },
    });
    await workspace.must('PUT', `/collections/${name}/grants/${group}`, {
      permission: 'write',
      filter: { color: 'red' },
    });
    await workspace.must('POST', `/collections/${name}/import`, { records });
  }
  const call = IndexHost.prototype.call;
  vi.spyOn(IndexHost.prototype, 'call').mockImplementation(async function (this: IndexHost, message) {
    const answer = await call.call(this, message);
    const rows = 'rows' in message ? message.rows.length : 0;
    const asks = message.kind === 'ask' ? message.asks : undefined;
    work.push({ message: message.kind, asks, rows, records: answer.records, found: foundBy(answer.answer) });
    return answer;
  });
});
afterEach(() => {
  work.length = 0;
});
afterAll(() => service.close());

/**
 * Until no transaction, of another test on the same server either, is older than the last change: as long as one is, an
 * index reads everything that was changed since it began once more.
 */
async function settle(): Promise<void> {
  await vi.waitUntil(
    () =>
      database.asSystem(async (transaction) => {
        const [row] = await transaction.query<{ settled: boolean }>(
          "select coalesce(max(changed_xid), '1') < pg_snapshot_xmin(pg_current_snapshot()) as settled from records",
        );
        return row?.settled;
      }),
    { timeout: 120_000, interval: 20 },
  );
}

/** What one request makes the service do. */
async function workOf(method: string, path: string, body?: unknown): Promise<{ status: number; work: unknown[] }> {
  await settle();
  work.length = 0;
  const sent = body === undefined ? {} : { body };
  const { status } = await service.call(method, path, { ...caller, ...sent });
  expect(work).not.toHaveLength(0);
  return { status, work: [...work] };
}

/** How many records an index named. */
function foundBy(answer: AnswerOf<Asks> | undefined): number | undefined {
  if (answer === undefined || 'hits' in answer) {
    return answer?.hits.length;
  }
  const ids =
    'ids' in answer ? answer.ids : 'newest' in answer ? answer.newest : 'absent' in answer ? answer.absent : answer;
  return ids.length;
}

type Request = readonly [method: string, path: string, body?: unknown];

/** A query in words waits for the index, and for the columns of the filters that a request may have. */
async function prepareIndex([, path, body]: Request): Promise<void> {
  const [, collections, name] = path.split('/');
  const filters = typeof body === 'object' && body !== null && 'filters' in body ? { filters: body.filters } : {};
  await workOf('POST', `/${collections}/${name}/query`, { query: 'lamp', ...filters });
}

/** Prepares indexes, sends both once, and then compares what each makes the service do. */
async function expectSameWork(first: Request, second: Request): Promise<{ status: number; work: unknown[] }> {
  for (const request of [first, second]) {
    await prepareIndex(request);
    await workOf(...request);
  }
  const done = await workOf(...first);
  expect(done, `${first[0]} ${first[1]} ${JSON.stringify(first[2])}`).toEqual(await workOf(...second));
  return done;
}

describe('for a caller confined to a slice, building its index', () => {
  // First of all, while there is none.
  it('is as much work with records outside it as without', async () => {
    const at = (name: string): Request => [
      'POST',
      `/collections/${name}/query`,
      { query: 'oak lamp', filters: { price: { gte: 0 }, sku: { ne: 'x' } } },
    ];
    // It is built beside the request, so that what comes first is chance.
    const inAnyOrder = async (name: string) =>
      (await workOf(...at(name))).work.map((done) => JSON.stringify(done)).sort();
    expect(await inAnyOrder('with')).toEqual(await inAnyOrder('without'));
  });
});

describe('for a caller confined to a slice, an id outside it is as much work as one that was never held', () => {
  const sent = (id: string) => ({ records: [{ id, color: 'blue' }] });
  const requests: readonly (readonly [title: string, make: (id: string) => Request])[] = [
    ['read', (id) => ['GET', `/collections/with/records/${id}`]],
    ['asked for by id', (id) => ['POST', '/collections/with/query', { query: id }]],
    [
      'asked for by id among filters',
      (id) => ['POST', '/collections/with/query', { query: id, filters: { price: { gte: 0 } } }],
    ],
    ['deleted', (id) => ['DELETE', `/collections/with/records/${id}`]],
    ['written where the record does not fit', (id) => ['POST', '/collections/with/records', sent(id)]],
    ['imported where the record does not fit', (id) => ['POST', '/collections/with/import', sent(id)]],
    [
      'tried where the record does not fit',
      (id) => ['POST', '/collections/with/records', { ...sent(id), dry_run: true }],
    ],
    [
      'among the ids of a reconcile',
      (id) => ['POST', '/collections/with/reconcile', { live_ids: [id, ...inside.map((one) => one.id)] }],
    ],
    ['the only id of a reconcile of nothing', (id) => ['POST', '/collections/bare/reconcile', { live_ids: [id] }]],
  ];

  it.each(requests)('when it is %s', async (_title, make) => {
    await expectSameWork(make('out1'), make('none1'));
  });

  it('by its identifier, too', async () => {
    const ask = (query: string): Request => ['POST', '/collections/with/query', { query }];
    await expectSameWork(ask('OUT-1'), ask('NON-1'));
  });

  it('while one inside is more, and shows as such', async () => {
    const read = (id: string): Request => ['GET', `/collections/with/records/${id}`];
    expect((await workOf(...read('in1'))).work).not.toEqual((await workOf(...read('none1'))).work);
  });
});

describe('for a caller confined to a slice, a collection is as much work with records outside it as without', () => {
  const everything: readonly Request[] = [
    ['GET', '/describe'],
    ['GET', '/records'],
    ['GET', '/records?limit=2'],
    ['POST', '/reconcile', { live_ids: inside.map(({ id }) => id) }],
    ['POST', '/query', { filters: { price: { lte: 3 } } }],
    ['POST', '/query', { filters: { hidden: 'zebra' } }],
    ['POST', '/query', { query: 'oak lamp' }],
    ['POST', '/query', { query: 'zebra' }],
    ['POST', '/query', { query: 'oak lamp', filters: { price: { lte: 3 } } }],
    ['POST', '/query', { query: 'IN-1' }],
    ['GET', '/records/in1'],
    ['POST', '/records', { records: [{ id: 'in1', name: 'Changed', price: 1 }] }],
    ['POST', '/query', { query: 'changed' }],
    ['GET', '/fields'],
    ['GET', '/findings'],
  ];

  const titled = everything.map((request) => ({
    request,
    title: `${request[0]} ${request[1]} ${JSON.stringify(request[2])}`,
  }));

  it.each(titled)('$title', async ({ request: [method, path, body] }) => {
    const at = (name: string): Request => [method, `/collections/${name}${path}`, body];
    await expectSameWork(at('with'), at('without'));
  });

  it('also where nothing at all is inside', async () => {
    const looks = everything.filter(([method]) => method === 'GET');
    const words: Request = ['POST', '/query', { query: 'oak lamp' }];
    for (const [method, path, body] of [...looks, words]) {
      const at = (name: string): Request => [method, `/collections/${name}${path}`, body];
      await expectSameWork(at('bare'), at('empty'));
    }
  });
});
