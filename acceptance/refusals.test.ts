import { beforeAll, describe, expect, inject, it } from 'vitest';
import {
  type CallOptions,
  type MadeCollection,
  makeCollection,
  makeToken,
  makeWorkspace,
  ok,
  refused,
} from './http.js';

const json = { 'content-type': 'application/json' };
const nested = (levels: number): unknown => (levels === 0 ? 1 : { deeper: nested(levels - 1) });
const fields = (count: number): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`field_${index}`, index]));

let token: string;
let readToken: string;
let collection: MadeCollection;
let strict: MadeCollection;
let appendOnly: MadeCollection;

beforeAll(async () => {
  const workspace = await makeWorkspace();
  token = await makeToken(workspace.id);
  readToken = await makeToken(workspace.id, { role: 'member', access: 'read_only' });
  collection = await makeCollection(token, [{ id: 1, name: 'Chair' }]);
  strict = await makeCollection(token);
  appendOnly = await makeCollection(token, [{ id: 1, name: 'Paid' }]);
  await ok(`PATCH /collections/${strict.name}`, {
    token,
    body: { required_fields: ['name'], unknown_policy: 'reject', field_types: { price: 'number' } },
  });
  await ok(`PATCH /collections/${appendOnly.name}`, { token, body: { append_only: true } });
});

/**
 * Replaces `{c}`, `{strict}` and `{append}` by collections, and `{secret}` and `{strict_secret}` by their ingest
 * secrets.
 */
function address(request: string): string {
  return request
    .replace('{c}', collection.name)
    .replace('{strict}', strict.name)
    .replace('{append}', appendOnly.name)
    .replace('{secret}', collection.secret)
    .replace('{strict_secret}', strict.secret)
    .replace('{append_secret}', appendOnly.secret);
}

interface Row extends Omit<CallOptions, 'token'> {
  /** The exact status and code. */
  readonly expected: string;
  readonly request: string;
  /** By default an admin's token with write access. */
  readonly as?: 'nobody' | 'read-only' | 'malformed' | 'unknown' | 'operator';
}

function credential(row: Row): string | undefined {
  const unknown = `svc_tk_${'A'.repeat(43)}`;
  const byName = {
    nobody: undefined,
    'read-only': readToken,
    malformed: 'nonsense',
    unknown,
    operator: inject('target').operatorToken,
  };
  return row.as ? byName[row.as] : token;
}

const badRequests: readonly Row[] = [
  { expected: '400 invalid_json', request: 'POST /collections', raw: '{"name":', headers: json },
  { expected: '400 invalid_json', request: 'POST /ingest/{secret}', raw: '{', headers: json },
  { expected: '400 invalid_request', request: 'POST /collections', body: {} },
  { expected: '400 invalid_request', request: 'POST /collections', body: { name: 'Upper Case' } },
  { expected: '400 invalid_request', request: 'POST /collections', body: { name: 'a'.repeat(65) } },
  {
    expected: '400 invalid_request',
    request: 'POST /collections',
    body: { name: 'fine', colour: 'a typo is never dropped' },
  },
  { expected: '400 invalid_request', request: 'POST /collections', body: [] },
  { expected: '400 invalid_request', request: 'POST /collections/{c}/query', body: {} },
  { expected: '400 invalid_request', request: 'POST /collections/{c}/query', body: { query: 'x', top_k: 101 } },
  { expected: '400 invalid_request', request: 'POST /collections/{c}/query', body: { query: 'x', top_k: 0 } },
  { expected: '400 invalid_request', request: 'POST /collections/{c}/query', body: { query: 'x'.repeat(2001) } },
  { expected: '400 invalid_request', request: 'POST /collections/{c}/query', body: { filters: { name: { near: 1 } } } },
  { expected: '400 invalid_request', request: 'POST /collections/{c}/query', body: { filters: 'name' } },
  { expected: '400 invalid_request', request: 'POST /ingest/{secret}', body: [{ id: 1 }] },
  { expected: '400 invalid_request', request: 'POST /ingest/{secret}', body: 'x' },
  { expected: '400 invalid_request', request: 'POST /ingest/{secret}', body: 5 },
  { expected: '400 invalid_request', request: 'POST /ingest/{secret}', body: null },
  { expected: '400 invalid_request', request: 'POST /ingest/{secret}', raw: '{"id":1,"n":1e2000}', headers: json },
  { expected: '400 invalid_request', request: 'GET /collections/{c}/records?limit=501' },
  { expected: '400 invalid_request', request: 'GET /collections/{c}/records?limit=0' },
  { expected: '400 invalid_request', request: 'GET /collections/{c}/records?lmit=5' },
  { expected: '400 invalid_request', request: 'PATCH /collections/{c}', body: { unknown_policy: 'maybe' } },
  { expected: '400 invalid_request', request: 'PATCH /collections/{c}', body: { field_types: { price: 'money' } } },
  { expected: '400 invalid_request', request: 'POST /collections/{c}/reconcile', body: { live_ids: 'all' } },
  { expected: '400 empty_live_ids', request: 'POST /collections/{c}/reconcile', body: { live_ids: [] } },
  {
    expected: '400 identifier_is_semantic',
    request: 'PATCH /collections/{c}',
    body: { id_match_fields: ['sku'], embed_fields: ['name', 'sku'] },
  },
  {
    expected: '400 too_many_records',
    request: 'POST /ingest/{secret}/batch',
    body: { records: Array(501).fill({ id: 1 }) },
  },
  {
    expected: '400 too_many_records',
    request: 'POST /collections/{c}/import',
    body: { records: Array(501).fill({ id: 1 }) },
  },
  {
    expected: '400 too_many_records',
    request: 'POST /collections/{c}/records',
    body: { records: Array(501).fill({ id: 1 }) },
  },
  { expected: '400 too_many_fields', request: 'POST /ingest/{secret}', body: { id: 1, ...fields(500) } },
  { expected: '400 too_deep', request: 'POST /ingest/{secret}', body: { id: 1, deep: nested(8) } },
  { expected: '400 invalid_workspace_id', request: 'GET /collections', headers: { 'x-svc-workspace': 'my-slug' } },
  {
    expected: '400 workspace_header_not_allowed',
    request: 'GET /workspaces',
    headers: { 'x-svc-workspace': '00000000-0000-4000-8000-000000000000' },
  },
];

