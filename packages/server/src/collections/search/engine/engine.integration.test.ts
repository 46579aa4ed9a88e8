import { beforeAll, describe, expect, it } from 'vitest';
import { startSuiteService, startTestService } from '../../../testing/service.js';
import { type Caller, callersWorkspace } from '../../testing/callers.js';

const url = process.env.TEST_OPENSEARCH;
const service = await startSuiteService(
  url === undefined ? {} : { SVC_SEARCH_URL: url, SVC_SEARCH_PREFIX: 'test', SVC_INDEX_WAIT_SECONDS: '60' },
);
const workspace = await callersWorkspace(service);

/** A call whose answer is compared. */
interface Sent {
  readonly path: string;
  readonly body: object;
  readonly caller?: Caller | undefined;
}

/** A change of the index that an operator makes in OpenSearch: method, path after the name of the index, and body. */
type ByHand = readonly [method: string, path: string, body?: object];

async function byHand([method, path, body]: ByHand): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const address = `${url}/test-${workspace.id}-*${path}`;
  const { status } = await fetch(address, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  expect(status).toBe(200);
}

const moveIndex = (name: string, index: 'memory' | 'opensearch') =>
  workspace.must(
    'PUT',
    `/operator/workspaces/${workspace.id}/collections/${name}/index`,
    { index },
    { token: service.operatorToken },
  );

const kinds = ['lamp', 'chair', 'desk', 'shelf', 'cable'];
const colours = ['red', 'green', 'violet', 'blue'];
const places = ['Berlin', 'Köln', 'Zürich', 'São Paulo', '無線'];

/** A record with values of all types, some of which no double or single field type represents. */
function recordAt(at: number) {
  const kind = kinds[at % kinds.length] as string;
  const colour = colours[(at * 7) % colours.length] as string;
  return {
    id: `r-${at}`,
    name: `${colour} ${kind} ${at % 3 === 0 ? 'large ' : ''}FDB${5200 + (at % 60)}`,
    place: places[(at * 3) % places.length],
    size: at % 11 === 0 ? null : at / 8 - 5,
    made: `2026-0${1 + (at % 9)}-1${at % 10}T0${at % 10}:00:00Z`,
    owner: [at % 4, `Person ${at % 4}`],
    tags: at % 2 === 0 ? ['new', colour] : [],
    sold: at % 5 === 0,
  };
}

const texts = [
  'red lamp',
  'large violet chair FDB5207',
  'FDB5211',
  'r-17',
  'grean desk',
  'blue shelf Köln',
  'something unrelated entirely',
  'lamp or chair',
  '無線 cable',
  'violt',
  'red lamp large 5',
  'person 3',
];
const filters = [
  undefined,
  { size: { gte: -1.25, lt: 20 } },
  { size: null },
  { place: 'Zürich' },
  { place: { ne: 'Berlin' } },
  { made: { gt: '2026-03-01', lte: '2026-08-12' } },
  { made: '2026-02-11' },
  { owner: 2 },
  { owner: 'Person 1' },
  { tags: { exists: true } },
  { sold: false },
  { name: { gte: 'r', lt: 's' } },
];

