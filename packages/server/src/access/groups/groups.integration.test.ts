import { describe, expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { type GrantingWorkspace, grantingWorkspace } from '../testing/keys.js';

const service = await startSuiteService();
const shop = await grantingWorkspace(service);

async function createGroup(workspace: GrantingWorkspace, paths: string[], name = 'Course'): Promise<string> {
  return (await workspace.v1('POST', '/groups', { name, paths })).body.id;
}

describe('groups', () => {
  it('are created, listed, updated and deleted, and each write returns its workspace', async () => {
    const own = await grantingWorkspace(service);
    const workspace = { id: own.id, slug: own.slug, name: own.name };
    service.setTime(new Date('2026-01-01T00:00:00.000Z'));
    const created = await own.v1('POST', '/groups', {
      name: 'Course',
      paths: ['./course/**', 'faq/*.md'],
      description: 'Paid',
    });
    expect(created).toMatchObject({
      status: 200,
      body: { name: 'Course', description: 'Paid', paths: ['course/**', 'faq/*.md'], members: 0, workspace },
    });
    const { workspace: _, matches, hint, ...shown } = created.body;
    expect([matches, hint]).toEqual([0, '`course/**` matches no document yet. `faq/*.md` matches no document yet.']);
    expect((await own.v1('GET', '/groups')).body).toEqual({ groups: [shown], count: 1 });
    service.setTime(new Date('2026-01-02T00:00:00.000Z'));
    const updated = await own.v1('PUT', `/groups/${shown.id.toUpperCase()}`, { description: null });
    service.setTime(undefined);
    const changed = { ...shown, description: null, updated_at: '2026-01-02T00:00:00.000Z' };
    expect(updated.body).toEqual({ ...changed, matches, hint, workspace });
    const deleted = await own.v1('DELETE', `/groups/${shown.id}`);
    expect(deleted.body).toEqual({ id: shown.id, deleted: true, unassigned: 0, workspace });
    expect((await own.v1('DELETE', `/groups/${shown.id}`)).body.error.code).toBe('group_not_found');
    expect((await own.v1('GET', '/groups')).body).toEqual({ groups: [], count: 0 });
    const audit = await service.call('GET', '/audit', { token: own.token });
    const actions = audit.body.events.map(
      (event: { action: string; target: string }) => event.target === shown.id && event.action,
    );
    expect(actions.filter(Boolean)).toEqual(['group.deleted', 'group.updated', 'group.created']);
  });

  it.each([
    [{ name: 'x' }, 'invalid_request'],
    [{ paths: ['a/**'] }, 'invalid_request'],
    [{ name: ' ', paths: ['a/**'] }, 'invalid_request'],
    [{ name: 'x', paths: [] }, 'invalid_request'],
    [{ name: 'x', paths: Array(201).fill('a/**') }, 'invalid_request'],
    [{ name: 'x', paths: ['a'.repeat(513)] }, 'invalid_request'],
    [{ name: 'x', paths: ['a/**', '**'] }, 'match_all_pattern'],
    [{ name: 'x', paths: ['{docs/**,**}'] }, 'match_all_pattern'],
    [{ name: 'x', paths: ['/a/**'] }, 'invalid_pattern'],
    [{ name: 'x', paths: ['a/../b'] }, 'invalid_pattern'],
    [{ name: 'x', paths: ['!a/**'] }, 'invalid_pattern'],
    [{ name: 'x', paths: ['a/**'], path: 'b' }, 'invalid_request'],
  ])('create > rejects %j', async (body, code) => {
    const before = (await shop.v1('GET', '/groups')).body.count;
    expect(await shop.v1('POST', '/groups', body)).toMatchObject({ status: 400, body: { error: { code } } });
    expect((await shop.v1('GET', '/groups')).body.count).toBe(before);
  });

  it('update > changes nothing if the body is rejected or empty', async () => {
    const id = await createGroup(shop, ['a/**'], 'Kept');
    const read = async () =>
      (await shop.v1('GET', '/groups')).body.groups.find((group: { id: string }) => group.id === id);
    const before = await read();
    expect((await shop.v1('PUT', `/groups/${id}`, {})).status).toBe(400);
    expect((await shop.v1('PUT', `/groups/${id}`, { name: 'New', paths: ['*'] })).body.error.code).toBe(
      'match_all_pattern',
    );
    expect(await read()).toEqual(before);
  });

  it('of another workspace cannot be listed, updated, deleted or assigned', async () => {
    const other = await grantingWorkspace(service);
    const foreign = await createGroup(other, ['x/**']);
    await shop.v1('POST', '/members', { email: 'local@example.com' });
    const absent = '00000000-0000-4000-8000-000000000000';
    for (const [method, path, body] of [
      ['PUT', '/groups/:id', { name: 'stolen' }],
      ['DELETE', '/groups/:id', undefined],
      ['PUT', '/members/local@example.com/access', { assignments: [{ group_id: ':id', access: 'read_only' }] }],
    ] as const) {
      const call = (id: string) =>
        shop.v1(method, path.replace(':id', id), body && JSON.parse(JSON.stringify(body).replace(':id', id)));
      const [asForeign, asAbsent] = [await call(foreign), await call(absent)];
      expect(asForeign).toMatchObject({ status: 404, body: { error: { code: 'group_not_found' } } });
      expect(asForeign.body).toEqual(asAbsent.body);
    }
    expect((await other.v1('GET', '/groups')).body.groups[0]).toMatchObject({ id: foreign, name: 'Course' });
    expect((await shop.v1('GET', '/groups')).body.groups.some((group: { id: string }) => group.id === foreign)).toBe(
      false,
    );
  });
});

describe('members.put_access', () => {
  it('replaces all groups; if a group is repeated, its last level is used', async () => {
    const [one, two] = [await createGroup(shop, ['one/**'], 'One'), await createGroup(shop, ['two/**'], 'Two')];
    await shop.v1('POST', '/members', { email: 'swap@example.com', groups: [one] });
    const put = await shop.v1('PUT', '/members/Swap@Example.com/access', {
      assignments: [
        { group_id: two, access: 'read_only' },
        { group_id: two.toUpperCase(), access: 'read_write' },
      ],
    });
    expect(put.body).toMatchObject({
      email: 'swap@example.com',
      access: [{ group_id: two, name: 'Two', paths: ['two/**'], access: 'read_write' }],
      workspace: { id: shop.id },
    });
    const { workspace: _, ...rest } = put.body;
    expect((await shop.v1('GET', '/members/swap@example.com/access')).body).toEqual(rest);
    expect((await shop.v1('PUT', '/members/swap@example.com/access', { assignments: [] })).body.access).toEqual([]);
  });

  it('changes nothing if one assignment is invalid', async () => {
    const one = await createGroup(shop, ['one/**']);
    await shop.v1('POST', '/members', { email: 'firm@example.com', groups: [one] });
    const bad: [unknown, string][] = [
      [{ assignments: [{ group_id: one, access: 'admin' }] }, 'invalid_access'],
      [{ assignments: [{ group_id: one }] }, 'invalid_request'],
      [
        {
          assignments: [
            { group_id: one, access: 'read_only' },
            { group_id: 'gone', access: 'read_only' },
          ],
        },
        'group_not_found',
      ],
      [{}, 'invalid_request'],
    ];
    for (const [body, code] of bad) {
      expect((await shop.v1('PUT', '/members/firm@example.com/access', body)).body.error.code).toBe(code);
    }
    expect((await shop.v1('GET', '/members/firm@example.com/access')).body.access).toHaveLength(1);
  });

  it('rejects a revoked member, and returns not found for an unknown one', async () => {
    await shop.v1('POST', '/members', { email: 'left@example.com' });
    await shop.v1('DELETE', '/members/left@example.com');
    const put = await shop.v1('PUT', '/members/left@example.com/access', { assignments: [] });
    expect(put).toMatchObject({ status: 409, body: { error: { code: 'member_revoked' } } });
    for (const [method, path] of [
      ['GET', 'access'],
      ['GET', 'access/explain?path=a'],
      ['PUT', 'access'],
    ] as const) {
      const answer = await shop.v1(
        method,
        `/members/nobody@example.com/${path}`,
        method === 'PUT' ? { assignments: [] } : undefined,
      );
      expect(answer.body.error.code).toBe('member_not_found');
    }
  });

  it('explains the group and pattern that allow a path, even right after the group changes', async () => {
    const guide = await createGroup(shop, ['guide/**', 'guide/{a,b}/*.md'], 'Guide');
    await shop.v1('POST', '/members', { email: 'why@example.com', groups: [guide], access: 'read_write' });
    const explain = async (path: string) =>
      (await shop.v1('GET', `/members/why@example.com/access/explain?path=${encodeURIComponent(path)}`)).body;
    const match = { group_id: guide, name: 'Guide', access: 'read_write' };
    expect(await explain('guide/a/x.md')).toMatchObject({
      path: 'guide/a/x.md',
      readable: true,
      reason: 'pattern_matches',
      matches: [
        { ...match, pattern: 'guide/**' },
        { ...match, pattern: 'guide/{a,b}/*.md' },
      ],
    });
    expect(await explain('secret/x.md')).toMatchObject({ readable: false, reason: 'no_pattern_matches', matches: [] });
    expect(await explain('guide/../secret/x.md')).toMatchObject({ readable: false, matches: [] });
    await shop.v1('PUT', `/groups/${guide}`, { paths: ['secret/**'] });
    expect(await explain('guide/a/x.md')).toMatchObject({ readable: false });
    expect(await explain('secret/x.md')).toMatchObject({ readable: true });
    await shop.v1('PUT', '/members/why@example.com/access', { assignments: [] });
    expect(await explain('secret/x.md')).toMatchObject({ readable: false, reason: 'no_groups' });
    await shop.v1('DELETE', '/members/why@example.com');
    expect(await explain('secret/x.md')).toMatchObject({ readable: false, reason: 'revoked' });
  });
});

describe('groups.delete', () => {
  it('removes the group from memberships, magic links and tokens in one transaction, and counts memberships and links', async () => {
    const [gone, stays] = [
      await createGroup(shop, ['gone/**'], 'Gone'),
      await createGroup(shop, ['stays/**'], 'Stays'),
    ];
    await shop.v1('POST', '/members', { email: 'holder@example.com', groups: [gone, stays] });
    await shop.v1('POST', '/readers', { email: 'guest@example.com', groups: [gone] });
    const token = await service.call('POST', `/operator/workspaces/${shop.id}/tokens`, {
      token: service.operatorToken,
      body: { name: 'agent', role: 'member', access: 'read_write', groups: [gone] },
    });
    const listed = (await shop.v1('GET', '/groups')).body.groups.find((group: { id: string }) => group.id === gone);
    expect(listed.members).toBe(1);
    expect((await shop.v1('DELETE', `/groups/${gone}`)).body).toMatchObject({ unassigned: 2 });
    const access = (await shop.v1('GET', '/members/holder@example.com/access')).body.access;
    expect(access.map((entry: { group_id: string }) => entry.group_id)).toEqual([stays]);
    const readers = (await shop.v1('GET', '/readers')).body.readers;
    expect(readers.find((reader: { email: string }) => reader.email === 'guest@example.com').groups).toEqual([]);
    // The token stays confined. Otherwise losing its last group would let it read everything.
    expect((await service.call('GET', '/me', { token: token.body.secret })).body).toMatchObject({
      groups: [],
      can_write: false,
    });
  });

  it('leaves no assignment behind if the group is assigned concurrently', async () => {
    await shop.v1('POST', '/members', { email: 'race@example.com' });
    for (let round = 0; round < 5; round += 1) {
      const id = await createGroup(shop, [`race${round}/**`]);
      const [assigned, deleted] = await Promise.all([
        shop.v1('PUT', '/members/race@example.com/access', { assignments: [{ group_id: id, access: 'read_only' }] }),
        shop.v1('DELETE', `/groups/${id}`),
      ]);
      expect(deleted.status).toBe(200);
      expect([200, 404]).toContain(assigned.status);
      const remaining = (await shop.v1('GET', '/members/race@example.com/access')).body.access;
      expect(remaining.filter((entry: { group_id: string }) => entry.group_id === id)).toEqual([]);
    }
  });
});