const wrongCallers: readonly Row[] = [
  { expected: '401 unauthenticated', request: 'GET /collections', as: 'nobody' },
  { expected: '401 unauthenticated', request: 'GET /collections', as: 'malformed' },
  { expected: '401 invalid_credential', request: 'GET /collections', as: 'unknown' },
  { expected: '401 invalid_ingest_secret', request: `POST /ingest/${'A'.repeat(43)}`, body: { id: 1 }, as: 'nobody' },
  { expected: '401 invalid_ingest_secret', request: 'POST /ingest/short/embed-pending', as: 'nobody' },
  { expected: '401 unauthenticated', request: 'GET /v1/members', as: 'nobody' },
  { expected: '401 invalid_credential', request: 'GET /v1/members' },
  { expected: '401 unauthenticated', request: 'GET /operator/workspaces', as: 'nobody' },
  {
    expected: '403 operation_not_allowed',
    request: 'POST /collections/{c}/records',
    body: { records: [] },
    as: 'read-only',
  },
  { expected: '403 operation_not_allowed', request: 'DELETE /collections/{c}', as: 'read-only' },
];

const missing: readonly Row[] = [
  { expected: '404 collection_not_found', request: 'GET /collections/absent/describe' },
  { expected: '404 collection_not_found', request: 'POST /collections/absent/query', body: { query: 'x' } },
  { expected: '404 collection_not_found', request: 'DELETE /collections/absent' },
  { expected: '404 record_not_found', request: 'GET /collections/{c}/records/absent' },
  { expected: '404 record_not_found', request: 'DELETE /collections/{c}/records/absent' },
  { expected: '404 grant_not_found', request: 'GET /collections/{c}/grants/00000000-0000-4000-8000-000000000000' },
  {
    expected: '404 group_not_found',
    request: 'PUT /collections/{c}/grants/00000000-0000-4000-8000-000000000000',
    body: { permission: 'read' },
  },
  { expected: '404 route_not_found', request: 'GET /no/such/route' },
  { expected: '404 route_not_found', request: 'GET /no/such/route', as: 'nobody' },
];

const conflicts: readonly Row[] = [
  { expected: '405 method_not_allowed', request: 'PUT /collections' },
  { expected: '405 method_not_allowed', request: 'DELETE /ingest/{secret}', as: 'nobody' },
  {
    expected: '409 append_only',
    request: 'POST /ingest/{append_secret}',
    body: { id: 1, name: 'Refunded' },
    as: 'nobody',
  },
  { expected: '409 append_only', request: 'DELETE /collections/{append}/records/1' },
  { expected: '409 append_only', request: 'POST /collections/{append}/reconcile', body: { live_ids: ['2'] } },
  {
    expected: '409 workspace_conflict',
    request: 'GET /collections',
    headers: { 'x-svc-workspace': '00000000-0000-4000-8000-000000000000' },
  },
  {
    expected: '415 unsupported_media_type',
    request: 'POST /collections',
    raw: 'name=x',
    headers: { 'content-type': 'text/plain' },
  },
  {
    expected: '415 unsupported_media_type',
    request: 'POST /ingest/{secret}',
    raw: 'id=1',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  },
];

