import { describe, expect, it } from 'vitest';
import { anAddress, invite, personalToken } from '../../identity/testing/people.js';
import { startSuiteService } from '../../testing/service.js';
import { core, newDirectory } from '../testing/directory.js';

const service = await startSuiteService();
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

const aDirectory = (options?: { reader_seats?: number }) => newDirectory(service, options);

describe('a SCIM token', () => {
  it('is a key of its own that can be rotated and revoked, and does nothing else', async () => {
    const { token, key, call, scim } = await aDirectory();
    expect(token).toMatch(/^svc_sc_[\w-]{43}$/);
    const [listed] = (await call('GET', '/settings/api-keys')).body.api_keys;
    expect(listed.hint).toMatch(/^svc_sc_…/);
    expect((await service.call('GET', '/v1/members', { token })).status).toBe(403);
    const rotated = (await call('POST', `/settings/api-keys/${key}/rotate`)).body.secret;
    expect(rotated).toMatch(/^svc_sc_/);
    expect((await scim('GET', '/Users')).status).toBe(401);
    expect((await scim('GET', '/Users', undefined, rotated)).status).toBe(200);
    await call('DELETE', `/settings/api-keys/${key}`);
    const refused = await scim('GET', '/Users', undefined, rotated);
    expect([refused.status, refused.body.schemas, refused.body.status]).toEqual([
      401,
      ['urn:ietf:params:scim:api:messages:2.0:Error'],
      '401',
    ]);
  });

  it('is needed: keys with other capabilities and tokens are refused', async () => {
    const { call, scim, workspace } = await aDirectory();
    const other = (await call('POST', '/settings/api-keys', { name: 'shop', capability: 'manage_members' })).body
      .secret;
    const statuses = await Promise.all([other, workspace.token].map((each) => scim('GET', '/Users', undefined, each)));
    expect(statuses.map(({ status }) => status)).toEqual([403, 401]);
  });

  it('sees only its own workspace', async () => {
    const [one, two] = [await aDirectory(), await aDirectory()];
    const user = await one.addUser();
    expect((await two.scim('GET', `/Users/${user.id}`)).status).toBe(404);
    expect((await two.scim('DELETE', `/Users/${user.id}`)).status).toBe(404);
    expect((await two.scim('GET', '/Users')).body.totalResults).toBe(0);
    const group = await two.scim('POST', '/Groups', {
      schemas: [`${core}:Group`],
      displayName: 'A',
      members: [{ value: user.id }],
    });
    expect([group.status, group.body.scimType]).toEqual([400, 'invalidValue']);
  });
});

describe('discovery', () => {
  it('describes what is supported', async () => {
    const { scim } = await aDirectory();
    expect((await scim('GET', '/ServiceProviderConfig')).body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true },
      authenticationSchemes: [{ type: 'oauthbearertoken' }],
    });
    const types = (await scim('GET', '/ResourceTypes')).body;
    expect(types.Resources.map(({ id }: { id: string }) => id)).toEqual(['User', 'Group']);
    expect((await scim('GET', `/Schemas/${core}:User`)).body.name).toBe('User');
    expect((await scim('GET', '/Schemas')).body.totalResults).toBe(2);
    expect((await scim('GET', '/Other')).status).toBe(404);
    expect((await scim('DELETE', '/Users')).status).toBe(405);
  });
});

