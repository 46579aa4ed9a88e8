import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openBrowser, signIn, type TestBrowser } from '../../identity/testing/browser.js';
import { type ServedTestService, startServedService } from '../../testing/served-service.js';
import { type CourseFixture, createCourseFixture } from './testing/course-fixture.js';

const limit = 60;
const asYouType = '/d/?q=starter&list=';

let service: ServedTestService;
let course: CourseFixture;

beforeAll(async () => {
  service = await startServedService({ SVC_CALLS_PER_MINUTE: String(limit) });
  course = await createCourseFixture(service);
  // The first search may have to wait for the index.
  const search = () => course.call('POST', '/documents/search', { query: 'starter' });
  await vi.waitUntil(async () => (await search()).status === 200, { timeout: 60_000, interval: 2_000 });
});
afterAll(() => service.close());

const member = async () => signIn(service, (await course.member('course/**')).email);

const guest = async () => {
  const browser = openBrowser(service);
  await browser.open((await course.link(['course/**'])).address);
  return browser;
};

/** Sends a request with the cookies of a browser, over a socket. */
function ask({ headers }: TestBrowser, path: string, more: RequestInit & { headers: Record<string, string> }) {
  const { cookie = '' } = headers();
  return fetch(service.url + path, { ...more, headers: { cookie, ...more.headers } });
}

const suggest = (reader: TestBrowser) => ask(reader, asYouType, { headers: { accept: 'text/html' } });

it.each([
  ['a member', member],
  ['a magic link', guest],
])(
  '%s who sends searches without pause is refused with the time to wait, and others are answered',
  async (_title, openReader) => {
    const [flooding, other] = [await openReader(), await openReader()];
    const answers = await Promise.all(Array.from({ length: limit + 20 }, () => suggest(flooding)));
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(statuses.filter((status) => status === 200)).toHaveLength(limit);
    const listed = await suggest(other);
    expect([listed.status, await listed.text()]).toEqual([200, expect.stringContaining('Keeping a starter alive')]);

    const page = await suggest(flooding);
    const wait = Number(page.headers.get('retry-after'));
    expect([page.status, wait > 0 && wait <= 61]).toEqual([429, true]);
    expect(await page.text()).toContain('Too many tries: try again in');
    const call = await ask(flooding, '/documents/search', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: service.services.baseUrl },
      body: '{"query":"starter"}',
    });
    expect([call.status, call.headers.get('ratelimit-policy')]).toEqual([429, `"calls";q=${limit};w=60`]);
    const message = expect.stringMatching(/calls of the last minute: wait \d+ s/);
    expect(await call.json()).toEqual({ error: { code: 'rate_limited', message } });
    expect((await suggest(other)).status).toBe(200);
  },
);
