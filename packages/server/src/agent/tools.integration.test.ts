import { tools } from '@tessera/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { startSuiteService } from '../testing/service.js';
import { connectAgent, listen } from './testing/agents.js';
import { postToRelay, toolCall } from './testing/relay-request.js';
import { agentWorkspace } from './testing/workspaces.js';

const records = [
  { id: 1, sku: 'LMP-100', title: 'Blue desk lamp', price: 39 },
  { id: 2, sku: 'CHR-200', title: 'Oak dining chair', price: 120 },
];

const service = await startSuiteService({ SVC_DAILY_WRITE_CAP: '100' });
const server = await listen(service.app);
const shop = await agentWorkspace(service, 'Shop');
const token = await shop.pinned({ name: 'stock keeper' });
const agent = await connectAgent(server.url, token);
afterAll(async () => {
  await agent.close();
  await server.close();
});

async function auditOf(action: string) {
  return (await shop.http('GET', `/audit?action=${action}`)).events;
}

describe('the list of tools', () => {
  it('contains all tools for an agent of a whole workspace, except those that choose a workspace', async () => {
    const listed = await agent.toolNames();
    expect(listed).toEqual(tools.map(({ name }) => name).filter((name) => name !== 'list_workspaces'));
  });

  it('has a `workspace` argument for reads but not for writes, and describes both', async () => {
    for (const { name, title, description, inputSchema, outputSchema, annotations } of (await agent.client.listTools())
      .tools) {
      const takesWorkspace = 'workspace' in (inputSchema.properties ?? {});
      expect([name, takesWorkspace]).toEqual([name, annotations?.readOnlyHint === true]);
      expect([title, description, outputSchema?.type].every(Boolean)).toBe(true);
    }
  });

  it('refers from query_collection to describe_collection', async () => {
    const { tools: listed } = await agent.client.listTools();
    const query = listed.find(({ name }) => name === 'query_collection');
    expect(query?.description).toContain('describe_collection first');
  });
});

