import { randomUUID } from 'node:crypto';
import { type OperationId, type RouteDefinition, routes } from '@tessera/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { isFullSize } from '../../../../acceptance/full-size.mjs';
import { startSuiteService, type TestAnswer } from '../testing/service.js';
import { insertQueries, type NewQueryRow } from './activity/queries.js';
import { type FoundMatch, storeMatches } from './matches/queries.js';
import { type Caller, type CallersWorkspace, callersWorkspace } from './testing/callers.js';
import { type Kind, kinds } from './testing/kinds.js';

/** The requirements of an operation: a collection level or admin, and whether it writes. */
interface Need {
  readonly level: 'anybody' | 'unconfined' | 'read' | 'write' | 'manage' | 'admin';
  readonly writes: boolean;
  /** The name of the operation in `describe` and in errors. Absent if `describe` does not list it. */
  readonly listedAs?: string;
  readonly body?: unknown;
  readonly query?: string;
  /** Whether a magic link is refused. */
  readonly own?: true;
}

const reads = (level: Need['level'], listedAs?: string, more: Partial<Need> = {}): Need => ({
  level,
  writes: false,
  ...(listedAs === undefined ? {} : { listedAs }),
  ...more,
});
const writes = (level: Need['level'], listedAs?: string, more: Partial<Need> = {}): Need => ({
  ...reads(level, listedAs, more),
  writes: true,
});

const inside = { name: 'Inside', color: 'red' };

/** All operations on collections, in an order in which each can succeed. */
const needs: Readonly<Record<string, Need>> = {
  'collections.list': reads('anybody'),
  'collections.create': writes('unconfined', undefined, { body: { name: 'fresh' } }),
  'collections.describe': reads('read', 'describe_collection'),
  'collections.query': reads('read', 'query_collection', { body: { query: 'r1' } }),
  'collections.resolve_records': reads('read', 'resolve_records', { body: { queries: [{ query: 'r1' }] } }),
  'collections.find': reads('anybody', undefined, { body: { query: 'r1' } }),
  'collections.correct_resolution': writes('write', 'correct_resolution', {
    body: { query: 'the red one', external_id: 'r1' },
  }),
  'collections.list_corrections': reads('read', 'list_corrections'),
  'collections.delete_correction': writes('write', 'delete_correction'),
  'collections.put_view': reads('read', 'put_view', { own: true, body: { name: 'Red', filters: { color: 'red' } } }),
  'collections.list_views': reads('read', 'list_views', { own: true }),
  'collections.delete_view': reads('read', 'delete_view', { own: true }),
  // Decides before the list, which starts the comparison that replaces undecided matches.
  'collections.decide_match': writes('write', 'decide_match', { body: { decision: 'different' } }),
  'collections.list_matches': reads('manage', 'list_matches'),
  'collections.export_matches': reads('manage', 'export_matches'),
  'collections.list_queries': reads('manage', 'list_queries'),
  'collections.get_statistics': reads('manage', 'get_statistics'),
  'collections.evaluate': writes('manage', 'evaluate_collection', {
    body: { cases: [{ query: 'r1', external_id: 'r1' }] },
  }),
  'collections.label_query': writes('manage', 'label_query', { body: { right: true } }),
  'collections.get_record': reads('read', 'get_record'),
  'collections.list_record_versions': reads('read', 'list_record_versions'),
  'collections.get_record_version': reads('read', 'get_record_version'),
  'collections.list_records': reads('read', 'list_records'),
  'collections.list_changes': reads('read', 'list_changes'),
  'collections.upsert_records': writes('write', 'upsert_records', { body: { records: [{ id: 'r2', ...inside }] } }),
  'collections.import_records': writes('write', 'import_records', { body: { records: [{ id: 'r3', ...inside }] } }),
  'collections.reconcile_records': writes('write', 'reconcile_records', { body: { live_ids: ['r1'] } }),
  'collections.delete_record': writes('write', 'delete_record'),
  'collections.revert_records': writes('manage', 'revert_records', { body: { request_id: 'none' } }),
  'collections.fields': reads('manage', 'collection_fields'),
  'collections.list_findings': reads('manage', 'list_findings'),
  'collections.dismiss_finding': writes('manage', 'dismiss_finding'),
  'collections.update': writes('manage', 'update_collection', { body: { guidance: 'Ask by name.' } }),
  'collections.reindex': writes('manage', 'reindex_collection', { query: '?dry_run=true' }),
  'collections.rotate_secret': writes('manage', 'regenerate_ingest_url'),
  'collections.end_previous_url': writes('manage', 'regenerate_ingest_url'),
  'collections.end_previous_mapping_secret': writes('manage', 'update_collection'),
  'collections.create_reconciliation_url': writes('manage', 'create_reconciliation_url'),
  'collections.end_previous_reconciliation_url': writes('manage', 'delete_reconciliation_url'),
  'collections.delete_reconciliation_url': writes('manage', 'delete_reconciliation_url'),
  'collections.list_grants': reads('admin', 'share_collection'),
  'collections.get_grant': reads('admin', 'share_collection'),
  'collections.put_grant': writes('admin', 'share_collection', { body: { permission: 'read' } }),
  'collections.delete_grant': writes('admin', 'share_collection'),
  'collections.delete': writes('manage', 'delete_collection'),
  'collections.restore': writes('unconfined'),
};

