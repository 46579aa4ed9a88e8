import type { OperationId, routes } from '@tessera/contract';
import type { TestRequest, TestService } from '../testing/service.js';
import type { FilledWorkspace } from './filled-workspace.js';

/** The routes that only read. */
type ReadRoute = {
  [Id in OperationId]: (typeof routes)[Id]['policy'] extends { readonly effect: 'read' } ? Id : never;
}[OperationId];

/** A call of a read route. The method is that of the route. */
export interface ReadCall extends TestRequest {
  readonly path: string;
}

const post = (path: string, body: unknown, more: TestRequest = {}): ReadCall => ({ path, body, ...more });
const get = (path: string, more: TestRequest = {}): ReadCall => ({ path, ...more });

/**
 * How to call each read route in a workspace, or why the cost of a call may grow with what is stored. A new read route
 * is added here.
 */
export function readCalls({ operatorToken }: TestService, filled: FilledWorkspace) {
  const { version, group, webhook, member, person, reconcilePath, key, session, host } = filled;
  const items = '/collections/items';
  const operator = { token: operatorToken };
  const counts = 'counts the records of the collection, by an index';
  return {
    'health.get': get('/health'),
    'me.get': get('/me'),
    'workspaces.list': get('/workspaces'),
    'audit.list': get('/audit?limit=10'),
    'collections.list': counts,
    'collections.describe': counts,
    'collections.fields': 'counts the values of every record, in turns of the workspace',
    'collections.list_records': counts,
    'collections.get_record': get(`${items}/records/7`),
    'collections.list_changes': get(`${items}/changes?limit=10`),
    'collections.list_record_versions': get(`${items}/records/7/history?limit=10`),
    'collections.get_record_version': get(`${items}/records/7/history/${version}`),
    'collections.query': post(`${items}/query`, { query: 'oak lamp' }),
    'collections.resolve_records': post(`${items}/resolve`, { queries: [{ query: 'oak lamp' }, { query: '7' }] }),
    'collections.find': post('/resolve', { query: 'oak lamp' }),
    'collections.list_corrections': get(`${items}/corrections?limit=10`),
    'collections.list_queries': get(`${items}/queries?limit=10`),
    'collections.get_statistics': get(`${items}/statistics`),
    'collections.list_views': get(`${items}/views`),
    'collections.list_findings': get(`${items}/findings?limit=10`),
    'collections.list_grants': get(`${items}/grants`),
    'collections.get_grant': get(`${items}/grants/${group}`),
    'repos.list': get('/repos'),
    'documents.list': get('/documents?limit=10'),
    'documents.read': get('/documents/content?path=docs/1.md'),
    'documents.rendered': get('/documents/rendered?path=docs/1.md'),
    'documents.render': post('/documents/render', { path: 'docs/1.md', text: '# One\n\n[[Absent]] and [[2]]' }),
    'documents.check': get('/documents/check?limit=5'),
    'documents.search': post('/documents/search', { query: 'page about oak', limit: 5 }),
    'documents.find': get('/search?query=oak'),
    'documents.fetch': get('/fetch?id=docs/1.md'),
    'documents.history': get('/documents/history?path=docs/1.md&limit=10'),
    'collections.list_matches': 'sorts all pairs of a state',
    'collections.export_matches': 'returns all decisions',
    'documents.deleted': 'counts all deleted documents that the caller may read',
    'documents.diff': get('/documents/diff?path=docs/1.md'),
    'documents.blame': 'reads up to 200 versions of a document, whose authors it returns',
    'documents.drafts': get('/documents/drafts', session),
    'documents.get_raw': get('/raw/docs/1.md'),
    'ingest.confirm': 'reads one collection by its secret',
    'reconcile.get': get(reconcilePath),
    'reconcile.query': get(`${reconcilePath}?queries=${encodeURIComponent('{"a": {"query": "oak lamp"}}')}`),
    'reconcile.suggest_entity': get(`${reconcilePath}/suggest/entity?prefix=nowhere%20to`),
    'reconcile.suggest_property': get(`${reconcilePath}/suggest/property?prefix=na`),
    'reconcile.preview': get(`${reconcilePath}/preview?id=7`),
    'reconcile.propose_properties': get(`${reconcilePath}/extend?type=items`),
    'reconcile.extend': get(
      `${reconcilePath}?extend=${encodeURIComponent('{"ids":["7"],"properties":[{"id":"name"}]}')}`,
    ),
    'members.list': get('/v1/members?limit=10', key),
    'members.get_access': get(`/v1/members/${member}/access`, key),
    'members.explain_access': get(`/v1/members/${member}/access/explain?path=docs/1.md`, key),
    'groups.list': 'returns all groups',
    'readers.list': get('/v1/readers?limit=10', key),
    'settings.get_access': get(`/settings/people/${person}/access`, session),
    'settings.preview_group': post('/settings/groups/preview', { paths: ['docs/1*.md'] }, session),
    'settings.explain_access': get(`/settings/access/explain?path=docs/1.md&holder=membership:${person}`, session),
    'settings.list_holders': 'returns everyone who can read a path',
    'settings.get_workspace': get('/settings/workspace', session),
    'settings.get_domain': get('/settings/workspace/domain', session),
    'operator.get_domain': get(`/operator/domains/${host}`, operator),
    'api_keys.list': get('/settings/api-keys', session),
    'tokens.list': get('/settings/tokens', session),
    'webhooks.list': get('/settings/webhooks', session),
    'webhooks.list_deliveries': get(`/settings/webhooks/${webhook}/deliveries?limit=10`, session),
    'people.list': get('/settings/people?limit=10', session),
    'settings.list_sessions': get('/settings/sessions', session),
    'settings.list_devices': get('/settings/devices', session),
    'sessions.list': get('/me/sessions', session),
    'sessions.revoke': 'a person ends one of their own sessions',
    'devices.list': get('/me/devices', session),
    'devices.revoke': 'a person ends one of their own devices',
    'device.code': 'stores a request to sign in',
    'device.token': 'asks for one request to sign in',
    'operator.list_workspaces': get('/operator/workspaces?limit=10', operator),
    'operator.list_events': get('/operator/audit?limit=10', operator),
    'operator.list_mails': get('/operator/mails?limit=10', operator),
    'operator.export_workspace': 'returns the whole workspace',
  } satisfies Record<ReadRoute, ReadCall | string>;
}

