import { beforeAll, describe, expect, it } from 'vitest';
import { call, type MadeCollection, makeToken, makeWorkspace, ok, refused, type WorkspaceReference } from './http.js';

interface Query {
  readonly match_type: string;
  readonly confidence: string;
  readonly results: readonly {
    readonly external_id: string;
    readonly relevance: number;
    readonly match_type: string;
    readonly rendered: string;
    readonly attributes: Readonly<Record<string, unknown>>;
  }[];
}

const chairs = [
  { id: 101, name: 'Ergonomic office chair with lumbar support', code: 'CH-ERG-101', price: 249.5, kind: 'chair' },
  { id: '102', name: 'Wooden dining chair, oak', code: 'CH-OAK-102', price: 89, kind: 'chair' },
  { id: '103.0', name: 'Standing desk, electric, white', code: 'DE-STA-103', price: 590, kind: 'desk' },
];

/** One scenario in which each test depends on the previous one. */
describe('a collection from creation to deletion', () => {
  let workspace: WorkspaceReference;
  let token: string;
  let collection: MadeCollection;

  const query = (body: object) => ok<Query>('POST /collections/furniture/query', { token, body });
  const ingest = (body: object, secret = collection.secret) => call(`POST /ingest/${secret}`, { body });

  beforeAll(async () => {
    workspace = await makeWorkspace();
    token = await makeToken(workspace.id);
    collection = await ok<MadeCollection>('POST /collections', {
      token,
      body: { name: 'furniture', description: 'What we sell' },
    });
  });

  it('is created with an ingest URL that is shown once', async () => {
    expect(collection).toMatchObject({ name: 'furniture', workspace });
    expect(collection.ingest_url.endsWith(`/ingest/${collection.secret}`)).toBe(true);
    expect(collection.secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(collection.note).toMatch(/\S/);
    const listed = await ok<{ collections: object[]; count: number }>('GET /collections', { token });
    expect(listed).toMatchObject({
      count: 1,
      collections: [
        { id: collection.id, name: 'furniture', description: 'What we sell', records: 0, last_ingest_at: null },
      ],
    });
    expect(JSON.stringify(listed)).not.toContain(collection.secret);
  });

  it('accepts a record at the ingest URL without headers, and finds it immediately', async () => {
    const pushed = await ingest(chairs[0] as object);
    expect(pushed).toMatchObject({
      status: 200,
      body: { external_id: '101', status: 'created', embedded: true, workspace },
    });
    expect(await query({ query: '101' })).toMatchObject({
      match_type: 'exact_id',
      confidence: 'high',
      results: [{ external_id: '101', match_type: 'exact_id', relevance: 1 }],
    });
  });

  it('refuses only the malformed record of a batch', async () => {
    const records = [chairs[1], { name: 'no id' }, chairs[2]];
    const answer = await ok(`POST /ingest/${collection.secret}/batch`, { body: { records } });
    expect(answer).toMatchObject({
      accepted: 2,
      failed: 1,
      pending_embed: 2,
      results: [
        { external_id: '102', status: 'created', embedded: false },
        { index: 1, error: 'missing_id', message: expect.any(String), hint: expect.any(String) },
        { external_id: '103', status: 'created', embedded: false },
      ],
      workspace,
    });
  });

  it('embeds the pending records of a batch', async () => {
    let embedded = 0;
    for (let more = true; more; ) {
      const answer = await ok<{ embedded: number; more: boolean }>(`POST /ingest/${collection.secret}/embed-pending`);
      embedded += answer.embedded;
      more = answer.more;
    }
    // The background sweep may already have embedded some.
    expect(embedded).toBeLessThanOrEqual(2);
    const described = await ok('GET /collections/furniture/describe', { token });
    expect(described).toMatchObject({ records: 3, pending_embed: 0, failed_embed: 0, access: 'manage' });
  });

  it('is configured without losing a record, and describes itself', async () => {
    const answer = await ok('PATCH /collections/furniture', {
      token,
      body: {
        id_match_fields: ['code'],
        field_types: { price: 'number', kind: 'enum' },
        exposed_fields: ['name', 'price', 'code'],
        guidance: 'Prices are list prices.',
      },
    });
    expect(answer).toMatchObject({ reindex_required: expect.any(Boolean), guidance: 'Prices are list prices.' });
    const described = await ok<{ operations: string[] }>('GET /collections/furniture/describe', { token });
    expect(described).toMatchObject({
      name: 'furniture',
      id_field: 'id',
      id_match_fields: ['code'],
      filterable_fields: { price: 'number', kind: 'enum' },
      exposed_fields: ['name', 'price', 'code'],
      required_fields: [],
      unknown_policy: 'warn',
      append_only: false,
      guidance_source: 'collection_owner',
      records: 3,
    });
    expect(described.operations).toEqual(
      expect.arrayContaining(['query_collection', 'upsert_records', 'list_records']),
    );
  });

  it('is reindexed after a preview', async () => {
    const preview = await ok('POST /collections/furniture/reindex', { token });
    expect(preview).toMatchObject({ records: 3, would_reembed: expect.any(Number), applied: false });
    await ok('POST /collections/furniture/reindex?dry_run=false', { token });
    for (let more = true; more; ) {
      ({ more } = await ok<{ more: boolean }>(`POST /ingest/${collection.secret}/embed-pending`));
    }
    expect(await ok('POST /collections/furniture/reindex?dry_run=true', { token })).toMatchObject({ would_reembed: 0 });
  });

  it.each(['101', ' 101.0 ', 'CH-ERG-101'])('finds %j exactly', async (text) => {
    const answer = await query({ query: text });
    expect(answer).toMatchObject({ match_type: 'exact_id', confidence: 'high' });
    expect(answer.results[0]?.external_id).toBe('101');
    expect(answer.results[0]?.rendered).toContain('101');
  });

  it('finds a description by meaning, with permitted attributes only', async () => {
    const answer = await query({ query: 'electric standing desk', top_k: 2 });
    expect(answer.match_type).toBe('semantic');
    expect(answer.results.length).toBeLessThanOrEqual(2);
    expect(answer.results[0]).toMatchObject({ external_id: '103', match_type: 'semantic' });
    expect(Object.keys(answer.results[0]?.attributes ?? {}).sort()).toEqual(['code', 'name', 'price']);
  });

  it('returns none and never high for a missing record', async () => {
    const answer = await query({ query: 'submarine periscope hydraulic gasket' });
    expect(answer.confidence).toBe('none');
  });

  it('filters by declared type, with and without a query', async () => {
    const pure = await query({ filters: { price: { lte: 100 } } });
    expect(pure).toMatchObject({
      match_type: 'filter',
      confidence: 'high',
      results: [{ external_id: '102', relevance: 1 }],
    });
    const several = await query({ query: ' ', filters: { kind: 'chair' } });
    expect(several).toMatchObject({ match_type: 'filter', confidence: 'low' });
    expect(several.results.map((result) => result.external_id).sort()).toEqual(['101', '102']);
    const both = await query({ query: 'chair', filters: { price: { gt: 100 } } });
    expect(both.results[0]?.external_id).toBe('101');
    expect(both.results.map((result) => result.external_id)).not.toContain('102');
    // A record that a filter excludes is not an exact match.
    const excluded = await query({ query: '102', filters: { price: { gt: 100 } } });
    expect(excluded.results.map((result) => result.external_id)).not.toContain('102');
  });

  it('keeps the newer of two versions in any order of arrival', async () => {
    const version = (name: string, write_date: string) => ({ id: 104, name, write_date });
    await ok(`POST /ingest/${collection.secret}`, { body: version('new', '2026-02-02T00:00:00Z') });
    expect((await ingest(version('old', '2026-02-01 00:00:00'))).body).toMatchObject({ status: 'stale' });
    expect((await ingest(version('new', '2026-02-02T00:00:00Z'))).body).toMatchObject({ status: 'unchanged' });
    const record = await ok('GET /collections/furniture/records/104', { token });
    expect(record).toMatchObject({
      external_id: '104',
      attributes: { name: 'new' },
      write_date: '2026-02-02T00:00:00.000Z',
    });
  });

  it('accepts records from an agent, and stores nothing on a dry run', async () => {
    const records = [{ id: 105, name: 'Desk lamp' }];
    const path = 'POST /collections/furniture/records';
    const dry = await ok(path, { token, body: { records, dry_run: true } });
    expect(dry).toMatchObject({
      written: 1,
      failed: 0,
      dry_run: true,
      results: [{ external_id: '105', status: 'created' }],
    });
    await refused('404 record_not_found', 'GET /collections/furniture/records/105', { token });
    const wet = await ok(path, { token, body: { records } });
    expect(wet).toMatchObject({
      written: 1,
      dry_run: false,
      results: [{ status: 'created', embedded: true }],
      workspace,
    });
    const audit = await ok('GET /audit?action=collection.records_written', { token });
    expect(audit).toMatchObject({
      events: [{ detail: { collection: 'furniture', written: 1, external_ids: ['105'] } }],
    });
  });

  it('imports, lists, deletes and restores records', async () => {
    const records = [{ id: 106, name: 'Bookshelf' }];
    const imported = await ok('POST /collections/furniture/import', { token, body: { records } });
    expect(imported).toMatchObject({ imported: 1, failed: 0, embedded: 1, workspace });
    const page = await ok<{ records: object[]; count: number; next_cursor: string | null }>(
      'GET /collections/furniture/records?limit=2',
      { token },
    );
    expect(page).toMatchObject({ count: 6, next_cursor: expect.any(String) });
    expect(page.records).toHaveLength(2);

    const gone = { external_id: '106', status: 'tombstoned', workspace };
    expect(await ok('DELETE /collections/furniture/records/106', { token })).toEqual(gone);
    expect(await ok('DELETE /collections/furniture/records/106.0', { token })).toEqual(gone);
    await refused('404 record_not_found', 'GET /collections/furniture/records/106', { token });
    expect((await query({ query: '106' })).match_type).not.toBe('exact_id');
    expect((await ingest({ id: 106, name: 'Bookshelf' })).body).toMatchObject({ status: 'revived' });
  });

  it('reconciles with the ids of the source', async () => {
    const live = ['101', 102, '103.0', 'never-seen'];
    const answer = await ok('POST /collections/furniture/reconcile', { token, body: { live_ids: live.map(String) } });
    const kept = { kept_newer: 0, live: 3, unknown: 1 };
    expect(answer).toEqual({ tombstoned: 3, ...kept, dry_run: false, workspace });
    expect(await ok('GET /collections/furniture/describe', { token })).toMatchObject({ records: 3 });
  });

  it('rotates its secret, keeps its records and immediately refuses the old URL', async () => {
    const rotated = await ok<MadeCollection>('POST /collections/furniture/rotate-secret', { token });
    expect(rotated.secret).not.toBe(collection.secret);
    expect(rotated.ingest_url.endsWith(`/ingest/${rotated.secret}`)).toBe(true);
    const body = { id: 107, name: 'Stool' };
    await refused('401 invalid_ingest_secret', `POST /ingest/${collection.secret}`, { body });
    await refused('401 invalid_ingest_secret', `POST /ingest/${collection.secret}/batch`, {
      body: { records: [body] },
    });
    expect(await ok(`POST /ingest/${rotated.secret}`, { body })).toMatchObject({ status: 'created' });
    collection = rotated;
    expect(await ok('GET /collections/furniture/describe', { token })).toMatchObject({ records: 4 });
  });

  it('is deleted with all its data, after which its name can be used again', async () => {
    await ok('DELETE /collections/furniture', { token });
    await refused('404 collection_not_found', 'GET /collections/furniture/describe', { token });
    await refused('401 invalid_ingest_secret', `POST /ingest/${collection.secret}`, { body: { id: 1 } });
    await ok('POST /collections', { token, body: { name: 'furniture' } });
    expect(await ok('GET /collections/furniture/describe', { token })).toMatchObject({
      records: 0,
      last_ingest_at: null,
    });
  });
});
