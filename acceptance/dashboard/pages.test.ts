import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unique } from '../http.js';
import { barriers, canSignIn, changeScheme, openBrowser, openTab, service, settled } from './browser.js';
import { pages } from './pages.mjs';
import { makeOakline } from './sample.mjs';
import { sessionOf } from './seed.mjs';

if (!canSignIn) console.info('Not run: the pages of the dashboard (no chromium here).');

// Some 80 looks at pages and dialogs, a second each on an idle machine.
const patienceMs = 600_000;

describe.runIf(canSignIn)('every page of the dashboard', () => {
  let browser: Browser;
  let session: string;
  let made: Awaited<ReturnType<typeof makeOakline>>;

  beforeAll(async () => {
    browser = await openBrowser();
    const admin = `ada@${unique('oakline')}.example`;
    made = await makeOakline(service, admin);
    session = await sessionOf(service, admin);
  });
  afterAll(() => browser?.close());

  it('is accessible and clean in light and dark, its dialogs too, and fits a telephone of 360 pixels', {
    timeout: patienceMs,
  }, async () => {
    const { page, context, wrongs } = await openTab(browser, service.url, { session });
    const problems: string[] = [];
    const look = async (where: string): Promise<void> => {
      await changeScheme(page, 'light');
      problems.push(...(await barriers(page, `${where}, light`)));
      await changeScheme(page, 'dark');
      problems.push(...(await barriers(page, `${where}, dark`, 'colors')));
    };
    for (const { path, opens } of pages) {
      await page.goto(service.url + path);
      await settled(page);
      await look(path);
      await page.setViewportSize({ width: 360, height: 800 });
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: path }).toBe(360);
      await page.setViewportSize({ width: 1280, height: 800 });
      if (opens !== undefined) {
        await page.getByRole('button', { name: opens }).first().click();
        await look(`${path}, ${opens}`);
      }
      problems.push(...wrongs.splice(0).map((wrong) => `${path}: ${wrong}`));
    }
    expect([...new Set(problems)]).toEqual([]);
    await context.close();
  });

  it('lists every document of a folder, however many, page by page', async () => {
    const names = Array.from({ length: 510 }, (_, place) => `note-${1000 + place}.md`);
    await made.admin('POST /repos', { name: 'notes' });
    await made.admin('POST /documents/commit', {
      repo: 'notes',
      message: 'Bring the notes',
      changes: names.map((name) => ({ action: 'put', path: `notes/${name}`, text: '# Note\n', base: null })),
    });
    const { page, context } = await openTab(browser, service.url, { session });
    await page.goto(`${service.url}/app/documents?path=notes/note-1000.md`);
    await settled(page);
    expect(await page.getByRole('link', { name: /^note-/ }).count()).toBe(500);
    await page.getByRole('button', { name: 'Show more than these 500' }).click();
    await page.getByRole('link', { name: 'note-1509.md' }).waitFor();
    expect(await page.getByRole('link', { name: /^note-/ }).count()).toBe(510);
    await context.close();
  });

  it('draws diagrams in a frame that reaches nothing of the page, and tells what cannot be drawn', async () => {
    const { page, context, wrongs } = await openTab(browser, service.url, { session });
    await page.goto(`${service.url}/app/documents?path=handbook/orders.md`);
    const diagram = page.frameLocator('iframe[title="Diagram"]');
    await diagram.getByText('Van').waitFor();
    await page.locator('iframe[data-drawn="true"]').waitFor();
    const [frame] = page.frames().filter((each) => each.url().endsWith('/app/diagram.html'));
    expect(await frame?.evaluate(() => [self.origin, document.scripts.length > 0])).toEqual(['null', true]);
    await page.getByText('Text of the diagram').click();
    await page.getByText('flowchart LR').waitFor();
    await made.admin('PUT /documents/content', {
      path: 'handbook/broken.md',
      text: '# Broken\n\n```mermaid\nflowchart LR\n  a -->\n```\n',
      base: null,
    });
    await page.goto(`${service.url}/app/documents?path=handbook/broken.md`);
    await page.getByText('This diagram cannot be drawn.').waitFor();
    expect(wrongs).toEqual([]);
    await context.close();
  });
});
