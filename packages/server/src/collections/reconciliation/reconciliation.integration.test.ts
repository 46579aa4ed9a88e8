import { describe, expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { callersWorkspace } from '../testing/callers.js';
import { requireProtocol } from './testing/protocol-schemas.js';

const records = [
  { id: 1, name: 'Blue desk lamp', sku: 'L-100', price: 39.9, color: 'blue', cost: 17, tags: ['desk', 'led'] },
  { id: 2, name: 'Blue desk lamp', sku: 'L-101', price: 59, color: 'red', cost: 30 },
  { id: 3, name: '<script>alert(1)</script> & "lantern"', sku: 'L-300', price: 25, color: 'red', since: '2026-01-31' },
  { id: 4, name: 'Green armchair', sku: 'C-200', price: 240, color: 'green', cost: 90, stock: 3_000_000_000 },
];

const service = await startSuiteService();
const workspace = await callersWorkspace(service);
const other = await callersWorkspace(service);
await workspace.must('POST', '/collections', { name: 'products' });
await workspace.must('PATCH', '/collections/products', {
  id_match_fields: ['sku'],
  field_types: { price: 'number', color: 'enum', since: 'date' },
  exposed_fields: ['name', 'sku', 'price', 'color', 'tags', 'since', 'serial', 'stock'],
});
// A number beyond JavaScript's precision, inserted as text.
const sent = JSON.stringify({ records }).replace('"price":59', '"price":59,"serial":12345678901234567890');
await service.call('POST', '/collections/products/import', { ...workspace.admin, body: sent });

const at = '/collections/products/reconciliation-url';
const pathOf = (url: string) => new URL(url).pathname;
const newUrl = async (name = 'products', body?: object) =>
  pathOf((await workspace.must('POST', `/collections/${name}/reconciliation-url`, body)).url);
const url = await newUrl();

const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' };
const postForm = (path: string, form: Record<string, string>) =>
  service.call('POST', path, { headers: formHeaders, body: new URLSearchParams(form).toString() });
const get = (path: string, query: Record<string, string> = {}) =>
  service.call('GET', `${path}?${new URLSearchParams(query)}`);

async function reconcile(queries: object, path = url) {
  const { status, body } = await postForm(path, { queries: JSON.stringify(queries) });
  expect(status, JSON.stringify(body)).toBe(200);
  requireProtocol('results', body);
  return body;
}

async function extend(query: object, path = url) {
  const { status, body } = await postForm(path, { extend: JSON.stringify(query) });
  expect(status, JSON.stringify(body)).toBe(200);
  requireProtocol('extension', body);
  return body;
}

describe('reconcile.get', () => {
  it('describes the service', async () => {
    const { status, body } = await get(url);
    expect(status).toBe(200);
    requireProtocol('manifest', body);
    expect(body.versions).toEqual(['0.1', '0.2']);
    expect(pathOf(body.preview.url.replace('{{id}}', '1'))).toBe(`${url}/preview`);
    expect(body.suggest.entity.service_url + body.suggest.entity.service_path).toContain(`${url}/suggest/entity`);
    expect(JSON.stringify(body)).not.toContain('cost');
  });

  it('answers queries that are part of the URL', async () => {
    const { body } = await get(url, { queries: JSON.stringify({ a: { query: 'L-100' } }) });
    expect(body.a.result[0]).toMatchObject({ id: '1', match: true, score: 100 });
  });

  it('calls the function that a JSONP client names, if the name is plain', async () => {
    const { body, headers } = await get(url, { callback: 'jsonp_1', _: '1' });
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    const received: { name: string }[] = [];
    new Function('jsonp_1', body)((manifest: { name: string }) => received.push(manifest));
    expect(received).toEqual([expect.objectContaining({ versions: ['0.1', '0.2'] })]);
    for (const callback of ['alert(1)', 'a.b', 'a;b', '', '1a', '</script>', 'a\n', 'x'.repeat(101)]) {
      const refused = await get(url, { callback });
      expect([callback, refused.status, refused.body.error.code]).toEqual([callback, 400, 'invalid_request']);
    }
  });
});

describe('reconcile.query', () => {
  it('sets match only for the verdict high', async () => {
    const { exact, twice, words, none } = await reconcile({
      exact: { query: 'L-100' },
      twice: { query: 'blue desk lamp' },
      words: { query: 'green armchair' },
      none: { query: 'submarine periscope' },
    });
    expect(exact.result).toMatchObject([{ id: '1', name: 'Blue desk lamp', match: true, score: 100 }]);
    expect(twice.result.slice(0, 2).map(({ match }: { match: boolean }) => match)).toEqual([false, false]);
    expect(words.result[0]).toMatchObject({ id: '4', match: true, type: [{ id: 'products', name: 'products' }] });
    expect(none.result.some(({ match }: { match: boolean }) => match)).toBe(false);
    for (const { result } of [exact, twice, words, none]) {
      const scores = result.map(({ score }: { score: number }) => score);
      expect(scores).toEqual([...scores].sort((one, two) => two - one));
      expect(scores.every((score: number) => score >= 0 && score <= 100)).toBe(true);
    }
  });

  it('returns the verdict of resolve_records', async () => {
    const texts = ['L-100', '4', 'blue desk lamp', 'red lantern', 'armchair'];
    const { results } = await workspace.must('POST', '/collections/products/resolve', {
      queries: texts.map((query) => ({ query })),
    });
    const answered = await reconcile(Object.fromEntries(texts.map((query, index) => [`q${index}`, { query }])));
    texts.forEach((_, index) => {
      const [first] = answered[`q${index}`].result;
      expect(first?.match ? first.id : null).toBe(results[index].external_id);
    });
  });

  it('compares properties field by field', async () => {
    const { color, sku, wrong, id, entity, many } = await reconcile({
      color: { query: 'Blue desk lamp', properties: [{ pid: 'color', v: 'red' }] },
      sku: { properties: [{ pid: 'sku', v: 'L-101' }] },
      wrong: { query: 'Green armchair', properties: [{ pid: 'sku', v: 'X-999' }] },
      id: { query: 'L-300', properties: [{ pid: 'color', v: 'red' }] },
      entity: { query: 'Blue desk lamp', properties: [{ pid: 'color', v: { id: 'red', name: 'red' } }] },
      many: { query: 'Blue desk lamp', properties: [{ pid: 'color', v: ['red', 'orange'] }] },
    });
    expect(color.result[0]).toMatchObject({ id: '2' });
    expect(color.result[0].features).toContainEqual({ id: 'agrees:color', value: 1 });
    expect(sku.result[0]).toMatchObject({ id: '2', match: true });
    expect(wrong.result[0]).toMatchObject({ id: '4', match: false });
    expect(id.result[0]).toMatchObject({ id: '3', match: true });
    expect(entity.result[0]).toMatchObject({ id: '2' });
    expect(many.result[0]).toMatchObject({ id: '2' });
  });

  it('matches none of two records with the same identifier, even with a limit of one', async () => {
    await workspace.must('POST', '/collections', { name: 'twins' });
    await workspace.must('PATCH', '/collections/twins', { id_match_fields: ['sku'] });
    const twins = ['a', 'b'].map((id) => ({ id, name: `Lamp ${id}`, sku: 'T-100' }));
    await workspace.must('POST', '/collections/twins/import', { records: twins });
    const { twin } = await reconcile({ twin: { query: 'T-100', limit: 1 } }, await newUrl('twins'));
    expect(twin.result).toEqual([expect.objectContaining({ match: false })]);
  });

  it('applies the limit of each query', async () => {
    const { one, three, odd } = await reconcile({
      one: { query: 'blue desk lamp', limit: 1 },
      three: { query: 'lamp', limit: 3, type: 'products', type_strict: 'any' },
      odd: { query: 'lamp', limit: -5 },
    });
    expect(one.result).toHaveLength(1);
    expect(three.result.length).toBeLessThanOrEqual(3);
    expect(odd.result.length).toBeGreaterThan(0);
  });

  it('answers the valid queries of a batch that contains an invalid one', async () => {
    const {
      bad,
      empty,
      long,
      good,
      __proto__: hostile,
    } = await reconcile(
      JSON.parse('{"bad": {"query": ["x"]}, "empty": {}, "__proto__": {"query": "C-200"}, "good": {"query": "C-200"}}'),
    ).then((body) => ({ ...body, long: undefined }));
    expect(bad).toMatchObject({ result: [], error: expect.stringContaining('query') });
    expect(empty).toMatchObject({ result: [], error: expect.any(String) });
    expect(good.result[0].id).toBe('4');
    expect([long, hostile]).toHaveLength(2);
    expect(await reconcile({})).toEqual({});
  });

  it('reads null as absent, and says in words what is wrong with a query', async () => {
    const odd: object = await reconcile({
      ...{ absent: { query: 'C-200', properties: null, limit: null, type: null }, number: { query: 4, limit: '1' } },
      ...{ none: { query: null }, list: ['C-200'], limit: { query: 'lamp', limit: 'many' } },
      ...{ pid: { query: 'lamp', properties: [{ pid: 5, v: 1 }] } },
    });
    expect(odd).toMatchObject({ absent: { result: [{ id: '4' }] }, number: { result: [{ id: '4' }] } });
    expect(Object.entries(odd).flatMap(([, { error }]) => error ?? [])).toEqual([
      ...['The query needs `query` or `properties`.', 'The query must be an object.'],
      ...['limit must be a number.', 'properties.0.pid must be a string.'],
    ]);
  });

  it.each([
    ['no form', {}, 400, 'invalid_request'],
    ['no JSON', { queries: '{' }, 400, 'invalid_request'],
    ['a list', { queries: '[]' }, 400, 'invalid_request'],
    [
      'too many queries',
      { queries: JSON.stringify(Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`q${i}`, { query: 'x' }]))) },
      ...[413, 'payload_too_large'],
    ],
    ['an extension without ids', { extend: '{"properties": []}' }, 400, 'invalid_request'],
  ] as const)('refuses %s', async (_title, form, status, code) => {
    const answer = await postForm(url, form as Record<string, string>);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  });
});

