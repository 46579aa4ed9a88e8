import { describe, expect, test } from 'vitest';
import { anAddress, invite, personalToken } from '../../identity/testing/people.js';
import { startSuiteService, type TestWorkspace } from '../../testing/service.js';
import { createWorkspaceFixture } from '../../workspaces/testing/workspace-fixture.js';

const service = await startSuiteService();

async function aGroup(workspace: TestWorkspace): Promise<string> {
  const rows = await service.services.database.asSystem((transaction) =>
    transaction.query<{ id: string }>(
      `insert into groups (workspace_id, id, name, paths, created_at, updated_at)
       values ($1, gen_random_uuid(), 'Group', '{docs/**}', now(), now()) returning id`,
      [workspace.id],
    ),
  );
  return rows[0]?.id ?? '';
}

describe('people.add', () => {
  test('sends an invitation to the sign-in page and returns the person', async () => {
    const { workspace, call } = await createWorkspaceFixture(service);
    const email = anAddress();
    const answer = await call('POST', '/settings/people', {
      email: ` ${email.toUpperCase()} `,
      name: 'Ada',
      role: 'member',
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id: expect.any(String),
      email,
      name: 'Ada',
      role: 'member',
      status: 'active',
      pending: true,
      groups: null,
      access: 'read_write',
      email_sent: true,
      workspace: { id: workspace.id, slug: workspace.slug, name: workspace.name },
    });
    const mail = service.mails.at(-1);
    expect(mail?.to).toBe(email);
    expect(mail?.text).toContain(`http://tessera.test/sign-in?email=${encodeURIComponent(email)}`);
  });

  test('sends no mail with send_email: false', async () => {
    const { call } = await createWorkspaceFixture(service);
    const mails = service.mails.length;
    const answer = await call('POST', '/settings/people', { email: anAddress(), role: 'member', send_email: false });
    expect(answer.body.email_sent).toBe(false);
    expect(service.mails).toHaveLength(mails);
  });

  test('refuses an existing person, and restores a removed one with the same id', async () => {
    const { call } = await createWorkspaceFixture(service);
    const person = { email: anAddress(), role: 'member' };
    const added = await call('POST', '/settings/people', person);
    const again = await call('POST', '/settings/people', { ...person, role: 'admin' });
    expect([again.status, again.body.error.code]).toEqual([409, 'member_exists']);
    expect(again.body.error.message).toMatch(/as an editor: an admin of the workspace changes that in its settings/);
    await call('DELETE', `/settings/people/${added.body.id}`);
    const back = await call('POST', '/settings/people', { ...person, role: 'admin' });
    expect(back.body).toMatchObject({ id: added.body.id, role: 'admin', status: 'active' });
  });

  test('always confines members, confines editors who have groups, and rejects groups of other workspaces', async () => {
    const { workspace, call } = await createWorkspaceFixture(service);
    const group = await aGroup(workspace);
    const foreign = await aGroup(await service.createWorkspace());
    const add = (body: object) => call('POST', '/settings/people', { email: anAddress(), ...body });
    expect((await add({ role: 'reader' })).body).toMatchObject({ groups: [], access: 'read_only' });
    expect((await add({ role: 'member', groups: [group, group] })).body.groups).toEqual([group]);
    expect((await add({ role: 'member', groups: [] })).body.groups).toEqual([]);
    expect((await add({ role: 'member', groups: null })).body.groups).toBeNull();
    const refused = await add({ role: 'member', groups: [group, foreign] });
    expect([refused.status, refused.body.error.code]).toEqual([404, 'group_not_found']);
    const admin = await add({ role: 'admin', groups: [group] });
    expect([admin.status, admin.body.error.code]).toEqual([400, 'invalid_request']);
  });

  test('takes a seat and needs billing for members, but not for editors', async () => {
    const { workspace, call } = await createWorkspaceFixture(service, { reader_seats: 1 });
    const add = (role: string) => call('POST', '/settings/people', { email: anAddress(), role });
    expect((await add('reader')).status).toBe(200);
    expect((await add('reader')).body.error.code).toBe('seat_cap_reached');
    expect((await add('member')).status).toBe(200);
    await service.call('PATCH', `/operator/workspaces/${workspace.id}`, {
      token: service.operatorToken,
      body: { billing_active: false, reader_seats: 5 },
    });
    const unpaid = await add('reader');
    expect([unpaid.status, unpaid.body.error.code]).toEqual([402, 'billing_inactive']);
    expect((await add('admin')).status).toBe(200);
    await expect(invite(service, workspace, anAddress(), { role: 'reader' })).resolves.toMatchObject({ pending: true });
  });

  test('never exceeds the seats with concurrent calls', async () => {
    const { call } = await createWorkspaceFixture(service, { reader_seats: 3 });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => call('POST', '/settings/people', { email: anAddress(), role: 'reader' })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(5);
  });
});

