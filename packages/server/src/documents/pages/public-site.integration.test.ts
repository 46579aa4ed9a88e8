import { beforeAll, expect, it } from 'vitest';
import { openBrowser, signIn } from '../../identity/testing/browser.js';
import { anAddress, invite, personalToken } from '../../identity/testing/people.js';
import { startSuiteService } from '../../testing/service.js';
import { type CourseFixture, createCourseFixture } from './testing/course-fixture.js';

const service = await startSuiteService();

let course: CourseFixture;
let site: string;
let group: string;
let admin: string;

const asAdmin = (method: string, path: string, body: unknown) =>
  service.call(method, path, { token: admin, workspace: course.workspace.id, body });
const settings = (body: unknown) => asAdmin('PATCH', '/settings/workspace', body);
const fetchAs = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  service.app.http.request(new URL(path, service.services.baseUrl).href, {
    method,
    headers: { accept: 'text/html', ...headers },
  });
const read = async (path: string, headers?: Record<string, string>) => {
  const answer = await fetchAs(path, headers);
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
};

async function createGroup(body: object) {
  const key = await course.createKey();
  return service.call('POST', '/v1/groups', { token: key, body });
}

beforeAll(async () => {
  course = await createCourseFixture(service);
  const email = anAddress();
  await invite(service, course.workspace, email, { role: 'admin' });
  admin = await personalToken(service, email);
  site = `/d/@${course.workspace.slug}`;
  await course.put(
    'course/about.md',
    '---\ntitle: About us\ndescription: Who "bakes" <here>\n---\n\nSee [storing](starter/storing.md), `<a href="/d/x">` and [the shop](/d/course/flour.md).\n\n![Jar](starter/jar.svg)\n',
  );
  const made = await createGroup({ name: 'Free', paths: ['course/about.md', 'course/starter/**'], public: true });
  expect([made.status, made.body.public, made.body.offer]).toEqual([200, true, null]);
  group = made.body.id;
});

it('groups.create > makes one group public and refuses a second', async () => {
  const second = await createGroup({ name: 'Free too', paths: ['course/**'], public: true });
  expect([second.status, second.body.error.code]).toEqual([409, 'public_group_exists']);
  const audit = await course.call('GET', '/audit?action=group.created');
  expect(audit.body.events).toContainEqual(
    expect.objectContaining({ target: group, detail: expect.objectContaining({ public: true }) }),
  );
});

