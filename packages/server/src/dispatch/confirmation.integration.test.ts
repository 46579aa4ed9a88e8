import { describe, expect, it } from 'vitest';
import { type Caller, type CallersWorkspace, callersWorkspace } from '../collections/testing/callers.js';
import { callSlowly } from '../http/testing/slow-call.js';
import { startServedService } from '../testing/served-service.js';

const service = await startServedService();

/**
 * Changes to a caller or its workspace that happen between the headers and the body of a call. Each is a statement with
 * `workspace_id = $1`.
 */
const changes = {
  token: {
    revoked: 'update tokens set revoked_at = now() where workspace_id = $1',
    expired: `update tokens set expires_at = now() - interval '1 hour' where workspace_id = $1`,
    demoted: `update tokens set role = 'reader' where workspace_id = $1`,
    regrouped: 'update tokens set confined = true where workspace_id = $1',
  },
  person: {
    removed: `update memberships set status = 'revoked' where workspace_id = $1`,
    demoted: `update memberships set role = 'reader' where workspace_id = $1`,
    regrouped: 'update memberships set confined = true where workspace_id = $1',
  },
  device: {
    revoked: `update personal_tokens set revoked_at = now()
      where person_id in (select person_id from memberships where workspace_id = $1)`,
    'shut out': 'update workspace_devices set revoked_at = now() where workspace_id = $1',
  },
  session: {
    revoked: 'update sessions set revoked_at = now() where workspace_id = $1',
    expired: `update sessions set expires_at = now() - interval '1 hour' where workspace_id = $1`,
  },
  key: {
    revoked: 'update api_keys set revoked_at = now() where workspace_id = $1',
    demoted: `update api_keys set capabilities = '{manage_permissions}' where workspace_id = $1`,
  },
  magicLink: {
    revoked: `update readers set status = 'revoked' where workspace_id = $1`,
    expired: `update readers set expires_at = now() - interval '1 hour' where workspace_id = $1`,
    regrouped: 'delete from group_holders where workspace_id = $1',
  },
  secret: { rotated: `delete from credentials where workspace_id = $1 and kind = 'ingest_secret'` },
  workspace: { suspended: 'update workspaces set suspended = true where id = $1' },
} as const;

interface CallerWithRequest extends Caller {
  readonly path: string;
  readonly body: unknown;
}

const records = { path: '/collections/products/records', body: { records: [{ id: 'late' }] } };
const mintToken = { path: '/settings/tokens', body: { name: 'stays', role: 'admin', access: 'read_write' } };

/** The request that each kind of caller sends: a write, or a read for callers that cannot write. */
const callers = {
  'a pinned token': async ({ pinned }: CallersWorkspace) => ({
    ...(await pinned({ role: 'member', access: 'read_write' })),
    ...records,
  }),
  'a personal token': async ({ person }: CallersWorkspace) => ({ ...(await person({ role: 'admin' })), ...mintToken }),
  "an editor's personal token": async ({ person }: CallersWorkspace) => ({ ...(await person({})), ...records }),
  'a session': async ({ session }: CallersWorkspace) => ({ ...(await session({ role: 'admin' })), ...mintToken }),
  "an editor's session": async ({ session }: CallersWorkspace) => ({ ...(await session({})), ...records }),
  'an API key': async ({ apiKey }: CallersWorkspace) => ({
    ...apiKey,
    path: '/v1/members',
    body: { email: 'late@example.com', send_email: false },
  }),
  'a magic link': async ({ group, guest, must }: CallersWorkspace) => {
    const holder = await group();
    await must('PUT', `/collections/products/grants/${holder}`, { permission: 'read' });
    return { ...(await guest([holder])), path: '/collections/products/query', body: { query: 'a' } };
  },
  'an ingest secret': async ({ must }: CallersWorkspace) => {
    const { ingest_url } = await must('POST', '/collections/products/rotate-secret');
    return { path: new URL(ingest_url).pathname, body: { id: 'late' } };
  },
};

