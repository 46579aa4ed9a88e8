import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { serve } from '@hono/node-server';
import { type Browser, type BrowserContextOptions, chromium, type Page, type Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { chromiumPath } from '../../../../../acceptance/chromium.mjs';
import { isFullSize } from '../../../../../acceptance/full-size.mjs';
import { freePort } from '../../../../../scripts/testing/postgres-cluster.mjs';
import { signIn } from '../../identity/testing/browser.js';
import { startTestService, type TestService } from '../../testing/service.js';
import { scriptPath } from './assets.js';
import { type CourseFixture, createCourseFixture } from './testing/course-fixture.js';

const executablePath = chromiumPath();
if (executablePath === undefined) {
  console.info('Not run: the reading pages in a browser (no chromium here).');
}

const quiet = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const keeping = '/d/course/starter/keeping.md';

const appearances = [
  ['light', 1440],
  ['dark', 360],
  ...(isFullSize
    ? ([
        ['light', 360],
        ['dark', 1440],
      ] as const)
    : []),
] as const;

/** Files that would run a script if the browser opened them as active content. */
const files = {
  'attack.html': '<!doctype html><title>still</title><script>document.title = "ran"; fetch("/me")</script>',
  'attack.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" onload="document.title=&quot;ran&quot;"><script>document.title = "ran"</script></svg>',
};

describe.runIf(executablePath !== undefined)('in a real browser', () => {
  let service: TestService;
  let course: CourseFixture;
  let server: ReturnType<typeof serve>;
  let browser: Browser;
  let baseUrl: string;
  let changes: string;

  beforeAll(async () => {
    const port = await freePort();
    baseUrl = `http://127.0.0.1:${port}`;
    service = await startTestService({ SVC_BASE_URL: baseUrl });
    course = await createCourseFixture(service);
    for (const [name, text] of Object.entries(files)) {
      await course.put(`course/${name}`, text);
    }
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" width="2400" height="1200"><rect width="2400" height="1200"/></svg>';
    await course.put('course/wide.svg', drawing);
    await course.put('course/wide.md', '# Wide\n\n![The floor plan](wide.svg)\n');
    await course.put('course/changes.md', '# Changes\n\nFirst words.\n');
    await course.put('course/changes.md', '# Changes\n\nSecond words.\n');
    const { body } = await course.call('GET', '/documents/history?path=course/changes.md');
    changes = `/d/course/changes.md?changes=${body.versions[0].id}`;
    // The first search may have to wait for the index.
    const search = () => course.call('POST', '/documents/search', { query: 'starter' });
    await vi.waitUntil(async () => (await search()).status === 200, { timeout: 60_000 });
    server = serve({ fetch: service.app.http.fetch, port, hostname: '127.0.0.1' });
    browser = await chromium.launch({ executablePath: String(executablePath), args: quiet });
  });
  afterAll(async () => {
    await browser?.close();
    await new Promise((resolve) => server.close(resolve));
    await service.close();
  });

  /**
   * Opens a page as a member who reads the course. Collects its problems: errors, blocked content, foreign requests.
   */
  async function openPage(
    options: BrowserContextOptions = {},
  ): Promise<{ page: Page; email: string; wrong: string[] }> {
    const { email } = await course.member('course/**');
    const { cookies } = await signIn(service, email);
    const context = await browser.newContext(options);
    await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: baseUrl })));
    const page = await context.newPage();
    const wrong: string[] = [];
    page.on('pageerror', (error) => wrong.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') {
        wrong.push(message.text());
      }
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(baseUrl)) {
        wrong.push(request.url());
      }
    });
    return { page, email, wrong };
  }

  const pages = [
    '/d/course/',
    '/d/?q=starter',
    keeping,
    `${keeping}?versions`,
    '/d/course/starter/jar.svg',
    '/d/course/attack.html',
  ];

  /** Pages that anyone can open: the guide, and URLs without a page. */
  const pagesForAll = ['/guide/', '/guide/documents-and-git', '/d/course/nothing.md', '/nothing'];

  it('reading pages > are accessible and fit, in light and dark colors, on wide and narrow screens', async () => {
    const { page, wrong } = await openPage({ bypassCSP: true, reducedMotion: 'reduce' });
    for (const path of [...pages, changes, `${keeping}#page.tree`, ...pagesForAll]) {
      await page.goto(baseUrl + path);
      await page.evaluate(axe);
      for (const [colorScheme, width] of appearances) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        const { violations, overflow } = (await page.evaluate(`axe
          .run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
          .then(({ violations }) => ({
            violations: violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]),
            overflow: document.documentElement.scrollWidth - innerWidth,
          }))`)) as { violations: unknown[]; overflow: number };
        expect({ violations, overflow }, `${path}, ${colorScheme}, ${width} px`).toEqual({
          violations: [],
          overflow: 0,
        });
      }
    }
    expect(wrong.filter((problem) => !problem.includes('status of 404'))).toEqual([]);
    await page.context().close();
  });

  it('reading pages > load their images, and their policy blocks none of their content', async () => {
    const { page, wrong } = await openPage();
    for (const path of pages) {
      await page.goto(baseUrl + path, { waitUntil: 'networkidle' });
      expect(await page.evaluate(`[...document.images].every((image) => image.naturalWidth > 0)`), path).toBe(true);
    }
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('reading pages > can be read and navigated without script', async () => {
    const { page } = await openPage({ javaScriptEnabled: false, viewport: { width: 390, height: 800 } });
    await page.goto(`${baseUrl}/`);
    await page.getByRole('link', { name: 'the first lesson' }).click();
    await page.getByRole('heading', { level: 1, name: 'Keeping a starter alive' }).waitFor();
    await page.locator('summary').click();
    await page.getByRole('link', { name: 'Feeding' }).click();
    expect(page.url()).toBe(`${baseUrl}${keeping}#feeding`);
    await page.getByRole('link', { name: 'Contents', exact: true }).click();
    await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Storing' }).click();
    await page.getByRole('heading', { level: 1, name: 'Storing' }).waitFor();
    await page.getByRole('link', { name: 'Previous Keeping a starter alive' }).click();
    await page.getByRole('link', { name: 'Flour', exact: true }).first().click();
    await page.waitForURL(`${baseUrl}/d/course/flour.md`);
    await page.context().close();
  });

  it('reading pages > let the keyboard skip to the text, and open the search with one key', async () => {
    const { page } = await openPage();
    await page.goto(baseUrl + keeping);
    await page.keyboard.press('Tab');
    await page.locator('.skip:focus').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('main:focus').waitFor();
    await page.keyboard.press('/');
    await page.locator('.find input:focus').waitFor();
    await page.context().close();
  });

  it("reading pages > have the reader's theme from the first paint", async () => {
    const { page, wrong } = await openPage({ colorScheme: 'light' });
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        document.documentElement.dataset.first = getComputedStyle(document.documentElement).colorScheme;
      });
    });
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.goto(baseUrl + keeping);
    const light = await ground();
    await page.getByLabel('Theme').selectOption('Dark');
    const dark = await ground();
    expect(dark).not.toBe(light);
    await page.goto(`${baseUrl}/d/course/`);
    expect(await ground()).toBe(dark);
    expect(await page.evaluate(() => document.documentElement.dataset.first)).toBe('dark');
    await page.getByLabel('Theme').selectOption('System');
    expect(await ground()).toBe(light);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await ground()).toBe(dark);
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('reading pages > copy code with a button, and close an enlarged image with Escape', async () => {
    const { page, wrong } = await openPage({ viewport: { width: 1024, height: 800 } });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(baseUrl + keeping);
    const copy = page.getByRole('button', { name: 'Copy code' });
    await copy.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor({ state: 'attached' });
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^def ratio\(.*line\n$/);
    await page.goto(`${baseUrl}/d/course/wide.md`);
    const image = page.getByRole('button', { name: 'Enlarge: The floor plan' });
    await image.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'The floor plan' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await image.evaluate((element) => element === document.activeElement)).toBe(true);
    await image.click();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('reading pages > search while typing, can be used by keyboard, and pause after a refusal', async () => {
    const { page, wrong } = await openPage();
    await page.goto(baseUrl + keeping);
    await page.keyboard.press('/');
    await page.keyboard.type('starter');
    const found = page.locator('.found');
    await found.getByRole('link').first().waitFor();
    expect(await found.textContent()).not.toMatch(/salaries|private/i);
    await page.keyboard.press('Escape');
    await found.waitFor({ state: 'hidden' });
    expect(await page.locator('.find input').inputValue()).toBe('starter');
    await page.keyboard.type(' of salaries');
    await found.getByRole('link').first().waitFor();
    expect(await found.textContent()).not.toMatch(/salaries|private/i);
    await page.locator('.find input').fill('tired');
    await found.getByRole('link', { name: /^Flour Rye wakes/ }).waitFor();
    const first = await found.getByRole('link').first().getAttribute('href');
    await page.keyboard.press('ArrowDown');
    const loaded = page.waitForEvent('load');
    await page.keyboard.press('Enter');
    await loaded;
    expect(page.url()).toBe(baseUrl + first);
    const refusal = { status: 429, headers: { 'Retry-After': '30' } };
    let asked = 0;
    await page.route('**/d/?q=*', (route) => {
      asked += 1;
      return route.fulfill(refusal);
    });
    await page.locator('.find input').pressSequentially('rye');
    await found.getByText('Suggestions are paused.').waitFor();
    const before = asked;
    await page.locator('.find input').fill('rye flour');
    await page.clock.install();
    await page.locator('.find input').fill('rye bread');
    await page.clock.runFor(1_000);
    expect(asked).toBe(before);
    expect(wrong.filter((problem) => !problem.includes('status of 429'))).toEqual([]);
    await page.context().close();
  });

  it('reading pages > search for text that was typed before the script loaded', async () => {
    const { page, wrong } = await openPage();
    const script = new Promise<Route>((resolve, reject) => {
      page.route(baseUrl + scriptPath('en'), resolve).catch(reject);
    });
    await page.goto(baseUrl + keeping, { waitUntil: 'commit' });
    await page.locator('.find input').fill('tired');
    await (await script).continue();
    await page
      .locator('.found')
      .getByRole('link', { name: /^Flour Rye wakes/ })
      .waitFor();
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('reading pages > mark read documents in the contents, for this browser and person only', async () => {
    const { page, wrong } = await openPage();
    const tree = page.getByRole('navigation', { name: 'Contents' });
    await page.goto(baseUrl + keeping);
    await page.getByLabel('I have read this page').check();
    await tree.getByRole('link', { name: 'Keeping a starter alive (read)' }).waitFor();
    await page.getByRole('link', { name: /^Next/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Storing' }).waitFor();
    expect(await tree.getByRole('link', { name: '(read)' }).count()).toBe(1);
    await page.goto(baseUrl + keeping);
    expect(await page.getByLabel('I have read this page').isChecked()).toBe(true);
    await page.getByLabel('I have read this page').uncheck();
    expect(await tree.getByRole('link', { name: '(read)' }).count()).toBe(0);
    await page.getByRole('link', { name: /^Next/ }).click();
    await page.waitForURL('**/storing.md');
    expect(await tree.getByRole('link', { name: '(read)' }).count()).toBe(1);
    const { cookies } = await signIn(service, (await course.member('course/**')).email);
    await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: baseUrl })));
    await page.reload();
    expect(await tree.getByRole('link', { name: '(read)' }).count()).toBe(0);
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('reading pages > move nothing while they load, and overflow at no width', async () => {
    const { page } = await openPage({ reducedMotion: 'reduce' });
    await page.addInitScript(() => {
      Object.assign(window, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
          Object.assign(window, { shift: (window as unknown as { shift: number }).shift + entry.value });
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    // A slow connection, because the layout of a page that arrives in pieces can change.
    const slow = { offline: false, latency: 20, downloadThroughput: 60_000, uploadThroughput: 60_000 };
    await (await page.context().newCDPSession(page)).send('Network.emulateNetworkConditions', slow);
    for (const width of isFullSize ? [360, 768, 1024, 1440] : [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      for (const path of [keeping, '/d/course/', '/guide/']) {
        await page.goto(baseUrl + path, { waitUntil: 'networkidle' });
        const { shift, overflow } = (await page.evaluate(
          '({ shift, overflow: document.documentElement.scrollWidth - innerWidth })',
        )) as { shift: number; overflow: number };
        expect(shift, `${path} at ${width} px`).toBeLessThanOrEqual(0.05);
        expect(overflow, `${path} at ${width} px`).toBe(0);
      }
    }
    await page.context().close();
  });

  it('reading pages > are cleared when shown again after access has ended', async () => {
    const { page, email } = await openPage();
    await page.goto(baseUrl + keeping);
    const asked = page.waitForResponse((response) => response.request().method() === 'HEAD' && response.ok());
    await page.evaluate(`dispatchEvent(new Event('focus'))`);
    await asked;
    expect(await page.getByText('A starter is a small population').count()).toBe(1);
    await course.backend('DELETE', `/v1/members/${encodeURIComponent(email)}`);
    await page.evaluate(`dispatchEvent(new Event('focus'))`);
    await page.getByRole('alert').filter({ hasText: 'You can no longer read this page.' }).waitFor();
    expect(await page.content()).not.toMatch(/starter|Scale|Feeding/);
    await page.context().close();
  });

  it('reading pages > are blanked within a minute after access has ended, without any action', async () => {
    const { page, email } = await openPage();
    await page.clock.install();
    await page.goto(baseUrl + keeping);
    await course.backend('DELETE', `/v1/members/${encodeURIComponent(email)}`);
    await page.clock.runFor(60_000);
    await page.getByRole('alert').waitFor();
    await page.context().close();
  });

  it('files > opened directly run no script and cannot reach the service', async () => {
    const { page, wrong } = await openPage();
    for (const name of Object.keys(files)) {
      const answer = await page.goto(`${baseUrl}/raw/course/${name}`);
      expect(answer?.headers()).toMatchObject({
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        'x-content-type-options': 'nosniff',
      });
      expect(await page.title(), name).not.toBe('ran');
    }
    expect(wrong.filter((problem) => !problem.includes('sandboxed'))).toEqual([]);
    await page.context().close();
  });
});