it('public site > shows documents of the public group to anyone, at its own URLs', async () => {
  const page = await read(`${site}/course/about.md`);
  expect(page.status).toBe(200);
  expect(page.text).toContain(`href="${site}/course/starter/storing.md"`);
  expect(page.text).toContain(`src="/raw/@${course.workspace.slug}/course/starter/jar.svg"`);
  expect(page.text).toContain('&#x3C;a href="/d/x">');
  expect(page.text.replace(/<code>.*?<\/code>/g, '')).not.toMatch(/(?:href|src|action)="\/(?:d|raw)\/(?!@)/);
  expect(page.text).not.toContain('versions');
  expect(page.headers.get('cache-control')).toBe('public, max-age=60');
  const folder = await read(`${site}/course/`);
  expect([folder.status, folder.text.includes('Starter'), folder.text.includes('Flour')]).toEqual([200, true, false]);
  const home = await read(`${site}/`);
  expect([home.status, home.headers.get('location')]).toEqual([303, `${site}/course/`]);
  expect((await read(site)).headers.get('location')).toBe(`${site}/`);
});

it('public site > gives search engines title, description, canonical URL, and a sitemap of every public page', async () => {
  const { text } = await read(`${site}/course/about.md`);
  const { baseUrl } = service.services;
  expect(text).toContain(`<link rel="canonical" href="${baseUrl}${site}/course/about.md">`);
  expect(text).toContain('<meta name="description" content="Who &quot;bakes&quot; &lt;here&gt;">');
  expect(text).not.toContain('noindex');
  const map = await read(`${site}/sitemap.xml`);
  expect(map.headers.get('content-type')).toContain('xml');
  expect([...map.text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual(
    ['about.md', 'starter/jar.svg', 'starter/keeping.md', 'starter/storing.md'].map(
      (path) => `${baseUrl}${site}/course/${path}`,
    ),
  );
});

it('public site > gives programs Markdown, the index and files without a credential', async () => {
  const text = await read(`${site}/course/about.md`, { accept: 'text/markdown' });
  expect([text.status, text.headers.get('content-type'), text.text.slice(0, 3)]).toEqual([
    200,
    expect.stringContaining('text/markdown'),
    '---',
  ]);
  const index = await read(`${site}/llms.txt`, { accept: '*/*' });
  expect(index.text).toContain(`](${service.services.baseUrl}${site}/course/starter/keeping.md)`);
  expect(index.text).not.toContain('Flour');
  const file = await read(`/raw/@${course.workspace.slug}/course/starter/jar.svg`);
  expect([file.status, file.headers.get('cache-control'), file.headers.get('content-security-policy')]).toEqual([
    200,
    'public, max-age=60',
    expect.stringContaining('sandbox'),
  ]);
});

it('public site > sends a file in ranges, and not again to a browser that has it', async () => {
  const file = `/raw/@${course.workspace.slug}/course/starter/jar.svg`;
  const whole = await read(file);
  const etag = whole.headers.get('etag') ?? '';
  const part = await read(file, { range: 'bytes=5-9' });
  const range = `bytes 5-9/${whole.text.length}`;
  expect([part.status, part.text, part.headers.get('content-range')]).toEqual([206, whole.text.slice(5, 10), range]);
  expect((await read(file, { range: 'bytes=5-9', 'if-range': etag })).status).toBe(206);
  expect((await read(file, { range: 'bytes=5-9', 'if-range': '"other"' })).status).toBe(200);
  expect((await read(file, { range: 'bytes=99999-' })).status).toBe(416);
  expect((await read(file, { 'if-none-match': etag })).status).toBe(304);
  const head = await fetchAs(file, {}, 'HEAD');
  expect([head.status, head.headers.get('accept-ranges'), await head.text()]).toEqual([200, 'bytes', '']);
});

it.each([
  'course/flour.md',
  'handbook/private.md',
  'course/none.md',
  'course/starter/keeping.md?versions',
  'handbook/',
])('a visitor receives the same for %s as for pages that do not exist', async (path) => {
  const [absent, page] = [await read(`${site}/absent/page.md`), await read(`${site}/${path}`)];
  expect([page.status, page.text]).toEqual([absent.status, absent.text]);
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect([absent.status, (await read('/d/@absent/absent/page.md')).status]).toEqual([404, 404]);
});

it('public site > redirects members to their own pages, where they can also read the public documents', async () => {
  const { email } = await course.member('course/flour.md');
  const browser = await signIn(service, email);
  const led = await browser.open(`${site}/course/flour.md`);
  expect([led.status, led.location, led.headers.get('cache-control')]).toEqual([303, '/d/course/flour.md', 'no-store']);
  expect((await browser.open('/d/course/flour.md')).status).toBe(200);
  expect((await browser.open('/d/course/about.md')).status).toBe(200);
  const stranger = await signIn(service, (await course.member('handbook/none.md')).email);
  expect((await stranger.open(`${site}/course/about.md`)).text).toBe((await read(`${site}/course/about.md`)).text);
});

it('public site > shows locked documents by title, with the offer of their group or of the workspace', async () => {
  await course.put('course/pro.md', '---\ntitle: For <pros>\ndescription: All you need\n---\n\nThe body.\n');
  await createGroup({ name: 'Pro', paths: ['course/pro.md'], offer: { text: 'Join', url: 'https://pay.example/pro' } });
  await createGroup({ name: 'All', paths: ['course/**'], for_sale: true });
  expect((await read(`${site}/course/pro.md`)).status).toBe(404);
  const set = await settings({ offer: { show_locked: true, text: 'Buy the course', url: 'https://pay.example/all' } });
  expect(set.body.workspace.offer).toEqual({
    show_locked: true,
    text: 'Buy the course',
    url: 'https://pay.example/all',
  });

  const pro = await read(`${site}/course/pro.md`);
  expect(pro.status).toBe(402);
  expect(pro.text).toMatch(/<h1>For &lt;pros&gt;<\/h1>[\s\S]*All you need[\s\S]*href="https:\/\/pay\.example\/pro"/);
  expect(pro.text).not.toContain('The body');
  expect(pro.headers.get('cache-control')).toBe('no-store');
  const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(pro.text)?.[1] ?? '');
  expect(data).toMatchObject({ name: 'For <pros>', isAccessibleForFree: false });
  expect((await read(`${site}/course/flour.md`)).text).toContain('href="https://pay.example/all"');

  const markdown = await read(`${site}/course/pro.md`, { accept: 'text/markdown' });
  expect([markdown.status, markdown.text]).toEqual([
    402,
    '# For <pros>\n\nAll you need\n\nThis document is locked.\n\n[Join](https://pay.example/pro)\n',
  ]);
  const json = await read(`${site}/course/pro.md`, { accept: 'application/json' });
  expect([json.status, JSON.parse(json.text).error]).toMatchObject([
    402,
    { code: 'locked', title: 'For <pros>', offer: { text: 'Join', url: 'https://pay.example/pro' } },
  ]);
  expect((await read(`${site}/course/`)).text).toContain('For &lt;pros&gt;<svg class="lock"');
  expect((await read(`${site}/llms.txt`, { accept: '*/*' })).text).toContain(
    `- [For <pros>](${service.services.baseUrl}${site}/course/pro.md) (locked: [Join](https://pay.example/pro))`,
  );
  expect((await read(`${site}/sitemap.xml`)).text).not.toContain('pro.md');
  expect((await read(`/raw/@${course.workspace.slug}/course/pro.md`)).status).toBe(402);
  expect((await read(`${site}/course/about.md`)).text).toMatch(/<a href="[^"]*flour\.md">the shop/);
  for (const path of ['handbook/private.md', 'absent/page.md']) {
    expect((await read(`${site}/${path}`)).status).toBe(404);
  }
  const { email } = await course.member('course/flour.md');
  const browser = await signIn(service, email);
  expect((await browser.open('/d/course/pro.md')).status).toBe(402);
  expect((await browser.open('/d/course/')).text).toContain('For &lt;pros&gt;');
});

it('public site > does not show a document from the moment it is unpublished', async () => {
  await settings({ offer: { show_locked: false } });
  const update = await asAdmin('PUT', `/settings/groups/${group}`, { public: false });
  expect([update.status, update.body.public]).toEqual([200, false]);
  expect((await read(`${site}/course/about.md`)).status).toBe(404);
  expect((await openBrowser(service).open(`${site}/`)).status).toBe(404);
  await asAdmin('PUT', `/settings/groups/${group}`, { public: true });
  expect((await read(`${site}/course/about.md`)).status).toBe(200);
});
