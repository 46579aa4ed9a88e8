import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startNameServer } from '../../../../../acceptance/hostile/name-server.mjs';
import { type CourseFixture, createCourseFixture } from '../../documents/pages/testing/course-fixture.js';
import { latestCode, openBrowser, type Page } from '../../identity/testing/browser.js';
import { anAddress, invite, personalToken } from '../../identity/testing/people.js';
import { startServedService } from '../../testing/served-service.js';

const texts = new Map<string, string>();
const names = await startNameServer((name) => {
  const text = texts.get(name);
  return text === undefined ? 'unknown' : [text];
});
afterAll(names.stop);
const service = await startServedService({ SVC_NAME_SERVERS: names.address });

interface Shop {
  readonly host: string;
  readonly course: CourseFixture;
  admin(method: string, path: string, body?: unknown): ReturnType<typeof service.call>;
}

async function openShop(host: string): Promise<Shop> {
  const course = await createCourseFixture(service);
  const email = anAddress();
  await invite(service, course.workspace, email, { role: 'admin' });
  const token = await personalToken(service, email);
  const { id: workspace } = course.workspace;
  const admin: Shop['admin'] = (method, path, body) =>
    service.call(method, path, { token, workspace, ...(body === undefined ? {} : { body }) });
  await course.put('course/secret.md', `# Only at ${course.workspace.slug}\n`);
  return { host, course, admin };
}

async function serve({ host, admin }: Shop): Promise<void> {
  const { record } = (await admin('PUT', '/settings/workspace/domain', { host })).body;
  texts.set(record.name, record.value);
  const checked = await admin('PUT', '/settings/workspace/domain', { host });
  expect(checked.body).toMatchObject({ host, status: 'active' });
}

const operator = (host: string) => service.call('GET', `/operator/domains/${host}`, { token: service.operatorToken });

/** A browser at the host of a shop. It sends that host's cookies and origin. */
function browserAt({ host }: Shop, browser = openBrowser(service)) {
  const url = (path: string) => `http://${host}${path}`;
  return {
    browser,
    open: async (path: string): Promise<Page> => {
      // Without the origin of the service, which a test browser sends by default.
      const { cookie = '' } = browser.headers();
      const answer = await service.app.http.request(url(path), { headers: { cookie, accept: 'text/html' } });
      const location = answer.headers.get('location') ?? undefined;
      return { status: answer.status, text: await answer.text(), headers: answer.headers, location };
    },
    submit: (path: string, fields: Record<string, string>) =>
      browser.submit(url(path), fields, { origin: `http://${host}` }),
  };
}

async function signInAt(shop: Shop, email: string): Promise<ReturnType<typeof browserAt>> {
  const visit = browserAt(shop);
  expect((await visit.submit('/sign-in', { email, next: '/d/course/secret.md' })).status).toBe(303);
  expect((await visit.submit('/sign-in/code', { code: await latestCode(service, email) })).status).toBe(303);
  return visit;
}

let one: Shop;
let two: Shop;
beforeAll(async () => {
  one = await openShop('one.example.org');
  two = await openShop('two.example.org');
  await serve(one);
  await serve(two);
});

