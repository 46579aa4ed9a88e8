import { limits } from '@tessera/contract';
import { afterEach, describe, expect, test } from 'vitest';
import { openBrowser, signIn, type TestBrowser } from '../../identity/testing/browser.js';
import { anAddress, invite } from '../../identity/testing/people.js';
import { startSuiteService, type TestAnswer } from '../../testing/service.js';
import { createKey, type GrantingWorkspace, grantingWorkspace } from '../testing/keys.js';

const service = await startSuiteService();
const shop = await grantingWorkspace(service);
afterEach(() => service.setTime(undefined));

const linkOf = (workspace: GrantingWorkspace, email: string, body?: unknown): Promise<TestAnswer> =>
  workspace.v1('POST', `/members/${email}/sign-in-link`, body);

const tokenIn = ({ body }: TestAnswer): string => new URL(body.url).searchParams.get('token') ?? '';

/** Adds a member, and creates a sign-in link for them. */
async function aCustomer(body?: unknown) {
  const email = anAddress();
  await shop.v1('POST', '/members', { email, send_email: false });
  return { email, token: tokenIn(await linkOf(shop, email, body)) };
}

const press = (browser: TestBrowser, token: string) => browser.submit('/sign-in/member', { token });
const me = (browser: TestBrowser) => service.call('GET', '/me', { headers: browser.headers() });

describe('members.create_sign_in_link', () => {
  test('returns a URL of this service that expires in 15 minutes, also without a body', async () => {
    const { email } = await aCustomer();
    service.setTime(new Date('2031-05-17T10:00:00Z'));
    const made = await linkOf(shop, email.toUpperCase());
    expect(made).toMatchObject({
      status: 200,
      body: { expires_at: '2031-05-17T10:15:00.000Z', workspace: { id: shop.id, slug: shop.slug } },
    });
    expect(new URL(made.body.url).origin).toBe(new URL(service.services.baseUrl).origin);
  });

  test('requires its capability', async () => {
    const { email } = await aCustomer();
    const { secret } = await createKey(service, shop.id, ['manage_members', 'manage_permissions', 'manage_readers']);
    const refused = await service.call('POST', `/v1/members/${email}/sign-in-link`, { token: secret, body: {} });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'missing_capability']);
  });

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    'd/course/',
    '',
    '/d/ü',
    '/d/\r\nset-cookie: a=b',
  ])('rejects %j as next', async (next) => {
    const { email } = await aCustomer();
    const refused = await linkOf(shop, email, { next });
    expect([refused.status, refused.body.error.code]).toEqual([400, 'invalid_request']);
  });

  test('refuses admins, editors and people who are not members', async () => {
    for (const role of ['admin', 'member', undefined] as const) {
      const email = anAddress();
      if (role !== undefined) await invite(service, shop, email, { role });
      const refused = await linkOf(shop, email);
      expect([refused.status, refused.body.error.code]).toEqual([404, 'member_not_found']);
    }
  });

  test('refuses a member whose grant is not current', async () => {
    const [revoked, expired, later] = [anAddress(), anAddress(), anAddress()];
    await shop.v1('POST', '/members', { email: revoked, send_email: false });
    await shop.v1('DELETE', `/members/${revoked}`);
    await shop.v1('POST', '/members', { email: expired, expires_at: '2001-01-01T00:00:00Z', send_email: false });
    await shop.v1('POST', '/members', { email: later, starts_at: '2099-01-01T00:00:00Z', send_email: false });
    for (const email of [revoked, expired, later]) {
      const refused = await linkOf(shop, email);
      expect([refused.status, refused.body.error.code]).toEqual([409, 'member_revoked']);
    }
  });
});