/** The level that each kind of grant gives to a member who may write. */
const shares = {
  'not shared': { grant: undefined, level: undefined },
  'shared to read': { grant: { permission: 'read' }, level: 'read' },
  'shared to write': { grant: { permission: 'write' }, level: 'write' },
  'shared as a slice to read': { grant: { permission: 'read', filter: { color: 'red' } }, level: 'read' },
  'shared as a slice to write': { grant: { permission: 'write', filter: { color: 'red' } }, level: 'write' },
} as const;
type Share = keyof typeof shares;

const allShares = Object.keys(shares) as Share[];

/** Shares that can make a difference. Only confined callers depend on them, so others are tried with one. */
function sharesFor({ confined }: Pick<Kind, 'confined'>): Share[] {
  return confined || isFullSize ? allShares : ['shared to write'];
}

/** Credentials that the collection routes do not accept. */
const strangers: Readonly<Record<string, { make: (workspace: CallersWorkspace) => Caller; code: string }>> = {
  nobody: { make: () => ({}), code: 'unauthenticated' },
  'an API key': { make: ({ apiKey }) => apiKey, code: 'invalid_credential' },
  'the operator': { make: () => ({ token: service.operatorToken }), code: 'invalid_credential' },
  'an ingest secret': { make: () => ({ token: 'A'.repeat(43) }), code: 'unauthenticated' },
};

const callers = new Map<string, Caller>();

const service = await startSuiteService();
const workspace = await callersWorkspace(service);
const group = await workspace.group('Shared with');
const bystanders = await workspace.group('Bystanders');
beforeAll(async () => {
  for (const [title, kind] of Object.entries(kinds)) {
    callers.set(title, await kind.make(workspace, group));
  }
});

const operations = Object.keys(needs) as OperationId[];

/** The ids of objects in a shared collection. */
interface SharedCollection {
  readonly finding: string;
  readonly correction: string;
  /** A logged query. */
  readonly query: string;
  /** Two records in the slice that may be the same. */
  readonly match: string;
  /** The version of its record r1. */
  readonly version: string;
}

/**
 * Creates a collection with three records, a finding, a correction, a match, and a grant to another group. Shares it
 * with the group in the given way.
 */
async function shareCollection(name: string, share: Share): Promise<SharedCollection> {
  const at = `/collections/${name}`;
  const { id } = await workspace.must('POST', '/collections', { name });
  await workspace.must('PATCH', at, { field_types: { color: 'enum' } });
  const records = [
    { id: 'r1', ...inside },
    { id: 'r4', ...inside },
    { id: 'b1', name: 'Outside', color: 'blue' },
  ];
  await workspace.must('POST', `${at}/records`, { records });
  await workspace.must('PUT', `${at}/grants/${bystanders}`, { permission: 'read' });
  const { grant } = shares[share];
  if (grant !== undefined) {
    await workspace.must('PUT', `${at}/grants/${group}`, grant);
  }
  const [query, match] = [randomUUID(), randomUUID()];
  await service.services.database.inWorkspace(workspace.id, async (transaction) => {
    await insertQueries(transaction, id, [{ ...logged, id: query, at: service.services.clock() }]);
    await storeMatches(transaction, id, { compared: [], found: [{ ...found, id: match }] });
  });
  const corrected = { query: 'inside', external_id: 'r1' };
  return {
    query,
    match,
    finding: (await workspace.must('GET', `${at}/findings`)).findings[0].id,
    correction: (await workspace.must('POST', `${at}/corrections`, corrected)).id,
    version: (await workspace.must('GET', `${at}/records/r1`)).version,
  };
}

