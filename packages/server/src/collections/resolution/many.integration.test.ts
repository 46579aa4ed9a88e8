import { expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { type Caller, callersWorkspace } from '../testing/callers.js';

const desks = [
  { id: 'd1', name: 'Standing desk oak', sku: 'DK-100', room: 'office' },
  { id: 'd2', name: 'Standing desk walnut', sku: 'DK-200', room: 'office' },
  { id: 'd3', name: 'Kitchen table beech', sku: 'TB-300', room: 'kitchen' },
  { id: 'd4', name: 'Kitchen stool beech', sku: 'TB-300', room: 'kitchen' },
];

const service = await startSuiteService();
const workspace = await callersWorkspace(service);
const office = await workspace.sliceOf('desks', { room: 'office' });
await workspace.must('PATCH', '/collections/desks', { id_match_fields: ['sku'] });
await workspace.must('POST', '/collections/desks/import', { records: desks });

const resolve = (queries: readonly unknown[], more: object = {}, caller: Caller = workspace.admin) =>
  service.call('POST', '/collections/desks/resolve', { ...caller, body: { queries, ...more } });

it('collections.resolve_records > returns for each query the verdict and results of a single query', async () => {
  const queries = [
    { query: 'd1' },
    { query: 'DK-200' },
    { query: 'TB-300' },
    { query: 'standing desk walnut' },
    { query: 'standing desk' },
    { query: 'submarine engine oil' },
    { query: 'beech', filters: { room: 'kitchen' } },
    { query: 'd1', filters: { room: 'kitchen' } },
    { query: '', filters: { room: 'kitchen' } },
    { filters: { sku: 'DK-100' } },
  ];
  for (const caller of [workspace.admin, office]) {
    const { results } = (await resolve(queries, {}, caller)).body;
    expect(results).toHaveLength(queries.length);
    for (const [position, body] of queries.entries()) {
      const alone = await workspace.must('POST', '/collections/desks/query', { ...body, top_k: 4 }, caller);
      const { confidence, match_type, reasons } = alone;
      expect({ body, ...results[position] }).toEqual({
        body,
        key: null,
        confidence,
        match_type,
        reasons,
        external_id: confidence === 'high' ? alone.results[0].external_id : null,
        result: confidence === 'none' ? null : alone.results[0],
        alternatives: confidence === 'low' ? alone.results.slice(1) : [],
      });
    }
  }
});

it('collections.resolve_records > returns results with keys, in query order, with counts by verdict', async () => {
  const { body } = await resolve([
    { key: 'a', query: 'DK-100' },
    { key: 7, query: 'TB-300' },
    { key: 'c', query: 'submarine engine oil' },
    { key: 'd' },
  ]);
  expect(
    body.results.map(({ key, external_id }: { key: unknown; external_id?: unknown }) => [key, external_id]),
  ).toEqual([
    ['a', 'd1'],
    [7, null],
    ['c', null],
    ['d', undefined],
  ]);
  expect(body.counts).toEqual({ high: 1, low: 1, none: 1, failed: 1 });
});

it.each([
  ['without a query and filters', { key: 'bad' }, 'query'],
  ['with a query that is too long', { key: 'bad', query: 'x'.repeat(2001) }, 'query'],
  ['with a number as its query', { key: 'bad', query: 7 }, 'query'],
  ['with a filter that cannot be used', { key: 'bad', query: 'desk', filters: { room: { near: 1 } } }, 'filters.room'],
  ['with an unknown key', { key: 'bad', query: 'desk', top_k: 3 }, 'top_k'],
])('collections.resolve_records > refuses only the entry %s', async (_, bad, field) => {
  const { status, body } = await resolve([bad, { key: 'good', query: 'DK-100' }]);
  expect(status).toBe(200);
  expect(body.results[0]).toEqual({
    key: 'bad',
    error: 'invalid_request',
    message: expect.stringContaining(field),
    field: expect.stringContaining(field),
    hint: expect.any(String),
  });
  expect(body.results[1]).toMatchObject({ key: 'good', external_id: 'd1' });
  expect(body.counts).toEqual({ high: 1, low: 0, none: 0, failed: 1 });
});

it('collections.resolve_records > refuses only an entry that is not an object', async () => {
  expect((await resolve(['desk', null])).body.results).toMatchObject([
    { key: null, error: 'invalid_request', field: null },
    { key: null, error: 'invalid_request', field: null },
  ]);
});

it('collections.resolve_records > accepts a body of nearly a megabyte', async () => {
  const queries = Array.from({ length: 500 }, () => ({ query: `d1${' '.repeat(1_900)}` }));
  expect((await resolve(queries)).body.counts).toEqual({ high: 500, low: 0, none: 0, failed: 0 });
});

it('collections.resolve_records > returns only the named fields', async () => {
  const { results } = (await resolve([{ query: 'd1' }, { query: 'standing desk' }], { fields: ['sku'] })).body;
  expect(results[0].result.attributes).toEqual({ sku: 'DK-100' });
  expect(results[1].alternatives[0].attributes).toEqual({ sku: expect.any(String) });
});

it("collections.resolve_records > finds no records outside of the caller's slice", async () => {
  const { results } = (await resolve([{ query: 'd3' }, { query: 'kitchen table beech' }], {}, office)).body;
  // Reasons name words of the query itself.
  const found = results.map(({ reasons: _, ...result }: { reasons: readonly string[] }) => result);
  expect(JSON.stringify(found)).not.toMatch(/d3|beech|kitchen/i);
});

it('collections.resolve_records > finds records that were just written', async () => {
  await workspace.must('POST', '/collections/desks/records', { records: [{ id: 'd9', name: 'Violet chandelier' }] });
  expect((await resolve([{ query: 'violet chandelier' }])).body.results[0]).toMatchObject({ external_id: 'd9' });
  await workspace.must('DELETE', '/collections/desks/records/d9');
  expect((await resolve([{ query: 'violet chandelier' }])).body.results[0].external_id).toBeNull();
});

it.each([[[]], [Array.from({ length: 501 }, () => ({ query: 'desk' }))]])(
  'collections.resolve_records > rejects calls without queries or with more than 500',
  async (queries) => {
    const answer = await resolve(queries);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
  },
);

it('collections.resolve_records > answers 500 queries in one call', async () => {
  const queries = Array.from({ length: 500 }, (_, key) => ({ key, query: key % 2 ? 'DK-100' : 'standing desk oak' }));
  expect((await resolve(queries)).body.counts).toMatchObject({ failed: 0 });
});

it('collections.resolve_records > returns not found for a collection that the caller cannot see', async () => {
  const stranger = await workspace.pinned({ role: 'member', access: 'read_write', groups: [await workspace.group()] });
  const answer = await resolve([{ query: 'd1' }], {}, stranger);
  expect([answer.status, answer.body.error.code]).toEqual([404, 'collection_not_found']);
});