describe('people.update', () => {
  test('changes given fields immediately, and keeps the others', async () => {
    const { workspace, call } = await createWorkspaceFixture(service);
    const email = anAddress();
    const { id } = await invite(service, workspace, email, { access: 'read_only' });
    const token = await personalToken(service, email);
    const reach = () => service.call('GET', '/settings/workspace', { token, workspace: workspace.id });
    expect((await reach()).status).toBe(403);
    const changed = await call('PATCH', `/settings/people/${id}`, { role: 'admin' });
    expect(changed.body).toMatchObject({
      id,
      email,
      role: 'admin',
      access: 'read_write',
      groups: null,
      status: 'active',
    });
    expect((await reach()).status).toBe(200);
    const renamed = await call('PATCH', `/settings/people/${id}`, { name: 'Grace' });
    expect(renamed.body).toMatchObject({ name: 'Grace', role: 'admin' });
    await call('PATCH', `/settings/people/${id}`, { role: 'member' });
    expect((await reach()).status).toBe(403);
  });

  test('removes a confinement only if the request says so', async () => {
    const { workspace, call } = await createWorkspaceFixture(service);
    const group = await aGroup(workspace);
    const { id } = await invite(service, workspace, anAddress(), { groups: [group] });
    const change = async (body: object) => (await call('PATCH', `/settings/people/${id}`, body)).body.groups;
    expect(await change({ name: 'Same groups' })).toEqual([group]);
    expect(await change({ groups: [] })).toEqual([]);
    expect(await change({ name: 'Still confined' })).toEqual([]);
    expect(await change({ groups: null })).toBeNull();
    expect(await change({ groups: [group] })).toEqual([group]);
    expect(await change({ role: 'reader' })).toEqual([group]);
    const lifted = await call('PATCH', `/settings/people/${id}`, { groups: null });
    expect([lifted.status, lifted.body.error.code]).toEqual([400, 'invalid_request']);
    expect(await change({ role: 'admin' })).toBeNull();
  });

  test("applies the level to the person's groups", async () => {
    const { workspace, call } = await createWorkspaceFixture(service);
    const group = await aGroup(workspace);
    const email = anAddress();
    const { id } = await invite(service, workspace, email, { groups: [group] });
    const token = await personalToken(service, email);
    const canWrite = async () => (await service.call('GET', '/workspaces', { token })).body.workspaces[0].can_write;
    expect(await canWrite()).toBe(true);
    expect((await call('PATCH', `/settings/people/${id}`, { access: 'read_only' })).body.access).toBe('read_only');
    expect(await canWrite()).toBe(false);
  });

  test('keeps the level of each group if groups are not changed', async () => {
    const { workspace, call } = await createWorkspaceFixture(service);
    const [reading, writing] = [await aGroup(workspace), await aGroup(workspace)];
    const { id } = await invite(service, workspace, anAddress(), { groups: [reading, writing] });
    const levels = async () => {
      const rows = await service.services.database.asSystem((transaction) =>
        transaction.query<{ group_id: string; access: string }>(
          'select group_id, access from group_holders where holder_id = $1',
          [id],
        ),
      );
      return new Map(rows.map(({ group_id, access }) => [group_id, access]));
    };
    await service.services.database.asSystem((transaction) =>
      transaction.query(`update group_holders set access = 'read_only' where group_id = $1`, [reading]),
    );
    await call('PATCH', `/settings/people/${id}`, { name: 'New name' });
    expect(await levels()).toEqual(
      new Map([
        [reading, 'read_only'],
        [writing, 'read_write'],
      ]),
    );
    await call('PATCH', `/settings/people/${id}`, { access: 'read_only' });
    expect([...(await levels()).values()]).toEqual(['read_only', 'read_only']);
  });

  test('needs a free seat to make someone a member', async () => {
    const { workspace, call } = await createWorkspaceFixture(service, { reader_seats: 0 });
    const { id } = await invite(service, workspace, anAddress());
    expect((await call('PATCH', `/settings/people/${id}`, { role: 'reader' })).body.error.code).toBe(
      'seat_cap_reached',
    );
  });

  test('refuses a removed person and an unknown id', async () => {
    const { workspace, call } = await createWorkspaceFixture(service);
    const { id } = await invite(service, workspace, anAddress());
    await call('DELETE', `/settings/people/${id}`);
    const removed = await call('PATCH', `/settings/people/${id}`, { name: 'x' });
    expect([removed.status, removed.body.error.code]).toEqual([409, 'member_revoked']);
    const foreign = await invite(service, await service.createWorkspace(), anAddress());
    for (const nobody of [foreign.id, 'garbage', '6f1d0b0e-0000-4000-8000-000000000000']) {
      for (const answer of [
        await call('PATCH', `/settings/people/${nobody}`, { name: 'x' }),
        await call('DELETE', `/settings/people/${nobody}`),
      ]) {
        expect([answer.status, answer.body.error.code]).toEqual([404, 'person_not_found']);
      }
    }
  });
});