describe('a user as Entra ID sends it', () => {
  it('becomes a member, is disabled and enabled with its groups, and deleted', async () => {
    const { scim, patch, find, addGroup, personOf, shareOf } = await aDirectory();
    const email = anAddress();
    const empty = await find('/Users', `userName eq "${email}"`);
    expect(empty).toMatchObject({ totalResults: 0, Resources: [] });
    const created = await scim('POST', '/Users', {
      schemas: [`${core}:User`, enterprise],
      externalId: 'object-1',
      userName: email.toUpperCase(),
      active: true,
      addresses: [{ primary: false, type: 'work', locality: 'Bern' }],
      displayName: 'Ada Lovelace',
      emails: [{ primary: true, type: 'work', value: 'ada@mail.example' }],
      meta: { resourceType: 'User' },
      name: { formatted: 'Ada Lovelace', familyName: 'Lovelace', givenName: 'Ada' },
      title: 'Analyst',
      [enterprise]: { department: 'Engines' },
    });
    expect([created.status, created.headers.get('content-type')]).toEqual([201, 'application/scim+json']);
    const { id } = created.body;
    expect(created.headers.get('location')).toMatch(new RegExp(`/scim/v2/Users/${id}$`));
    expect(await find('/Users', `externalId eq "object-1"`)).toMatchObject({ totalResults: 1, Resources: [{ id }] });
    expect(await personOf(email)).toMatchObject({ name: 'Ada Lovelace', role: 'reader', status: 'active' });
    const group = await addGroup('Engineering', [id]);
    await patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' });
    expect((await scim('GET', `/Users/${id}`)).body.active).toBe(false);
    expect(await personOf(email)).toMatchObject({ status: 'revoked' });
    await patch(`/Users/${id}`, { op: 'Replace', value: { active: 'True', [`${enterprise}:department`]: 'Other' } });
    expect(await shareOf(email)).toMatchObject({ groups: [group.id], live: true });
    const updated = await patch(
      `/Users/${id}`,
      { op: 'Add', path: `${enterprise}:manager`, value: 'object-2' },
      { op: 'Add', path: 'name.givenName', value: 'Augusta' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'new@mail.example' },
      { op: 'Replace', path: 'displayName', value: 'Augusta King' },
    );
    expect([updated.status, updated.body.displayName]).toEqual([200, 'Augusta King']);
    expect((await personOf(email)).name).toBe('Augusta King');
    expect((await scim('DELETE', `/Users/${id}`)).status).toBe(204);
    expect((await scim('GET', `/Users/${id}`)).status).toBe(404);
    expect(await personOf(email)).toMatchObject({ status: 'revoked' });
  });

  it('has access only once an email address is known', async () => {
    const { scim, addUser, patch, personOf, call } = await aDirectory();
    const { id } = await addUser('ada', { name: { givenName: 'Ada', familyName: 'Lovelace' } });
    expect((await call('GET', '/settings/people')).body.people).toHaveLength(1);
    const email = anAddress();
    await patch(`/Users/${id}`, { op: 'Add', path: 'emails', value: [{ type: 'work', value: email }] });
    expect(await personOf(email)).toMatchObject({ name: 'Ada Lovelace', status: 'active' });
    const { body } = await scim('GET', `/Users/${id}?attributes=userName`);
    expect(body).toEqual({ schemas: [`${core}:User`], id, userName: 'ada' });
  });

  it('keeps what others grant, and is refused twice', async () => {
    const { scim, workspace, addUser, personOf } = await aDirectory();
    const email = anAddress();
    await invite(service, workspace, email);
    const { id } = await addUser(email);
    const twice = await scim('POST', '/Users', { schemas: [`${core}:User`], userName: email.toUpperCase() });
    expect([twice.status, twice.body.scimType]).toEqual([409, 'uniqueness']);
    await scim('DELETE', `/Users/${id}`);
    expect(await personOf(email)).toMatchObject({ status: 'active', role: 'member' });
  });
});

describe('a user as Okta sends it', () => {
  it('is created, replaced with another address, and deactivated', async () => {
    const { scim, find, personOf, patch } = await aDirectory();
    const [email, other] = [anAddress(), anAddress()];
    const user = (userName: string, fields: object = {}) => ({
      schemas: [`${core}:User`],
      userName,
      name: { givenName: 'Grace', familyName: 'Hopper' },
      emails: [{ primary: true, value: userName, type: 'work' }],
      displayName: 'Grace Hopper',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
      ...fields,
    });
    const { id } = (await scim('POST', '/Users', user(email))).body;
    expect(await find('/Users', `userName eq "${email}"`)).toMatchObject({ totalResults: 1, startIndex: 1 });
    expect((await scim('PUT', `/Users/${id}`, { id, ...user(other) })).body.userName).toBe(other);
    expect([(await personOf(email)).status, (await personOf(other)).status]).toEqual(['revoked', 'active']);
    await patch(`/Users/${id}`, { op: 'replace', value: { active: false } });
    expect((await personOf(other)).status).toBe('revoked');
    await scim('PUT', `/Users/${id}`, { id, ...user(other, { active: true }) });
    expect((await personOf(other)).status).toBe('active');
  });
});

