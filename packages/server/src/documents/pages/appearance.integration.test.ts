import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { latestCode, openBrowser, type Page, signIn } from '../../identity/testing/browser.js';
import { anAddress, invite, personalToken } from '../../identity/testing/people.js';
import { startTestService, type TestService } from '../../testing/service.js';
import { aLogo } from '../../workspaces/testing/appearance.js';
import { type CourseFixture, createCourseFixture } from './testing/course-fixture.js';

let service: TestService;
let course: CourseFixture;

beforeAll(async () => {
  service = await startTestService();
  course = await createCourseFixture(service);
  await setAppearance({ name: 'Rye & Co', color: '#ffd400', logo: aLogo });
});
afterAll(() => service.close());

/** Changes the appearance of the course's workspace. */
async function setAppearance(body: object): Promise<void> {
  const email = anAddress();
  await invite(service, course.workspace, email, { role: 'admin' });
  const sent = { token: await personalToken(service, email), workspace: course.workspace.id, body };
  expect((await service.call('PATCH', '/settings/workspace', sent)).status).toBe(200);
}

/** The inline style with a page's colors. The page's content security policy must allow it. */
function ownStyle({ text, headers }: Page): string | undefined {
  const style = /<style>(:root \{ --action[^<]*)<\/style>/.exec(text)?.[1];
  if (style !== undefined) {
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers.get('content-security-policy')).toContain(`'sha256-${hash}'`);
  }
  return style;
}

/** Expects the name, logo and color of the workspace. */
function expectAppearance(page: Page): void {
  expect(page.text).toContain('Rye &amp; Co');
  expect(page.text).toContain(`<img class="logo" src="${aLogo}" alt="">`);
  expect(ownStyle(page)).toContain('--action: #ffd400; --on-action: #000000;');
  expect(page.headers.get('content-security-policy')).toMatch(/img-src data:( 'self')?(;|$)/);
}

function expectPlain(page: Page): void {
  expect(page.text).not.toContain('Rye');
  expect(page.text).not.toContain('class="logo"');
  expect(ownStyle(page)).toBeUndefined();
  expect(page.headers.get('content-security-policy')).not.toContain('data:');
}

describe('name, logo and color of a workspace', () => {
  it('appear on every reading page of a member, and on their account page', async () => {
    const { email } = await course.member('course/**');
    const browser = await signIn(service, email);
    for (const path of [
      '/d/course/',
      '/d/course/starter/keeping.md',
      '/d/course/starter/keeping.md?versions',
      '/d/?q=starter',
      '/account',
    ]) {
      expectAppearance(await browser.open(path));
    }
    expectAppearance(await browser.submit('/account', { session: 'none' }));
  });

  it('appear on the pages of a magic link, even after it has ended', async () => {
    const { address, email } = await course.link(['course/**']);
    const { pathname, search } = new URL(address);
    const browser = openBrowser(service);
    await browser.open(pathname + search);
    expectAppearance(await browser.open('/d/course/flour.md'));
    await course.backend('DELETE', `/v1/readers/${encodeURIComponent(email)}`);
    const revoked = await browser.open(pathname + search);
    expect(revoked.status).toBe(410);
    expectAppearance(revoked);
    expectPlain(await browser.open('/r?token=unknown'));
  });

  it('appear on the sign-in pages that an invitation leads to', async () => {
    const email = anAddress();
    await invite(service, course.workspace, email);
    const link = new URL(/http\S+\/sign-in\S+/.exec(service.mails.at(-1)?.text ?? '')?.[0] ?? '');
    const browser = openBrowser(service);
    const page = await browser.open(link.pathname + link.search);
    expectAppearance(page);
    const workspace = /name="workspace" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    expectAppearance(await browser.submit('/sign-in', { email: 'nobody', next: '/', workspace }));
    await browser.submit('/sign-in', { email, next: '/', workspace });
    expectAppearance(await browser.open('/sign-in/code'));
    const wrong = await browser.submit('/sign-in/code', { code: 'x' });
    expect(wrong.status).toBe(400);
    expectAppearance(wrong);
    await browser.submit('/sign-in/code', { code: await latestCode(service, email) });
    expectAppearance(await browser.open('/account'));
  });

  it('do not appear for people without a link to the workspace', async () => {
    const other = await service.createWorkspace({ name: 'Other' });
    const email = anAddress();
    await invite(service, other, email);
    const member = await signIn(service, email);
    for (const page of [
      await member.open('/account'),
      await openBrowser(service).open('/sign-in'),
      await openBrowser(service).open(`/sign-in?workspace=${course.workspace.slug}`),
      await openBrowser(service).open(`/sign-in?workspace=${crypto.randomUUID()}`),
      await openBrowser(service).open(`/sign-in?workspace=${encodeURIComponent(`' or true --`)}`),
    ]) {
      expect(page.status).toBe(200);
      expectPlain(page);
    }
  });

  it('change at the next page, and disappear when they are removed', async () => {
    const { email } = await course.member('course/**');
    const browser = await signIn(service, email);
    await setAppearance({ color: '#0b5566', logo: null });
    const page = await browser.open('/d/course/');
    expect(ownStyle(page)).toContain('--action: #0b5566; --on-action: #ffffff;');
    expect(page.headers.get('content-security-policy')).not.toContain('data:');
    await setAppearance({ color: null });
    for (const path of ['/d/course/', '/account']) {
      expect(ownStyle(await browser.open(path))).toBeUndefined();
    }
    await setAppearance({ color: '#ffd400', logo: aLogo });
  });
});
