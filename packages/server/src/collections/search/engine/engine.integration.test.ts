import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, buildApp } from '../../../app.js';
import { startSuiteService } from '../../../testing/service.js';
import { type Caller, callersWorkspace } from '../../testing/callers.js';

const url = process.env.TEST_OPENSEARCH;
const service = await startSuiteService();
const workspace = await callersWorkspace(service);

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
  let engine: App;
  let confined: Caller;

  const call = async (app: App, path: string, body: unknown, { token }: Caller) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await app.http.request(path, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, body: await answer.json() };
  };
  const expectEqual = async (path: string, body: unknown, caller = workspace.admin) => {
    const expected = await call(service.app, path, body, caller);
    expect(expected.status).toBe(200);
    expect({ sent: body, ...(await call(engine, path, body, caller)) }).toEqual({ sent: body, ...expected });
  };

  beforeAll(async () => {
    confined = await workspace.sliceOf('things', { size: { gte: -3, lt: 33.125 }, sold: false });
    await workspace.must('PATCH', '/collections/things', {
      field_types: { size: 'number', made: 'date' },
      exposed_fields: ['name', 'place', 'size', 'made', 'owner', 'tags', 'sold'],
    });
    const records = Array.from({ length: 400 }, (_, at) => recordAt(at));
    await workspace.must('POST', '/collections/things/import', { records });
    const { collections } = await workspace.must('GET', '/collections');
    const { services } = service;
    const settings = { ...services.settings, SVC_SEARCH_URL: url, SVC_SEARCH_COLLECTIONS: [collections[0].id] };
    engine = buildApp({ ...services, settings }, { checkAnswers: true, sweeps: false });
  });
  afterAll(() => engine?.close());

  it('gives the answer of the index in the process, with and without filters', { timeout: 120_000 }, async () => {
    for (const [at, query] of texts.entries()) {
      // Every text and every filter, in other pairs.
      for (const filter of [undefined, filters[at], filters[(at * 5 + 1) % filters.length]]) {
        await expectEqual('/collections/things/query', { query, ...(filter && { filters: filter }) });
      }
    }
  });

  it('gives the answer of the index in the process for a slice', { timeout: 120_000 }, async () => {
    for (const query of texts) {
      for (const filter of [undefined, { place: { ne: 'Berlin' } }]) {
        await expectEqual('/collections/things/query', { query, ...(filter && { filters: filter }) }, confined);
      }
    }
  });

  it('resolves sent records as the index in the process does', { timeout: 60_000 }, async () => {
    const queries = [3, 50, 117, 333].map((at) => ({ record: { ...recordAt(at), id: undefined, place: undefined } }));
    await expectEqual('/collections/things/resolve', { queries });
  });

  it('includes a write with the next query, and no deleted record', { timeout: 60_000 }, async () => {
    const written = { id: 'new', name: 'Turquoise chandelier', size: 3 };
    await workspace.must('POST', '/collections/things/records', { records: [written] });
    const query = { query: 'turquoise chandelier' };
    const { body } = await call(engine, '/collections/things/query', query, workspace.admin);
    expect(body.results[0].external_id).toBe('new');
    await expectEqual('/collections/things/query', query);
    await workspace.must('DELETE', '/collections/things/records/new');
    await expectEqual('/collections/things/query', query);
  });
});

it('collections.query > refuses a query in words while OpenSearch does not answer, and answers an id', async () => {
  await workspace.must('POST', '/collections', { name: 'apart' });
  await workspace.must('POST', '/collections/apart/import', { records: [{ id: 'one', name: 'Oak desk' }] });
  const { collections } = await workspace.must('GET', '/collections');
  const { id } = collections.find(({ name }: { name: string }) => name === 'apart');
  const { services } = service;
  const settings = { ...services.settings, SVC_SEARCH_URL: 'http://127.0.0.1:9', SVC_SEARCH_COLLECTIONS: [id] };
  const app = buildApp({ ...services, settings }, { checkAnswers: true, sweeps: false });
  const send = async (query: string) => {
    const headers = { authorization: `Bearer ${workspace.admin.token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ query });
    const answer = await app.http.request('/collections/apart/query', { method: 'POST', headers, body });
    return { status: answer.status, body: await answer.json() };
  };
  expect(await send('oak')).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
  expect(await send('one')).toMatchObject({ status: 200, body: { results: [{ external_id: 'one' }] } });
  await app.close();
});