describe('groups', () => {
  it('are those of the workspace: members are added, removed and replaced', async () => {
    const { scim, patch, addUser, find, call, shareOf } = await aDirectory();
    const [a, b, c] = [await addUser(), await addUser(), await addUser()];
    const { id } = (await call('POST', '/settings/groups', { name: 'Handbook', paths: ['handbook/**'] })).body;
    const found = await find('/Groups', 'displayName eq "handbook"');
    expect(found.Resources).toMatchObject([{ id, displayName: 'Handbook' }]);
    const path = `/Groups/${id}`;
    const members = async () =>
      ((await scim('GET', path)).body.members ?? []).map(({ value }: { value: string }) => value).sort();
    await patch(path, { op: 'Add', path: 'members', value: [{ $ref: null, value: a.id }, { value: b.id }] });
    expect(await members()).toEqual([a.id, b.id].sort());
    expect(await shareOf(a.userName)).toMatchObject({ groups: [id] });
    expect(await find('/Groups', `id eq "${id}" and members eq "${a.id}"`)).toMatchObject({ totalResults: 1 });
    await patch(path, { op: 'Remove', path: `members[value eq "${a.id}"]` });
    expect([await members(), (await shareOf(a.userName)).groups]).toEqual([[b.id], []]);
    await patch(
      path,
      { op: 'Remove', path: 'members', value: [{ value: b.id }] },
      { op: 'add', path: 'members', value: [{ value: c.id }] },
    );
    expect(await members()).toEqual([c.id]);
    await scim('PUT', path, { schemas: [`${core}:Group`], displayName: 'Handbook', members: [{ value: a.id }] });
    expect(await members()).toEqual([a.id]);
    await patch(path, { op: 'replace', value: { id, displayName: 'Manual' } });
    expect((await scim('GET', `${path}?excludedAttributes=members`)).body).not.toHaveProperty('members');
    expect((await scim('DELETE', path)).status).toBe(204);
    expect((await shareOf(a.userName)).groups).toEqual([]);
    // An admin gave it documents, so it remains.
    expect((await call('GET', '/settings/groups')).body.groups).toMatchObject([{ id, name: 'Manual', members: 0 }]);
  });

  it('are created and deleted if nothing else uses them', async () => {
    const { scim, addGroup, addUser, call } = await aDirectory();
    const user = await addUser();
    const { id } = await addGroup('Sales', [user.id]);
    const twice = await scim('POST', '/Groups', { schemas: [`${core}:Group`], displayName: 'sales' });
    expect([twice.status, twice.body.scimType]).toEqual([409, 'uniqueness']);
    expect((await scim('DELETE', `/Groups/${id}`)).status).toBe(204);
    expect((await scim('GET', `/Groups/${id}`)).status).toBe(404);
    expect((await call('GET', '/settings/groups')).body.groups).toEqual([]);
  });

  it('give the role that the directory of the workspace names for them', async () => {
    const { addUser, addGroup, patch, call, personOf } = await aDirectory();
    const user = await addUser();
    const { id } = await addGroup('Editors');
    const groups = { Editors: { role: 'editor' }, Owners: { role: 'admin' } };
    await call('PATCH', '/settings/workspace', { directory: { issuer: 'https://id.example', create: false, groups } });
    await patch(`/Groups/${id}`, { op: 'Add', path: 'members', value: [{ value: user.id }] });
    expect(await personOf(user.userName)).toMatchObject({ role: 'member', groups: null });
    await patch(`/Groups/${id}`, { op: 'Replace', path: 'displayName', value: 'Owners' });
    expect(await personOf(user.userName)).toMatchObject({ role: 'admin' });
  });
});

describe('the last admin', () => {
  it('is never removed by a directory', async () => {
    const { addUser, addGroup, call, id: adminId, scim, patch, workspace } = await aDirectory();
    const user = await addUser();
    const groups = { Owners: { role: 'admin' } };
    await call('PATCH', '/settings/workspace', { directory: { issuer: 'https://id.example', create: false, groups } });
    await addGroup('Owners', [user.id]);
    const left = { token: await personalToken(service, user.userName), workspace: workspace.id };
    expect((await service.call('DELETE', `/settings/people/${adminId}`, left)).status).toBe(200);
    const refused = await patch(`/Users/${user.id}`, { op: 'Replace', path: 'active', value: false });
    expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('admin')]);
    expect((await scim('DELETE', `/Users/${user.id}`)).status).toBe(403);
    expect((await scim('GET', `/Users/${user.id}`)).body.active).toBe(true);
    const me = await service.call('GET', '/me', left);
    expect(me.body).toMatchObject({ role: 'admin' });
  });
});

