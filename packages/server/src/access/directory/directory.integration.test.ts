import { afterAll, describe, expect, it } from 'vitest';
import { pagePaths } from '../../http/pages/paths.js';
import { openBrowser } from '../../identity/testing/browser.js';
import { signInAtProvider, startOidcProcess } from '../../identity/testing/oidc.js';
import { anAddress, invite, personalToken } from '../../identity/testing/people.js';
import { startSuiteService, type TestAnswer, type TestWorkspace } from '../../testing/service.js';

const callback = `http://tessera.test${pagePaths.oidcCallback}`;
const many = Array.from({ length: 201 }, (_, n) => `group ${n}`);

/** People by what the provider says about them. A login in capitals is the same person with other claims. */
const claims = {
  staff: { groups: ['staff'] },
  editors: { groups: ['staff', 'editors'] },
  writers: { groups: ['writers'] },
  admins: { groups: 'admins' },
  strangers: { groups: ['unknown', '__proto__', 'constructor'] },
  many: { groups: many },
  reference: { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'https://graph.example' } } },
};
const people = new Map(Object.keys(claims).map((name) => [name, anAddress()]));
const who = (name: keyof typeof claims) => people.get(name) ?? '';
const provider = await startOidcProcess(callback, {
  kind: 'keycloak',
  groups: Object.fromEntries([
    ...Object.entries(claims).map(([name, sent]) => [people.get(name) ?? '', sent]),
    [`userinfo of ${who('many')}`, { groups: [...many, 'staff'] }],
    [`userinfo of ${who('reference')}`, { groups: ['staff'] }],
    [who('staff').toUpperCase(), { groups: ['editors'] }],
  ]),
});
afterAll(() => provider.stop());
const { issuer } = provider.settings;
const settings = {
  ...{ SVC_OIDC_ISSUER: issuer, SVC_OIDC_CLIENT_ID: 'tessera', SVC_OIDC_CLIENT_SECRET: 'a-secret-for-tests' },
  SVC_OIDC_GROUPS_CLAIM: 'groups',
};
const service = await startSuiteService(settings);

async function signIn(login: string) {
  const browser = openBrowser(service);
  const { location } = await browser.open('/sign-in/oidc');
  const returned = new URL(await signInAtProvider(location ?? '', login, callback));
  const page = await browser.open(`${returned.pathname}${returned.search}`);
  const me = await service.call('GET', '/me', { headers: browser.headers() });
  return { status: page.status, me: me.body };
}

interface Company {
  readonly workspace: TestWorkspace;
  readonly group: string;
  readonly admin: string;
  set(directory: object | null): Promise<TestAnswer>;
  personOf(email: string): Promise<{ id: string; role: string; status: string; groups: string[] | null } | undefined>;
  sharesOf(email: string): Promise<{ source: string | null; groups: string[]; live: boolean }[]>;
}

async function aCompany({ create = true } = {}): Promise<Company> {
  const workspace = await service.createWorkspace();
  const admin = anAddress();
  await invite(service, workspace, admin, { role: 'admin' });
  const call = async (method: string, path: string, body?: object) =>
    service.call(method, path, { token: await token, workspace: workspace.id, ...(body && { body }) });
  const token = personalToken(service, admin);
  const group = (await call('POST', '/settings/groups', { name: 'Handbook', paths: ['handbook/**'] })).body.id;
  const set = (directory: object | null) => call('PATCH', '/settings/workspace', { directory });
  const personOf: Company['personOf'] = async (email) =>
    (await call('GET', '/settings/people')).body.people.find((each: { email: string }) => each.email === email);
  const groups = {
    staff: { groups: [group] },
    editors: { groups: [group], role: 'editor' },
    writers: { role: 'editor' },
    admins: { role: 'admin' },
  };
  expect((await set({ issuer, create, groups })).status).toBe(200);
  return {
    ...{ workspace, group, admin, set },
    personOf,
    sharesOf: async (email) => {
      const person = await personOf(email);
      return person === undefined ? [] : (await call('GET', `/settings/people/${person.id}/access`)).body.sources;
    },
  };
}

