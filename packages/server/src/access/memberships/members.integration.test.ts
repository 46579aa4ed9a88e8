import { describe, expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { type GrantingWorkspace, grantingWorkspace } from '../testing/keys.js';

const service = await startSuiteService();
const shop = await grantingWorkspace(service);

async function createGroup(workspace: GrantingWorkspace, paths: string[], name = 'Course'): Promise<string> {
  return (await workspace.v1('POST', '/groups', { name, paths })).body.id;
}

async function auditOf(workspace: GrantingWorkspace, target: string): Promise<{ action: string; detail: unknown }[]> {
  const answer = await service.call('GET', '/audit?limit=500', { token: workspace.token });
  return answer.body.events.filter((event: { target: string }) => event.target === target);
}

describe('members.grant', () => {
  it('creates an active, pending member with groups and access level, and returns no link', async () => {
    const group = await createGroup(shop, ['course/**']);
    const granted = await shop.v1('POST', '/members', {
      email: '  Ada@Example.COM ',
      name: 'Ada',
      groups: [group, group.toUpperCase()],
      access: 'read_write',
    });
    expect(granted).toMatchObject({
      status: 200,
      body: {
        email: 'ada@example.com',
        name: 'Ada',
        status: 'active',
        pending: true,
        identity_bound: true,
        groups: [group],
        access: 'read_write',
        email_sent: true,
        workspace: { id: shop.id, slug: shop.slug, name: shop.name },
      },
    });
    expect(JSON.stringify(granted.body)).not.toContain('token');
    const access = await shop.v1('GET', '/members/ada@example.com/access');
    expect(access.body.access).toEqual([
      { group_id: group, name: 'Course', paths: ['course/**'], access: 'read_write' },
    ]);
  });

  it('defaults the name to the e-mail address and the level to read_only', async () => {
    const granted = await shop.v1('POST', '/members', { email: 'plain@example.com' });
    expect(granted.body).toMatchObject({ name: 'plain@example.com', access: 'read_only', groups: [] });
  });

  it('refuses an active member as member_exists, and changes nothing', async () => {
    const first = await shop.v1('POST', '/members', { email: 'twice@example.com', name: 'First' });
    const second = await shop.v1('POST', '/members', { email: 'TWICE@example.com', name: 'Second' });
    expect(second).toMatchObject({ status: 409, body: { error: { code: 'member_exists' } } });
    expect(second.body.error.message).toContain('PUT /v1/members/{identifier}/access');
    const listed = await shop.v1('GET', '/members');
    const same = listed.body.members.filter((member: { email: string }) => member.email === 'twice@example.com');
    expect(same).toEqual([expect.objectContaining({ id: first.body.id, name: 'First' })]);
  });

  it('refuses an admin or editor as member_exists', async () => {
    const own = await service.call('POST', '/operator/workspaces', {
      token: service.operatorToken,
      body: { slug: `admin-${Date.now()}`, name: 'Own', admin_email: 'boss@example.com' },
    });
    const key = await service.call('POST', `/operator/workspaces/${own.body.workspace.id}/api-keys`, {
      token: service.operatorToken,
      body: { name: 'k', capability: 'manage_members' },
    });
    const refused = await service.call('POST', '/v1/members', {
      token: key.body.secret,
      body: { email: 'boss@example.com' },
    });
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'member_exists' } } });
    // This route cannot change admins and editors.
    expect(refused.body.error.message).toMatch(/as an admin: an admin of the workspace changes that in its settings/);
    const revoked = await service.call('DELETE', '/v1/members/boss@example.com', { token: key.body.secret });
    expect(revoked).toMatchObject({ status: 404, body: { error: { code: 'member_not_found' } } });
  });

  it('grants nothing with an unknown, malformed or foreign group', async () => {
    const other = await grantingWorkspace(service);
    const foreign = await createGroup(other, ['x/**']);
    for (const group of [foreign, '00000000-0000-4000-8000-000000000000', 'no-uuid']) {
      const refused = await shop.v1('POST', '/members', { email: 'nogroup@example.com', groups: [group] });
      expect(refused).toMatchObject({ status: 404, body: { error: { code: 'group_not_found' } } });
    }
    const access = await shop.v1('GET', '/members/nogroup@example.com/access');
    expect(access.status).toBe(404);
  });

  it.each([
    [{}, 'invalid_request'],
    [{ email: 'not an address' }, 'invalid_request'],
    [{ email: 'a@example.com', access: 'admin' }, 'invalid_access'],
    [{ email: 'a@example.com', emial: 'x' }, 'invalid_request'],
    [{ email: 'a@example.com', groups: 'all' }, 'invalid_request'],
  ])('rejects the body %j', async (body, code) => {
    expect(await shop.v1('POST', '/members', body)).toMatchObject({ status: 400, body: { error: { code } } });
  });

  it('checks in the order 409, billing, seats, group', async () => {
    const full = await grantingWorkspace(service, { reader_seats: 1 });
    await full.v1('POST', '/members', { email: 'in@example.com' });
    const setBilling = (billing_active: boolean) =>
      service.call('PATCH', `/operator/workspaces/${full.id}`, {
        token: service.operatorToken,
        body: { billing_active },
      });
    await setBilling(false);
    const codeFor = async (email: string): Promise<string> =>
      (await full.v1('POST', '/members', { email, groups: ['unknown'] })).body.error.code;
    expect(await codeFor('in@example.com')).toBe('member_exists');
    expect(await codeFor('out@example.com')).toBe('billing_inactive');
    await setBilling(true);
    expect(await codeFor('out@example.com')).toBe('seat_cap_reached');
    await full.v1('DELETE', '/members/in@example.com');
    expect(await codeFor('out@example.com')).toBe('group_not_found');
  });
});