function call(
  id: OperationId,
  names: SharedCollection & { readonly name: string },
  caller: Caller,
): Promise<TestAnswer> {
  const route: RouteDefinition = routes[id];
  const ids = new Map<OperationId, string>([
    ['collections.dismiss_finding', names.finding],
    ['collections.delete_correction', names.correction],
    ['collections.label_query', names.query],
    ['collections.decide_match', names.match],
  ]);
  const last = ids.get(id) ?? (needs[id]?.own ? '6f1c2f9e-3a54-4a27-9c43-0d2b8e7f5a16' : 'r1');
  const path = route.path
    .replace('{name}', names.name)
    .replace('{id}', last)
    .replace('{group_id}', bystanders)
    .replace('{version}', names.version);
  const { body, query = '' } = needs[id] as Need;
  const sent = id === 'collections.create' ? { name: `${names.name}-fresh` } : body;
  return service.call(route.method, path + query, { ...caller, ...(sent === undefined ? {} : { body: sent }) });
}

const logged: Omit<NewQueryRow, 'id' | 'at'> = {
  ...{ actor_kind: 'test', actor_id: 'test', actor_name: 'Test', query: 'inside', external_id: 'r1' },
  ...{ confidence: 'low' as const, match_type: 'semantic' as const, duration_ms: 1, strength: null, right: null },
};

const found: Omit<FoundMatch, 'id'> = {
  one: 'r1',
  other: 'r4',
  verdict: 'maybe',
  fields: [],
  compared: '',
  changeMark: 0,
};

const levels = ['read', 'write', 'manage', 'admin'];

/** The level that a kind of caller has on a shared collection. Undefined if it cannot see the collection. */
function levelOf(kind: Kind, share: Share): string | undefined {
  const { level } = kind.confined ? shares[share] : { level: kind.admin === true ? 'admin' : 'manage' };
  const granted = level === undefined || kind.canWrite ? level : 'read';
  return granted === undefined || kind.collections === undefined || isAtLeast(kind.collections, granted)
    ? granted
    : kind.collections;
}

function isAtLeast(level: string, wanted: string): boolean {
  return levels.indexOf(level) >= levels.indexOf(wanted);
}

/** The level that an operation requires in a collection. Undefined if it requires none. */
function levelTaken(need: Need): string | undefined {
  const { level } = need;
  return level === 'anybody' ? undefined : level === 'admin' || level === 'unconfined' ? 'manage' : level;
}

/** Whether a token is too limited to call the operation in any collection. */
function isBeyondToken(need: Need, { collections }: Kind): boolean {
  const taken = levelTaken(need);
  return taken !== undefined && collections !== undefined && !isAtLeast(collections, taken);
}

/** The error that a kind of caller must receive. Undefined if the operation is allowed. */
function refusalOf(need: Need, kind: Kind, share: Share): readonly [status: number, code: string] | undefined {
  if (need.own && kind.link) {
    return [403, 'forbidden'];
  }
  if (need.level === 'admin' && (kind.admin !== true || kind.confined)) {
    return [403, 'operation_not_allowed'];
  }
  if (need.writes && !kind.canWrite) {
    return [403, kind.personal === true ? 'read_only_here' : 'operation_not_allowed'];
  }
  if (isBeyondToken(need, kind)) {
    return [403, 'operation_not_allowed'];
  }
  if (need.level === 'anybody') {
    return undefined;
  }
  if (need.level === 'unconfined') {
    return kind.confined ? [403, 'operation_not_allowed'] : undefined;
  }
  const level = levelOf(kind, share);
  if (level === undefined) {
    return [404, 'collection_not_found'];
  }
  return isAtLeast(level, need.level) ? undefined : [403, 'operation_not_allowed'];
}