describe('reconcile > fields that are not exposed', () => {
  it('are not compared, suggested, shown or extended', async () => {
    const { seen, hidden } = await reconcile({
      seen: { query: 'Blue desk lamp', properties: [{ pid: 'price', v: 59 }] },
      hidden: { query: 'Blue desk lamp', properties: [{ pid: 'cost', v: 30 }] },
    });
    expect(seen.result[0].id).toBe('2');
    expect(hidden.result[0]).toMatchObject({ match: false });
    expect(hidden.result[0].features.map(({ id }: { id: string }) => id)).toEqual(['relevance', 'agrees:name']);
    const { body: properties } = await get(`${url}/suggest/property`, { prefix: '' });
    requireProtocol('properties', properties);
    expect(properties.result.map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining(['name', 'sku', 'price', 'color', 'tags']),
    );
    const { body: proposed } = await get(`${url}/extend`, { type: 'products', limit: '500' });
    const preview = await get(`${url}/preview`, { id: '1' });
    const extended = await extend({ ids: ['1'], properties: [{ id: 'cost' }] });
    expect(extended.rows).toEqual({ '1': { cost: [] } });
    expect(JSON.stringify([properties, proposed, preview.body])).not.toMatch(/cost|17/);
  });
});

describe('reconcile.suggest_entity', () => {
  it('finds records by id, words and the start of a word', async () => {
    for (const prefix of ['4', 'C-200', 'green armchair', 'Green arm', 'armch', 'gre']) {
      const { status, body } = await get(`${url}/suggest/entity`, { prefix });
      expect(status).toBe(200);
      requireProtocol('entities', body);
      expect([prefix, body.result[0]]).toMatchObject([prefix, { id: '4', name: 'Green armchair' }]);
    }
  });

  it('continues at the cursor', async () => {
    const all = (await get(`${url}/suggest/entity`, { prefix: 'lamp' })).body.result;
    const rest = (await get(`${url}/suggest/entity`, { prefix: 'lamp', cursor: '1' })).body.result;
    expect(rest[0]).toEqual(all[1]);
  });
});

