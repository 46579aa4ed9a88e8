import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unique } from '../http.js';
import { canSignIn, openBrowser, openTab, service, settled } from './browser.js';
import { pages } from './pages.mjs';
import { makeOakline } from './sample.mjs';
import { sessionOf } from './seed.mjs';

if (!canSignIn) console.info('Not run: the dashboard by keyboard (no chromium here).');

const pressesMax = 200;

/** Runs in the page: notes how each control that the Tab key should reach looks while it has no focus. */
function watchFocus(): void {
  const look = (element: Element): string =>
    [element, element.parentElement, element.nextElementSibling]
      .filter((each) => each !== null)
      .map((each) => {
        const { outline, borderColor, boxShadow, backgroundColor } = getComputedStyle(each);
        return [outline, borderColor, boxShadow, backgroundColor].join();
      })
      .join('|');
  (document.activeElement as HTMLElement | null)?.blur();
  const controls = Array.from(
    document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]'),
  ).filter(
    (element) =>
      element.tabIndex >= 0 &&
      !element.matches(':disabled, [type="hidden"]') &&
      element.checkVisibility({ visibilityProperty: true }),
  );
  // Of radio buttons with one name the Tab key reaches one.
  const keyOf = (element: Element): unknown =>
    element instanceof HTMLInputElement && element.type === 'radio' ? element.name : element;
  const before = new Map(controls.map((element) => [element, look(element)]));
  const missing = new Map(controls.map((element) => [keyOf(element), element.outerHTML.slice(0, 120)]));
  const unseen: string[] = [];
  const reached = new Set<unknown>();
  let latest: Element | null = null;
  Object.assign(window, {
    tabbed: async () => {
      const active = document.activeElement;
      const shows = (): boolean => before.get(active as HTMLElement) !== look(active as HTMLElement);
      // What a script draws changes with a later frame, on a busy machine with a much later one.
      for (let frames = 0; active !== null && !shows() && frames < 120; frames += 1) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      // A date has a place for each of its parts. Behind the last control the body comes, and then the first: who goes
      // around may have begun in the middle, as an editor takes the focus when it opens.
      if (active === null || active === latest || active === document.body) return { isOver: false };
      latest = active;
      if (reached.has(keyOf(active))) return { isOver: true, missing: [...missing.values()], unseen };
      reached.add(keyOf(active));
      missing.delete(keyOf(active));
      if (!shows()) unseen.push(active.outerHTML.slice(0, 120));
      return { isOver: false, isEditor: active.classList.contains('cm-content') };
    },
  });
}

interface Tabbed {
  readonly isOver: boolean;
  readonly isEditor?: boolean;
  readonly missing: readonly string[];
  readonly unseen: readonly string[];
}

/** Goes once around the page by the Tab key; what it never came to, and what did not show that it was there. */
async function goAround(page: Page): Promise<string[]> {
  await page.evaluate(watchFocus);
  for (let presses = 0; presses < pressesMax; presses += 1) {
    await page.keyboard.press('Tab');
    const { isOver, isEditor, missing, unseen } = await page.evaluate<Tabbed>('window.tabbed()');
    // In the text of a document Tab is a character, as the page says.
    if (isEditor) await page.keyboard.press('Escape');
    if (isOver)
      return [...missing.map((html) => `never reached: ${html}`), ...unseen.map((html) => `no focus: ${html}`)];
  }
  return ['the Tab key comes to no end'];
}

describe.runIf(canSignIn)('the dashboard by keyboard alone', () => {
  let browser: Browser;
  let session: string;

  beforeAll(async () => {
    browser = await openBrowser();
    const admin = `ada@${unique('oakline')}.example`;
    await makeOakline(service, admin);
    session = await sessionOf(service, admin);
  });
  afterAll(() => browser?.close());

  it('reaches every control of every page, and shows where it is', async () => {
    const { page, context } = await openTab(browser, service.url, { session });
    const problems: string[] = [];
    // An open drawer keeps the Tab key to itself, as it should.
    for (const { path } of pages.filter(({ name }) => name !== 'record')) {
      await page.goto(service.url + path);
      await settled(page);
      problems.push(...(await goAround(page)).map((problem) => `${path}: ${problem}`));
    }
    expect(problems).toEqual([]);
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
      await page.getByRole('dialog').getByRole('combobox').waitFor();
      await page.keyboard.type(typed);
      await page.getByRole('option', { name: option }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: heading }).first().waitFor();
    }
    await context.close();
  });
});