/** Matches the message that a kind of caller must receive. */
function missingRight(need: Need, kind: Kind): RegExp {
  if (need.level === 'admin' && (kind.admin !== true || kind.confined)) {
    return /it takes an admin/;
  }
  if (need.writes && !kind.canWrite) {
    return /it takes a credential that may write/;
  }
  if (isBeyondToken(need, kind)) {
    return new RegExp(`it takes \`${levelTaken(need)}\` on collections, and this token has \`${kind.collections}\``);
  }
  const level = need.level === 'admin' ? 'manage' : need.level;
  return level === 'unconfined' ? /confined to no groups/ : new RegExp(`it takes \`${level}\` on this collection`);
}

describe('operations on collections', () => {
  it('each have a row in this table', () => {
    const onCollections = Object.keys(routes).filter((id) => id.startsWith('collections.'));
    expect([...operations].sort()).toEqual(onCollections.sort());
  });

  describe.each(Object.entries(kinds))('%s', (title, kind) => {
    it.each(sharesFor(kind))('for a collection that is %s, allows exactly what describe lists', async (share) => {
      const caller = callers.get(title) as Caller;
      const name = `shared-${randomUUID()}`;
      const shared = await shareCollection(name, share);
      const described = await call('collections.describe', { name, ...shared }, caller);
      const allowed = new Set<string>();
      for (const id of operations) {
        const need = needs[id] as Need;
        const answer = await call(id, { name, ...shared }, caller);
        const refusal = refusalOf(need, kind, share);
        const code = answer.body.error?.code;
        expect([id, answer.status, code]).toEqual([id, ...(refusal ?? [200, undefined])]);
        if (code === 'operation_not_allowed' && need.listedAs !== undefined) {
          expect(answer.body.error.operation).toBe(need.listedAs);
        }
        if (code === 'operation_not_allowed') {
          // A collection that does not exist yet cannot be described, so the advice differs.
          const advice = id === 'collections.create' ? 'it takes' : 'describe lists';
          expect(answer.body.error.message).toContain(advice);
          expect(answer.body.error.message).toMatch(missingRight(need, kind));
        }
        if (refusal === undefined && need.listedAs !== undefined) {
          allowed.add(need.listedAs);
        }
      }
      const level = levelOf(kind, share);
      if (level === undefined) {
        expect(described).toMatchObject({ status: 404, body: { error: { code: 'collection_not_found' } } });
      } else {
        expect([...described.body.operations].sort()).toEqual([...allowed].sort());
        expect(described.body.access).toBe(level === 'admin' ? 'manage' : level);
      }
    });
  });

  it.each(Object.entries(strangers))('refuses %s for any grant, without details', async (_title, stranger) => {
    for (const share of sharesFor({ confined: false })) {
      const name = `shared-${randomUUID()}`;
      const shared = await shareCollection(name, share);
      for (const id of operations) {
        const [there, absent] = [name, 'no-such-collection'].map((at) =>
          call(id, { name: at, ...shared }, stranger.make(workspace)),
        );
        expect(await there).toMatchObject({ status: 401, body: { error: { code: stranger.code } } });
        expect((await there)?.body).toEqual((await absent)?.body);
      }
    }
  });

  it('allow an ingest secret to write to its own collection only, whatever else is sent', async () => {
    const { secret } = await workspace.must('POST', '/collections', { name: 'ingested' });
    const guest = callers.get('a magic link') as Caller;
    const send = (method: string, path: string, body?: unknown) =>
      service.call(method, `/ingest/${path}`, { ...guest, ...(body === undefined ? {} : { body }) });
    expect(await send('POST', secret, { id: 1 })).toMatchObject({ status: 200, body: { external_id: '1' } });
    expect(await send('POST', `${secret}/batch`, { records: [{ id: 2 }] })).toMatchObject({ body: { accepted: 1 } });
    expect((await send('POST', `${secret}/embed-pending`)).status).toBe(200);
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      expect((await send(method, secret)).status).toBe(405);
    }
    expect(await send('GET', secret)).toMatchObject({ status: 200, body: 'ok' });
    expect((await send('DELETE', `${secret}/1`)).status).toBe(404);
    expect((await send('POST', `${'A'.repeat(43)}`, { id: 1 })).body.error.code).toBe('invalid_ingest_secret');
  });
});