describe('reconcile.suggest_property', () => {
  it('finds fields by the start of a word', async () => {
    const { body } = await get(`${url}/suggest/property`, { prefix: 'PRI' });
    expect(body).toEqual({ result: [{ id: 'price', name: 'price' }] });
  });
});

describe('reconcile.preview', () => {
  it('returns an escaped page for a frame, without a script', async () => {
    const { status, body, headers } = await get(`${url}/preview`, { id: '3' });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=UTF-8');
    expect(headers.get('x-frame-options')).toBeNull();
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;lantern&quot;');
    expect(body).not.toContain('<script');
    expect((await get(`${url}/preview`, { id: '9' })).body.error.code).toBe('record_not_found');
  });
});

describe('reconcile.extend', () => {
  it('returns the values of fields as their type', async () => {
    const fields = ['name', 'price', 'tags', 'since', 'serial', 'stock', 'id', 'unheard_of'];
    const query = { ids: ['1', '2', '3', '4', 'gone'], properties: fields.map((id) => ({ id, settings: {} })) };
    const { meta, rows } = await extend(query);
    expect(meta.map(({ id }: { id: string }) => id)).toEqual(fields);
    expect(rows['1']).toMatchObject({
      ...{ name: [{ str: 'Blue desk lamp' }], price: [{ float: 39.9 }], tags: [{ str: 'desk' }, { str: 'led' }] },
      ...{ id: [{ str: '1' }], unheard_of: [] },
    });
    expect(rows['2']).toMatchObject({ price: [{ int: 59 }], serial: [{ str: '12345678901234567890' }] });
    expect(rows['3'].since).toEqual([{ date: '2026-01-31T00:00:00Z' }]);
    expect(rows['4'].stock).toEqual([{ float: 3_000_000_000 }]);
    expect(rows.gone.name).toEqual([]);
    const own = await postForm(`${url}/extend`, { extend: JSON.stringify(query) });
    expect(own.body).toEqual({ meta, rows });
  });
});