describe('settings.put_domain', () => {
  it('returns the DNS record to set, and serves nothing before it is found', async () => {
    const shop = await openShop('new.example.org');
    const put = await shop.admin('PUT', '/settings/workspace/domain', { host: 'NEW.example.org' });
    const { id } = shop.course.workspace;
    const record = { type: 'TXT', name: '_tessera.new.example.org', value: `tessera-workspace=${id}` };
    expect(put.body).toMatchObject({ host: 'new.example.org', status: 'pending', checked_at: null, record });
    expect((await operator('new.example.org')).status).toBe(404);
    texts.set(record.name, 'tessera-workspace=another');
    expect((await shop.admin('PUT', '/settings/workspace/domain', { host: 'new.example.org' })).body.status).toBe(
      'pending',
    );
    texts.set(record.name, record.value);
    await shop.admin('PUT', '/settings/workspace/domain', { host: 'new.example.org' });
    expect((await shop.admin('GET', '/settings/workspace/domain')).body.status).toBe('active');
    expect((await operator('NEW.example.org')).body).toMatchObject({ host: 'new.example.org', workspace: { id } });
    expect((await shop.admin('DELETE', '/settings/workspace/domain')).body).toMatchObject({ deleted: true });
    expect((await operator('new.example.org')).status).toBe(404);
    expect((await shop.admin('GET', '/settings/workspace/domain')).body.error.code).toBe('domain_not_found');
    expect((await shop.admin('DELETE', '/settings/workspace/domain')).status).toBe(404);
  });

  it('assigns a host to one workspace, and refuses the host of the service', async () => {
    const { hostname } = new URL(service.services.baseUrl);
    for (const host of [one.host, hostname]) {
      const refused = await two.admin('PUT', '/settings/workspace/domain', { host });
      expect([host, refused.status, refused.body.error.code]).toEqual([host, 409, 'host_taken']);
    }
    expect((await two.admin('GET', '/settings/workspace/domain')).body.host).toBe(two.host);
  });

  it('lets a proof win over claims without one, at any age, and only one proof at a time', async () => {
    const shops = await Promise.all([openShop('late.example.org'), openShop('late.example.org')]);
    const put = () => Promise.all(shops.map(({ admin, host }) => admin('PUT', '/settings/workspace/domain', { host })));
    const claimed = await put();
    expect(claimed.map(({ status, body }) => [status, body.status])).toEqual([
      [200, 'pending'],
      [200, 'pending'],
    ]);
    const record = claimed[1]?.body.record;
    texts.set(record.name, record.value);
    const [squatter, owner] = await put();
    expect([owner?.status, owner?.body.status]).toEqual([200, 'active']);
    expect(squatter?.body.status ?? squatter?.body.error.code).not.toBe('active');
    const refused = await shops[0]?.admin('PUT', '/settings/workspace/domain', { host: 'late.example.org' });
    expect([refused?.status, refused?.body.error.code]).toEqual([409, 'host_taken']);
    expect((await operator('late.example.org.')).body.workspace.id).toBe(shops[1]?.course.workspace.id);
  });

  it.each(['localhost', '127.0.0.1', '[::1]', 'a b.example', 'x.example/d/', 'x.example:80', 'user@x.example', ''])(
    'refuses %j as a host',
    async (host) => {
      expect((await one.admin('PUT', '/settings/workspace/domain', { host })).status).toBe(400);
    },
  );
});