describe('an agent that starts with an empty workspace', () => {
  it('creates a collection and receives its ingest URL once', async () => {
    const { body } = await agent.call('create_collection', { name: 'products', description: 'What we sell' });
    expect(body).toMatchObject({ name: 'products', workspace: { id: shop.id, slug: shop.slug } });
    expect(body.ingest_url).toContain(`/ingest/${body.secret}`);
  });

  it('checks records without storing them, then writes them under its own name', async () => {
    const checked = await agent.call('upsert_records', { collection: 'products', records, dry_run: true });
    expect(checked.body).toMatchObject({ written: 2, failed: 0, dry_run: true });
    expect((await agent.call('list_collections')).body.collections[0].records).toBe(0);
    const written = await agent.call('upsert_records', { collection: 'products', records });
    expect(written.body).toMatchObject({ written: 2, failed: 0, workspace: { id: shop.id } });
    const [event] = await auditOf('collection.records_written');
    expect(event).toMatchObject({
      actor: { kind: 'pinned_token', name: 'stock keeper' },
      detail: { collection: 'products', written: 2, stale: 0, failed: 0, external_ids: ['1', '2'] },
    });
  });

  it('receives each failed record with its reason, while the others are written', async () => {
    const { isError, body } = await agent.call('upsert_records', {
      collection: 'products',
      records: [{ sku: 'X' }, records[0]],
    });
    expect(isError).toBe(false);
    expect(body).toMatchObject({ written: 1, failed: 1 });
    expect(body.results[0]).toMatchObject({ index: 0, error: 'missing_id', hint: expect.any(String) });
  });

  it('inspects fields and declares their roles', async () => {
    const { body } = await agent.call('collection_fields', { name: 'products' });
    expect(body).toMatchObject({ sampled_records: 2, unknown_fields: [] });
    const configured = await agent.call('update_collection', {
      name: 'products',
      id_match_fields: ['sku'],
      field_types: { price: 'number' },
      guidance: 'Prices change hourly.',
    });
    expect(configured.body).toMatchObject({ id_match_fields: ['sku'], workspace: { id: shop.id } });
  });

  it('previews a reindex by default and applies it on request', async () => {
    expect((await agent.call('reindex_collection', { name: 'products' })).body.applied).toBe(false);
    const applied = await agent.call('reindex_collection', { name: 'products', dry_run: false });
    expect(applied.body).toMatchObject({ applied: true, workspace: { id: shop.id } });
  });

  it('reads how to use the collection, and its own rights in it', async () => {
    const { body } = await agent.call('describe_collection', { name: 'products' });
    expect(body).toMatchObject({
      access: 'manage',
      guidance: 'Prices change hourly.',
      guidance_source: 'collection_owner',
    });
    expect(body.operations).toEqual(
      expect.arrayContaining(['query_collection', 'upsert_records', 'delete_collection']),
    );
  });

  it('resolves a code, words and a filter, each with its verdict', async () => {
    const exact = await agent.call('query_collection', { collection: 'products', query: 'LMP-100' });
    expect(exact.body).toMatchObject({ match_type: 'exact_id', confidence: 'high', results: [{ external_id: '1' }] });
    const words = await agent.call('query_collection', { collection: 'products', query: 'oak chair' });
    expect(words.body).toMatchObject({ match_type: 'semantic', results: [{ external_id: '2' }, {}] });
    const filters = { price: { lte: 50 } };
    const filtered = await agent.call('query_collection', { collection: 'products', query: '', filters });
    expect(filtered.body).toMatchObject({ match_type: 'filter', results: [{ external_id: '1' }] });
    for (const none of [{}, { query: null }]) {
      const { body } = await agent.call('query_collection', { collection: 'products', filters, ...none });
      expect(body).toEqual(filtered.body);
    }
  });

  it('gets one record by its id, as text or as a number', async () => {
    const { body } = await agent.call('get_record', { collection: 'products', external_id: 2 });
    expect(body).toMatchObject({ external_id: '2', attributes: { title: 'Oak dining chair' } });
    expect((await agent.call('get_record', { collection: 'products', external_id: '2' })).body).toEqual(body);
  });

  it('returns the same as the HTTP route, as structure and as text', async () => {
    for (const [name, args, method, path, body] of [
      ['list_collections', {}, 'GET', '/collections'],
      ['describe_collection', { name: 'products' }, 'GET', '/collections/products/describe'],
      ['get_record', { collection: 'products', external_id: '1' }, 'GET', '/collections/products/records/1'],
      [
        'query_collection',
        { collection: 'products', query: 'lamp', top_k: 1 },
        'POST',
        '/collections/products/query',
        { query: 'lamp', top_k: 1 },
      ],
    ] as const) {
      const { body: said, result } = await agent.call(name, args);
      const overHttp = await service.call(method, path, { token, ...(body === undefined ? {} : { body }) });
      expect(said).toEqual(overHttp.body);
      expect(result.structuredContent).toEqual(said);
      expect(result.content).toHaveLength(1);
    }
  });

  it('returns short answers by default: ten results of one line each', async () => {
    const many = Array.from({ length: 30 }, (_, index) => ({ id: 100 + index, title: `Lamp number ${index}` }));
    await agent.call('upsert_records', { collection: 'products', records: many });
    const { body } = await agent.call('query_collection', { collection: 'products', query: 'lamp' });
    expect(body.results).toHaveLength(10);
    for (const { rendered } of body.results) {
      expect(rendered).not.toContain('\n');
    }
    const more = await agent.call('query_collection', { collection: 'products', query: 'lamp', top_k: 20 });
    expect(more.body.results).toHaveLength(20);
  });

  it('deletes a record, replaces the ingest URL and deletes the collection', async () => {
    const deleted = await agent.call('delete_record', { collection: 'products', external_id: 1 });
    expect(deleted.body).toMatchObject({ external_id: '1', status: 'tombstoned', workspace: { id: shop.id } });
    const replaced = await agent.call('regenerate_ingest_url', { name: 'products' });
    expect(replaced.body.ingest_url).toContain('/ingest/');
    const gone = await agent.call('delete_collection', { name: 'products' });
    expect(gone.body).toMatchObject({ name: 'products', deleted: true, workspace: { id: shop.id } });
  });
});

