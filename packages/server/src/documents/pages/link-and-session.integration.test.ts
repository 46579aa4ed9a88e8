import { expect, it } from 'vitest';
import { signIn } from '../../identity/testing/browser.js';
import { startSuiteService } from '../../testing/service.js';
import { createCourseFixture } from './testing/course-fixture.js';

const keeping = '/d/course/starter/keeping.md';

const service = await startSuiteService();
const course = await createCourseFixture(service);

it('a link shows what it leads to although a person is signed in, whose own pages are there again once they leave it', async () => {
  const { email } = await course.member('course/**');
  const browser = await signIn(service, email);
  const { address } = await course.link(['course/starter/**']);
  await browser.open(address);
  const page = await browser.open(keeping);
  expect(page.text).toContain('Anyone with this link can view without signing in.');
  expect((await browser.open('/d/course/flour.md')).status).toBe(404);
  await browser.submit(/action="([^"]+)"[^>]*>\s*Anyone with/.exec(page.text)?.[1] ?? '', {});
  expect((await browser.open('/d/course/flour.md')).status).toBe(200);
});

it('a file is that of the link where a reading page shows it, and that of the person elsewhere', async () => {
  const { email } = await course.member('course/flour.md');
  const browser = await signIn(service, email);
  await browser.open((await course.link(['course/starter/**'])).address);
  const fileFrom = async (page: string) => {
    const headers = { ...browser.headers(), referer: `http://tessera.test${page}` };
    return (await service.call('GET', '/raw/course/starter/jar.svg', { headers })).status;
  };
  expect([await fileFrom(keeping), await fileFrom('/app/documents'), await fileFrom('/')]).toEqual([200, 404, 404]);
});

it('a person reads on as themselves when the link that they opened is revoked', async () => {
  const { email } = await course.member('course/**');
  const browser = await signIn(service, email);
  const link = await course.link(['course/starter/**']);
  await browser.open(link.address);
  await course.backend('DELETE', `/v1/readers/${encodeURIComponent(link.email)}`);
  expect((await browser.open(`${keeping}?versions`)).location).toBe(`${keeping}?versions`);
  expect((await browser.open('/d/course/flour.md')).status).toBe(200);
});
