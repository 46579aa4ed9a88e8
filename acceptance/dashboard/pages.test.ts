import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFullSize } from '../full-size.mjs';
import { unique } from '../http.js';
import { barriers, canSignIn, openBrowser, openTab, service, settled, switchScheme, type Watched } from './browser.js';
import { type DashboardPage, pages } from './pages.mjs';
import { makeOakline } from './sample.mjs';
import { sessionOf } from './seed.mjs';
import { goAround } from './tab-key.js';

if (!canSignIn) console.info('Not run: the pages of the dashboard (no chromium here).');

const widths = [360, 768, 1024, 1180, 1440];

// Some 80 looks at pages and dialogs, half a second each on an idle machine.
const patienceMs = 600_000;

/**
 * Runs in the page: the columns of tables that are too narrow to read. A row as a card has no columns; the numbers of lines
 * beside a text are no column to read.
 */
function narrowColumns(): string[] {
  return [...document.querySelectorAll('main :is(th, td)')]
    .filter((cell) => cell.closest('[aria-label^="The change"]') === null || !/^(Line|\d*)$/.test(cell.textContent))
    .filter((cell) => getComputedStyle(cell).display === 'table-cell' && cell.getBoundingClientRect().width < 80)
    .map((cell) => cell.outerHTML.slice(0, 120));
}

/** What a browser says of a layout shift. */
type ShiftEntry = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };

/** Runs in the page, before anything else: sums how far what was shown has moved by itself, as browsers score it. */
function watchShifts(): void {
  let sum = 0;
  const moved: string[] = [];
  const add = (entries: PerformanceEntryList): void => {
    for (const { value, hadRecentInput, sources } of entries as ShiftEntry[]) {
      if (hadRecentInput) continue;
      sum += value;
      for (const { node } of sources)
        moved.push(node instanceof Element ? node.outerHTML.slice(0, 80) : String(node?.textContent));
    }
  };
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  Object.assign(window, {
    layoutShift: () => {
      add(observer.takeRecords());
      return { sum, moved };
    },
  });
}

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

  /** Loads a page once and looks at all of it. It stays in the scheme it was last looked at, as each change redraws it. */
  async function visit({ page, wrongs }: Watched, { name, path, opens }: DashboardPage): Promise<string[]> {
    const problems: string[] = [];
    const look = async (where: string): Promise<void> => {
      problems.push(...(await barriers(page, where)));
      await switchScheme(page);
      problems.push(...(await barriers(page, where, 'colors')));
    };
    await page.goto(service.url + path);
    await settled(page);
    // An open drawer keeps the Tab key to itself, as it should.
    if (name !== 'record') problems.push(...(await goAround(page)).map((problem) => `${path}: ${problem}`));
    await look(path);
    await page.setViewportSize({ width: 360, height: 800 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: path }).toBe(360);
    await page.setViewportSize({ width: 1280, height: 800 });
    if (opens !== undefined) {
      await page.getByRole('button', { name: opens }).first().click();
      await look(`${path}, ${opens}`);
    }
    return [...problems, ...wrongs.splice(0).map((wrong) => `${path}: ${wrong}`)];
  }

  it('is accessible in light and dark, its dialogs too, fits a telephone and is reached and shown by the Tab key', {
    timeout: patienceMs,
  }, async () => {
    const left = [...pages];
    const problems = new Set<string>();
    const visitLeft = async (): Promise<void> => {
      const tab = await openTab(browser, service.url, { session });
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        for (const problem of await visit(tab, next)) problems.add(problem);
      }
      await tab.context.close();
    };
    // Two tabs, since a page waits for as long as it computes.
    await Promise.all([visitLeft(), visitLeft()]);
    expect([...problems]).toEqual([]);
  });

  it('has no column under 80 pixels, scrolls only downward and is accessible, on any screen', {
    timeout: patienceMs,
  }, async () => {
    const problems: string[] = [];
    const { page, context } = await openTab(browser, service.url, { session });
    for (const { path } of pages) {
      await page.goto(service.url + path);
      await settled(page);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        const where = `${path}, ${width} px`;
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: where })
          .toBe(width);
        expect(await page.evaluate(narrowColumns), where).toEqual([]);
        if (isFullSize || width === 360) problems.push(...(await barriers(page, where)));
      }
    }
    expect(problems).toEqual([]);
    await context.close();
  });

  it('moves nothing that is shown already while the rest of a page arrives', { timeout: patienceMs }, async () => {
    const shifted: string[] = [];
    for (const width of isFullSize ? widths : [360, 1440]) {
      const { page, context } = await openTab(browser, service.url, { session, width });
      await page.addInitScript(watchShifts);
      // The editor of the text wraps its lines once it has measured them.
      for (const { path } of pages.filter(({ name }) => name !== 'editor')) {
        await page.goto(service.url + path);
        await settled(page);
        const { sum, moved } = await page.evaluate<{ sum: number; moved: string[] }>('window.layoutShift()');
        if (sum > 0.05) shifted.push(`${path}, ${width} px: ${sum.toFixed(3)} ${moved.join(' ')}`);
      }
      await context.close();
    }
    expect(shifted).toEqual([]);
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

  it('goes from record to record by the arrow keys', async () => {
    const { page, context } = await openTab(browser, service.url, { session });
    await page.goto(`${service.url}/app/collections/products`);
    await settled(page);
    await page.getByRole('button', { name: '1', exact: true }).focus();
    for (let presses = 0; presses < 40; presses += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Record 135' }).waitFor();
    await context.close();
  });

  it('goes to pages, collections, groups and documents by the palette', async () => {
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
      // Pages are listed before anything is typed, so the option must also be the one that Enter chooses.
      await box.fill(typed);
      await page.getByRole('option', { name: option, selected: true }).waitFor();
      await box.press('Enter');
      await page.getByRole('heading', { name: heading }).first().waitFor();
    }
    await context.close();
  });
});
