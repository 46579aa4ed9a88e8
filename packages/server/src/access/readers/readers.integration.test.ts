import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../app.js';
import { startTestService, type TestAnswer, type TestService } from '../../testing/service.js';
import { type GrantingWorkspace, grantingWorkspace } from '../testing/keys.js';

let service: TestService;
let shop: GrantingWorkspace;

beforeAll(async () => {
  service = await startTestService();
  shop = await grantingWorkspace(service, { name: 'Shop & Co' });
});
afterAll(() => service.close());

const tokenOf = (minted: TestAnswer): string => new URL(minted.body.magic_link).searchParams.get('token') ?? '';

function openPage(token: string): Promise<TestAnswer> {
  return service.call('GET', `/r?token=${token}`);
}

function exchange(token: string, headers: Record<string, string> = {}): Promise<TestAnswer> {
  return service.call('POST', '/r', {
    body: new URLSearchParams({ token }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
}

/** The `Cookie` header that a browser would send after the answer. */
function cookieOf(answer: TestAnswer): string {
  return /svc_reader=[^;]+/.exec(answer.headers.get('set-cookie') ?? '')?.[0] ?? 'svc_reader=none';
}

function me(cookie: string): Promise<TestAnswer> {
  return service.call('GET', '/me', { headers: { cookie } });
}

describe('minting a link', () => {
  it('answers the link once with its warning, and lists the reader without it', async () => {
    const group = (await shop.v1('POST', '/groups', { name: 'Preview', paths: ['preview/**'] })).body.id;
    const minted = await shop.v1('POST', '/readers', { email: 'Guest@Example.com', name: 'Guest', groups: [group] });
    expect(minted).toMatchObject({
      status: 200,
      body: {
        email: 'guest@example.com',
        name: 'Guest',
        status: 'active',
        groups: [group],
        warning: 'Anyone with this link can view without signing in.',
        email_sent: true,
        workspace: { id: shop.id },
      },
    });
    expect(minted.body.magic_link).toMatch(/^http:\/\/tessera\.test\/r\?token=[A-Za-z0-9_-]{43}$/);
    expect(service.mails.at(-1)).toMatchObject({
      to: 'guest@example.com',
      text: expect.stringContaining(minted.body.magic_link),
    });
    const listed = await shop.v1('GET', '/readers');
    expect(listed.body.count).toBe(1);
    expect(Object.keys(listed.body.readers[0]).sort()).toEqual(
      ['created_at', 'email', 'groups', 'id', 'last_seen_at', 'name', 'status'].sort(),
    );
    expect(JSON.stringify(listed.body)).not.toContain(tokenOf(minted));
    const audit = await service.call('GET', '/audit?limit=500', { token: shop.token });
    expect(JSON.stringify(audit.body)).not.toContain(tokenOf(minted));
  });

  it('takes no seat, needs no billing, and sends no mail when told not to', async () => {
    const poor = await grantingWorkspace(service, { reader_seats: 0, billing_active: false });
    const mails = service.mails.length;
    const minted = await poor.v1('POST', '/readers', { email: 'free@example.com', send_email: false });
    expect(minted).toMatchObject({ status: 200, body: { email_sent: false, groups: [] } });
    expect(service.mails).toHaveLength(mails);
  });

  it('again for the same address keeps the reader and stops the old link and whoever came through it', async () => {
    const first = await shop.v1('POST', '/readers', { email: 'again@example.com', name: 'Again' });
    const cookie = cookieOf(await exchange(tokenOf(first)));
    expect((await me(cookie)).status).toBe(200);
    const second = await shop.v1('POST', '/readers', { email: 'again@example.com' });
    expect(second.body).toMatchObject({ id: first.body.id, name: 'Again' });
    expect(second.body.magic_link).not.toBe(first.body.magic_link);
    expect((await openPage(tokenOf(first))).status).toBe(404);
    expect((await exchange(tokenOf(first))).status).toBe(404);
    expect((await me(cookie)).status).toBe(401);
    expect((await exchange(tokenOf(second))).status).toBe(303);
  });

  it.each([
    [{}, 400, 'invalid_request'],
    [{ email: 'x' }, 400, 'invalid_request'],
    [{ email: 'a@example.com', expires_at: 'tomorrow' }, 400, 'invalid_request'],
    [{ email: 'a@example.com', expires_at: '2001-01-01T00:00:00Z' }, 400, 'invalid_request'],
    [{ email: 'a@example.com', access: 'read_write' }, 400, 'invalid_request'],
    [{ email: 'a@example.com', groups: ['nope'] }, 404, 'group_not_found'],
  ])('with %j is refused and makes no reader', async (body, status, code) => {
    const before = (await shop.v1('GET', '/readers')).body.count;
    expect(await shop.v1('POST', '/readers', body)).toMatchObject({ status, body: { error: { code } } });
    expect((await shop.v1('GET', '/readers')).body.count).toBe(before);
  });
});

describe('the page of a link', () => {
  it('consumes nothing when it is fetched, however often, and keeps the token to itself', async () => {
    const minted = await shop.v1('POST', '/readers', { email: 'scan@example.com' });
    for (let scan = 0; scan < 3; scan += 1) {
      const page = await openPage(tokenOf(minted));
      expect(page.status).toBe(200);
      expect(page.body).toContain('Shop &amp; Co');
      expect(page.body).toContain('Anyone with this link can view without signing in');
      expect(page.headers.get('set-cookie')).toBeNull();
      expect(page.headers.get('cache-control')).toBe('no-store');
      // With "no-referrer" a browser would send the form with `Origin: null`, and it would be refused.
      expect(page.headers.get('referrer-policy')).toBe('same-origin');
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    }
    const reader = (await shop.v1('GET', '/readers')).body.readers.find(
      (row: { email: string }) => row.email === 'scan@example.com',
    );
    expect(reader.last_seen_at).toBeNull();
  });

  it('is exchanged by POST for a cookie that reads in that workspace alone', async () => {
    const group = (await shop.v1('POST', '/groups', { name: 'G', paths: ['g/**'] })).body.id;
    const minted = await shop.v1('POST', '/readers', { email: 'in@example.com', groups: [group] });
    const exchanged = await exchange(tokenOf(minted), { origin: 'http://tessera.test' });
    expect(exchanged.status).toBe(303);
    expect(exchanged.headers.get('set-cookie')).toMatch(/HttpOnly/);
    expect(exchanged.headers.get('set-cookie')).toMatch(/SameSite=Lax/);
    const cookie = cookieOf(exchanged);
    expect((await me(cookie)).body).toMatchObject({
      kind: 'magic_link',
      email: 'in@example.com',
      role: 'reader',
      access: 'read_only',
      groups: [group],
      can_write: false,
      workspace: { id: shop.id },
    });
    const other = await grantingWorkspace(service);
    const elsewhere = await service.call('GET', '/collections', { workspace: other.id, headers: { cookie } });
    expect(elsewhere).toMatchObject({ status: 409, body: { error: { code: 'workspace_conflict' } } });
    const reader = (await shop.v1('GET', '/readers')).body.readers.find(
      (row: { email: string }) => row.email === 'in@example.com',
    );
    expect(reader.last_seen_at).toMatch(/^\d{4}-/);
  });

  it('does not take a form that another site sent', async () => {
    const minted = await shop.v1('POST', '/readers', { email: 'csrf@example.com' });
    const foreign = await exchange(tokenOf(minted), { origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    expect(foreign.headers.get('set-cookie')).toBeNull();
  });

  it('works under an address of its own', async () => {
    const settings = { ...service.services.settings, SVC_MAGIC_LINK_BASE: 'https://links.example/x' };
    const { http } = buildApp({ ...service.services, settings });
    const minted = await http.request('http://tessera.test/v1/readers', {
      method: 'POST',
      headers: { authorization: `Bearer ${shop.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'own@example.com' }),
    });
    const link = new URL(((await minted.json()) as { magic_link: string }).magic_link);
    expect(link.href).toMatch(/^https:\/\/links\.example\/x\/r\?token=/);
    const body = new URLSearchParams({ token: link.searchParams.get('token') ?? '' });
    const from = (origin: string) =>
      http.request('http://tessera.test/r', { method: 'POST', headers: { origin }, body });
    expect((await from('https://evil.example')).status).toBe(403);
    expect((await from('https://links.example')).status).toBe(303);
  });

  it('says plainly that a link is unknown', async () => {
    for (const page of [await service.call('GET', '/r'), await openPage('nonsense'), await exchange('nonsense')]) {
      expect(page.status).toBe(404);
      expect(page.body).toContain('This link does not work');
    }
  });
});

describe('a revoked reader', () => {
  it('is cut on the next request, link and session, and is the same answer twice', async () => {
    const minted = await shop.v1('POST', '/readers', { email: 'cut@example.com' });
    const cookie = cookieOf(await exchange(tokenOf(minted)));
    const first = await shop.v1('DELETE', '/readers/CUT@example.com');
    expect(first.body).toMatchObject({ id: minted.body.id, email: 'cut@example.com', status: 'revoked' });
    expect((await shop.v1('DELETE', `/readers/${minted.body.id}`)).body).toEqual(first.body);
    expect((await me(cookie)).status).toBe(401);
    for (const page of [await openPage(tokenOf(minted)), await exchange(tokenOf(minted))]) {
      expect(page.status).toBe(410);
      expect(page.body).toContain('This link was revoked');
    }
    const again = await shop.v1('POST', '/readers', { email: 'cut@example.com' });
    expect(again.body).toMatchObject({ id: minted.body.id, status: 'active' });
    expect((await exchange(tokenOf(again))).status).toBe(303);
    expect((await me(cookie)).status).toBe(401);
  });

  it('of another workspace, or nobody, is reader_not_found', async () => {
    const other = await grantingWorkspace(service);
    const foreign = await other.v1('POST', '/readers', { email: 'far@example.com' });
    for (const identifier of [foreign.body.id, 'far@example.com', 'nobody']) {
      expect(await shop.v1('DELETE', `/readers/${identifier}`)).toMatchObject({
        status: 404,
        body: { error: { code: 'reader_not_found' } },
      });
    }
  });
});

describe('a link with an end', () => {
  it('says that it has expired, and its sessions end with it', async () => {
    const expires = new Date(Date.now() + 3_600_000);
    const minted = await shop.v1('POST', '/readers', { email: 'short@example.com', expires_at: expires.toISOString() });
    const cookie = cookieOf(await exchange(tokenOf(minted)));
    expect((await me(cookie)).status).toBe(200);
    service.setTime(new Date(expires.getTime() + 1_000));
    const [page, posted, session] = [
      await openPage(tokenOf(minted)),
      await exchange(tokenOf(minted)),
      await me(cookie),
    ];
    service.setTime(undefined);
    expect([page.status, posted.status, session.status]).toEqual([410, 410, 401]);
    expect(page.body).toContain('This link has expired');
  });

  it('outlives 30 days only as a link: the session is opened again from it', async () => {
    const minted = await shop.v1('POST', '/readers', { email: 'long@example.com' });
    const cookie = cookieOf(await exchange(tokenOf(minted)));
    service.setTime(new Date(Date.now() + 31 * 86_400_000));
    const [session, page] = [await me(cookie), await openPage(tokenOf(minted))];
    service.setTime(undefined);
    expect([session.status, page.status]).toEqual([401, 200]);
  });
});