describe('reconcile.propose_properties', () => {
  it('lists the fields of the type, up to the limit', async () => {
    const { body } = await get(`${url}/extend`, { type: 'products', limit: '2' });
    expect(body).toMatchObject({ type: 'products', limit: 2, properties: [{ id: 'color' }, { id: 'id' }] });
  });
});

describe('collections.create_reconciliation_url', () => {
  it('returns the secret once, and invalidates the earlier URL immediately', async () => {
    await workspace.must('POST', '/collections', { name: 'rotated' });
    const made = await workspace.must('POST', '/collections/rotated/reconciliation-url');
    expect(Object.keys(made).sort()).toEqual(['note', 'previous_expires_at', 'secret', 'url', 'workspace']);
    expect(made.url).toBe(`${service.services.baseUrl}/reconcile/${made.secret}`);
    expect(made.workspace.id).toBe(workspace.id);
    const stored = JSON.stringify([
      await workspace.must('GET', '/collections/rotated/describe'),
      (await workspace.must('GET', '/audit', undefined, await workspace.session({ role: 'admin' }))).events,
    ]);
    expect(stored).toContain('collection.reconciliation_url_created');
    expect(stored).not.toContain(made.secret);
    expect((await get(pathOf(made.url))).status).toBe(200);
    const next = await newUrl('rotated');
    expect((await get(pathOf(made.url))).body.error.code).toBe('reconciliation_url_not_found');
    expect((await get(next)).status).toBe(200);
    await workspace.must('DELETE', '/collections/rotated/reconciliation-url');
    expect((await get(next)).status).toBe(404);
    const again = await service.call('DELETE', '/collections/rotated/reconciliation-url', workspace.admin);
    expect(again.body.error.code).toBe('reconciliation_url_not_found');
  });

  it('does not affect the ingest URL or other collections, and is deleted with the collection', async () => {
    const { secret } = await workspace.must('POST', '/collections', { name: 'ended' });
    const mine = await newUrl('ended');
    expect((await service.call('POST', `/ingest/${secret}`, { body: { id: 1, name: 'One' } })).status).toBe(200);
    expect((await service.call('POST', `/ingest${mine.slice('/reconcile'.length)}`, { body: { id: 1 } })).status).toBe(
      401,
    );
    expect((await get(`/reconcile/${secret}`)).status).toBe(404);
    await workspace.must('DELETE', '/collections/ended');
    expect((await get(mine)).status).toBe(404);
    await workspace.must('POST', '/collections', { name: 'ended' });
    expect((await get(mine)).status).toBe(404);
    expect((await get(url)).status).toBe(200);
  });

  it('reads the slice of its groups, and nothing after the groups are deleted', async () => {
    const group = await workspace.group('Red ones');
    await workspace.must('PUT', `/collections/products/grants/${group}`, {
      permission: 'read',
      filter: { color: 'red' },
    });
    await workspace.must('POST', '/collections', { name: 'sliced' });
    await workspace.must('PUT', `/collections/sliced/grants/${group}`, {
      permission: 'read',
      filter: { color: 'red' },
    });
    await workspace.must('POST', '/collections/sliced/import', { records });
    const mine = await newUrl('sliced', { groups: [group.toUpperCase()] });
    const { lamp, chair } = await reconcile({ lamp: { query: 'Blue desk lamp' }, chair: { query: '4' } }, mine);
    expect(lamp.result[0]).toMatchObject({ id: '2', match: true });
    expect(chair.result.map(({ id }: { id: string }) => id)).not.toContain('4');
    expect((await get(`${mine}/preview`, { id: '1' })).body.error.code).toBe('record_not_found');
    expect((await extend({ ids: ['1'], properties: [{ id: 'name' }] }, mine)).rows).toEqual({ '1': { name: [] } });
    const suggested = (await get(`${mine}/suggest/entity`, { prefix: 'green armchair' })).body.result;
    expect(suggested.map(({ id }: { id: string }) => id)).not.toContain('4');
    await workspace.must('DELETE', `/collections/sliced/grants/${group}`);
    expect((await get(mine)).body.error.code).toBe('collection_not_found');
  });

  it('rejects unknown groups, groups of other workspaces and an empty list', async () => {
    const foreign = await other.group();
    for (const [groups, code] of [
      [[foreign], 'group_not_found'],
      [['x'], 'group_not_found'],
      [[], 'invalid_request'],
    ] as const) {
      const { body } = await service.call('POST', at, { ...workspace.admin, body: { groups } });
      expect([groups, body.error.code]).toEqual([groups, code]);
    }
  });

  it("requires manage, in the collection's own workspace", async () => {
    const reader = await workspace.pinned({ role: 'member', access: 'read_only' });
    const writer = await workspace.sliceOf('written', { color: 'red' });
    const refusal = async (caller: object, path: string, method = 'POST') =>
      (await service.call(method, path, caller)).body.error.code;
    for (const method of ['POST', 'DELETE']) {
      expect(await refusal(reader, at, method)).toBe('operation_not_allowed');
      expect(await refusal(writer, '/collections/written/reconciliation-url', method)).toBe('operation_not_allowed');
      expect(await refusal(other.admin, at, method)).toBe('collection_not_found');
      expect(await refusal({}, at, method)).toBe('unauthenticated');
    }
  });
});

describe('reconcile > every route', () => {
  const routes = ['', '/suggest/entity', '/suggest/property', '/preview?id=1', '/extend'];

  it.each(routes)('%s returns 404 with CORS headers for an unknown secret', async (path) => {
    const { status, body, headers } = await service.call('GET', `/reconcile/${'A'.repeat(43)}${path}`);
    expect([status, body.error.code]).toEqual([404, 'reconciliation_url_not_found']);
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });

  it.each(routes)('%s allows cross-origin calls, which other routes do not', async (path) => {
    const headers = { origin: 'https://elsewhere.example' };
    const answer = await service.call('GET', url + path, { headers });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    const preflight = { ...headers, 'access-control-request-method': 'POST' };
    const asked = await service.call('OPTIONS', url + path.replace(/\?.*/, ''), { headers: preflight });
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    const elsewhere = await service.call('GET', '/collections', { ...workspace.admin, headers });
    expect(elsewhere.headers.get('access-control-allow-origin')).toBeNull();
  });
});