describe('dispatcher > rights that change while a request body arrives', () => {
  const { token, person, device, session, key, magicLink, secret, workspace: of } = changes;
  const table = [
    ['a pinned token', 'revoked', token.revoked, '401 invalid_credential'],
    ['a pinned token', 'expired', token.expired, '401 invalid_credential'],
    ['a pinned token', 'demoted', token.demoted, '403 operation_not_allowed'],
    ['a pinned token', 'regrouped', token.regrouped, '403 operation_not_allowed'],
    ['a pinned token', 'suspended', of.suspended, '403 read_only_here'],
    ['a personal token', 'revoked', device.revoked, '401 invalid_credential'],
    ['a personal token', 'shut out', device['shut out'], '403 not_a_member'],
    ['a personal token', 'removed', person.removed, '403 not_a_member'],
    ['a personal token', 'demoted', person.demoted, '403 forbidden'],
    ['a personal token', 'suspended', of.suspended, '403 read_only_here'],
    ["an editor's personal token", 'demoted', person.demoted, '403 read_only_here'],
    ["an editor's personal token", 'regrouped', person.regrouped, '403 read_only_here'],
    ['a session', 'revoked', session.revoked, '401 invalid_credential'],
    ['a session', 'expired', session.expired, '401 invalid_credential'],
    ['a session', 'removed', person.removed, '403 not_a_member'],
    ['a session', 'demoted', person.demoted, '403 forbidden'],
    ['a session', 'suspended', of.suspended, '403 read_only_here'],
    ["an editor's session", 'regrouped', person.regrouped, '403 read_only_here'],
    ['an API key', 'revoked', key.revoked, '401 invalid_credential'],
    ['an API key', 'demoted', key.demoted, '403 missing_capability'],
    ['an API key', 'suspended', of.suspended, '403 read_only_here'],
    ['a magic link', 'revoked', magicLink.revoked, '401 invalid_credential'],
    ['a magic link', 'expired', magicLink.expired, '401 invalid_credential'],
    ['a magic link', 'regrouped', magicLink.regrouped, '404 collection_not_found'],
    ['an ingest secret', 'rotated', secret.rotated, '401 invalid_ingest_secret'],
    ['an ingest secret', 'suspended', of.suspended, '403 read_only_here'],
  ] as const;

  it.each(table)('are applied to the call: %s, %s', async (kind, _change, statement, refusal) => {
    const workspace = await callersWorkspace(service);
    await workspace.must('POST', '/collections', { name: 'products' });
    const call: CallerWithRequest = await callers[kind](workspace);
    const sent = { ...headersOf(call), method: 'POST', path: call.path, body: JSON.stringify(call.body) };
    const before = await audited(workspace.id);
    const answer = await callSlowly(service.url, sent, () => change(statement, workspace.id));
    expect(`${answer.status} ${JSON.parse(answer.text).error?.code}`).toBe(refusal);
    expect(await audited(workspace.id)).toBe(before);
  });

  it.each([
    ['revoked', key.revoked, 401],
    ['demoted', key.demoted, 403],
  ])('are applied to a directory that provisions people: %s', async (_change, statement, status) => {
    const { id, apiKey } = await callersWorkspace(service);
    const user = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: 'late@example.com' };
    const sent = { ...headersOf(apiKey), method: 'POST', path: '/scim/v2/Users', body: JSON.stringify(user) };
    const before = await audited(id);
    expect(await callSlowly(service.url, sent, () => change(statement, id))).toMatchObject({ status });
    expect(await audited(id)).toBe(before);
  });

  it('include the rights of a group that the caller was added to', async () => {
    const workspace = await callersWorkspace(service);
    const agent = await workspace.sliceOf('products', { region: 'north' });
    const holder = await workspace.group();
    await workspace.must('PUT', `/collections/products/grants/${holder}`, {
      permission: 'write',
      filter: { region: 'south' },
    });
    const body = JSON.stringify({
      records: [
        { id: 'a', region: 'north' },
        { id: 'b', region: 'south' },
      ],
    });
    const call = { ...headersOf(agent), method: 'POST', path: records.path, body };
    const { text } = await callSlowly(service.url, call, () =>
      change(`update group_holders set group_id = '${holder}' where workspace_id = $1`, workspace.id),
    );
    expect(JSON.parse(text).results).toMatchObject([{ error: 'outside_slice' }, { external_id: 'b' }]);
  });

  it('cause a refusal if a browser changed its workspace', async () => {
    const [workspace, other] = [await callersWorkspace(service), await callersWorkspace(service)];
    await workspace.must('POST', '/collections', { name: 'products' });
    const { headers = {} } = await workspace.session({});
    const call = { headers, method: 'POST', path: records.path, body: JSON.stringify(records.body) };
    const { status, text } = await callSlowly(service.url, call, async () => {
      await change(
        `insert into memberships (workspace_id, id, email, person_id, name, role, access, status, confined, created_at)
         select $1, gen_random_uuid(), p.email, p.id, p.name, 'member', 'read_write', 'active', false, now()
         from people p order by p.created_at desc limit 1`,
        other.id,
      );
      await change(`update sessions set workspace_id = '${other.id}' where workspace_id = $1`, workspace.id);
    });
    expect([status, JSON.parse(text).error?.code]).toEqual([409, 'workspace_conflict']);
  });
});

function change(statement: string, workspaceId: string): Promise<unknown> {
  return service.services.database.asSystem((transaction) => transaction.query(statement, [workspaceId]));
}

async function audited(workspaceId: string): Promise<unknown> {
  const [row] = await service.services.database.asSystem((transaction) =>
    transaction.query<{ events: string }>('select count(*) as events from audit_events where workspace_id = $1', [
      workspaceId,
    ]),
  );
  return row?.events;
}

function headersOf({ token, workspace, headers }: Caller) {
  return {
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(workspace === undefined ? {} : { 'x-svc-workspace': workspace }),
      ...headers,
    },
  };
}
