import { limits, type OperationId, type RouteDefinition, routes } from '@tessera/contract';
import { expect, it } from 'vitest';
import { startServedService } from '../testing/served-service.js';

const service = await startServedService();

type Sent = readonly [path: string, body?: unknown, method?: string];

/** Creates a workspace with a collection, and returns a call of each route that takes turns. */
async function prepare() {
  const { id, token } = await service.createWorkspace();
  const { body: key } = await service.call('POST', `/operator/workspaces/${id}/api-keys`, {
    token: service.operatorToken,
    body: { name: 'key', capability: 'manage_members' },
  });
  const { body: created } = await service.call('POST', '/collections', { token, body: { name: 'lamps' } });
  const ingest = `/ingest/${created.secret}`;
  const admin = { token, body: {} };
  const { body: url } = await service.call('POST', '/collections/lamps/reconciliation-url', admin);
  const reconcile = `/reconcile/${url.secret}`;
  await service.call('POST', '/repos', { token, body: { name: 'docs' } });
  const correction = { query: 'reading lamp', external_id: null };
  const { body: corrected } = await service.call('POST', '/collections/lamps/corrections', { token, body: correction });
  const records = [1, 2].map((id) => ({ id, name: `Desk lamp ${id}` }));
  const calls: Partial<Record<OperationId, Sent>> = {
    'collections.import_records': ['/collections/lamps/import', { records }],
    'collections.upsert_records': ['/collections/lamps/records', { records }],
    'collections.reconcile_records': ['/collections/lamps/reconcile', { live_ids: [1, 2] }],
    'collections.revert_records': ['/collections/lamps/revert', { request_id: 'none' }],
    'collections.reindex': ['/collections/lamps/reindex'],
    'collections.update': ['/collections/lamps', { id_match_fields: ['code'] }, 'PATCH'],
    'collections.fields': ['/collections/lamps/fields', undefined, 'GET'],
    'collections.find': ['/resolve', { query: 'desk lamp' }],
    'collections.resolve_records': ['/collections/lamps/resolve', { queries: [{ query: 'desk lamp' }] }],
    'collections.correct_resolution': [
      '/collections/lamps/corrections',
      { query: 'lamp', external_id: null, dry_run: true },
    ],
    'collections.delete_correction': [
      `/collections/lamps/corrections/${corrected.id}?dry_run=true`,
      undefined,
      'DELETE',
    ],
    'collections.evaluate': ['/collections/lamps/evaluate', { cases: [{ query: 'desk lamp', external_id: null }] }],
    'ingest.record': [ingest, records[0]],
    'ingest.batch': [`${ingest}/batch`, { records }],
    'ingest.embed_pending': [`${ingest}/embed-pending`],
    'reconcile.get': [reconcile],
    'reconcile.query': [reconcile, { queries: '{"q": {"query": "desk lamp"}}' }],
    'reconcile.suggest_entity': [`${reconcile}/suggest/entity?prefix=desk`],
    'reconcile.extend': [`${reconcile}/extend`, { extend: '{"ids": ["1"], "properties": [{"id": "name"}]}' }],
    'documents.commit': [
      '/documents/commit',
      { repo: 'docs', message: 'Add', changes: [{ action: 'put', path: 'docs/a.md', text: '# A', base: 'any' }] },
    ],
    'members.sync': ['/v1/members/sync', { members: [{ email: 'ada@example.com', groups: [] }] }],
  };
  const send = async ([path, body, method]: Sent) => {
    const isRead = path.startsWith(reconcile) && body === undefined;
    const headers = {
      ...(path.startsWith('/v1/') ? { 'x-api-key': key.secret } : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(service.url + path, { method: method ?? (isRead ? 'GET' : 'POST'), headers, ...sent });
    return { status: answer.status, body: await answer.json() };
  };
  return { calls, send };
}

it('turns > a workspace that floods all expensive routes does not delay another workspace', async () => {
  const flooding = await prepare();
  const other = await prepare();
  const heavy = (Object.values(routes) as RouteDefinition[]).filter(
    ({ takesTurns, aliasOf }) => takesTurns && !aliasOf,
  );
  expect(Object.keys(flooding.calls).sort()).toEqual(heavy.map(({ id }) => id).sort());

  const order: string[] = [];
  const many = Object.values(flooding.calls);
  const flood = Array.from({ length: 2 * limits.heavyCallsPerWorkspace }, (_, n) =>
    flooding.send(many[n % many.length] ?? ['/']).finally(() => order.push('flood')),
  );
  for (const call of Object.values(other.calls)) {
    expect(await other.send(call), call[0]).toMatchObject({ status: 200 });
  }
  order.push('other');
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 429, 503]));
  expect(order.at(-1)).toBe('flood');
});