describe('members.revoke', () => {
  it('frees the seat, removes the groups, and can be repeated', async () => {
    const small = await grantingWorkspace(service, { reader_seats: 1 });
    const group = await createGroup(small, ['course/**']);
    const granted = await small.v1('POST', '/members', { email: 'a@example.com', groups: [group] });
    expect((await small.v1('POST', '/members', { email: 'b@example.com' })).body.error.code).toBe('seat_cap_reached');
    const first = await small.v1('DELETE', `/members/${encodeURIComponent('A@example.com')}`);
    const second = await small.v1('DELETE', `/members/${granted.body.id.toUpperCase()}`);
    expect(first.body).toEqual({
      id: granted.body.id,
      email: 'a@example.com',
      status: 'revoked',
      workspace: { id: small.id, slug: small.slug, name: small.name },
    });
    expect(second).toMatchObject({ status: 200, body: first.body });
    expect((await small.v1('GET', '/members/a@example.com/access')).body.access).toEqual([]);
    expect((await small.v1('POST', '/members', { email: 'b@example.com' })).status).toBe(200);
    expect((await auditOf(small, granted.body.id)).map((event) => event.action)).toEqual([
      'member.revoked',
      'member.granted',
    ]);
  });

  it('returns member_not_found for unknown members and those of other workspaces', async () => {
    const other = await grantingWorkspace(service);
    const foreign = await other.v1('POST', '/members', { email: 'foreign@example.com' });
    for (const identifier of [
      foreign.body.id,
      'foreign@example.com',
      'nobody',
      '00000000-0000-4000-8000-000000000000',
    ]) {
      const refused = await shop.v1('DELETE', `/members/${identifier}`);
      expect(refused).toMatchObject({ status: 404, body: { error: { code: 'member_not_found' } } });
    }
    expect((await shop.v1('DELETE', '/members/%00')).body.error.code).toBe('invalid_request');
    expect((await other.v1('GET', '/members')).body.members[0].status).toBe('active');
  });

  it('can be undone by another grant: same id, new groups and level, and a seat', async () => {
    const small = await grantingWorkspace(service, { reader_seats: 1 });
    const [old, fresh] = [await createGroup(small, ['old/**']), await createGroup(small, ['new/**'], 'New')];
    const first = await small.v1('POST', '/members', { email: 'back@example.com', name: 'Back', groups: [old] });
    await small.v1('DELETE', '/members/back@example.com');
    await small.v1('POST', '/members', { email: 'other@example.com' });
    expect((await small.v1('POST', '/members', { email: 'back@example.com' })).body.error.code).toBe(
      'seat_cap_reached',
    );
    await small.v1('DELETE', '/members/other@example.com');
    const again = await small.v1('POST', '/members', {
      email: 'back@example.com',
      groups: [fresh],
      access: 'read_write',
    });
    expect(again.body).toMatchObject({
      id: first.body.id,
      name: 'Back',
      status: 'active',
      pending: true,
      groups: [fresh],
    });
    const access = await small.v1('GET', '/members/back@example.com/access');
    expect(access.body.access).toEqual([{ group_id: fresh, name: 'New', paths: ['new/**'], access: 'read_write' }]);
  });
});

