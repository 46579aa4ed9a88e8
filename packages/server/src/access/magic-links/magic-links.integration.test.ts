import { describe, expect, it } from 'vitest';
import { buildApp } from '../../app.js';
import { createDocumentsFixture } from '../../documents/testing/documents-fixture.js';
import { startSuiteService, type TestAnswer } from '../../testing/service.js';
import { grantingWorkspace } from '../testing/keys.js';

const service = await startSuiteService();
const shop = await grantingWorkspace(service, { name: 'Shop & Co' });

const tokenOf = (minted: TestAnswer): string => new URL(minted.body.magic_link).searchParams.get('token') ?? '';

function open(token: string, method = 'GET'): Promise<TestAnswer> {
  return service.call(method, `/r?token=${token}`);
}

/** The `Cookie` header that a browser would send after a response. */
function cookieOf(answer: TestAnswer): string {
  return /svc_reader=[^;]+/.exec(answer.headers.get('set-cookie') ?? '')?.[0] ?? 'svc_reader=none';
}

function me(cookie: string): Promise<TestAnswer> {
  return service.call('GET', '/me', { headers: { cookie } });
}

describe('magic_links.create', () => {
  it('returns the link with a warning once, and lists it without its secret', async () => {
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
      ['created_at', 'email', 'expires_at', 'groups', 'id', 'last_seen_at', 'name', 'start', 'status'].sort(),
    );
    expect(JSON.stringify(listed.body)).not.toContain(tokenOf(minted));
    const audit = await service.call('GET', '/audit?limit=500', { token: shop.token });
    expect(JSON.stringify(audit.body)).not.toContain(tokenOf(minted));
  });

  it('takes no seat, needs no billing, and sends no mail with send_email: false', async () => {
    const poor = await grantingWorkspace(service, { reader_seats: 0, billing_active: false });
    const mails = service.mails.length;
    const minted = await poor.v1('POST', '/readers', { email: 'free@example.com', send_email: false });
    expect(minted).toMatchObject({ status: 200, body: { email_sent: false, groups: [] } });
    expect(service.mails).toHaveLength(mails);
  });

  it("keeps the id of an address's link, and revokes its old secret and sessions", async () => {
    const first = await shop.v1('POST', '/readers', { email: 'again@example.com', name: 'Again' });
    const cookie = cookieOf(await open(tokenOf(first)));
    expect((await me(cookie)).status).toBe(200);
    const second = await shop.v1('POST', '/readers', { email: 'again@example.com' });
    expect(second.body).toMatchObject({ id: first.body.id, name: 'Again' });
    expect(second.body.magic_link).not.toBe(first.body.magic_link);
    expect((await open(tokenOf(first))).status).toBe(404);
    expect((await me(cookie)).status).toBe(401);
    expect((await open(tokenOf(second))).status).toBe(303);
  });

  it('without groups keeps those of an active link; with an empty list removes them', async () => {
    const group = (await shop.v1('POST', '/groups', { name: 'Kept', paths: ['kept/**'] })).body.id;
    const email = 'keeps@example.com';
    await shop.v1('POST', '/readers', { email, groups: [group] });
    const again = await shop.v1('POST', '/readers', { email });
    expect(again).toMatchObject({ status: 200, body: { groups: [group] } });
    expect((await me(cookieOf(await open(tokenOf(again))))).body.groups).toEqual([group]);
    const emptied = await shop.v1('POST', '/readers', { email, groups: [] });
    expect(emptied.body.groups).toEqual([]);
    expect((await me(cookieOf(await open(tokenOf(emptied))))).body.groups).toEqual([]);
  });

  it('without groups assigns none to a new or a revoked link', async () => {
    const group = (await shop.v1('POST', '/groups', { name: 'Lost', paths: ['lost/**'] })).body.id;
    const email = 'loses@example.com';
    expect((await shop.v1('POST', '/readers', { email })).body.groups).toEqual([]);
    await shop.v1('POST', '/readers', { email, groups: [group] });
    await shop.v1('DELETE', `/readers/${email}`);
    expect((await shop.v1('POST', '/readers', { email })).body).toMatchObject({ status: 'active', groups: [] });
  });

  it.each([
    [{}, 400, 'invalid_request'],
    [{ email: 'x' }, 400, 'invalid_request'],
    [{ email: 'a@example.com', expires_at: 'tomorrow' }, 400, 'invalid_request'],
    [{ email: 'a@example.com', expires_at: '2001-01-01T00:00:00Z' }, 400, 'invalid_request'],
    [{ email: 'a@example.com', access: 'read_write' }, 400, 'invalid_request'],
    [{ email: 'a@example.com', groups: ['nope'] }, 404, 'group_not_found'],
  ])('rejects %j and creates no link', async (body, status, code) => {
    const before = (await shop.v1('GET', '/readers')).body.count;
    expect(await shop.v1('POST', '/readers', body)).toMatchObject({ status, body: { error: { code } } });
    expect((await shop.v1('GET', '/readers')).body.count).toBe(before);
  });
});