describe.skipIf(url === undefined)('the index of a collection in OpenSearch', () => {
  let confined: Caller;

  const move = (index: 'memory' | 'opensearch') => moveIndex('things', index);
  const answer = async ({ path, body, caller = workspace.admin }: Sent) =>
    (await service.call('POST', path, { ...caller, body })).body;
  /** Sends the same calls while the index is in the process, and then while it is in OpenSearch. */
  const expectEqual = async (calls: readonly Sent[]) => {
    await move('memory');
    const expected: Awaited<ReturnType<typeof answer>>[] = [];
    for (const call of calls) {
      expected.push(await answer(call));
    }
    expect(expected.filter(({ error }) => error !== undefined)).toEqual([]);
    await move('opensearch');
    for (const [at, { path, body, caller }] of calls.entries()) {
      expect({ body, answer: await answer({ path, body, caller }) }).toEqual({ body, answer: expected[at] });
    }
  };

  beforeAll(async () => {
    confined = await workspace.sliceOf('things', { size: { gte: -3, lt: 33.125 }, sold: false });
    await workspace.must('PATCH', '/collections/things', {
      field_types: { size: 'number', made: 'date' },
      exposed_fields: ['name', 'place', 'size', 'made', 'owner', 'tags', 'sold'],
    });
    const records = Array.from({ length: 400 }, (_, at) => recordAt(at));
    await workspace.must('POST', '/collections/things/import', { records });
  });

  it('gives the answer of the index in the process, with and without filters', { timeout: 120_000 }, async () => {
    const path = '/collections/things/query';
    // Every text and every filter, in other pairs.
    const filtersAt = (at: number) => [undefined, filters[at], filters[(at * 5 + 1) % filters.length]];
    await expectEqual(
      texts.flatMap((query, at) =>
        filtersAt(at).map((filter) => ({ path, body: { query, ...(filter && { filters: filter }) } })),
      ),
    );
  });

  it('gives the answer of the index in the process for a slice', { timeout: 120_000 }, async () => {
    const sent = { path: '/collections/things/query', caller: confined };
    const bodies = texts.flatMap((query) => [{ query }, { query, filters: { place: { ne: 'Berlin' } } }]);
    await expectEqual(bodies.map((body) => ({ ...sent, body })));
  });

  it('resolves sent records as the index in the process does', { timeout: 60_000 }, async () => {
    const queries = [3, 50, 117, 333].map((at) => ({ record: { ...recordAt(at), id: undefined, place: undefined } }));
    await expectEqual([{ path: '/collections/things/resolve', body: { queries } }]);
  });

  it('includes few writes with the next query, in a slice too', { timeout: 60_000 }, async () => {
    await move('opensearch');
    const path = '/collections/things/query';
    const queries = ['turquoise chandelier', 'red lamp', 'FDB5211', 'blue shelf', 'r-20'];
    const calls = queries.flatMap((query) =>
      [workspace.admin, confined].map((caller) => ({ path, body: { query }, caller })),
    );
    await answer({ path, body: { query: 'red lamp' } });
    await workspace.must('POST', '/collections/things/records', {
      records: [
        { id: 'new', name: 'Turquoise chandelier', size: 3, sold: false },
        { id: 'hidden', name: 'Turquoise chandelier', size: 3, sold: true },
        // Leaves the slice, joins it, and is renamed.
        { ...recordAt(11), size: 99 },
        { ...recordAt(20), sold: false },
        { ...recordAt(33), name: 'Oak bench' },
      ],
    });
    await workspace.must('DELETE', '/collections/things/records/r-4');
    const found = await Promise.all(calls.map(answer));
    expect(found[0].results[0].external_id).toBe('hidden');
    expect(found[1].results[0].external_id).toBe('new');
    await move('memory');
    for (const [at, call] of calls.entries()) {
      expect({ ...call, answer: found[at] }).toEqual({ ...call, answer: await answer(call) });
    }
  });

  it('includes many writes with the next query', { timeout: 60_000 }, async () => {
    await move('opensearch');
    const calls = ['indigo lantern 7', 'FDB5211'].map((query) => ({
      path: '/collections/things/query',
      body: { query },
    }));
    await Promise.all(calls.map(answer));
    const records = Array.from({ length: 300 }, (_, at) => ({ ...recordAt(at), name: `indigo lantern ${at}` }));
    await workspace.must('POST', '/collections/things/import', { records });
    const found = await Promise.all(calls.map(answer));
    await move('memory');
    expect(found).toEqual(await Promise.all(calls.map(answer)));
  });

  it('includes each write while the index moves', { timeout: 60_000 }, async () => {
    for (const [at, index] of (['opensearch', 'memory', 'opensearch', 'memory'] as const).entries()) {
      const name = ['ultramarine footstool', 'crimson wardrobe', 'amber hammock', 'teal bookcase'][at] as string;
      const written = workspace.must('POST', '/collections/things/records', { records: [{ id: `moved-${at}`, name }] });
      await Promise.all([written, move(index)]);
      const { results, confidence } = await answer({ path: '/collections/things/query', body: { query: name } });
      expect([confidence, results[0].external_id]).toEqual(['high', `moved-${at}`]);
    }
  });

  const blocks = 'index.blocks.read_only_allow_delete';
  it.each<[string, { damage: ByHand; repair?: ByHand }]>([
    ['is deleted', { damage: ['DELETE', ''] }],
    [
      'is read-only, as on a full disk',
      { damage: ['PUT', '/_settings', { [blocks]: true }], repair: ['PUT', '/_settings', { [blocks]: null }] },
    ],
    ['is closed', { damage: ['POST', '/_close'], repair: ['POST', '/_open'] }],
    ['has another mapping', { damage: ['PUT', '/_mapping', { _meta: {}, dynamic: 'strict' }] }],
  ])('gives the right answer or 503 after its index %s by hand', { timeout: 120_000 }, async (_case, by) => {
    const { damage, repair } = by;
    await move('opensearch');
    const call = { path: '/collections/things/query', body: { query: 'red lamp' } };
    await answer(call);
    await byHand(damage);
    const found: Awaited<ReturnType<typeof answer>>[] = [];
    for (const at of [0, 1]) {
      const records = [{ ...recordAt(at), name: `red lamp ${damage[1]} ${at}` }];
      await workspace.must('POST', '/collections/things/records', { records });
      found.push(await answer(call));
    }
    if (repair !== undefined) {
      await byHand(repair);
    }
    const repaired = await answer(call);
    await move('memory');
    const expected = await answer(call);
    expect(repaired).toEqual(expected);
    expect(found[1].error === undefined ? found[1] : expected).toEqual(expected);
    expect(found.flatMap(({ error }) => error?.code ?? []).filter((code) => code !== 'unavailable')).toEqual([]);
  });
});