describe('members > pending', () => {
  it('is true until the first sign-in of the address in any workspace', async () => {
    const email = 'settles@example.com';
    const [here, there] = [await grantingWorkspace(service), await grantingWorkspace(service)];
    const pendingIn = async (workspace: GrantingWorkspace): Promise<boolean> =>
      (await workspace.v1('GET', '/members')).body.members[0].pending;
    expect((await here.v1('POST', '/members', { email })).body.pending).toBe(true);
    expect(await pendingIn(here)).toBe(true);
    // The operator vouches for the address, which counts as its first sign-in.
    await service.call('POST', `/operator/people/${email}/personal-tokens`, {
      token: service.operatorToken,
      body: { name: 'laptop' },
    });
    expect(await pendingIn(here)).toBe(false);
    expect((await there.v1('POST', '/members', { email })).body.pending).toBe(false);
    await here.v1('DELETE', `/members/${email}`);
    expect((await here.v1('POST', '/members', { email })).body.pending).toBe(false);
  });
});

describe('members.list', () => {
  it('lists active and revoked members newest first with the total, whole or paged', async () => {
    const listed = await grantingWorkspace(service);
    for (let index = 0; index < 5; index += 1) {
      service.setTime(new Date(Date.UTC(2026, 0, 1, 0, 0, index)));
      await listed.v1('POST', '/members', { email: `m${index}@example.com` });
    }
    service.setTime(undefined);
    await listed.v1('DELETE', '/members/m2@example.com');
    const whole = await listed.v1('GET', '/members');
    const emails = (body: { members: { email: string }[] }): string[] => body.members.map(({ email }) => email);
    expect(emails(whole.body)).toEqual(['m4', 'm3', 'm2', 'm1', 'm0'].map((name) => `${name}@example.com`));
    expect(Object.keys(whole.body).sort()).toEqual(['count', 'members']);
    expect(Object.keys(whole.body.members[0]).sort()).toEqual([
      'email',
      'expired',
      'expires_at',
      'id',
      'identity_bound',
      'name',
      'pending',
      'starts_at',
      'status',
    ]);
    expect(whole.body.members[2].status).toBe('revoked');
    const first = await listed.v1('GET', '/members?limit=2');
    const second = await listed.v1('GET', `/members?limit=2&cursor=${first.body.next_cursor}`);
    const third = await listed.v1('GET', `/members?limit=2&cursor=${second.body.next_cursor}`);
    expect([first, second, third].flatMap(({ body }) => emails(body))).toEqual(emails(whole.body));
    expect([first, second, third].map(({ body }) => body.count)).toEqual([5, 5, 5]);
    expect(third.body.next_cursor).toBeNull();
  });

  it('rejects a foreign cursor and a too large limit', async () => {
    for (const query of [
      'cursor=nonsense',
      `cursor=${Buffer.from('["x","y"]').toString('base64url')}`,
      'limit=501',
      'limit=0',
    ]) {
      expect(await shop.v1('GET', `/members?${query}`)).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_request' } },
      });
    }
  });
});
