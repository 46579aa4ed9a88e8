import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unique } from '../http.js';
import { canSignIn, openBrowser, openTab, service, settled } from './browser.js';
import { makeOakline } from './sample.mjs';
import { sessionOf } from './seed.mjs';
import { type Problems, walk } from './walk.js';

if (!canSignIn) console.info('Not run: the pages of the dashboard (no chromium here).');

// About 80 pages and dialogs are checked, each in half a second on an idle machine.
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

  describe('on a phone and on a desktop', () => {
    let problems: Problems;

    beforeAll(async () => {
      problems = await walk(browser, session);
    }, patienceMs);

    it('is accessible in light and dark, with its dialogs', () => expect(problems.access).toEqual([]));

    it('has controls that the Tab key reaches and that then show the focus', () => expect(problems.tabKey).toEqual([]));

    it('scrolls only vertically, on any screen', () => expect(problems.scrolling).toEqual([]));

    it('has no column narrower than 80 pixels, on any screen', () => expect(problems.columns).toEqual([]));

    it('does not move displayed content while the rest of a page is loading', () =>
      expect(problems.shifts).toEqual([]));

    it('reports no error, calls no other server and complies with its content security policy', () =>
      expect(problems.errors).toEqual([]));
  });

  it('lists every document of a large folder, page by page', async () => {
    const names = Array.from({ length: 510 }, (_, index) => `note-${1000 + index}.md`);
    await made.admin('POST /repos', { name: 'notes' });
    await made.admin('POST /documents/commit', {
      repo: 'notes',
      message: 'Bring the notes',
      changes: names.map((name) => ({
        action: 'put',
        path: `notes/${name}`,
        text: `# ${name.replace('.md', '')}\n`,
        base: null,
      })),
    });
    const { page, context } = await openTab(browser, service.url, { session });
    await page.goto(`${service.url}/app/documents?path=notes/note-1000.md`);
    await settled(page);
    expect(await page.getByRole('link', { name: /^note-/ }).count()).toBe(500);
    await page.getByRole('button', { name: 'Show more than these 500' }).click();
    await page.getByRole('link', { name: 'note-1509' }).waitFor();
    expect(await page.getByRole('link', { name: /^note-/ }).count()).toBe(510);
    await context.close();
  });

  it('draws diagrams in an isolated frame, and reports those that cannot be drawn', async () => {
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

  it('moves from record to record with the arrow keys', async () => {
    const { page, context } = await openTab(browser, service.url, { session });
    await page.goto(`${service.url}/app/collections/products`);
    await settled(page);
    await page.locator('tr[data-record="1"] td:nth-child(2)').focus();
    for (let presses = 0; presses < 40; presses += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+Enter');
    await page.getByRole('dialog', { name: 'Record 135' }).waitFor();
    await context.close();
  });

  it('opens pages, collections, groups and documents with the palette', async () => {
    const { page, context } = await openTab(browser, service.url, { session });
    await page.goto(`${service.url}/app/`);
    await settled(page);
    const wanted: readonly (readonly [typed: string, option: RegExp, heading: string])[] = [
      ['prod', /products/, 'products'],
      ['audit', /Audit log/, 'Audit log'],
      ['course buy', /Course buyers/, 'Course buyers'],
      ['tails first', /Dovetails/, 'Dovetails'],
    ];
    for (const [typed, option, heading] of wanted) {
      await page.keyboard.press('Control+K');
      const box = page.getByRole('dialog').getByRole('combobox');
      // Pages are listed without any input, so wait for the option that Enter would select.
      await box.fill(typed);
      await page.getByRole('option', { name: option, selected: true }).waitFor();
      await box.press('Enter');
      await page.getByRole('heading', { name: heading }).first().waitFor();
    }
    await context.close();
  });
});
