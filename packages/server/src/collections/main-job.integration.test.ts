import { beforeAll, describe, expect, it } from 'vitest';
import { startSuiteService } from '../testing/service.js';

const products = [
  {
    id: 1,
    name: 'Large Cabinet',
    default_code: 'E-COM07',
    barcode: '6016478556448',
    categ_id: [9, 'WorkspaceFixture Furniture'],
    list_price: 320,
    description: false,
    write_date: '2024-01-01 10:00:00',
  },
  {
    id: 2,
    name: 'Drawer Black',
    default_code: 'FURN_8900',
    barcode: false,
    categ_id: [9, 'WorkspaceFixture Furniture'],
    list_price: 25,
    description: 'Drawer with two routing possibilities',
    write_date: '2024-01-02 10:00:00',
  },
  {
    id: 3,
    name: 'Acoustic Bloc Screens',
    default_code: 'FURN_6666',
    barcode: false,
    categ_id: [10, 'Screens'],
    list_price: 2950,
    description: false,
    write_date: '2024-01-03 10:00:00',
  },
];

const service = await startSuiteService();
const workspace = await service.createWorkspace();

describe('collections: pushing and resolving records', () => {
  let ingest: string;

  beforeAll(async () => {
    const created = await service.call('POST', '/collections', { token: workspace.token, body: { name: 'products' } });
    expect(created.status).toBe(200);
    ingest = `/ingest/${created.body.secret}`;
    for (const product of products) {
      const answer = await service.call('POST', ingest, { body: product });
      expect(answer.body).toMatchObject({
        external_id: String(product.id),
        status: 'created',
        embedded: true,
        workspace: { id: workspace.id },
      });
    }
  });

  const query = (body: unknown) =>
    service.call('POST', '/collections/products/query', { token: workspace.token, body });

  it('finds a record by its id in any spelling', async () => {
    for (const id of ['2', '2.0', ' 2 ']) {
      expect((await query({ query: id })).body).toMatchObject({
        match_type: 'exact_id',
        confidence: 'high',
        results: [{ external_id: '2', relevance: 1 }],
      });
    }
  });

  it('finds a record by its name, and by a code inside a sentence', async () => {
    const byName = await query({ query: 'large cabinet' });
    expect(byName.body).toMatchObject({ match_type: 'semantic', results: [{ external_id: '1' }, {}, {}] });
    const byCode = await query({ query: 'do we have furn 6666 in stock?' });
    expect(byCode.body.results[0].external_id).toBe('3');
    expect(byCode.body.confidence).not.toBe('none');
  });

  it('sorts filtered records newest first, and ranks queries with filters', async () => {
    const cheap = await query({ filters: { categ_id: 'WorkspaceFixture Furniture' } });
    expect(cheap.body).toMatchObject({
      match_type: 'filter',
      confidence: 'low',
      results: [{ external_id: '2' }, { external_id: '1' }],
    });
    const ranked = await query({ query: 'cabinet', filters: { default_code: 'FURN_6666' } });
    expect(ranked.body.results.map((r: { external_id: string }) => r.external_id)).toEqual(['3']);
  });

  it('reads its own writes, deletions and revivals', async () => {
    const body = { records: [{ id: 'n1', name: 'Purple Hammock', write_date: '2024-05-01' }] };
    expect(
      (await service.call('POST', '/collections/products/records', { token: workspace.token, body })).body,
    ).toMatchObject({ written: 1, failed: 0 });
    expect((await query({ query: 'hammock' })).body.results[0].external_id).toBe('n1');
    const gone = await service.call('DELETE', '/collections/products/records/n1', { token: workspace.token });
    expect(gone.body).toMatchObject({ external_id: 'n1', status: 'tombstoned' });
    expect(
      (await query({ query: 'hammock' })).body.results.map((r: { external_id: string }) => r.external_id),
    ).not.toContain('n1');
    expect((await query({ query: 'n1' })).body.match_type).toBe('semantic');
    expect((await service.call('POST', ingest, { body: body.records[0] })).body.status).toBe('revived');
    expect((await query({ query: 'n1' })).body).toMatchObject({ match_type: 'exact_id', confidence: 'high' });
  });

  it('ignores older versions and reports unchanged records', async () => {
    const base = { ...products[0], name: 'Larger Cabinet' };
    expect((await service.call('POST', ingest, { body: { ...base, write_date: '2023-01-01' } })).body.status).toBe(
      'stale',
    );
    expect((await service.call('POST', ingest, { body: products[0] })).body.status).toBe('unchanged');
    expect(
      (await service.call('POST', ingest, { body: { ...products[0], write_date: '2024-02-01' } })).body.status,
    ).toBe('updated');
  });

  it('refuses only the malformed record of a batch', async () => {
    const answer = await service.call('POST', `${ingest}/batch`, {
      body: { records: [{ id: 7, name: 'ok' }, { name: 'no id' }, 5, { id: '7.0', name: 'ok again' }] },
    });
    expect(answer.body).toMatchObject({
      accepted: 2,
      failed: 2,
      results: [
        { external_id: '7', status: 'created' },
        { index: 1, error: 'missing_id' },
        { index: 2 },
        { external_id: '7', status: 'updated' },
      ],
    });
    const drained = await service.call('POST', `${ingest}/embed-pending`);
    expect(drained.body).toMatchObject({ embedded: 1, more: false });
  });

  it('stores nothing on a dry run and returns what would happen', async () => {
    const body = { dry_run: true, records: [{ id: 'dry', name: 'x' }, { id: 'dry', name: 'y' }, { name: 'z' }] };
    const answer = await service.call('POST', '/collections/products/records', { token: workspace.token, body });
    expect(answer.body).toMatchObject({
      written: 2,
      failed: 1,
      dry_run: true,
      results: [{ status: 'created' }, { status: 'updated' }, { error: 'missing_id' }],
    });
    expect((await service.call('GET', '/collections/products/records/dry', { token: workspace.token })).status).toBe(
      404,
    );
  });

  it('deletes records on reconcile that the source does not list', async () => {
    const answer = await service.call('POST', '/collections/products/reconcile', {
      token: workspace.token,
      body: { live_ids: [1, '2', 3.0, 'nowhere'] },
    });
    expect(answer.body).toMatchObject({ tombstoned: 2, live: 3, unknown: 1 });
    expect(
      (
        await service.call('POST', '/collections/products/reconcile', {
          token: workspace.token,
          body: { live_ids: [] },
        })
      ).body.error.code,
    ).toBe('empty_live_ids');
  });

  it('keeps numbers, unusual names and pairs as sent', async () => {
    const body = '{"id": 12345678901234567890, "big": 0.10000000000000001, "__proto__": "x", "pair": [3, "Three"]}';
    expect((await service.call('POST', ingest, { body })).body.external_id).toBe('12345678901234567890');
    const answer = await service.app.http.request('/collections/products/records/12345678901234567890', {
      headers: { authorization: `Bearer ${workspace.token}` },
    });
    const text = await answer.text();
    expect(text).toContain('"big":0.10000000000000001');
    expect(text).toContain('"__proto__":"x"');
    expect(text).toContain('"pair":[3,"Three"]');
  });

  it('invalidates the old ingest URL immediately when it is replaced', async () => {
    const rotated = await service.call('POST', '/collections/products/rotate-secret', { token: workspace.token });
    expect((await service.call('POST', ingest, { body: products[0] })).body.error.code).toBe('invalid_ingest_secret');
    expect((await service.call('POST', `/ingest/${rotated.body.secret}`, { body: products[0] })).status).toBe(200);
  });

  it('never returns records of another workspace with the same names and ids', async () => {
    const other = await service.createWorkspace();
    expect((await service.call('GET', '/collections/products/records', { token: other.token })).status).toBe(404);
    await service.call('POST', '/collections', { token: other.token, body: { name: 'products' } });
    const listed = await service.call('GET', '/collections/products/records', { token: other.token });
    expect(listed.body).toEqual({ records: [], count: 0, next_cursor: null });
    expect(
      (
        await service.call('POST', '/collections/products/query', {
          token: other.token,
          body: { query: 'large cabinet' },
        })
      ).body,
    ).toEqual({
      results: [],
      match_type: 'semantic',
      confidence: 'none',
      reasons: ['There is nothing to compare.'],
    });
  });
});
