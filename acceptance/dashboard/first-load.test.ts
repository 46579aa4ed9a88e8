import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unique } from '../http.js';
import { barriers, canSignIn, openBrowser, openTab, service, settled } from './browser.js';
import { makeOakline } from './sample.mjs';
import { sessionOf } from './seed.mjs';

if (!canSignIn) console.info('Not run: the first load of the dashboard (no chromium here).');

/** Runs in the page: bytes of the font sent over the network; 0 if it was cached. */
function fontBytesSent(): number[] {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  return entries.filter(({ name }) => name.endsWith('.woff2')).map(({ transferSize }) => transferSize);
}

/** The typefaces in which the browser rendered a heading. */
async function typefacesOf(page: Page): Promise<string[]> {
  const client = await page.context().newCDPSession(page);
  await client.send('DOM.enable');
  await client.send('CSS.enable');
  const { root } = await client.send('DOM.getDocument');
  const { nodeId } = await client.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'h1' });
  const { fonts } = await client.send('CSS.getPlatformFontsForNode', { nodeId });
  return fonts.map(({ familyName }) => familyName);
}

describe.runIf(canSignIn)('the first load of the dashboard', () => {
  let browser: Browser;
  let session: string;

  beforeAll(async () => {
    browser = await openBrowser();
    const admin = `ada@${unique('oakline')}.example`;
    await makeOakline(service, admin);
    session = await sessionOf(service, admin);
  });
  afterAll(() => browser?.close());

  it('shows the typeface that the sign-in page has loaded', async () => {
    const { page, context, wrongs } = await openTab(browser, service.url, {});
    await page.goto(`${service.url}/sign-in`, { waitUntil: 'networkidle' });
    expect(await typefacesOf(page)).toEqual(['Inter']);
    await context.addCookies([{ name: 'svc_session', value: session, url: service.url, httpOnly: true }]);
    await page.goto(`${service.url}/app/`);
    await settled(page);
    expect(await page.evaluate(fontBytesSent)).toEqual([0]);
    expect(await typefacesOf(page)).toEqual(['Inter']);
    expect(wrongs).toEqual([]);
    await context.close();
  });

  it('shows an outline until the page is rendered', async () => {
    const { page, context, wrongs } = await openTab(browser, service.url, { session });
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/assets\/index-[^/]+\.js$/, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(`${service.url}/app/`, { waitUntil: 'commit' });
    const outline = page.locator('.outline');
    await outline.getByText('Loading…').waitFor();
    expect(await barriers(page, 'the outline')).toEqual([]);
    release();
    await settled(page);
    expect(await outline.isVisible()).toBe(false);
    expect(wrongs).toEqual([]);
    await context.close();
  });

  it('does not wait for a font', async () => {
    const { page, context } = await openTab(browser, service.url, { session });
    await page.route('**/*.woff2', () => undefined);
    await page.goto(`${service.url}/app/`, { waitUntil: 'commit' });
    await page.getByRole('heading', { name: 'Changed last' }).waitFor();
    expect(await typefacesOf(page)).not.toContain('Inter');
    await context.close();
  });
});