describe('people.remove', () => {
  test('ends access immediately, keeps other workspaces, and can be repeated', async () => {
    const { workspace, call } = await createWorkspaceFixture(service);
    const other = await service.createWorkspace();
    const email = anAddress();
    const { id } = await invite(service, workspace, email);
    await invite(service, other, email);
    const token = await personalToken(service, email);
    expect((await service.call('GET', '/workspaces', { token })).body.count).toBe(2);
    const removed = {
      id,
      email,
      status: 'revoked',
      still_working: [],
      workspace: { id: workspace.id, slug: workspace.slug, name: workspace.name },
    };
    expect((await call('DELETE', `/settings/people/${id}`)).body).toEqual(removed);
    expect((await call('DELETE', `/settings/people/${id}`)).body).toEqual(removed);
    const listed = await service.call('GET', '/workspaces', { token });
    expect(listed.body.workspaces.map((each: { id: string }) => each.id)).toEqual([other.id]);
    const refused = await service.call('GET', '/collections', { token, workspace: workspace.id });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'not_a_member']);
  });

  test('never removes the last admin, also with concurrent calls', async () => {
    const { workspace, id, call } = await createWorkspaceFixture(service);
    const refused = [
      await call('DELETE', `/settings/people/${id}`),
      await call('PATCH', `/settings/people/${id}`, { role: 'member' }),
      await call('PATCH', `/settings/people/${id}`, { access: 'read_only' }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
    const second = await invite(service, workspace, anAddress(), { role: 'admin' });
    const both = await Promise.all([
      call('DELETE', `/settings/people/${id}`),
      call('PATCH', `/settings/people/${second.id}`, { role: 'member' }),
    ]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('people.list', () => {
  test('lists people of all roles newest first, whole or paged', async () => {
    const { workspace, email, call } = await createWorkspaceFixture(service);
    const emails = [email];
    for (const role of ['reader', 'member', 'admin'] as const) {
      const address = anAddress();
      await invite(service, workspace, address, { role });
      emails.unshift(address);
    }
    const whole = await call('GET', '/settings/people');
    expect(whole.body.count).toBe(4);
    expect(whole.body.people.map((person: { email: string }) => person.email)).toEqual(emails);
    const first = await call('GET', '/settings/people?limit=3');
    const rest = await call('GET', `/settings/people?limit=3&cursor=${first.body.next_cursor}`);
    const paged = [...first.body.people, ...rest.body.people];
    expect(paged).toEqual(whole.body.people);
    expect([first.body.count, rest.body.count, rest.body.next_cursor]).toEqual([4, 4, null]);
  });
});
