import type { Browser, Page } from 'playwright-core';
import { vi } from 'vitest';
import { isFullSize } from '../full-size.mjs';
import { barriers, openTab, service, settled, switchScheme } from './browser.js';
import { type DashboardPage, pages } from './pages.mjs';
import { goAround } from './tab-key.js';

const phone = 360;
const desktop = 1440;
const between = [768, 1024, 1180];

/** Problems of all pages, by requirement. */
export interface Problems {
  readonly access: string[];
  readonly tabKey: string[];
  readonly scrolling: string[];
  readonly columns: string[];
  readonly shifts: string[];
  readonly errors: string[];
}

/**
 * Opens each page once on a phone and once on a desktop, and checks all requirements. What a program detects of
 * accessibility hardly depends on the width, so it is checked on the desktop, and at full size on all screens.
 */
export async function walk(browser: Browser, session: string): Promise<Problems> {
  const problems: Problems = { access: [], tabKey: [], scrolling: [], columns: [], shifts: [], errors: [] };
  const walkAt = async (width: number): Promise<void> => {
    const tab = await openTab(browser, service.url, { session, width });
    await tab.page.addInitScript(watchShifts);
    for (const each of pages) {
      await visit(tab.page, each, { width, problems });
      problems.errors.push(...tab.wrongs.splice(0).map((wrong) => `${each.path}, ${width} px: ${wrong}`));
    }
    await tab.context.close();
  };
  // In parallel, because most of the time is waiting for a page.
  await Promise.all([phone, desktop, ...(isFullSize ? between : [])].map(walkAt));
  return problems;
}

interface Visit {
  readonly width: number;
  readonly problems: Problems;
}

async function visit(page: Page, { name, path, opens }: DashboardPage, { width, problems }: Visit) {
  const where = `${path}, ${width} px`;
  await page.goto(service.url + path);
  await settled(page);
  const { sum, moved } = await page.evaluate<{ sum: number; moved: string[] }>('window.layoutShift()');
  // The editor wraps lines after it has measured them.
  if (sum > 0.05 && name !== 'editor') problems.shifts.push(`${where}: ${sum.toFixed(3)} ${moved.join(' ')}`);
  await lookAtFit(page, path, { width, problems });
  if (width !== desktop) {
    if (isFullSize) problems.access.push(...(await barriers(page, where)));
    return;
  }
  // An open drawer keeps the Tab key inside by design.
  if (name !== 'record') problems.tabKey.push(...(await goAround(page)).map((problem) => `${path}: ${problem}`));
  problems.access.push(...(await barriersInBoth(page, where)));
  for (const narrower of between) {
    await page.setViewportSize({ width: narrower, height: 800 });
    await lookAtFit(page, path, { width: narrower, problems });
  }
  await page.setViewportSize({ width: desktop, height: 800 });
  if (opens !== undefined) {
    await page.getByRole('button', { name: opens }).first().click();
    problems.access.push(...(await barriersInBoth(page, `${where}, ${opens}`)));
  }
}

/** Keeps the color scheme that was checked last, because each switch renders the page again. */
async function barriersInBoth(page: Page, where: string): Promise<string[]> {
  const found = await barriers(page, where);
  await switchScheme(page);
  return [...found, ...(await barriers(page, where, 'colors'))];
}

async function lookAtFit(page: Page, path: string, { width, problems }: Visit): Promise<void> {
  const scrollWidth = () => page.evaluate(() => document.documentElement.scrollWidth);
  const fits = vi.waitUntil(async () => (await scrollWidth()) === width, { timeout: 10_000, interval: 20 });
  if (!(await fits.catch(() => false))) problems.scrolling.push(`${path}, ${width} px: ${await scrollWidth()} px`);
  problems.columns.push(...(await page.evaluate(narrowColumns)).map((cell) => `${path}, ${width} px: ${cell}`));
}

/**
 * Runs in the page: columns of tables that are too narrow to read. Rows shown as cards have no columns, and columns of
 * line numbers are ignored.
 */
function narrowColumns(): string[] {
  return [...document.querySelectorAll('main :is(th, td)')]
    .filter((cell) => cell.closest('[aria-label^="The change"]') === null || !/^(Line|\d*)$/.test(cell.textContent))
    .filter((cell) => getComputedStyle(cell).display === 'table-cell' && cell.getBoundingClientRect().width < 80)
    .map((cell) => cell.outerHTML.slice(0, 120));
}

/** A layout shift as browsers report it. */
type ShiftEntry = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
};

/** Runs in the page before other scripts: adds up layout shifts as browsers score them. */
function watchShifts(): void {
  let sum = 0;
  const moved: string[] = [];
  const add = (entries: PerformanceEntryList): void => {
    for (const { value, hadRecentInput, sources } of entries as ShiftEntry[]) {
      if (hadRecentInput) continue;
      sum += value;
      for (const { node, previousRect, currentRect } of sources) {
        const [from, to] = [previousRect, currentRect].map(({ x, y }) => `${Math.round(x)},${Math.round(y)}`);
        const what = node instanceof Element ? node.outerHTML.slice(0, 80) : String(node?.textContent);
        moved.push(`${what} from ${from} to ${to}`);
      }
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
