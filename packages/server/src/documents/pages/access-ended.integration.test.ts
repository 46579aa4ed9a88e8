import { beforeAll, expect, it } from 'vitest';
import { openBrowser, signIn } from '../../identity/testing/browser.js';
import { anAddress, invite, personalToken } from '../../identity/testing/people.js';
import { startSuiteService } from '../../testing/service.js';
import { type CourseFixture, createCourseFixture } from './testing/course-fixture.js';

const service = await startSuiteService();

const locked = 'course/starter/keeping.md';
const file = 'course/starter/jar.svg';
let course: CourseFixture;
let key: string;
let site: string;

beforeAll(async () => {
  course = await createCourseFixture(service);
  key = await course.createKey();
  site = `/d/@${course.workspace.slug}/`;
});

async function showLocked(isShown: boolean): Promise<void> {
  const email = anAddress();
  await invite(service, course.workspace, email, { role: 'admin' });
  const token = await personalToken(service, email);
  const body = { offer: { show_locked: isShown } };
  await service.call('PATCH', '/settings/workspace', { token, workspace: course.workspace.id, body });
}

const backend = (method: string, path: string, body?: object) =>
  service.call(method, `/v1${path}`, { token: key, body });

type Browser = ReturnType<typeof openBrowser>;

/** Opens the address of a file as a browser or a program does. */
async function openFile(browser: Browser, path: string, accept = 'text/html,application/xhtml+xml,*/*;q=0.8') {
  const { origin, ...headers } = browser.headers();
  const answer = await service.app.http.request(new URL(path, origin).href, { headers: { ...headers, accept } });
  return { status: answer.status, location: answer.headers.get('location'), answer, text: await answer.text() };
}

async function byLink(email: string): Promise<Browser> {
  const browser = openBrowser(service);
  const { url } = (await backend('POST', `/members/${email}/sign-in-link`)).body;
  await browser.submit('/sign-in/member', { token: new URL(url).searchParams.get('token') ?? '' });
  return browser;
}

const ways: [string, (email: string) => Promise<Browser>][] = [
  ['a sign-in link', byLink],
  ['a code', (email) => signIn(service, email)],
];

it.each(ways)('reading pages > after %s and the end of access, lead to the offer', async (_way, enter) => {
  await showLocked(true);
  const { email } = await course.member('course/**');
  const browser = await enter(email);
  expect((await browser.open(`/d/${locked}`)).status).toBe(200);
  await backend('DELETE', `/members/${email}`);
  const next = await browser.open(`/d/${locked}`);
  expect([next.status, next.location]).toEqual([303, `${site}${locked}`]);
  expect((await browser.open(`${site}${locked}`)).status).toBe(402);
});

it.each(ways)(
  'a reader by %s whose access has ended is redirected from the address of a file to its offer',
  async (_way, enter) => {
    await showLocked(true);
    const { email } = await course.member('course/**');
    const browser = await enter(email);
    expect((await openFile(browser, `/raw/${file}`)).answer.headers.get('content-type')).toContain('image/svg+xml');
    await backend('DELETE', `/members/${email}`);
    const next = await openFile(browser, `/raw/${file}`);
    expect([next.status, next.location]).toEqual([303, `/raw/@${course.workspace.slug}/${file}`]);
    const offer = await openFile(browser, next.location ?? '');
    expect([offer.status, offer.answer.headers.get('content-type')]).toEqual([402, 'text/html; charset=UTF-8']);
    expect(offer.text).toContain('<article class="locked-page"><h1>jar.svg</h1>');
    expect(offer.text).not.toContain('<path d="M2 2');
  },
);

it('a locked file shows its offer to a browser that opens it, and answers programs in JSON', async () => {
  await showLocked(true);
  await course.member('course/**');
  const { email } = await course.member('handbook/**');
  const browser = await signIn(service, email);
  for (const accept of [undefined, 'text/html']) {
    const page = await openFile(browser, `/raw/${file}`, accept);
    expect([page.status, page.answer.headers.get('content-type')]).toEqual([402, 'text/html; charset=UTF-8']);
    expect(page.answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.text).toContain('<article class="locked-page"><h1>jar.svg</h1>');
  }
  for (const accept of ['*/*', 'image/avif,image/webp,*/*', 'application/json']) {
    const { status, text } = await openFile(browser, `/raw/${file}`, accept);
    expect([accept, status, JSON.parse(text).error.code]).toEqual([accept, 402, 'locked']);
  }
  expect((await openFile(browser, '/raw/course/absent.pdf')).status).toBe(404);
});

it.each(ways)('reading pages > after %s and the end of access, show nothing of hidden titles', async (_way, enter) => {
  await showLocked(false);
  const { email } = await course.member('course/**');
  const browser = await enter(email);
  await backend('DELETE', `/members/${email}`);
  expect((await browser.open(`/d/${locked}`)).location ?? '').not.toContain('/@');
  const ended = await openFile(browser, `/raw/${file}`);
  expect([ended.status < 300, ended.location]).toEqual([false, null]);
});

it('reading pages > lead a reader who signed out to the sign-in', async () => {
  await showLocked(true);
  const { email } = await course.member('course/**');
  const browser = await byLink(email);
  await browser.submit('/sign-out', {});
  expect((await browser.open(`/d/${locked}`)).location).toMatch(/^\/sign-in\?/);
});
