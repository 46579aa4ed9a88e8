import { beforeAll, expect, it } from 'vitest';
import { openBrowser, signIn } from '../../identity/testing/browser.js';
import { anAddress, invite, personalToken } from '../../identity/testing/people.js';
import { startSuiteService } from '../../testing/service.js';
import { type CourseFixture, createCourseFixture } from './testing/course-fixture.js';

const service = await startSuiteService();

const locked = 'course/starter/keeping.md';
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

it.each(ways)('a reader by %s whose access has ended is led to the offer of the page', async (_way, enter) => {
  await showLocked(true);
  const { email } = await course.member('course/**');
  const browser = await enter(email);
  expect((await browser.open(`/d/${locked}`)).status).toBe(200);
  await backend('DELETE', `/members/${email}`);
  const next = await browser.open(`/d/${locked}`);
  expect([next.status, next.location]).toEqual([303, `${site}${locked}`]);
  expect((await browser.open(`${site}${locked}`)).status).toBe(402);
});

it.each(ways)('a reader by %s of a workspace that shows nothing learns nothing more', async (_way, enter) => {
  await showLocked(false);
  const { email } = await course.member('course/**');
  const browser = await enter(email);
  await backend('DELETE', `/members/${email}`);
  expect((await browser.open(`/d/${locked}`)).location ?? '').not.toContain('/@');
});

it('a reader who signed out is led to the sign-in', async () => {
  await showLocked(true);
  const { email } = await course.member('course/**');
  const browser = await byLink(email);
  await browser.submit('/sign-out', {});
  expect((await browser.open(`/d/${locked}`)).location).toMatch(/^\/sign-in\?/);
});