describe('operator.set_collection_index', () => {
  it('moves the index without a restart, and writes it to the audit log', async () => {
    const apart = await startTestService({ SVC_SEARCH_URL: 'http://127.0.0.1:9' });
    const { must, id, admin } = await callersWorkspace(apart);
    const query = async (text: string) => {
      const { status, body } = await apart.call('POST', '/collections/apart/query', {
        ...admin,
        body: { query: text },
      });
      return { status, first: body.results?.[0]?.external_id, code: body.error?.code };
    };
    const move = (index: string, name = 'apart') =>
      apart.call('PUT', `/operator/workspaces/${id}/collections/${name}/index`, {
        token: apart.operatorToken,
        body: { index },
      });
    await must('POST', '/collections', { name: 'apart' });
    await must('POST', '/collections/apart/import', { records: [{ id: 'one', name: 'Oak desk' }] });
    for (const _ of [1, 2, 3]) {
      expect(await query('oak desk')).toMatchObject({ status: 200, first: 'one' });
    }
    expect((await move('opensearch')).body).toMatchObject({ workspace: { id }, name: 'apart', index: 'opensearch' });
    // Nothing listens at the address.
    expect(await query('oak desk')).toMatchObject({ status: 503, code: 'unavailable' });
    expect(await query('one')).toMatchObject({ status: 200, first: 'one' });
    await move('memory');
    expect(await query('oak')).toMatchObject({ status: 200, first: 'one' });
    const { events } = await must('GET', '/audit?action=collection.index_moved');
    expect(events.map(({ target, detail }: { target: string; detail: object }) => [target, detail])).toEqual([
      ['apart', { index: 'memory' }],
      ['apart', { index: 'opensearch' }],
    ]);
    expect(await move('memory', 'absent')).toMatchObject({
      status: 404,
      body: { error: { code: 'collection_not_found' } },
    });
    await apart.close();
  });

  it('refuses OpenSearch without its address, and a query of a collection there is then refused', async () => {
    const apart = await startTestService();
    const { must, id, admin } = await callersWorkspace(apart);
    await must('POST', '/collections', { name: 'apart' });
    const path = `/operator/workspaces/${id}/collections/apart/index`;
    const moved = await apart.call('PUT', path, { token: apart.operatorToken, body: { index: 'opensearch' } });
    expect(moved).toMatchObject({ status: 400, body: { error: { details: [{ path: 'index' }] } } });
    await apart.services.database.inWorkspace(id, (transaction) =>
      transaction.query('update collections set in_opensearch = true where workspace_id = $1', [id]),
    );
    const refused = await apart.call('POST', '/collections/apart/query', { ...admin, body: { query: 'oak' } });
    expect(refused).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
    expect(refused.body.error.message).toContain('SVC_SEARCH_URL');
    await apart.close();
  });
});
