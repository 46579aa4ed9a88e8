import { beforeAll, describe, expect, it, vi } from 'vitest';
import { startSuiteService } from '../../testing/service.js';

const service = await startSuiteService();
const workspace = await service.createWorkspace();
await service.call('POST', '/collections', { token: workspace.token, body: { name: 'parts' } });

describe('collections.update', () => {
  const call = (method: string, path: string, body?: unknown) =>
    service.call(method, `/collections/parts${path}`, {
      token: workspace.token,
      ...(body === undefined ? {} : { body }),
    });

  beforeAll(async () => {
    const records = Array.from({ length: 40 }, (_, index) => ({
      id: index + 1,
      name: `Part ${index + 1}`,
      sku: `SKU-${1000 + index}`,
      color: index % 2 ? 'red' : 'blue',
      price: index * 10,
    }));
    expect((await call('POST', '/import', { records })).body).toMatchObject({ imported: 40, failed: 0, embedded: 40 });
  });

  it('recomputes identifiers of existing records and reports a required reindex, without embedding', async () => {
    expect((await call('POST', '/query', { query: 'SKU-1007' })).body.match_type).toBe('semantic');
    const saved = await call('PATCH', '', {
      id_match_fields: ['sku'],
      field_types: { price: 'number', color: 'enum' },
      guidance: 'Ask by SKU.',
    });
    expect(saved.body).toMatchObject({
      reindex_required: true,
      id_match_fields: ['sku'],
      guidance: 'Ask by SKU.',
      filterable_fields: { price: 'number' },
      pending_embed: 0,
    });
    expect((await call('POST', '/query', { query: 'SKU-1007' })).body).toMatchObject({
      match_type: 'exact_id',
      confidence: 'high',
      results: [{ external_id: '8' }],
    });
  });

  it('previews a reindex; after applying it, embeds in the background without a further request', async () => {
    const preview = await call('POST', '/reindex');
    expect(preview.body).toMatchObject({ records: 40, would_reembed: 40, applied: false });
    expect((await call('POST', '/reindex?dry_run=false')).body).toMatchObject({ applied: true, reembedding: 40 });
    // The next periodic sweep is later than this timeout, so only the reindex can have embedded them.
    await vi.waitFor(async () => expect((await call('GET', '/describe')).body.pending_embed).toBe(0), {
      timeout: 30_000,
      interval: 50,
    });
    expect((await call('POST', '/reindex')).body.would_reembed).toBe(0);
    expect((await call('PATCH', '', { unknown_policy: 'accept' })).body.reindex_required).toBe(false);
  });

  it('rejects a field that is both identifier and semantic, and unknown keys', async () => {
    expect((await call('PATCH', '', { embed_fields: ['name', 'sku'] })).body.error.code).toBe('identifier_is_semantic');
    expect((await call('PATCH', '', { embed_field: ['name'] })).body.error.code).toBe('invalid_request');
    expect((await call('PATCH', '', {})).status).toBe(400);
  });

  it('rejects the same field for id and clock', async () => {
    for (const [body, path] of [
      [{ id_field: 'write_date' }, 'id_field'],
      [{ write_date_field: 'id', guidance: 'By id.' }, 'write_date_field'],
      [{ id_field: 'sku', write_date_field: 'sku' }, 'id_field'],
    ] as const) {
      const { status, body: answer } = await call('PATCH', '', body);
      expect({ status, error: answer.error }).toMatchObject({
        status: 400,
        error: { code: 'invalid_request', details: [{ path, message: expect.stringContaining('two different') }] },
      });
    }
    expect((await call('GET', '/describe')).body).toMatchObject({ id_field: 'id', guidance: 'Ask by SKU.' });
  });

  it('takes the configuration with the creation, with the rules of a later change', async () => {
    const create = (body: object) => service.call('POST', '/collections', { token: workspace.token, body });
    const keys = {
      id_field: 'sku',
      id_match_fields: ['ean'],
      field_types: { price: 'number' },
      synonyms: [['a', 'b']],
    };
    expect((await create({ name: 'ready', description: 'Ready', ...keys })).status).toBe(200);
    const at = (path: string, body?: object) =>
      service.call(body === undefined ? 'GET' : 'POST', `/collections/ready${path}`, {
        token: workspace.token,
        ...(body === undefined ? {} : { body }),
      });
    expect((await at('/fields')).body.configured).toMatchObject({ description: 'Ready', ...keys });
    expect((await at('/import', { records: [{ sku: 7, ean: '4006381333931' }] })).body).toMatchObject({ imported: 1 });
    expect((await at('/query', { query: '4006381333931' })).body.confidence).toBe('high');
    const both = await create({ name: 'never', embed_fields: ['sku'], id_match_fields: ['sku'] });
    expect(both.body.error.code).toBe('identifier_is_semantic');
    expect((await create({ name: 'never', id_match_field: ['sku'] })).body.error.code).toBe('invalid_request');
    expect((await create({ name: 'never' })).status).toBe(200);
  });

  it('shares a slice with a group, which can neither see nor write other records', async () => {
    const key = await service.call('POST', `/operator/workspaces/${workspace.id}/api-keys`, {
      token: service.operatorToken,
      body: { name: 'k', capabilities: ['manage_permissions'] },
    });
    const group = await service.call('POST', '/v1/groups', {
      token: key.body.secret,
      body: { name: 'reds', paths: ['docs/red/**'] },
    });
    const shared = await call('PUT', `/grants/${group.body.id}`, { permission: 'write', filter: { color: 'red' } });
    expect(shared.body).toMatchObject({ permission: 'write', filter: { color: 'red' } });
    const made = await service.call('POST', `/operator/workspaces/${workspace.id}/tokens`, {
      token: service.operatorToken,
      body: { name: 'red agent', role: 'member', access: 'read_write', groups: [group.body.id] },
    });
    const scoped = (method: string, path: string, body?: unknown) =>
      service.call(method, `/collections/parts${path}`, {
        token: made.body.secret,
        ...(body === undefined ? {} : { body }),
      });
    expect((await scoped('GET', '/describe')).body).toMatchObject({
      access: 'write',
      records: 20,
      record_filter: { color: 'red' },
    });
    expect((await scoped('GET', '/records/1')).status).toBe(404);
    expect(
      (await scoped('POST', '/query', { query: 'SKU-1000' })).body.results.map(
        (r: { external_id: string }) => r.external_id,
      ),
    ).not.toContain('1');
    const written = await scoped('POST', '/records', {
      records: [
        { id: 1, name: 'mine now' },
        { id: 'r1', name: 'new' },
        { id: 'r2', color: 'blue' },
      ],
    });
    expect(written.body.results).toMatchObject([
      { error: 'outside_slice' },
      { status: 'created' },
      { error: 'outside_slice' },
    ]);
    expect((await call('GET', '/records/r1')).body.attributes.color).toBe('red');
    expect((await scoped('PATCH', '', { append_only: true })).body.error).toMatchObject({
      code: 'operation_not_allowed',
      operation: 'update_collection',
    });
    expect((await scoped('POST', '/reconcile', { live_ids: ['r1'] })).body).toMatchObject({ tombstoned: 20, live: 1 });
    expect((await call('GET', '/records/1')).status).toBe(200);
  });
});