/** Calls whose parameters make a route do other work, and pages outside of the contract. */
export function otherReads({ slug, reconcilePath, sliced }: FilledWorkspace): Readonly<Record<string, ReadCall>> {
  const items = '/collections/items';
  const html = { headers: { accept: 'text/html' } };
  return {
    'records by a filter': get(`${items}/records?limit=10&filters=${encodeURIComponent('{"price": 7}')}`),
    'records by update time': get(`${items}/records?limit=10&order=updated_at`),
    'a query with a filter': post(`${items}/query`, { query: 'lamp', filters: { price: 7 } }),
    'a query with a filter that matches nothing': post(`${items}/query`, { filters: { color: 'nothing' } }),
    'a query with a filter on an absent field': post(`${items}/query`, { query: 'lamp', filters: { absent: 'x' } }),
    'a query for an absent field': post(`${items}/query`, { query: 'lamp', fields: ['absent'] }),
    'collections in a slice': get('/collections', sliced),
    'a description in a slice': get(`${items}/describe`, sliced),
    'records in a slice': get(`${items}/records?limit=10`, sliced),
    'records in a slice by update time': get(`${items}/records?limit=10&order=updated_at`, sliced),
    'changes in a slice': get(`${items}/changes?limit=10`, sliced),
    'a query in a slice': post(`${items}/query`, { query: 'oak lamp' }, sliced),
    'a query in a slice with a filter that matches nothing': post(
      `${items}/query`,
      { filters: { color: 'nothing' } },
      sliced,
    ),
    'a query in a slice with a filter on an absent field': post(
      `${items}/query`,
      { query: 'lamp', filters: { absent: 'x' } },
      sliced,
    ),
    'a query in a slice for an absent field': post(`${items}/query`, { query: 'lamp', fields: ['absent'] }, sliced),
    'documents by change': get('/documents?limit=10&order=changed'),
    'documents changed by nobody': get('/documents?limit=10&updated_by=nobody'),
    'documents named': get('/documents?limit=10&named=nowhere'),
    'a suggestion for a typed id': get(`${reconcilePath}/suggest/entity?prefix=7`),
    'the home page': get('/d/', html),
    'a page': get('/d/docs/1.md', html),
    'an absent page': get('/d/docs/nowhere.md', html),
    'an absent name': get('/d/?name=nowhere', html),
    'a search page': get('/d/?q=oak', html),
    'versions of a page': get('/d/docs/1.md?versions', html),
    'a public page': get(`/d/@${slug}/docs/1.md`, html),
  };
}

/**
 * Reads of the newest records up to a number and size, of one write's, or of all paths, which patterns are compared
 * with, and the pages of 8 kB that they read at most.
 */
export const boundedPages: Readonly<Record<string, number>> = {
  'collections.list_changes': 300,
  'settings.preview_group': 400,
  'reconcile.suggest_entity': 1_500,
  'a query for an absent field': 3_000,
  'a query with a filter on an absent field': 3_000,
  'a query with a filter that matches nothing': 3_000,
};