const refusedRecords: readonly Row[] = [
  { expected: '422 missing_id', request: 'POST /ingest/{secret}', body: { name: 'nameless' } },
  { expected: '422 missing_id', request: 'POST /ingest/{secret}', body: { id: null } },
  { expected: '422 missing_id', request: 'POST /ingest/{secret}', body: { id: ' ' } },
  { expected: '422 invalid_id', request: 'POST /ingest/{secret}', body: { id: 'x'.repeat(513) } },
  { expected: '422 invalid_id', request: 'POST /ingest/{secret}', body: { id: { nested: 1 } } },
  { expected: '422 invalid_text', request: 'POST /ingest/{secret}', body: { id: 2, name: 'NUL \u0000 inside' } },
  {
    expected: '422 invalid_text',
    request: 'POST /ingest/{secret}',
    raw: '{"id":2,"name":"half \\ud800"}',
    headers: json,
  },
  { expected: '422 missing_required_field', request: 'POST /ingest/{strict_secret}', body: { id: 2 } },
  { expected: '422 missing_required_field', request: 'POST /ingest/{strict_secret}', body: { id: 2, name: '' } },
  { expected: '422 unknown_field', request: 'POST /ingest/{strict_secret}', body: { id: 2, name: 'x', colour: 'red' } },
];

describe.each([
  ['a bad request', badRequests],
  ['a caller who may not', wrongCallers],
  ['something that is not there', missing],
  ['a wrong method, type or state', conflicts],
  ['a record that breaks its contract', refusedRecords],
])('%s', (_title, rows) => {
  it.each(rows)('$expected: $request #$#', async (row) => {
    const { raw, body, headers } = row;
    const sent = { token: credential(row), ...(raw === undefined ? {} : { raw }), ...(headers ? { headers } : {}) };
    const answer = await refused(row.expected, address(row.request), body === undefined ? sent : { ...sent, body });
    if (answer.status === 405) expect(answer.headers.get('allow')).toMatch(/[A-Z]+/);
    if (row.expected.endsWith('invalid_request')) {
      expect(answer.body.error.details).toEqual(
        expect.arrayContaining([{ path: expect.any(String), message: expect.any(String) }]),
      );
    }
    if (answer.status === 422) expect(answer.body.error).toMatchObject({ hint: expect.any(String) });
  });
});

describe('limits', () => {
  it('refuse bodies over 512 KiB at ingest and over 8 MiB at import with 413', async () => {
    const filler = (bytes: number) => JSON.stringify({ records: [{ id: 1, name: 'x'.repeat(bytes) }] });
    const large = { raw: filler(524_288), headers: json, token };
    await refused('413 payload_too_large', address('POST /ingest/{secret}/batch'), large);
    await ok(address('POST /collections/{c}/import'), large);
    const tooLarge = { raw: filler(8 * 1024 * 1024), headers: json, token };
    await refused('413 payload_too_large', address('POST /collections/{c}/import'), tooLarge);
  });

  it('accept exactly 500 fields, 8 levels and 500 records', async () => {
    const { id: _id, ...rest } = { id: 0, ...fields(499) };
    await ok(address('POST /ingest/{secret}'), { body: { id: 5, ...rest } });
    await ok(address('POST /ingest/{secret}'), { body: { id: 6, deep: nested(7) } });
    const records = Array.from({ length: 500 }, (_, index) => ({ id: `bulk-${index}`, name: `Thing ${index}` }));
    expect(await ok(address('POST /ingest/{secret}/batch'), { body: { records } })).toMatchObject({ accepted: 500 });
  });

  it('refuse a record with too many fields or levels without affecting the others of its batch', async () => {
    const records = [
      { id: 7, ...fields(500) },
      { id: 8, deep: nested(8) },
      { id: 9, name: 'Fine' },
    ];
    const answer = await ok(address('POST /collections/{c}/import'), { token, body: { records } });
    expect(answer).toMatchObject({
      imported: 1,
      failed: 2,
      results: [{ index: 0, error: 'too_many_fields' }, { index: 1, error: 'too_deep' }, { external_id: '9' }],
    });
  });

  it('refuse an existing collection name as a conflict', async () => {
    await refused('409 collection_exists', 'POST /collections', { token, body: { name: collection.name } });
  });
});
