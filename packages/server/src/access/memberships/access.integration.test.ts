import { type RouteDefinition, routes } from '@tessera/contract';
import { describe, expect, it } from 'vitest';
import { signIn } from '../../identity/testing/browser.js';
import { anAddress, invite } from '../../identity/testing/people.js';
import { createCredentials, createTenants, kinds, type Presented } from '../../identity/testing/tenants.js';
import { startSuiteService } from '../../testing/service.js';
import { createWorkspaceFixture } from '../../workspaces/testing/workspace-fixture.js';

/** A valid body for each route. A route without a row fails the first test. */
const bodies: Readonly<Record<string, unknown>> = {
  'settings.list_groups': undefined,
  'settings.create_group': { name: 'New', paths: ['new/**'] },
  'settings.update_group': { name: 'Changed' },
  'settings.delete_group': undefined,
  'settings.preview_group': { paths: ['course/**'] },
  'settings.explain_access': undefined,
  'settings.list_holders': undefined,
  'settings.sync_members': { members: [{ email: 'new@example.com', groups: [] }], dry_run: true },
  'settings.create_sign_in_link': undefined,
  'settings.get_access': undefined,
  'settings.put_access': { assignments: [] },
  'people.invite': undefined,
  'settings.list_readers': undefined,
  'settings.create_reader': { email: 'guest@example.com' },
  'settings.revoke_reader': undefined,
};

const accessRoutes = Object.values(routes as Record<string, RouteDefinition>).filter(({ path }) =>
  /^\/settings\/(groups|readers|access|members|people\/\{id\}\/)/.test(path),
);

const service = await startSuiteService();
const fixture = await createWorkspaceFixture(service);
const tenants = await createTenants(service);
const credentials = await createCredentials(service, tenants);
const session: Record<string, string> = (await signIn(service, fixture.email)).headers();

/** A valid query for each route. */
const queries: Readonly<Record<string, string>> = {
  'settings.explain_access': `?path=docs/a.md&holder=membership:${crypto.randomUUID()}`,
  'settings.list_holders': '?path=docs/a.md',
};

function call({ id, method, path }: RouteDefinition, workspace: string, presented: Presented) {
  const body = bodies[id];
  return service.call(method, path.replace(/\{(id|identifier)\}/, crypto.randomUUID()) + (queries[id] ?? ''), {
    ...presented,
    // A person can belong to several workspaces, so a personal token must name the one in which its person is an
    // editor.
    ...(presented.token?.startsWith('svc_pt_') ? { workspace } : {}),
    ...(body === undefined ? {} : { body }),
  });
}

const namesNobody = ({ id, path }: RouteDefinition): boolean =>
  /\{(id|identifier)\}/.test(path) || id === 'settings.explain_access';

describe('access routes > for admins', () => {
  it('all have a row in this table', () => {
    expect(accessRoutes.map(({ id }) => id).sort()).toEqual(Object.keys(bodies).sort());
  });

  it.each(accessRoutes.map((route) => [route.id, route] as const))('%s requires an admin', async (_, route) => {
    for (const kind of kinds) {
      const { status } = await call(route, tenants.own.id, credentials[kind]);
      expect([kind, status]).toEqual([kind, expect.toBeOneOf([400, 401, 403])]);
    }
    for (const admin of [{ token: fixture.token }, { headers: session }]) {
      const { status } = await call(route, fixture.workspace.id, admin);
      // The id in the path does not exist.
      expect(status).toBe(namesNobody(route) ? 404 : 200);
    }
  });
});

describe('/settings routes of groups and magic links', () => {
  it('follow the same rules as those of /v1', async () => {
    const made = await fixture.call('POST', '/settings/groups', { name: 'Course', paths: ['./course/**'] });
    expect(made.body).toMatchObject({ paths: ['course/**'], workspace: { id: fixture.workspace.id } });
    const refused = await fixture.call('POST', '/settings/groups', { name: 'All', paths: ['**'] });
    expect(refused.body.error.code).toBe('match_all_pattern');
    const link = await fixture.call('POST', '/settings/readers', { email: anAddress(), groups: [made.body.id] });
    expect(link.body).toMatchObject({ groups: [made.body.id], warning: expect.stringContaining('Anyone') });
    expect((await fixture.call('GET', '/settings/readers')).body.count).toBeGreaterThan(0);
    expect((await service.app.http.request(link.body.magic_link)).status).toBeLessThan(400);
    expect((await fixture.call('DELETE', `/settings/readers/${link.body.id}`)).body.status).toBe('revoked');
    expect((await service.app.http.request(link.body.magic_link)).status).toBeGreaterThanOrEqual(400);
    expect((await fixture.call('DELETE', `/settings/groups/${made.body.id}`)).body.deleted).toBe(true);
  });
});

describe('settings.put_access', () => {
  it('replaces all access, confines an editor, and rejects an admin', async () => {
    const group = (await fixture.call('POST', '/settings/groups', { name: 'Docs', paths: ['docs/**'] })).body;
    const { id } = await invite(service, fixture.workspace, anAddress(), { role: 'member' });
    const assignments = [{ group_id: group.id, access: 'read_write' }];
    const put = await fixture.call('PUT', `/settings/people/${id}/access`, { assignments });
    expect(put.body.access).toEqual([{ group_id: group.id, name: 'Docs', paths: ['docs/**'], access: 'read_write' }]);
    const { workspace: _, ...rest } = put.body;
    expect((await fixture.call('GET', `/settings/people/${id}/access`)).body).toEqual(rest);
    const listed = (await fixture.call('GET', '/settings/people')).body.people;
    expect(listed.find((person: { id: string }) => person.id === id).groups).toEqual([group.id]);
    const admin = await fixture.call('PUT', `/settings/people/${fixture.id}/access`, { assignments });
    expect(admin.body.error.code).toBe('invalid_request');
    await fixture.call('DELETE', `/settings/people/${id}`);
    const revoked = await fixture.call('PUT', `/settings/people/${id}/access`, { assignments });
    expect(revoked.body.error.code).toBe('member_revoked');
  });
});

describe('audit_log.list', () => {
  it('filters by actor and time', async () => {
    const own = await createWorkspaceFixture(service);
    service.setTime(new Date('2026-03-01T00:00:00.000Z'));
    await own.call('POST', '/settings/groups', { name: 'First', paths: ['a/**'] });
    service.setTime(new Date('2026-03-02T00:00:00.000Z'));
    const token = await own.call('POST', '/settings/tokens', { name: 'agent', role: 'member', access: 'read_write' });
    await service.call('POST', '/collections', { token: token.body.secret, body: { name: 'made' } });
    service.setTime(undefined);
    const ask = async (query: string) =>
      (await service.call('GET', `/audit?${query}`, { token: own.workspace.token })).body.events.map(
        ({ action }: { action: string }) => action,
      );
    expect(await ask('from=2026-03-01T00:00:00Z&to=2026-03-02T00:00:00%2B00:00')).toEqual(['group.created']);
    expect(await ask(`actor=${token.body.id}`)).toEqual(['collection.created']);
    expect(await ask(`actor=${token.body.id}&to=2026-03-02T00:00:00Z`)).toEqual([]);
  });
});
