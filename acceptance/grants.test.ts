import { beforeEach, describe, expect, inject, it } from 'vitest';
import { call, makeApiKey, makeToken, makeWorkspace, ok, refused, unique, type WorkspaceReference } from './http.js';

const everything = ['manage_members', 'manage_permissions', 'manage_readers'];
const address = () => `${unique('person')}@example.com`;

let workspace: WorkspaceReference;
let key: string;

const v1 = <Body = Readonly<Record<string, unknown>>>(request: string, body?: object): Promise<Body> => {
  const [method, path] = request.split(' ');
  return ok<Body>(`${method} /v1${path}`, body ? { token: key, body } : { token: key });
};
const operator = (request: string, body: object) => ok(request, { token: inject('target').operatorToken, body });
const grant = (body: object) => ({ token: key, body: { send_email: false, ...body } });

// Each test uses its own key, because a key is limited to 30 writes a minute.
beforeEach(async () => {
  workspace = await makeWorkspace();
  key = await makeApiKey(workspace.id, everything);
});

describe('members', () => {
  it('grant, list, revoke > keep the id when access is granted again', async () => {
    const email = address();
    const member = await v1('POST /members', { email: ` ${email.toUpperCase()} `, send_email: false });
    expect(member).toMatchObject({
      name: email,
      status: 'active',
      pending: true,
      identity_bound: true,
      groups: [],
      access: 'read_only',
      email_sent: false,
      workspace,
    });
    expect(JSON.stringify(member)).not.toContain('magic_link');
    await refused('409 member_exists', 'POST /v1/members', grant({ email }));
    expect(await v1('GET /members')).toMatchObject({
      count: 1,
      members: [{ id: member.id, email, identity_bound: true }],
    });

    const gone = { id: member.id, email, status: 'revoked', workspace };
    expect(await v1(`DELETE /members/${encodeURIComponent(email.toUpperCase())}`)).toEqual(gone);
    expect(await v1(`DELETE /members/${member.id}`)).toEqual(gone);
    expect(await v1(`GET /members/${member.id}/access`)).toMatchObject({ id: member.id, email, access: [] });
    const put = { token: key, body: { assignments: [] } };
    await refused('409 member_revoked', `PUT /v1/members/${member.id}/access`, put);
    const again = await v1('POST /members', { email, send_email: false });
    expect(again).toMatchObject({ id: member.id, status: 'active' });
  });

  it('grant > never exceeds the number of seats; revoking frees one', async () => {
    await operator(`PATCH /operator/workspaces/${workspace.id}`, { reader_seats: 2 });
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => call<{ id: string }>('POST /v1/members', grant({ email: address() }))),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 402, 402, 402, 402]);
    await refused('402 seat_cap_reached', 'POST /v1/members', grant({ email: address() }));
    const granted = answers.find((answer) => answer.status === 200);
    await v1(`DELETE /members/${granted?.body.id}`);
    await v1('POST /members', { email: address(), send_email: false });
  });

  it('grant > requires active billing', async () => {
    await operator(`PATCH /operator/workspaces/${workspace.id}`, { billing_active: false });
    await refused('402 billing_inactive', 'POST /v1/members', grant({ email: address() }));
  });

  it('grant > assigns all groups or none', async () => {
    const group = await v1<{ id: string }>('POST /groups', { name: 'Handbook', paths: ['handbook/**'] });
    const absent = '00000000-0000-4000-8000-000000000000';
    await refused('404 group_not_found', 'POST /v1/members', grant({ email: address(), groups: [group.id, absent] }));
    expect(await v1('GET /members')).toMatchObject({ count: 0 });

    const email = address();
    await v1('POST /members', { email, groups: [group.id, group.id], access: 'read_write', send_email: false });
    const entry = { group_id: group.id, name: 'Handbook', paths: ['handbook/**'], access: 'read_write' };
    expect(await v1(`GET /members/${email}/access`)).toMatchObject({ access: [entry] });
    const put = `PUT /v1/members/${email}/access`;
    const bad = { assignments: [{ group_id: group.id, access: 'admin' }] };
    await refused('400 invalid_access', put, { token: key, body: bad });
    const foreign = { assignments: [{ group_id: absent, access: 'read_only' }] };
    await refused('404 group_not_found', put, { token: key, body: foreign });
    expect(await v1(`GET /members/${email}/access`)).toMatchObject({ access: [entry] });
    const twice = ['read_write', 'read_only'].map((access) => ({ group_id: group.id, access }));
    expect(await v1(`PUT /members/${email}/access`, { assignments: twice })).toMatchObject({
      access: [{ ...entry, access: 'read_only' }],
      workspace,
    });
    // A change of a group's paths applies to its members immediately. A deleted group is removed from them.
    await v1(`PUT /groups/${group.id}`, { paths: ['public/**'] });
    expect(await v1(`GET /members/${email}/access`)).toMatchObject({ access: [{ paths: ['public/**'] }] });
    expect(await v1(`DELETE /groups/${group.id}`)).toEqual({ id: group.id, deleted: true, unassigned: 1, workspace });
    expect(await v1(`GET /members/${email}/access`)).toMatchObject({ access: [] });
  });

  it.each([['not-an-address'], [''], [7], [undefined]])('grant > rejects %j', async (email) => {
    await refused('400 invalid_request', 'POST /v1/members', grant({ email }));
  });

  it('unknown members > are not found', async () => {
    await refused('404 member_not_found', 'DELETE /v1/members/nobody@example.com', { token: key });
    await refused('404 member_not_found', 'GET /v1/members/00000000-0000-4000-8000-000000000000/access', {
      token: key,
    });
  });
});

