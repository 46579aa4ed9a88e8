import { describe, expect, it } from 'vitest';
import { createKey } from '../access/testing/keys.js';
import { startSuiteService, startTestService } from '../testing/service.js';
import { createWorkspaceFixture } from '../workspaces/testing/workspace-fixture.js';

const absent = '00000000-0000-4000-8000-000000000000';

const service = await startSuiteService();

describe('operator routes', () => {
  const operate = (method: string, path: string, body?: unknown) =>
    service.call(method, `/operator${path}`, { token: service.operatorToken, body });

  it('create workspaces, each with a unique slug', async () => {
    const made = await operate('POST', '/workspaces', { slug: 'acme', name: 'Acme', admin_email: 'Ada@Example.com' });
    expect(made).toMatchObject({
      status: 200,
      body: {
        workspace: {
          slug: 'acme',
          name: 'Acme',
          reader_seats: 100,
          seats_used: 0,
          billing_active: true,
          suspended: false,
          query_log_days: 30,
        },
        admin: { email: 'ada@example.com', pending: true },
      },
    });
    const again = await operate('POST', '/workspaces', { slug: 'acme', name: 'Other' });
    expect(again).toMatchObject({ status: 409, body: { error: { code: 'workspace_exists' } } });
  });

  it.each([
    { slug: 'Not A Slug', name: 'x' },
    { slug: 'fine' },
    { slug: 'fine', name: '' },
    { slug: 'fine', name: 'x', seats: 1 },
  ])('refuses the slug %j', async (body) => {
    expect(await operate('POST', '/workspaces', body)).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request' } },
    });
  });

  it('give a new workspace the default seats; a grant refused for lack of seats says where to change them', async () => {
    const small = await startTestService({ SVC_READER_SEATS: '0' });
    const workspace = await small.createWorkspace();
    const { secret } = await createKey(small, workspace.id);
    const refused = await small.call('POST', '/v1/members', { token: secret, body: { email: 'ada@example.com' } });
    expect(refused).toMatchObject({ status: 402, body: { error: { code: 'seat_cap_reached' } } });
    expect(refused.body.error.message).toContain('PATCH /operator/workspaces/{id}');
    await small.close();
  });

  it('list every workspace, in pages', async () => {
    for (const slug of ['one', 'two', 'three']) {
      await operate('POST', '/workspaces', { slug, name: `Same name` });
    }
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { body: { workspaces: { slug: string }[]; count: number; next_cursor: string | null } } =
        await operate('GET', `/workspaces?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...page.body.workspaces.map((workspace) => workspace.slug));
      cursor = page.body.next_cursor;
    }
    const all = (await operate('GET', '/workspaces')).body;
    expect(seen).toEqual(all.workspaces.map((workspace: { slug: string }) => workspace.slug));
    expect(new Set(seen).size).toBe(all.count);
  });

  it('list what a workspace contains, its failing webhooks and its last delivery, also as metrics', async () => {
    const { workspace, call } = await createWorkspaceFixture(service);
    const { id, slug } = workspace;
    const { secret } = (await call('POST', '/collections', { name: 'things' })).body;
    await service.call('POST', `/ingest/${secret}`, { body: { id: 1 } });
    await call('POST', '/repos', { name: 'handbook' });
    await call('PUT', '/documents/content', { path: 'handbook/a.md', text: '# A', base: null });
    const webhook = await call('POST', '/settings/webhooks', {
      url: 'https://example.com/',
      events: ['member.granted'],
    });
    await call('PATCH', `/settings/webhooks/${webhook.body.id}`, { enabled: false });
    const { workspaces } = (await operate('GET', '/workspaces?limit=500')).body;
    const { usage } = workspaces.find((workspace: { id: string }) => workspace.id === id);
    expect(usage).toMatchObject({ records: 1, documents: 1, mails: 1, failing_webhooks: 1 });
    expect(usage.document_bytes).toBeGreaterThan(0);
    expect(usage.storage_bytes).toBeGreaterThan(usage.document_bytes);
    expect(usage.last_delivery_at).toMatch(/Z$/);
    const { body: metrics } = await service.call('GET', '/metrics', { token: service.operatorToken });
    for (const name of ['records', 'documents', 'failing_webhooks']) {
      expect(metrics).toContain(`tessera_workspace_${name}{workspace="${slug}"} 1`);
    }
    expect(metrics).toMatch(new RegExp(`tessera_workspace_calls_total\\{workspace="${slug}"\\} [1-9]`));
    expect(metrics).toContain(`tessera_workspace_last_delivery_timestamp_seconds{workspace="${slug}"}`);
  });

  it.each([
    ['PATCH', `/workspaces/${absent}`, { name: 'x' }],
    ['PATCH', '/workspaces/not-a-uuid', { name: 'x' }],
    ['POST', `/workspaces/${absent}/tokens`, { name: 'x', role: 'admin', access: 'read_write' }],
    ['POST', `/workspaces/${absent}/api-keys`, { name: 'x', capability: 'manage_members' }],
    ['POST', `/workspaces/${absent}/people`, { email: 'a@example.com', role: 'admin' }],
  ])('returns 404 for an unknown workspace: %s %s', async (method, path, body) => {
    const answer = await operate(method, path, body);
    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'workspace_not_found' } } });
    expect(answer.body.error.message).toBe('No such workspace: check the id.');
  });

  it('suspend a workspace, which can then be read but not written, not even by its ingest URL, until it is lifted', async () => {
    const { id, token } = await service.createWorkspace();
    const { secret } = (await service.call('POST', '/collections', { token, body: { name: 'things' } })).body;
    await operate('PATCH', `/workspaces/${id}`, { suspended: true });
    expect((await service.call('GET', '/collections/things/describe', { token })).status).toBe(200);
    const writes = [
      await service.call('POST', '/collections/things/records', { token, body: { records: [{ id: 1 }] } }),
      await service.call('DELETE', '/collections/things', { token }),
      await service.call('POST', `/ingest/${secret}`, { body: { id: 1 } }),
      await service.call('POST', `/ingest/${secret}/batch`, { body: { records: [{ id: 1 }] } }),
    ];
    for (const write of writes) {
      expect(write).toMatchObject({
        status: 403,
        body: { error: { code: 'read_only_here', writable_workspaces: [] } },
      });
      expect(write.body.error.message).toBe(
        'This workspace is suspended, so nobody can write to it. The operator can lift the suspension.',
      );
    }
    await operate('PATCH', `/workspaces/${id}`, { suspended: false });
    expect((await service.call('POST', `/ingest/${secret}`, { body: { id: 1 } })).status).toBe(200);
  });

  it('are recorded in the audit log of the workspace that they change', async () => {
    const { id, token } = await service.createWorkspace();
    await operate('PATCH', `/workspaces/${id}`, { reader_seats: 7 });
    const { events } = (await service.call('GET', '/audit', { token })).body;
    expect(events.map((event: { action: string }) => event.action)).toEqual([
      'workspace.updated',
      'token.created',
      'workspace.created',
    ]);
    expect(events[0]).toMatchObject({ actor: { kind: 'operator' }, detail: { reader_seats: 7 } });
  });

  it('name the operator as the actor when creating a token for a person', async () => {
    const { id, token } = await service.createWorkspace();
    await operate('POST', `/workspaces/${id}/people`, { email: 'vouched@example.com', role: 'member' });
    await operate('POST', '/people/vouched@example.com/personal-tokens', { name: 'nightly import' });
    const { events } = (await service.call('GET', '/audit?limit=2', { token })).body;
    expect(events).toMatchObject([
      { action: 'personal_token.created', actor: { kind: 'operator' }, detail: { person: 'vouched@example.com' } },
      { action: 'person.signed_in', actor: { kind: 'operator' }, target: 'vouched@example.com' },
    ]);
  });

  it('create tokens for the whole workspace if groups are null or absent, and require a future expiry', async () => {
    const { id } = await service.createWorkspace();
    const agent = { name: 'agent', role: 'member', access: 'read_write' };
    const make = (more: object) => operate('POST', `/workspaces/${id}/tokens`, { ...agent, ...more });
    for (const more of [{}, { groups: null }]) {
      const { body } = await make(more);
      expect(body.groups).toBeNull();
      const created = await service.call('POST', '/collections', {
        token: body.secret,
        body: { name: `c-${body.id}` },
      });
      expect(created.status).toBe(200);
    }
    expect((await make({ groups: [] })).body.groups).toEqual([]);
    expect(await make({ expires_at: '2020-01-01T00:00:00Z' })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request', details: [{ path: 'expires_at' }] } },
    });
  });
});
