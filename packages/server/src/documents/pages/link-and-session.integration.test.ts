import { expect, it } from 'vitest';
import { signIn } from '../../identity/testing/browser.js';
import { startSuiteService } from '../../testing/service.js';
import { createCourseFixture } from './testing/course-fixture.js';

const keeping = '/d/course/starter/keeping.md';

const service = await startSuiteService();
const course = await createCourseFixture(service);

it('magic links > show their documents to a signed-in person, who sees their own pages after leaving the link', async () => {
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

it('magic links > apply to a file if a reading page shows it; otherwise the file belongs to the person', async () => {
  const { email } = await course.member('course/flour.md');
  const browser = await signIn(service, email);
  await browser.open((await course.link(['course/starter/**'])).address);
  const fileFrom = async (page: string) => {
    const headers = { ...browser.headers(), referer: `http://tessera.test${page}` };
    return (await service.call('GET', '/raw/course/starter/jar.svg', { headers })).status;
  };
  expect([await fileFrom(keeping), await fileFrom('/app/documents'), await fileFrom('/')]).toEqual([200, 404, 404]);
});

it('magic links > once revoked, let a signed-in person continue as themselves', async () => {
  const { email } = await course.member('course/**');
  const browser = await signIn(service, email);
  const link = await course.link(['course/starter/**']);
  await browser.open(link.address);
  await course.backend('DELETE', `/v1/readers/${encodeURIComponent(link.email)}`);
  expect((await browser.open(`${keeping}?versions`)).location).toBe(`${keeping}?versions`);
  expect((await browser.open('/d/course/flour.md')).status).toBe(200);
});
