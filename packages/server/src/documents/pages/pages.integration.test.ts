import { afterAll, expect, it, vi } from 'vitest';
import { buildApp } from '../../app.js';
import { openBrowser, signIn, type TestBrowser } from '../../identity/testing/browser.js';
import { startSuiteService } from '../../testing/service.js';
import { DocumentIndexes } from '../search/indexes.js';
import { at } from '../testing/documents-fixture.js';
import { createCourseFixture } from './testing/course-fixture.js';

const keeping = '/d/course/starter/keeping.md';

const service = await startSuiteService();
const course = await createCourseFixture(service);
/** A second process on the same database. */
const other = buildApp(service.services);
afterAll(() => other.close());

/** The status of a browser's request to the second process. */
async function elsewhere(browser: TestBrowser, path: string): Promise<number> {
  return (await other.http.request(`http://tessera.test${path}`, { headers: browser.headers() })).status;
}

it('reading pages > show a member what was granted, and nothing else anywhere', async () => {
  const { email } = await course.member('course/**');
  const browser = await signIn(service, email);
  expect((await browser.open('/')).location).toBe('/d/');
  expect((await browser.open('/d/')).location).toBe('/d/course/');
  const folder = await browser.open('/d/course/');
  expect(folder.text).toContain('<h1 id="sourdough-in-six-weeks">');
  const page = await browser.open(keeping);
  expect(page.text).toContain('<h1>Keeping a starter alive</h1>');
  expect(page.text).toContain('<h2 id="feeding">');
  expect(page.text).toContain('aria-current="page"');
  for (const { text } of [folder, page]) {
    expect(text).not.toMatch(/handbook|private|Nobody outside/i);
  }
});