describe('sign-in links', () => {
  test('sign in the person who presses the button, once, however often the link was opened', async () => {
    const { email, token } = await aCustomer({ next: '/d/course/?page=2' });
    const scanner = openBrowser(service);
    for (let look = 0; look < 3; look += 1) {
      const seen = await scanner.open(`/sign-in/member?token=${token}`);
      expect([seen.status, seen.text.includes(email)]).toEqual([200, true]);
    }
    expect(scanner.cookies.size).toBe(0);
    const browser = openBrowser(service);
    expect(await press(browser, token)).toMatchObject({ status: 303, location: '/d/course/?page=2' });
    expect((await me(browser)).body).toMatchObject({
      kind: 'session',
      email,
      role: 'reader',
      workspace: { id: shop.id },
    });
    const second = openBrowser(service);
    expect([(await press(second, token)).status, second.cookies.size]).toEqual([410, 0]);
    expect((await second.open(`/sign-in/member?token=${token}`)).status).toBe(410);
  });

  test('opened in two tabs, work in the first; the second tab continues signed in', async () => {
    const { token } = await aCustomer();
    const browser = openBrowser(service);
    const [one, two] = [await press(browser, token), await press(browser, token)];
    expect([one.status, one.location, two.status]).toEqual([303, '/d/', 410]);
    expect(two.text).toContain('href="/d/"');
    expect((await me(browser)).status).toBe(200);
  });

  test('pressed concurrently, sign in once', async () => {
    const { token } = await aCustomer();
    const answers = await Promise.all(Array.from({ length: 5 }, () => press(openBrowser(service), token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410, 410, 410, 410]);
  });

  test('work until they expire', async () => {
    const { token } = await aCustomer();
    service.setTime(new Date(Date.now() + limits.memberLinkSeconds * 1_000 + 1_000));
    expect((await press(openBrowser(service), token)).status).toBe(410);
  });

  test('end with the grant, like their sessions, and stay invalid if access is granted again', async () => {
    const { email, token: used } = await aCustomer();
    const unused = tokenIn(await linkOf(shop, email));
    const browser = openBrowser(service);
    await press(browser, used);
    await shop.v1('DELETE', `/members/${email}`);
    expect([(await press(openBrowser(service), unused)).status, (await me(browser)).status]).toEqual([410, 401]);
    await shop.v1('POST', '/members', { email, send_email: false });
    expect([(await press(openBrowser(service), unused)).status, (await me(browser)).status]).toEqual([410, 401]);
  });

  test('do not work after the person became an editor', async () => {
    const { email, token } = await aCustomer();
    const { token: second } = { token: tokenIn(await linkOf(shop, email)) };
    const browser = openBrowser(service);
    await press(browser, token);
    await service.services.database.asSystem((transaction) =>
      transaction.query("update memberships set role = 'member' where workspace_id = $1 and email = $2", [
        shop.id,
        email,
      ]),
    );
    expect([(await press(openBrowser(service), second)).status, (await me(browser)).status]).toEqual([410, 401]);
  });

  test('ignore a form of another site', async () => {
    const { token } = await aCustomer();
    const fields = [{ token }, { origin: 'https://elsewhere.example' }] as const;
    expect((await openBrowser(service).submit('/sign-in/member', ...fields)).status).toBe(403);
    expect((await press(openBrowser(service), token)).status).toBe(303);
  });
});

describe('sessions of sign-in links', () => {
  /** Signs in a person by a link of the shop. The same person is an admin in another workspace. */
  async function anAdminElsewhere() {
    const elsewhere = await grantingWorkspace(service);
    const { email, token } = await aCustomer();
    await invite(service, elsewhere, email, { role: 'admin' });
    const browser = openBrowser(service);
    await press(browser, token);
    return { elsewhere, email, browser };
  }

  test('do not reach other workspaces or other sign-ins of the person', async () => {
    const { elsewhere, email, browser } = await anAdminElsewhere();
    const own = await signIn(service, email);
    const headers = browser.headers();
    const { body } = await service.call('GET', '/workspaces', { headers });
    expect(JSON.stringify(body)).not.toContain(elsewhere.id);
    const there = await service.call('GET', '/documents', { headers, workspace: elsewhere.id });
    expect([there.status, JSON.stringify(there.body).includes(elsewhere.slug)]).toEqual([409, false]);
    for (const path of ['/me/sessions', '/me/devices']) {
      expect([path, (await service.call('GET', path, { headers })).status]).toEqual([path, 403]);
    }
    const chosen = await browser.submit('/sign-in/workspace', { workspace: elsewhere.id, next: '/' });
    expect(chosen.location).toMatch(/^\/sign-in\?/);
    expect((await browser.open('/device')).location).toMatch(/^\/sign-in\?/);
    const account = await browser.open('/account');
    expect([account.status, account.text.includes(elsewhere.slug), account.text.includes('Firefox')]).toEqual([
      200,
      false,
      false,
    ]);
    expect((await me(own)).status).toBe(200);
  });

  test('do not accept the invitation to another workspace or write to its audit log', async () => {
    const { elsewhere, email, browser } = await anAdminElsewhere();
    await browser.submit('/sign-out', {});
    const people = await service.services.database.asSystem((transaction) =>
      transaction.query('select person_id from memberships where workspace_id = $1 and email = $2', [
        elsewhere.id,
        email,
      ]),
    );
    expect(people).toEqual([{ person_id: null }]);
    const { events } = (await service.call('GET', '/audit', { token: elsewhere.token })).body;
    expect(events.filter(({ action }: { action: string }) => /^(session|person\.signed_in)/.test(action))).toEqual([]);
  });

  test('are in the audit log of their workspace, with the id of the link', async () => {
    const { email, token } = await aCustomer();
    await press(openBrowser(service), token);
    const { events } = (await service.call('GET', '/audit', { token: shop.token })).body;
    const recorded = events.filter((event: { target: string; detail: { email?: string } }) =>
      [event.target, event.detail.email].includes(email),
    );
    expect(recorded.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(['member.sign_in_link_created', 'person.signed_in']),
    );
    expect(JSON.stringify(events)).not.toContain(token);
  });
});