describe('a refusal', () => {
  it.each([
    ['describe_collection', { name: 'nothing' }, 'collection_not_found'],
    ['get_record', { collection: 'orders', external_id: 'nothing' }, 'record_not_found'],
    ['create_collection', { name: 'orders' }, 'collection_exists'],
    ['create_collection', { name: 'Not A Name' }, 'invalid_request'],
    ['query_collection', { collection: 'orders' }, 'invalid_request'],
    ['query_collection', { collection: 'orders', query: 'x', top_k: 101 }, 'invalid_request'],
    ['query_collection', { collection: 'orders', query: 'x', filter: {} }, 'invalid_request'],
    ['get_record', { collection: 'orders', external_id: 2 ** 60 }, 'invalid_request'],
    ['update_collection', { name: 'orders', id_match_fields: ['a'], embed_fields: ['a'] }, 'identifier_is_semantic'],
    ['upsert_records', { collection: 'orders', records: Array(501).fill({ id: 1 }) }, 'too_many_records'],
    [
      'upsert_records',
      { collection: 'orders', records: [{ id: 1 }], workspace: '00000000-0000-4000-8000-000000000000' },
      'invalid_request',
    ],
    ['list_workspaces', {}, 'operation_not_allowed'],
    ['list_collections', { workspace: '00000000-0000-4000-8000-000000000000' }, 'not_a_member'],
    ['list_collections', { workspace: 'shop' }, 'invalid_workspace_id'],
    ['list_collections', { workspace: 7 }, 'invalid_request'],
  ])('by %s %j is a tool error with the envelope', async (name, args, code) => {
    await shop.fill('orders', [{ id: 1 }]).catch(() => undefined);
    const { isError, body, result } = await agent.call(name, args);
    expect([isError, body.error?.code]).toEqual([true, code]);
    expect(body.error.message).toMatch(/[^.]\.$/);
    expect(result.structuredContent).toBeUndefined();
  });

  it('to change or delete append-only records names each of these records', async () => {
    await shop.http('POST', '/collections', { name: 'events' });
    await agent.call('update_collection', { name: 'events', append_only: true });
    const event = { id: 'e1', title: 'Opened' };
    expect((await agent.call('upsert_records', { collection: 'events', records: [event] })).body.written).toBe(1);
    const changed = { ...event, title: 'Closed' };
    const { isError, body } = await agent.call('upsert_records', { collection: 'events', records: [changed] });
    expect([isError, body.results[0].error]).toEqual([false, 'append_only']);
    const deleted = await agent.call('delete_record', { collection: 'events', external_id: 'e1' });
    expect([deleted.isError, deleted.body.error.code]).toEqual([true, 'append_only']);
    const { attributes } = (await agent.call('get_record', { collection: 'events', external_id: 'e1' })).body;
    expect(attributes.title).toBe('Opened');
  });

  it('to write outside of its slice names each record, and the other records are written', async () => {
    const group = await shop.group();
    await shop.fill('paints', [{ id: 'b1', color: 'blue' }]);
    await shop.http('PUT', `/collections/paints/grants/${group}`, { permission: 'write', filter: { color: 'red' } });
    const confined = await connectAgent(server.url, await shop.pinned({ groups: [group] }));
    const paints = [{ id: 'b1', color: 'red' }, { id: 'b2', color: 'blue' }, { id: 'r1' }];
    const { isError, body } = await confined.call('upsert_records', { collection: 'paints', records: paints });
    expect([isError, body.written, body.failed]).toEqual([false, 1, 2]);
    expect(body.results).toMatchObject([{ error: 'outside_slice' }, { error: 'outside_slice' }, { status: 'created' }]);
    expect((await agent.call('get_record', { collection: 'paints', external_id: 'b1' })).body.attributes.color).toBe(
      'blue',
    );
    await confined.close();
  });

  it('to exceed the daily cap writes nothing of the call', async () => {
    await shop.http('POST', '/collections', { name: 'flood' });
    const eager = await connectAgent(server.url, await shop.pinned({ name: 'eager' }));
    const flood = Array.from({ length: 101 }, (_, index) => ({ id: index }));
    const { isError, body } = await eager.call('upsert_records', { collection: 'flood', records: flood });
    expect([isError, body.error.code]).toEqual([true, 'daily_write_cap']);
    const within = await eager.call('upsert_records', { collection: 'flood', records: flood.slice(0, 100) });
    expect([within.isError, within.body.written]).toEqual([false, 100]);
    await eager.close();
  });

  it('says that writes cannot choose a workspace', async () => {
    const { body } = await agent.call('delete_record', { collection: 'orders', external_id: '1', workspace: shop.id });
    expect(body.error).toMatchObject({ code: 'invalid_request', details: [{ path: 'workspace' }] });
    expect(body.error.message).toContain('leave `workspace` out');
  });
});

describe('an id beyond the integers of a double', () => {
  it('is the same for the tools that write, get and delete', async () => {
    const id = '12345678901234567893';
    const neighbour = '12345678901234567892';
    await shop.http('POST', '/collections', { name: 'long-ids' });
    const send = async (name: string, args: string) => {
      const { body } = await postToRelay(server.url, { token, message: toolCall(name, args) });
      return JSON.parse(body.result.content[0].text);
    };
    const one = (sent: string) => `{"collection":"long-ids","external_id":${sent}}`;
    await send('upsert_records', `{"collection":"long-ids","records":[{"id":${id}},{"id":${neighbour}}]}`);
    for (const sent of [id, `"${id}"`, `${id}.0`]) {
      expect(await send('get_record', one(sent))).toMatchObject({ external_id: id });
    }
    expect(await send('delete_record', one(id))).toMatchObject({ external_id: id, status: 'tombstoned' });
    expect((await send('get_record', one(id))).error.code).toBe('record_not_found');
    expect(await send('get_record', one(neighbour))).toMatchObject({ external_id: neighbour });
  });
});
