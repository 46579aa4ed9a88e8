import { type OperationId, type RouteDefinition, routes } from '@tessera/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { startSuiteService } from '../testing/service.js';
import { createDocumentsFixture } from './testing/documents-fixture.js';

/** An operation's required right, an example call, and the response to a confined caller whose groups do not match. */
interface Row {
  readonly need: 'read' | 'write' | 'admin';
  readonly query?: string;
  readonly body?: unknown;
  readonly outside: string;
}

const path = 'path=notes/a.md';
const absent = '404 document_not_found';
const table: Readonly<Record<string, Row>> = {
  'repos.list': { need: 'read', outside: '200' },
  'documents.list': { need: 'read', outside: '200' },
  'documents.read': { need: 'read', query: path, outside: absent },
  'documents.rendered': { need: 'read', query: path, outside: absent },
  'documents.render': { need: 'read', body: { path: 'notes/a.md', text: '# A' }, outside: '200' },
  'documents.check': { need: 'read', outside: '200' },
  'documents.history': { need: 'read', query: path, outside: absent },
  'documents.deleted': { need: 'read', outside: '200' },
  'documents.diff': { need: 'read', query: path, outside: absent },
  'documents.blame': { need: 'read', query: path, outside: absent },
  'documents.search': { need: 'read', body: { query: 'a' }, outside: '200' },
  'documents.find': { need: 'read', query: 'query=a', outside: '200' },
  'documents.fetch': { need: 'read', query: 'id=notes/a.md', outside: absent },
  'documents.get_raw': { need: 'read', outside: absent },
  'documents.write': {
    need: 'write',
    body: { path: 'notes/a.md', text: 'a', base: 'any' },
    outside: '403 outside_scope',
  },
  'documents.move': {
    need: 'write',
    body: { from: 'notes/a.md', to: 'notes/b.md', base: '0'.repeat(40) },
    outside: '403 outside_scope',
  },
  'documents.restore': {
    need: 'write',
    body: { path: 'notes/a.md', version: '00000000-0000-4000-8000-000000000000', base: 'any' },
    outside: '403 outside_scope',
  },
  'documents.commit': {
    need: 'write',
    body: { repo: 'notes', message: 'm', changes: [{ action: 'put', path: 'notes/a.md', text: 'a', base: 'any' }] },
    outside: '403 outside_scope',
  },
  'documents.delete': { need: 'write', query: `${path}&base=${'0'.repeat(40)}`, outside: '403 outside_scope' },
  'documents.keep_draft': { need: 'write', body: { path: 'notes/a.md' }, outside: '403 outside_scope' },
  'documents.drafts': { need: 'read', outside: '200' },
  'documents.discard_draft': { need: 'write', query: path, outside: '403 outside_scope' },
  'documents.put_raw': { need: 'write', body: 'bytes', outside: '403 outside_scope' },
  'repos.create': { need: 'admin', body: { name: 'more' }, outside: '403 forbidden' },
  'repos.update': { need: 'admin', body: { description: 'd' }, outside: '403 forbidden' },
  'repos.delete': { need: 'admin', query: 'confirm=notes', outside: '403 forbidden' },
};

const family = (Object.entries(routes) as [OperationId, RouteDefinition][]).filter(([id]) =>
  /^(repos|documents)\./.test(id),
);

const tokens: Record<string, string> = {};
const service = await startSuiteService();
const fixture = await createDocumentsFixture(service, 'notes');
await fixture.put('notes/a.md', 'a');
const mint = async (name: string, body: object) => {
  const made = await service.call('POST', `/operator/workspaces/${fixture.workspace.id}/tokens`, {
    token: service.operatorToken,
    body: { name, ...body },
  });
  tokens[name] = made.body.secret;
};
await mint('an editor', { role: 'member', access: 'read_write' });
await mint('a read-only editor', { role: 'member', access: 'read_only' });
await mint('a member without groups', { role: 'reader', access: 'read_only' });
beforeAll(async () => {
  tokens['a confined writer elsewhere'] = await fixture.tokenFor(['elsewhere/**'], 'read_write');
  tokens['a confined read-only token inside'] = await fixture.tokenFor(['notes/**'], 'read_only');
  tokens['a confined writer inside'] = await fixture.tokenFor(['notes/**'], 'read_write');
  tokens['an API key'] = await fixture.createKey();
  tokens['the operator'] = service.operatorToken;
});

async function outcome(id: OperationId, route: RouteDefinition, token: string | undefined): Promise<string> {
  const { query, body } = table[id] as Row;
  const address = route.path.replace('{name}', 'notes').replace('{repo}', 'notes').replace('{path}', 'a.md');
  const answer = await service.call(route.method, `${address}${query === undefined ? '' : `?${query}`}`, {
    ...(token === undefined ? {} : { token }),
    ...(body === undefined ? {} : { body }),
    ...(id === 'documents.put_raw' ? { headers: { 'if-match': '"00"' } } : {}),
  });
  return answer.status === 200 ? '200' : `${answer.status} ${answer.body.error?.code}`;
}

describe('operations on repos and documents', () => {
  it('each have a row in the table', () => {
    expect(family.map(([id]) => id).sort()).toEqual(Object.keys(table).sort());
  });

  const callers: Readonly<Record<string, (row: Row) => string | RegExp>> = {
    nobody: () => '401 unauthenticated',
    'an API key': () => '401 invalid_credential',
    'the operator': () => '401 invalid_credential',
    'a read-only editor': ({ need }) =>
      need === 'read' ? '200' : need === 'admin' ? '403 forbidden' : '403 operation_not_allowed',
    'a member without groups': ({ need, outside }) => (need === 'write' ? '403 operation_not_allowed' : outside),
    'a confined writer elsewhere': ({ outside }) => outside,
    'a confined read-only token inside': ({ need }) =>
      need === 'read' ? '200' : need === 'admin' ? '403 forbidden' : '403 operation_not_allowed',
    // The calls name a version and blob that do not exist. Only permitted callers get the error about them.
    'a confined writer inside': ({ need }) =>
      need === 'admin' ? '403 forbidden' : /^(200|404 version_not_found|409 document_changed|412 precondition_failed)$/,
    'an editor': ({ need }) =>
      need === 'admin' ? '403 forbidden' : /^(200|404 version_not_found|409 document_changed|412 precondition_failed)$/,
  };

  it.each(Object.entries(callers))('answer %s as their policy says', async (name, expected) => {
    for (const [id, route] of family) {
      const wanted = expected(table[id] as Row);
      const got = await outcome(id, route, tokens[name]);
      expect(`${id} ${got}`).toMatch(
        typeof wanted === 'string'
          ? new RegExp(`^${id} ${wanted}$`)
          : new RegExp(wanted.source.replace('^', `^${id} `)),
      );
    }
  });
});
