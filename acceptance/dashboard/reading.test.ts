import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unique } from '../http.js';
import { canSignIn, openBrowser, openTab, service, settled } from './browser.js';
import { makeOakline } from './sample.mjs';
import { sessionOf } from './seed.mjs';

if (!canSignIn) console.info('Not run: reading pages beside the dashboard (no chromium here).');

const selectors = ['h1', 'h2', 'p', 'li', 'blockquote', 'th', 'td', 'pre', 'code', 'summary', '.callout'];

/**
 * Runs in the page: typography of the parts of a document that are visible, with lengths in hundredths of a pixel.
 */
function looksOf(selectors: readonly string[]): Record<string, string> {
  const looks = selectors.flatMap((selector) => {
    const elements = [...document.querySelectorAll(`.prose ${selector}`)];
    const element = elements.find((each) => each.checkVisibility());
    if (element === undefined) {
      return [];
    }
    const style = getComputedStyle(element);
    const lengths = [style.fontSize, style.lineHeight, style.marginBottom, style.paddingLeft, style.borderLeftWidth];
    const rounded = lengths.map((length) => Number.parseFloat(length).toFixed(2));
    return [[selector, [style.fontFamily, style.fontWeight, ...rounded].join(', ')]];
  });
  return Object.fromEntries(looks);
}

/** Runs in the page: the addresses of its resources. */
function loadedNames(): string[] {
  return performance.getEntriesByType('resource').map(({ name }) => name);
}

/** Runs in the page: total bytes of its resources, as sent. */
function loadedBytes(): number {
  const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
  return (entries as PerformanceResourceTiming[]).reduce((sum, { encodedBodySize: bytes }) => sum + bytes, 0);
}

describe.runIf(canSignIn)('a reading page', () => {
  let browser: Browser;
  let session: string;
  let page: Page;
  let wrongs: string[];

  beforeAll(async () => {
    browser = await openBrowser();
    const admin = `ada@${unique('oakline')}.example`;
    const made = await makeOakline(service, admin);
    session = await sessionOf(service, admin);
    const text =
      '# Everything\n\nWords.\n\n## Below\n\n- One\n\n> Said.\n\n> [!TIP]\n> Oil it.\n\n| Wood | Use |\n| --- | --- |\n| Oak | Desks |\n\n' +
      '```js\nconst a = `b`;\n```\n\n<details><summary>More</summary>Less.</details>\n';
    await made.admin('PUT /documents/content', { path: 'handbook/everything.md', text, base: null });
    ({ page, wrongs } = await openTab(browser, service.url, { session }));
  });
  afterAll(() => browser?.close());

  it('shows a diagram in a frame that cannot access the page', async () => {
    const answer = await page.goto(`${service.url}/d/handbook/orders.md`);
    expect(answer?.headers()['content-security-policy']).toMatch(/frame-src 'self'$/);
    await page.locator('iframe[data-drawn="true"]').waitFor();
    await page.frameLocator('iframe[title="Diagram"]').getByText('Van').waitFor();
    const frame = page.frames().find((each) => each.url().endsWith('/app/diagram.html'));
    expect(await frame?.evaluate(() => self.origin)).toBe('null');
    await page.getByText('Text of the diagram').click();
    await page.getByText('flowchart LR').waitFor();
    expect(wrongs).toEqual([]);
  });

  it("labels diagrams in the reader's language", async () => {
    await page.setExtraHTTPHeaders({ 'accept-language': 'de' });
    await page.goto(`${service.url}/d/handbook/orders.md`);
    await page.getByText('Text des Diagramms').waitFor();
    await page.locator('iframe[title="Diagramm"][data-drawn="true"]').waitFor();
    await page.setExtraHTTPHeaders({});
  });

  it('without a diagram loads no code for diagrams, allows no frame, and takes less than 60 kB with its font', async () => {
    const answer = await page.goto(`${service.url}/d/handbook/everything.md`, { waitUntil: 'networkidle' });
    expect(answer?.headers()['content-security-policy']).not.toContain('frame-src');
    expect(await page.locator('script[src*="diagram"]').count()).toBe(0);
    expect(await page.evaluate(loadedNames)).toContainEqual(expect.stringMatching(/\.woff2$/));
    expect(await page.evaluate(loadedBytes)).toBeLessThan(60_000);
  });

  it('has the same typography as the dashboard and the preview of its editor', async () => {
    await page.goto(`${service.url}/d/handbook/everything.md`);
    const read = await page.evaluate(looksOf, selectors);
    expect(Object.keys(read)).toEqual(selectors);
    for (const view of ['', '&view=edit']) {
      await page.goto(`${service.url}/app/documents?path=handbook/everything.md${view}`);
      await settled(page);
      // The preview is drawn again when the editor has loaded.
      await expect.poll(() => page.evaluate(looksOf, selectors), { message: view }).toEqual(read);
    }
  });
});