describe('a sign-in at the issuer of a directory', () => {
  it('adds the person with what the values of the claim grant, and records it', async () => {
    const { workspace, group, sharesOf } = await aCompany();
    const { status, me } = await signIn(who('staff'));
    expect([status, me.email]).toEqual([303, who('staff')]);
    expect(await sharesOf(who('staff'))).toMatchObject([{ source: 'oidc', groups: [group], live: true }]);
    const { events } = (await service.call('GET', '/audit?action=member.granted', { token: workspace.token })).body;
    expect(events[0]).toMatchObject({
      actor: { kind: 'directory', id: issuer },
      detail: { email: who('staff'), source: 'oidc', groups: [group] },
    });
  });

  it('changes the share with the claim, ends it without a value, and leaves what is granted by hand', async () => {
    const { workspace, set, personOf, sharesOf } = await aCompany();
    const email = who('staff');
    await signIn(email);
    expect((await personOf(email))?.role).toBe('reader');
    await signIn(email.toUpperCase());
    expect((await personOf(email))?.role).toBe('member');
    await invite(service, workspace, email, { role: 'reader', groups: [] });
    await set({ issuer, create: true, groups: { unused: { role: 'admin' } } });
    await signIn(email);
    expect((await sharesOf(email)).map(({ source, live }) => [source, live])).toEqual([
      [null, true],
      ['oidc', false],
    ]);
  });

  it.each([
    ['editors', 'member'],
    ['writers', 'member'],
    ['admins', 'admin'],
  ] as const)('gives people of %s the role of their highest value', async (name, role) => {
    const { group, personOf } = await aCompany();
    await signIn(who(name));
    expect(await personOf(who(name))).toMatchObject({ role, groups: name === 'editors' ? [group] : null });
  });

  it('never removes the last admin', async () => {
    const { workspace, admin, set, personOf } = await aCompany();
    await signIn(who('admins'));
    await set(null);
    const left = { token: await personalToken(service, who('admins')), workspace: workspace.id };
    const path = `/settings/people/${(await personOf(admin))?.id}`;
    expect((await service.call('DELETE', path, left)).status).toBe(200);
    await signIn(who('admins'));
    const { body } = await service.call('GET', '/settings/people', left);
    expect(body.people).toContainEqual(expect.objectContaining({ email: who('admins'), role: 'admin' }));
  });

  it('adds a person only if the directory creates people, and always applies to members', async () => {
    const { workspace, group, sharesOf } = await aCompany({ create: false });
    expect(await sharesOf(who('staff'))).toEqual([]);
    await signIn(who('staff'));
    expect(await sharesOf(who('staff'))).toEqual([]);
    await invite(service, workspace, who('staff'), { role: 'reader', groups: [] });
    await signIn(who('staff'));
    expect(await sharesOf(who('staff'))).toMatchObject([{ source: null }, { source: 'oidc', groups: [group] }]);
  });

  it('grants nothing for values that the directory does not name', async () => {
    const { sharesOf } = await aCompany();
    expect((await signIn(who('strangers'))).status).toBe(403);
    expect(await sharesOf(who('strangers'))).toEqual([]);
  });

  it.each(['many', 'reference'] as const)('asks at userinfo for %s values', async (name) => {
    const { group, sharesOf } = await aCompany();
    await signIn(who(name));
    expect(await sharesOf(who(name))).toMatchObject([{ source: 'oidc', groups: [group] }]);
  });

  it('does nothing for another issuer and for a deleted group', async () => {
    const { set, group, workspace, admin, sharesOf } = await aCompany();
    await set({ issuer: `${issuer}/other`, create: true, groups: { staff: { groups: [group] } } });
    await signIn(who('staff'));
    expect(await sharesOf(who('staff'))).toEqual([]);
    await set({ issuer: `${issuer}/`, create: true, groups: { staff: { groups: [group] } } });
    const token = await personalToken(service, admin);
    await service.call('DELETE', `/settings/groups/${group}`, { token, workspace: workspace.id });
    await signIn(who('staff'));
    expect(await sharesOf(who('staff'))).toMatchObject([{ source: 'oidc', groups: [], live: true }]);
  });
});

describe('the setting directory', () => {
  it('is shown as it was set, and removed by null', async () => {
    const { set, group } = await aCompany();
    const directory = {
      issuer: 'https://id.example',
      create: false,
      groups: { 'a b': { groups: [group], role: 'editor' } },
    };
    expect((await set(directory)).body.workspace.directory).toEqual(directory);
    expect((await set(null)).body.workspace.directory).toBeNull();
  });

  it('is refused with an unknown group, role or issuer', async () => {
    const { set, group } = await aCompany();
    const refused = async (directory: object) => {
      const { status, body } = await set(directory);
      return [status, body.error.code];
    };
    const unknown = group.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
    expect(await refused({ issuer, create: true, groups: { a: { groups: [unknown] } } })).toEqual([
      404,
      'group_not_found',
    ]);
    expect(await refused({ issuer, create: true, groups: { a: { role: 'owner' } } })).toEqual([400, 'invalid_request']);
    expect(await refused({ issuer: 'id', create: true, groups: {} })).toEqual([400, 'invalid_request']);
  });
});
