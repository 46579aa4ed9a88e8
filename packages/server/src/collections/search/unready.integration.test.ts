import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { callersWorkspace } from '../testing/callers.js';
import { SearchIndexes } from './index/indexes.js';

const service = await startSuiteService({ SVC_INDEX_WAIT_SECONDS: '0' });
const workspace = await service.createWorkspace();

describe('collections.query > while the index is being built', () => {
  beforeAll(async () => {
    await ask('', { name: 'desks' });
    await service.call('PATCH', '/collections/desks', {
      token: workspace.token,
      body: { id_match_fields: ['code'] },
    });
    await ask('/desks/import', { records: [{ id: 'a', name: 'oak desk', code: 'D-17' }] });
    vi.spyOn(SearchIndexes.prototype, 'ensureReady').mockReturnValue(new Promise(() => undefined));
  });
  afterAll(async () => {
    vi.restoreAllMocks();
  });

  const ask = (path: string, body: unknown) =>
    service.call('POST', `/collections${path}`, { token: workspace.token, body });

  it.each([{ query: 'a' }, { query: 'D-17' }, { filters: { code: 'D-17' } }])('answers %j', async (question) => {
    const { status, body } = await ask('/desks/query', question);
    expect({ status, ids: body.results?.map((result: { external_id: string }) => result.external_id) }).toEqual({
      status: 200,
      ids: ['a'],
    });
  });

  it('answers words by the records that contain them, with a warning, and never with verdict high', async () => {
    const { status, body } = await ask('/desks/query', { query: 'oak bench D-17' });
    expect({ status, confidence: body.confidence, id: body.results[0].external_id }).toEqual({
      status: 200,
      confidence: 'low',
      id: 'a',
    });
    expect(body.warnings).toEqual([{ field: null, message: expect.stringContaining('index') }]);
    for (const query of ['d-17', 'A', 'bench d-17']) {
      const other = await ask('/desks/query', { query });
      expect(other.body).toMatchObject({ confidence: 'low', results: [{ external_id: 'a', relevance: 1 }] });
    }
    const unknown = await ask('/desks/query', { query: 'violet chandelier', filters: { code: 'D-17' } });
    expect(unknown.body).toMatchObject({ confidence: 'none', results: [] });
  });

  it('lists records by id with a note, and refuses to continue other orders', async () => {
    const list = (query: string) =>
      service.call('GET', `/collections/desks/records?limit=1&order=updated_at${query}`, { token: workspace.token });
    const cursor = Buffer.from('["A"]').toString('base64url');
    for (const answer of [await list(''), await list(`&cursor=${cursor}`)]) {
      expect(answer.body.records).toEqual([expect.objectContaining({ external_id: 'a' })]);
      expect(answer.body.note).toContain('"updated_at"');
    }
    const mark = createHash('sha256').update('updated_at').digest('base64url').slice(0, 8);
    const other = Buffer.from(JSON.stringify([mark, 'n1', 'A'])).toString('base64url');
    const refused = await list(`&cursor=${other}`);
    expect([refused.status, refused.body.error.code]).toEqual([503, 'unavailable']);
  });

  it('answers a short list of queries like single ones, with a warning', async () => {
    const queries = ['oak bench D-17', 'violet chandelier', 'a', 'D-17'].map((query) => ({ query }));
    const { status, body } = await ask('/desks/resolve', { queries: [...queries, { filters: { code: 'D-17' } }] });
    const alone = await Promise.all(queries.map((query) => ask('/desks/query', query)));
    expect(status).toBe(200);
    expect(body.results.map(({ confidence }: { confidence: string }) => confidence)).toEqual([
      ...alone.map((answer) => answer.body.confidence),
      'high',
    ]);
    expect(body.results[0]).toMatchObject({ external_id: null, result: { external_id: 'a' } });
    expect(body.counts).toEqual({ high: 3, low: 1, none: 1, failed: 0 });
    expect(body.warnings).toEqual([{ field: null, message: expect.stringContaining('index') }]);
  });

  it('answers ids and the first words of a long list, and only the other entries are to be sent again', async () => {
    const words = Array.from({ length: 20 }, (_, key) => ({ key, query: 'oak bench' }));
    const { status, body } = await ask('/desks/resolve', { queries: [...words, { key: 'code', query: 'D-17' }] });
    expect(status).toBe(200);
    expect(body.counts).toEqual({ high: 1, low: 16, none: 0, failed: 4 });
    expect(body.results.at(-1)).toMatchObject({ key: 'code', confidence: 'high', external_id: 'a' });
    const failed = { key: 16, error: 'unavailable', field: null, hint: expect.stringContaining('again') };
    expect(body.results[16]).toEqual({ ...failed, message: expect.stringContaining('index') });
    expect(body.warnings).toEqual([{ field: null, message: expect.stringContaining('index') }]);
  });

  it('compares the fields of records, with verdict high for an identifier only', async () => {
    const queries = [{ code: 'D-17', name: 'desk, oak' }, { name: 'oak desk' }, { name: 'violet chandelier' }];
    const { status, body } = await ask('/desks/resolve', { queries: queries.map((record) => ({ record })) });
    expect(status).toBe(200);
    expect(body.results).toMatchObject([
      { confidence: 'high', external_id: 'a', fields: [{ field: 'code', agrees: 'yes' }, { field: 'name' }] },
      { confidence: 'low', external_id: null, result: { external_id: 'a' } },
      { confidence: 'none', result: null, fields: [] },
    ]);
    expect(body.warnings).toHaveLength(1);
  });

  it('answers the record of a correction, although it contains none of the words', async () => {
    const correction = { query: 'the violet one', external_id: 'a' };
    expect((await ask('/desks/corrections', correction)).status).toBe(200);
    const { body } = await ask('/desks/query', { query: 'the violet one' });
    expect(body).toMatchObject({ confidence: 'high', results: [{ external_id: 'a' }] });
  });

  it('refuses filters on more records than the database compares, and lists them without a filter', async () => {
    await ask('', { name: 'many' });
    const page = (start: number) =>
      Array.from({ length: 500 }, (_, n) => ({ id: start + n, price: n % 10, name: 'lamp' }));
    for (const start of [0, 500, 1_000, 1_500]) {
      await ask('/many/import', { records: page(start) });
    }
    const filters = { price: 7 };
    const list = (query: string) =>
      service.call('GET', `/collections/many/records?${query}`, { token: workspace.token });
    const filtered = `limit=1&filters=${encodeURIComponent(JSON.stringify(filters))}`;
    expect((await ask('/many/query', { filters })).status).toBe(200);
    expect((await list(filtered)).body.count).toBe(200);
    await ask('/many/import', { records: [{ id: 'one more', price: 7 }] });
    for (const { status, body } of [await ask('/many/query', { filters }), await list(filtered)]) {
      expect([status, body.error]).toEqual([
        503,
        expect.objectContaining({ message: expect.stringContaining('index') }),
      ]);
    }
    expect((await list('limit=1')).body.count).toBe(2_001);
  });

  it('describes, lists and counts a slice of few records, and refuses one of many', async () => {
    const callers = await callersWorkspace(service);
    const slice = await callers.sliceOf('items', { price: 7 });
    await callers.must('PATCH', '/collections/items', { field_types: { color: 'enum' }, expected_every: 'P1D' });
    const write = (start: number) => {
      const record = (_: unknown, n: number) => ({ id: start + n, price: (start + n) % 10, color: 'red' });
      return callers.must('POST', '/collections/items/import', { records: Array.from({ length: 500 }, record) });
    };
    for (const start of [0, 500, 1_000, 1_500]) await write(start);
    expect(await callers.must('GET', '/collections/items/describe', undefined, slice)).toMatchObject({
      records: 200,
      fields: expect.arrayContaining([expect.objectContaining({ values: [{ value: 'red', count: 200 }] })]),
    });
    await write(2_000);
    for (const path of ['/collections', '/collections/items/describe', '/collections/items/records']) {
      expect((await service.call('GET', path, slice)).body.error).toMatchObject({ code: 'unavailable' });
    }
    expect((await service.call('GET', '/collections/items/grants', callers.admin)).status).toBe(503);
    const query = { query: '7', filters: { absent: 'x' } };
    expect((await service.call('POST', '/collections/items/query', { ...slice, body: query })).status).toBe(200);
    const whole = await callers.must('GET', '/collections/items/describe');
    expect(whole).toMatchObject({ records: 2_500 });
    expect(whole.fields.find(({ name }: { name: string }) => name === 'color')).not.toHaveProperty('values');
  });
});