describe('groups', () => {
  it.each(['*', '**', '**/*', '*/**', './**', '?*', '{*,**}', '[!x]*', '{docs/**,**}', '*.*'])(
    'create > rejects %s as match-all',
    async (pattern) => {
      const body = { name: 'All', paths: ['docs/**', pattern] };
      await refused('400 match_all_pattern', 'POST /v1/groups', { token: key, body });
    },
  );

  it.each(['/docs/**', '../secret/**', '!docs/**', 'docs/[a', ''])(
    'create > rejects %j as invalid',
    async (pattern) => {
      const answer = await call<{ error: { code: string } }>('POST /v1/groups', {
        token: key,
        body: { name: 'Bad', paths: [pattern] },
      });
      expect(answer.status).toBe(400);
    },
  );

  it('list > includes the number of members', async () => {
    const group = await v1('POST /groups', { name: 'Docs', paths: ['docs/**'], description: 'All of the docs' });
    expect(group).toMatchObject({ name: 'Docs', description: 'All of the docs', paths: ['docs/**'], members: 0 });
    expect(await v1('GET /groups')).toMatchObject({ count: 1, groups: [{ id: group.id, members: 0 }] });
    await refused('400 invalid_request', `PUT /v1/groups/${group.id}`, { token: key, body: {} });
  });
});

describe('magic links', () => {
  it('create > returns a link to forward and a warning, and replaces the previous link', async () => {
    const email = address();
    const first = await v1<{ id: string; magic_link: string }>('POST /readers', { email, send_email: false });
    expect(first).toMatchObject({
      email,
      status: 'active',
      magic_link: expect.stringMatching(/\/r\?token=.+/),
      warning: 'Anyone with this link can view without signing in.',
      email_sent: false,
      workspace,
    });
    const opens = async (link: string): Promise<boolean> => {
      const { pathname, search } = new URL(link);
      const { status } = await call(`GET ${pathname}${search}`);
      expect(status).toBeLessThan(500);
      return status < 400;
    };
    expect(await opens(first.magic_link)).toBe(true);
    const second = await v1<{ id: string; magic_link: string }>('POST /readers', { email, send_email: false });
    expect(second.id).toBe(first.id);
    expect(await opens(first.magic_link)).toBe(false);
    expect(await opens(second.magic_link)).toBe(true);
    const listed = await v1('GET /readers');
    expect(listed).toMatchObject({ count: 1, readers: [{ id: first.id, email, status: 'active' }] });
    expect(JSON.stringify(listed)).not.toContain('token=');
    const gone = { id: first.id, email, status: 'revoked', workspace };
    expect(await v1(`DELETE /readers/${email}`)).toEqual(gone);
    expect(await v1(`DELETE /readers/${email}`)).toEqual(gone);
    expect(await opens(second.magic_link)).toBe(false);
  });
});

describe('API keys', () => {
  it.each([
    ['manage_members', 'GET /v1/groups', 'manage_permissions'],
    ['manage_permissions', 'GET /v1/members', 'manage_members'],
    ['manage_permissions', 'GET /v1/readers', 'manage_readers'],
  ])('with %s may not %s', async (assigned, request, required) => {
    const narrow = await makeApiKey(workspace.id, [assigned]);
    const answer = await refused('403 missing_capability', request, { token: narrow });
    expect(answer.body.error.required).toBe(required);
  });

  it('only have access to /v1', async () => {
    await refused('401 invalid_credential', 'GET /v1/members', { token: await makeToken(workspace.id) });
    expect((await call('GET /collections', { token: key })).status).toBeGreaterThanOrEqual(401);
    expect(await ok('GET /v1/members', { headers: { 'x-api-key': key } })).toMatchObject({ count: 0 });
    const two = { token: key, headers: { 'x-api-key': `svc_ak_${'A'.repeat(43)}` } };
    expect((await call('GET /v1/members', two)).status).toBe(401);
  });

  it('are limited to 30 writes and 60 lists a minute, counted separately', async () => {
    const body = { name: 'Docs', paths: ['docs/**'] };
    const writes = await Promise.all(Array.from({ length: 33 }, () => call('POST /v1/groups', { token: key, body })));
    expect(writes.filter((answer) => answer.status === 200)).toHaveLength(30);
    const over = writes.find((answer) => answer.status === 429);
    expect(over).toMatchObject({ body: { error: { code: 'rate_limited' } } });
    expect(over?.headers.get('retry-after')).toMatch(/^[1-9]\d?$/);
    for (const answer of writes) {
      expect(answer.headers.get('ratelimit')).toBeTruthy();
      expect(answer.headers.get('ratelimit-policy')).toBeTruthy();
    }
    const lists = await Promise.all(Array.from({ length: 62 }, () => call('GET /v1/groups', { token: key })));
    expect(lists.filter((answer) => answer.status === 200)).toHaveLength(60);
    expect(lists.filter((answer) => answer.status === 429)).toHaveLength(2);
  });
});