describe('GET /r', () => {
  const linkOf = async (email: string) =>
    (await shop.v1('GET', '/readers')).body.readers.find((row: { email: string }) => row.email === email);

  it('exchanges a link for a cookie that reads in its workspace only', async () => {
    const group = (await shop.v1('POST', '/groups', { name: 'G', paths: ['g/**'] })).body.id;
    const minted = await shop.v1('POST', '/readers', { email: 'in@example.com', groups: [group] });
    const opened = await open(tokenOf(minted));
    expect(opened.status).toBe(303);
    expect(opened.headers.get('set-cookie')).toMatch(/HttpOnly/);
    expect(opened.headers.get('set-cookie')).toMatch(/SameSite=Lax/);
    const cookie = cookieOf(opened);
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
    expect((await linkOf('in@example.com')).last_seen_at).toBeNull();
    const { baseUrl } = service.services;
    const seen = (headers: Record<string, string>) =>
      service.app.http.request(`${baseUrl}/r/seen`, { method: 'POST', headers });
    expect((await seen({ cookie, origin: 'https://other.example' })).status).toBe(401);
    expect((await seen({ origin: baseUrl })).status).toBe(401);
    expect((await linkOf('in@example.com')).last_seen_at).toBeNull();
    expect((await seen({ cookie, origin: baseUrl })).status).toBe(204);
    expect((await linkOf('in@example.com')).last_seen_at).toMatch(/^\d{4}-/);
  });

  it("opens the link's document; creating the link again keeps the document and the expiry", async () => {
    const mint = (more: object) => shop.v1('POST', '/readers', { email: 'start@example.com', ...more });
    const expires = '2099-01-31T00:00:00.000Z';
    const first = await mint({ start: 'course/ä b.md', expires_at: expires });
    expect(first.body).toMatchObject({ expires_at: expires, start: 'course/ä b.md' });
    expect((await open(tokenOf(first))).headers.get('location')).toBe('/d/course/%C3%A4%20b.md');
    expect((await mint({})).body).toMatchObject({ expires_at: expires, start: 'course/ä b.md' });
    expect(await linkOf('start@example.com')).toMatchObject({ expires_at: expires, start: 'course/ä b.md' });
    const last = await mint({ start: null, expires_at: null });
    expect(last.body).toMatchObject({ expires_at: null, start: null });
    expect((await open(tokenOf(last))).headers.get('location')).toBe('/d/');
    expect((await mint({ start: '../x' })).body.error.code).toBe('invalid_path');
  });

  it('returns a hint while the groups of the link do not show its document', async () => {
    const docs = await createDocumentsFixture(service, 'wiki');
    const token = await docs.createKey();
    const v1 = async (path: string, body: object) => (await service.call('POST', `/v1${path}`, { token, body })).body;
    const group = (await v1('/groups', { name: 'Guide', paths: ['wiki/guide/**'] })).id;
    const mint = (start: string | null, groups: string[] = [group]) =>
      v1('/readers', { email: 'hint@example.com', groups, start });
    const hint = (start: string) => expect.stringContaining(`no document at \`${start}\``);
    await docs.put('wiki/secret.md', 'Secret');
    for (const start of ['wiki/guide/a.md', 'wiki/secret.md', 'other/a.md']) {
      expect(await mint(start)).toMatchObject({ start, hint: hint(start), magic_link: expect.any(String) });
    }
    await docs.put('wiki/guide/a.md', 'A');
    expect(await mint('wiki/guide/a.md')).not.toHaveProperty('hint');
    expect(await mint(null)).not.toHaveProperty('hint');
    expect(await mint('wiki/guide/a.md', [])).toMatchObject({ hint: hint('wiki/guide/a.md') });
  });

  it('keeps the token out of redirects, referrers and caches', async () => {
    const minted = await shop.v1('POST', '/readers', { email: 'quiet@example.com' });
    const opened = await open(tokenOf(minted));
    expect(opened.headers.get('location')).toBe('/d/');
    expect(JSON.stringify([...opened.headers])).not.toContain(tokenOf(minted));
    expect(opened.body).not.toContain(tokenOf(minted));
    expect(opened.headers.get('referrer-policy')).toBe('same-origin');
    expect(opened.headers.get('cache-control')).toBe('no-store');
    expect(opened.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('works after a mail scanner opened the link, with a session per browser', async () => {
    const minted = await shop.v1('POST', '/readers', { email: 'scan@example.com' });
    const cookies = new Set<string>();
    for (let time = 0; time < 3; time += 1) {
      const cookie = cookieOf(await open(tokenOf(minted)));
      expect((await me(cookie)).status).toBe(200);
      cookies.add(cookie);
    }
    expect(cookies.size).toBe(3);
  });

  it('returns the headers of GET to a HEAD request, without opening the link', async () => {
    const minted = await shop.v1('POST', '/readers', { email: 'head@example.com' });
    const asked = await open(tokenOf(minted), 'HEAD');
    expect(asked).toMatchObject({ status: 303, body: '' });
    expect(asked.headers.get('set-cookie')).toBeNull();
    const audit = await service.call('GET', '/audit?action=reader.link_opened&limit=500', { token: shop.token });
    expect(audit.body.events.map((event: { target: string }) => event.target)).not.toContain(minted.body.id);
    expect((await linkOf('head@example.com')).last_seen_at).toBeNull();
    expect((await open('nonsense', 'HEAD')).status).toBe(404);
  });

  it("works at a workspace's own host", async () => {
    const settings = { ...service.services.settings, SVC_MAGIC_LINK_BASE: 'https://links.example/x' };
    const { http } = buildApp({ ...service.services, settings });
    const minted = await http.request('http://tessera.test/v1/readers', {
      method: 'POST',
      headers: { authorization: `Bearer ${shop.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'own@example.com' }),
    });
    const link = new URL(((await minted.json()) as { magic_link: string }).magic_link);
    expect(link.href).toMatch(/^https:\/\/links\.example\/x\/r\?token=/);
    expect((await http.request(`https://links.example/r${link.search}`)).status).toBe(303);
  });

  it('reports that a link is unknown', async () => {
    for (const page of [await service.call('GET', '/r'), await open(''), await open('nonsense')]) {
      expect(page.status).toBe(404);
      expect(page.headers.get('set-cookie')).toBeNull();
      expect(page.body).toContain('This link does not work');
    }
  });
});

describe('magic_links.revoke', () => {
  it('ends link and sessions with the next request, and can be repeated', async () => {
    const minted = await shop.v1('POST', '/readers', { email: 'cut@example.com' });
    const cookie = cookieOf(await open(tokenOf(minted)));
    const first = await shop.v1('DELETE', '/readers/CUT@example.com');
    expect(first.body).toMatchObject({ id: minted.body.id, email: 'cut@example.com', status: 'revoked' });
    expect((await shop.v1('DELETE', `/readers/${minted.body.id}`)).body).toEqual(first.body);
    expect((await me(cookie)).status).toBe(401);
    const page = await open(tokenOf(minted));
    expect(page.status).toBe(410);
    expect(page.headers.get('set-cookie')).toBeNull();
    expect(page.body).toContain('This link was revoked');
    const again = await shop.v1('POST', '/readers', { email: 'cut@example.com' });
    expect(again.body).toMatchObject({ id: minted.body.id, status: 'active' });
    expect((await open(tokenOf(again))).status).toBe(303);
    expect((await me(cookie)).status).toBe(401);
  });

  it('returns reader_not_found for unknown links and those of other workspaces', async () => {
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

describe('magic links > expiry', () => {
  it('ends the link and its sessions, and the page explains it', async () => {
    const expires = new Date(Date.now() + 3_600_000);
    const minted = await shop.v1('POST', '/readers', { email: 'short@example.com', expires_at: expires.toISOString() });
    const cookie = cookieOf(await open(tokenOf(minted)));
    expect((await me(cookie)).status).toBe(200);
    service.setTime(new Date(expires.getTime() + 1_000));
    const [page, session] = [await open(tokenOf(minted)), await me(cookie)];
    service.setTime(undefined);
    expect([page.status, session.status]).toEqual([410, 401]);
    expect(page.headers.get('set-cookie')).toBeNull();
    expect(page.body).toContain('This link has expired');
  });

  it('after more than 30 days applies to the link only: its sessions are shorter, and the link can be opened again', async () => {
    const minted = await shop.v1('POST', '/readers', { email: 'long@example.com' });
    const cookie = cookieOf(await open(tokenOf(minted)));
    service.setTime(new Date(Date.now() + 31 * 86_400_000));
    const [session, opened] = [await me(cookie), await open(tokenOf(minted))];
    service.setTime(undefined);
    expect([session.status, opened.status]).toEqual([401, 303]);
  });
});