it('reading pages > lead a member through a course, and skip unreadable folders', async () => {
  const weeks = ['README.md', '1-begin/a.md', '2-secret/b.md', '3-bake/deep/c.md', '4-end/README.md', '4-end/z.md'];
  for (const name of weeks) {
    await course.put(`course/weeks/${name}`, `# Of ${name}\n`);
  }
  await course.put('course/weeks/3-bake/loaf.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await course.put('course/weeks/3-bake/slides.pdf', '%PDF-1.4\nplain words\n');
  await course.put('course/weeks/4-end/clip.mp4', 'plain words');
  const { email } = await course.member('course/weeks/{1,3,4}*/**', 'course/weeks/README.md');
  const browser = await signIn(service, email);
  const walk = async (start: string, rel: 'next' | 'prev'): Promise<string[]> => {
    const names: string[] = [];
    for (let path: string | undefined = `/d/course/weeks/${start}`; path !== undefined; ) {
      names.push(path.slice('/d/course/weeks/'.length));
      const { text } = await browser.open(path);
      path = new RegExp(`<a rel="${rel}"[^>]* href="([^"]+)"`).exec(text)?.[1];
    }
    return names;
  };
  const readable = weeks.filter((name) => !name.includes('secret'));
  expect(await walk('README.md', 'next')).toEqual(readable);
  expect(await walk('4-end/z.md', 'prev')).toEqual(readable.toReversed());
});

it('reading pages > show an unreadable document like a missing one', async () => {
  const { email } = await course.member('course/starter/**');
  const browser = await signIn(service, email);
  const absent = await browser.open('/d/course/starter/nothing.md');
  expect(absent.status).toBe(404);
  for (const path of [
    'handbook/private.md',
    'handbook/',
    'handbook',
    'course/flour.md',
    'course/flour',
    'a%00b/',
    '%ff',
  ]) {
    const { status, text } = await browser.open(`/d/${path}`);
    expect([status, text], path).toEqual([404, absent.text]);
  }
});

it('reading pages > redirect a URL without extension, slash or leading path to the page', async () => {
  const { email } = await course.member('course/**');
  const browser = await signIn(service, email);
  expect((await browser.open('/d')).location).toBe('/d/');
  expect((await browser.open('/d/course/starter')).location).toBe('/d/course/starter/');
  expect((await browser.open('/d/course/flour')).location).toBe('/d/course/flour.md');
  expect((await browser.open('/d/?name=FLOUR&from=course/starter/')).location).toBe('/d/course/flour.md');
  expect((await browser.open('/d/?name=keeping&from=course/')).location).toBe(keeping);
});

it('reading pages > show earlier versions to readers of the path at that time', async () => {
  await course.put('course/changes.md', '# Changes\n\nFirst words.\n');
  await course.put('course/changes.md', '# Changes\n\nSecond words.\n');
  const { email } = await course.member('course/**');
  const browser = await signIn(service, email);
  const list = await browser.open('/d/course/changes.md?versions');
  const addresses = list.text.match(/\?version=[0-9a-f-]{36}/g) ?? [];
  expect(addresses).toHaveLength(2);
  const [newest = '', oldest = ''] = addresses;
  const earlier = await browser.open(`/d/course/changes.md${oldest}`);
  expect(earlier.text).toContain('First words.');
  expect(earlier.text).toContain('You are reading an earlier version.');
  expect((await browser.open(`/d/course/changes.md${newest}`)).text).toContain('Second words.');
  const [changes = ''] = list.text.match(/\?changes=[0-9a-f-]{36}/) ?? [];
  const { text } = await browser.open(`/d/course/changes.md${changes}`);
  expect(text).toContain('<del>-First words.\n</del><ins>+Second words.\n</ins>');
  const stranger = await signIn(service, (await course.member('course/starter/**')).email);
  expect((await stranger.open('/d/course/changes.md?versions')).status).toBe(404);
  expect((await stranger.open(`/d/course/changes.md${changes}`)).status).toBe(404);
  expect((await stranger.open(`/d/course/changes.md${oldest}`)).status).toBe(404);
});

it('reading pages > are refused to a revoked member at the next request, in every process', async () => {
  const { email } = await course.member('course/**');
  const browser = await signIn(service, email);
  expect([(await browser.open(keeping)).status, await elsewhere(browser, keeping)]).toEqual([200, 200]);
  await course.backend('DELETE', `/v1/members/${encodeURIComponent(email)}`);
  for (const path of [keeping, '/d/course/', '/d/']) {
    const answer = await browser.open(path);
    expect([answer.status, answer.text.includes('You have no access')], path).toEqual([403, true]);
    expect(await elsewhere(browser, path), path).toBe(403);
  }
  const file = await browser.open('/raw/course/flour.md');
  expect([file.status, JSON.parse(file.text).error.code]).toEqual([403, 'not_a_member']);
  expect(await elsewhere(browser, '/raw/course/flour.md')).toBe(403);
});

it('reading pages > apply a changed group from the next request on, in every process', async () => {
  const { email, group } = await course.member('course/**');
  const browser = await signIn(service, email);
  expect([(await browser.open(keeping)).status, await elsewhere(browser, keeping)]).toEqual([200, 200]);
  await course.backend('PUT', `/v1/groups/${group}`, { name: 'narrow', paths: ['course/flour.md'] });
  expect([(await browser.open(keeping)).status, await elsewhere(browser, keeping)]).toEqual([404, 404]);
  expect((await browser.open('/raw/course/starter/keeping.md')).status).toBe(404);
  expect((await browser.open('/d/course/flour.md')).text).not.toContain('/d/course/starter/"');
});

it('magic links > open on their documents, warn that they can be forwarded, and end when revoked', async () => {
  const { email, address } = await course.link(['course/starter/**']);
  const browser = openBrowser(service);
  expect((await browser.open(address)).location).toBe('/d/');
  expect((await browser.open('/')).location).toBe('/d/');
  const page = await browser.open(keeping);
  expect(page.text).toContain('Anyone with this link can view without signing in.');
  expect((await browser.open('/d/course/flour.md')).status).toBe(404);
  await course.backend('DELETE', `/v1/readers/${encodeURIComponent(email)}`);
  const ended = await browser.open(keeping);
  expect([ended.status, await elsewhere(browser, keeping)]).toEqual([401, 401]);
  expect(ended.text).toContain('Your link no longer works');
});

it('magic links > end when they expire', async () => {
  const expiresAt = new Date(Date.now() + 3_600_000);
  const { address } = await course.link(['course/**'], expiresAt);
  const browser = openBrowser(service);
  await browser.open(address);
  expect((await browser.open(keeping)).status).toBe(200);
  service.setTime(new Date(expiresAt.getTime() + 1));
  expect((await browser.open(keeping)).status).toBe(401);
  service.setTime(undefined);
});

it('reading pages > are shown after signing in, if a visitor requested one', async () => {
  const answer = await openBrowser(service).open(`${keeping}?versions`);
  expect(answer.location).toBe(`/sign-in?next=${encodeURIComponent(`${keeping}?versions`)}`);
});

it('search > shows only passages of readable documents', async () => {
  const { email, group } = await course.member('course/**');
  const browser = await signIn(service, email);
  // A written document can be found only after some seconds.
  await expect
    .poll(async () => (await browser.open('/d/?q=tired+starter')).text, { timeout: 20_000 })
    .toContain('flour.md');
  const found = await browser.open('/d/?q=starter');
  expect(found.text).toContain('<mark>starter</mark>');
  expect(found.text).toContain(`href="${keeping}`);
  expect(found.text).not.toMatch(/handbook|salaries/i);
  expect((await browser.open('/d/?q=salaries')).text).toContain(
    'Nothing was found in the documents that you can read.',
  );
  await course.backend('PUT', `/v1/groups/${group}`, { name: 'one page', paths: ['course/flour.md'] });
  expect((await browser.open('/d/?q=starter')).text).not.toContain('keeping.md');
});

it('search > finds documents for an unknown page name, which is reported as missing even if nothing is indexed', async () => {
  const { email } = await course.member('course/**');
  const browser = await signIn(service, email);
  for (const name of ['Nowhere', 'Salaries', 'private']) {
    const nobody = await browser.open(`/d/?name=${name}&from=course/`);
    expect(nobody.status).toBe(404);
    expect(nobody.text).toContain(`There is no page called “${name}”`);
    expect(nobody.text).not.toContain('handbook');
  }
  const search = vi.spyOn(DocumentIndexes.prototype, 'search').mockResolvedValue(undefined);
  const [unsearched, searched] = [await browser.open('/d/?name=Nowhere'), await browser.open('/d/?q=Nowhere')];
  search.mockRestore();
  expect([unsearched.status, searched.status]).toEqual([404, 200]);
  expect(unsearched.text).toContain('There is no page called “Nowhere”');
  expect([unsearched.text, searched.text]).toEqual(Array(2).fill(expect.stringContaining('being indexed')));
});

it('reading pages > cannot be cached or framed, and load only files of the service', async () => {
  const { email } = await course.member('course/**');
  const { headers } = await (await signIn(service, email)).open(keeping);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; media-src 'self'; script-src 'self'; " +
      "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  );
});

it('reading pages > escape title and path, whatever they contain', async () => {
  const path = 'course/<b>"x\' & y.md';
  await course.call('PATCH', '/repos/course', { portable_names: false });
  await course.put(path, '---\ntitle: "<script>alert(1)</script>"\n---\nText\n');
  const { email } = await course.member('course/**');
  const browser = await signIn(service, email);
  for (const address of [
    `/d/${encodeURIComponent(path)}`,
    '/d/course/',
    '/d/?q=%3Cscript%3Ealert',
    '/d/?name=%3Cscript%3Ealert(1)',
  ]) {
    const { text } = await browser.open(address);
    expect(text, address).not.toMatch(/<script>|<b>"/);
  }
  expect((await course.call('DELETE', `/documents/content${at(path, { base: 'any' })}`)).status).toBe(200);
});
