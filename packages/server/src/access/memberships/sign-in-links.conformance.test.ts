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

/** A member of the shop, and the token of a link for them. */
async function aCustomer(body?: unknown) {
  const email = anAddress();
  await shop.v1('POST', '/members', { email, send_email: false });
  return { email, token: tokenIn(await linkOf(shop, email, body)) };
}

const press = (browser: TestBrowser, token: string) => browser.submit('/sign-in/member', { token });
const me = (browser: TestBrowser) => service.call('GET', '/me', { headers: browser.headers() });

describe('members.create_sign_in_link', () => {
  test('returns an address of this service that expires in 15 minutes, also without a body', async () => {
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
  ])('refuses %j as next', async (next) => {
    const { email } = await aCustomer();
    const refused = await linkOf(shop, email, { next });
    expect([refused.status, refused.body.error.code]).toEqual([400, 'invalid_request']);
  });

  test('refuses admins, editors and strangers like anyone who is not a member', async () => {
    for (const role of ['admin', 'member', undefined] as const) {
      const email = anAddress();
      if (role !== undefined) await invite(service, shop, email, { role });
      const refused = await linkOf(shop, email);
      expect([refused.status, refused.body.error.code]).toEqual([404, 'member_not_found']);
    }
  });

  test('refuses a member whose grant does not count at this moment', async () => {
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

describe('a sign-in link', () => {
  test('signs in the person who presses its button, once, however often it was opened before', async () => {
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

  test('of two tabs serves the first; the second leads on, still signed in', async () => {
    const { token } = await aCustomer();
    const browser = openBrowser(service);
    const [one, two] = [await press(browser, token), await press(browser, token)];
    expect([one.status, one.location, two.status]).toEqual([303, '/d/', 410]);
    expect(two.text).toContain('href="/d/"');
    expect((await me(browser)).status).toBe(200);
  });

  test('pressed by many at once serves one', async () => {
    const { token } = await aCustomer();
    const answers = await Promise.all(Array.from({ length: 5 }, () => press(openBrowser(service), token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410, 410, 410, 410]);
  });

  test('works until it expires', async () => {
    const { token } = await aCustomer();
    service.setTime(new Date(Date.now() + limits.memberLinkSeconds * 1_000 + 1_000));
    expect((await press(openBrowser(service), token)).status).toBe(410);
  });

  test('ends with the grant, with its session, and does not come back with the next grant', async () => {
    const { email, token: used } = await aCustomer();
    const unused = tokenIn(await linkOf(shop, email));
    const browser = openBrowser(service);
    await press(browser, used);
    await shop.v1('DELETE', `/members/${email}`);
    expect([(await press(openBrowser(service), unused)).status, (await me(browser)).status]).toEqual([410, 401]);
    await shop.v1('POST', '/members', { email, send_email: false });
    expect([(await press(openBrowser(service), unused)).status, (await me(browser)).status]).toEqual([410, 401]);
  });

  test('serves nobody who has become an editor since', async () => {
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

  test('does nothing for a form of another site', async () => {
    const { token } = await aCustomer();
    const fields = [{ token }, { origin: 'https://elsewhere.example' }] as const;
    expect((await openBrowser(service).submit('/sign-in/member', ...fields)).status).toBe(403);
    expect((await press(openBrowser(service), token)).status).toBe(303);
  });
});

describe('the session of a sign-in link', () => {
  /** A person who is an admin elsewhere, signed in by a link of the shop. */
  async function anAdminElsewhere() {
    const elsewhere = await grantingWorkspace(service);
    const { email, token } = await aCustomer();
    await invite(service, elsewhere, email, { role: 'admin' });
    const browser = openBrowser(service);
    await press(browser, token);
    return { elsewhere, email, browser };
  }

  test('reaches no other workspace, and none of the other sign-ins of its person', async () => {
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

  test('leaves the invitation to another workspace pending, and its audit log without an entry', async () => {
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

  test('is in the audit log of its workspace, with the link', async () => {
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