describe("a workspace's own host", () => {
  it('serves its reading pages, sign-in and account, with its own cookies', async () => {
    const { email } = await one.course.member('course/**');
    const { open, browser } = await signInAt(one, email);
    const page = await open('/d/course/secret.md');
    expect([page.status, page.text.includes(`Only at ${one.course.workspace.slug}`)]).toEqual([200, true]);
    expect((await open('/')).location).toBe('/d/');
    const account = await open('/account');
    expect([account.status, account.text.includes(email)]).toEqual([200, true]);
    expect([...browser.cookies.keys()]).toContain('svc_session');
    expect(page.headers.get('set-cookie') ?? '').not.toMatch(/domain=/i);
  });

  it('serves nothing else', async () => {
    const { email } = await one.course.member('course/**');
    const { open } = await signInAt(one, email);
    const slug = two.course.workspace.slug;
    for (const path of ['/me', '/documents', '/app/', '/workspaces', '/docs', '/operator/workspaces', '/device']) {
      expect([path, (await open(path)).status]).toEqual([path, 404]);
    }
    for (const path of [`/d/@${slug}/`, `/raw/@${slug}/a`, '/sign-in/workspace', '/sign-in/link', '/mcp/http']) {
      expect([path, (await open(path)).status]).toEqual([path, 404]);
    }
  });

  it('shows only its own workspace to a person of two, and accepts no cookie of the other host', async () => {
    const { email } = await one.course.member('course/**');
    await invite(service, two.course.workspace, email, { role: 'member' });
    const atOne = await signInAt(one, email);
    const atTwo = await signInAt(two, email);
    const seen = async ({ open }: Pick<ReturnType<typeof browserAt>, 'open'>) =>
      (await open('/d/course/secret.md')).text;
    expect(await seen(atOne)).toContain(`Only at ${one.course.workspace.slug}`);
    expect(await seen(atTwo)).toContain(`Only at ${two.course.workspace.slug}`);
    const carried = await browserAt(two, atOne.browser).open('/d/course/secret.md');
    expect([carried.status, carried.location]).toEqual([303, expect.stringContaining('/sign-in?')]);
    expect((await browserAt(two, atOne.browser).open('/raw/course/secret.md')).text).not.toContain('Only at');
  });

  it('shows nothing to a person of another workspace', async () => {
    const { email } = await one.course.member('course/**');
    const { open } = await signInAt(two, email);
    const page = await open('/d/course/secret.md');
    expect([page.status, page.text.includes('Only at')]).toEqual([403, false]);
  });

  it('refuses forms sent from another host, and its own forms are refused there', async () => {
    const { browser } = browserAt(one);
    for (const origin of [`http://${two.host}`, service.services.baseUrl]) {
      const sent = await browser.submit(`http://${one.host}/sign-in`, { email: anAddress(), next: '/' }, { origin });
      expect([origin, sent.status]).toEqual([origin, 403]);
    }
  });

  it('is used in the links of responses and mails; these links are refused on other hosts', async () => {
    const { email } = await one.course.member('course/**');
    const key = await one.course.createKey();
    const v1 = (path: string, body: object) => service.call('POST', `/v1${path}`, { token: key, body });
    const link = (await v1(`/members/${email}/sign-in-link`, { next: '/d/course/secret.md' })).body.url;
    const { magic_link: magic } = (await v1('/readers', { email: anAddress(), groups: [], send_email: true })).body;
    const guest = anAddress();
    await v1('/members', { email: guest });
    const invited = service.mails.findLast(({ to }) => to === guest);
    for (const text of [link, magic, invited?.text]) {
      expect(text).toContain(`http://${one.host}/`);
    }
    const token = new URL(link).searchParams.get('token') ?? '';
    expect((await browserAt(two).open(`/sign-in/member?token=${token}`)).status).toBe(410);
    expect((await browserAt(two).submit('/sign-in/member', { token })).status).toBe(410);
    expect((await browserAt(two).open(`/r${new URL(magic).search}`)).status).toBe(404);
    expect(await browserAt(one).submit('/sign-in/member', { token })).toMatchObject({
      status: 303,
      location: '/d/course/secret.md',
    });
  });

  it('is used in the addresses of its public site', async () => {
    const key = await two.course.createKey();
    const body = { name: 'Free', paths: ['course/secret.md'], public: true };
    await service.call('POST', '/v1/groups', { token: key, body });
    const { slug } = two.course.workspace;
    const page = await browserAt(two).open(`/d/@${slug}/course/secret.md`);
    expect(page.text).toContain(`href="http://${two.host}/d/@${slug}/course/secret.md"`);
    expect(page.headers.get('cache-control')).toContain('public');
    expect((await browserAt(one).open(`/d/@${slug}/course/secret.md`)).status).toBe(404);
  });

  it('is the canonical URL of its public site, even on the host of the service', async () => {
    const { slug } = two.course.workspace;
    const address = `http://${two.host}/d/@${slug}/course/secret.md`;
    const page = await openBrowser(service).open(`/d/@${slug}/course/secret.md`);
    expect(page.text).toContain(`<link rel="canonical" href="${address}">`);
    expect((await openBrowser(service).open(`/d/@${slug}/sitemap.xml`)).text).toContain(`<loc>${address}</loc>`);
  });
});

describe('a Host header over a socket', () => {
  const get = (host: string, path: string) =>
    new Promise<{ status: number; location: string | undefined }>((resolve, reject) => {
      const sent = request(service.url + path, { headers: { host, accept: 'text/html' } }, (answer) => {
        answer.resume();
        resolve({ status: answer.statusCode ?? 0, location: answer.headers.location });
      });
      sent.on('error', reject).end();
    });

  it('selects the workspace of its host only; on an unclaimed host the service responds', async () => {
    expect(await get(one.host, '/d/')).toMatchObject({ status: 303, location: '/sign-in?next=%2Fd%2F' });
    expect((await get(one.host, '/docs')).status).toBe(404);
    expect((await get('nobody.example.org', '/docs')).status).toBe(200);
    expect((await get(`${one.host.toUpperCase()}:8080`, '/docs')).status).toBe(404);
  });
});