describe('lists', () => {
  it('are paged by startIndex and count', async () => {
    const { scim, addUser } = await aDirectory();
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      ids.push((await addUser()).id);
    }
    const page = async (query: string) => (await scim('GET', `/Users?${query}`)).body;
    const idsOf = ({ Resources }: { Resources: { id: string }[] }) => Resources.map(({ id }) => id);
    const second = await page('startIndex=3&count=2');
    expect(second).toMatchObject({ totalResults: 5, startIndex: 3, itemsPerPage: 2 });
    expect(idsOf(second)).toEqual(ids.slice(2, 4));
    expect(idsOf(await page('startIndex=5&count=2'))).toEqual(ids.slice(4));
    expect(idsOf(await page('startIndex=2&count=3'))).toEqual(ids.slice(1, 4));
    expect(idsOf(await page('sortBy=userName&startIndex=4'))).toEqual(ids.slice(3));
    expect(await page('startIndex=6')).toMatchObject({ totalResults: 5, Resources: [] });
    expect(await page('count=0')).toMatchObject({ totalResults: 5, Resources: [] });
    expect(await page('attributes=userName')).toMatchObject({ totalResults: 5 });
  });

  it('are searched by POST, also users and groups together', async () => {
    const { scim, addUser } = await aDirectory();
    const { id, userName } = await addUser();
    await addUser();
    const schemas = ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'];
    const search = async (path: string, request: object) =>
      (await scim('POST', `${path}/.search`, { schemas, ...request })).body;
    const filter = `userName eq "${userName}"`;
    const found = await search('/Users', { filter, attributes: ['userName'] });
    expect(found).toMatchObject({ totalResults: 1, Resources: [{ id, userName }] });
    expect(found.Resources[0].emails).toBeUndefined();
    expect(found.Resources[0].schemas).toEqual([`${core}:User`]);
    expect(await search('/Users', { count: 1 })).toMatchObject({ totalResults: 2, itemsPerPage: 1 });
    const last = await search('/Users', { count: 1, startIndex: 2 });
    expect(last).toMatchObject({ totalResults: 2, startIndex: 2, Resources: [{}] });
    expect(last.Resources).toHaveLength(1);
    expect((await search('', {})).totalResults).toBeGreaterThanOrEqual(2);
    expect(await scim('POST', '/Users/.search', { filter })).toMatchObject({ status: 400 });
  });

  it.each([
    'userName co "a"',
    'title eq "a"',
    'userName eq "a" or userName eq "b"',
    'not (userName eq "a")',
    'userName eq',
    '',
  ])('refuse the filter %j', async (filter) => {
    const { find } = await aDirectory();
    expect(await find('/Users', filter)).toMatchObject({ status: '400', scimType: 'invalidFilter' });
  });
});

describe('an invalid request', () => {
  it('is refused with the error of SCIM', async () => {
    const { scim, patch, addUser } = await aDirectory({ reader_seats: 1 });
    const { id } = await addUser();
    const post = (body: unknown) => scim('POST', '/Users', body);
    const refusals = [
      [await post({ schemas: [`${core}:User`], displayName: 'A' }), 400, 'invalidValue'],
      [await post([]), 400, 'invalidSyntax'],
      [await patch(`/Users/${id}`), 400, 'invalidValue'],
      [await patch(`/Users/${id}`, { op: 'move', path: 'active', value: true }), 400, 'invalidSyntax'],
      [await scim('GET', '/Users/unknown'), 404, undefined],
      [await scim('PUT', `/Groups/${id}`, { schemas: [`${core}:Group`], displayName: 'A' }), 404, undefined],
      [await post({ schemas: [`${core}:User`], userName: anAddress() }), 402, undefined],
    ] as const;
    expect(refusals.map(([{ status, body }]) => [status, body.status, body.scimType])).toEqual(
      refusals.map(([, status, type]) => [status, String(status), type]),
    );
    expect(refusals.at(-1)?.[0].body.detail).toContain('seat');
    expect((await scim('GET', '/Users')).body.totalResults).toBe(1);
  });
});
