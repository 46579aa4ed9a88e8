import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OwnService, startService } from '../service.js';
import { barriers, executablePath, openBrowser, openTab, settled } from './browser.js';
import { makeOakline } from './sample.mjs';
import { sessionOf } from './seed.mjs';

if (!executablePath) console.info('Not run: the pages of the dashboard (no chromium here).');

/** Every page, with what is pressed to open a dialog of it. */
const pages: readonly (readonly [path: string, opens?: string])[] = [
  ['/app/'],
  ['/app/documents', 'New document'],
  ['/app/documents?path=handbook/welcome.md'],
  ['/app/documents?path=handbook/pricing.md&view=edit'],
  ['/app/documents?path=handbook/pricing.md&view=history'],
  ['/app/documents?q=oil'],
  ['/app/collections', 'New collection'],
  ['/app/collections/products'],
  ['/app/collections/products?record=1'],
  ['/app/collections/products?from=end'],
  ['/app/collections/products?tab=ask&q=oak'],
  ['/app/collections/products?tab=fields', 'Accept all'],
  ['/app/collections/products?tab=findings', 'Declare'],
  ['/app/collections/products?tab=sharing', 'Share with a group'],
  ['/app/collections/products?tab=set-up', 'Delete collection'],
  ['/app/import'],
  ['/app/people', 'Add person'],
  ['/app/groups'],
  ['/app/groups/new'],
  ['/app/readers', 'New link'],
  ['/app/explain?path=course/intro.md'],
  ['/app/keys', 'New key'],
  ['/app/tokens', 'New token'],
  ['/app/audit'],
  ['/app/settings'],
  ['/app/settings?tab=sessions'],
  ['/app/operator'],
];

describe.runIf(executablePath)('every page of the dashboard', () => {
  let service: OwnService;
  let browser: Browser;
  let session: string;

  beforeAll(async () => {
    service = await startService();
    browser = await openBrowser();
    const admin = 'ada@oakline.example';
    await makeOakline(service, admin);
    session = await sessionOf(service, admin);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.dispose();
  });

  it.each(['light', 'dark'] as const)('is accessible and clean in %s, its dialogs too', async (scheme) => {
    const { page, context, wrongs } = await openTab(browser, service.url, { session, scheme });
    const problems: string[] = [];
    for (const [path, opens] of pages) {
      await page.goto(service.url + path);
      await settled(page);
      problems.push(...(await barriers(page, path)));
      if (opens !== undefined) {
        await page.getByRole('button', { name: opens }).first().click();
        problems.push(...(await barriers(page, `${path}, ${opens}`)));
      }
      problems.push(...wrongs.splice(0).map((wrong) => `${path}: ${wrong}`));
    }
    expect([...new Set(problems)]).toEqual([]);
    await context.close();
  });

  it('fits a telephone of 360 pixels', async () => {
    const { page, context } = await openTab(browser, service.url, { session, width: 360 });
    for (const [path] of pages) {
      await page.goto(service.url + path);
      await settled(page);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect([path, width]).toEqual([path, 360]);
    }
    await context.close();
  });

  it('is reached by keyboard alone, over the palette', async () => {
    const { page, context } = await openTab(browser, service.url, { session });
    await page.goto(`${service.url}/app/`);
    await settled(page);
    await page.keyboard.press('Control+K');
    await page.getByRole('combobox').waitFor();
    await page.keyboard.type('prod');
    await page.getByRole('option', { name: /products/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'products' }).waitFor();
    await page.keyboard.press('Control+K');
    await page.keyboard.type('audit');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Audit log' }).waitFor();
    await page.keyboard.press('Control+K');
    await page.keyboard.type('tails first');
    await page.getByRole('option', { name: /Dovetails/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Dovetails' }).waitFor();
    await context.close();
  });

  it('keeps no secret in its storage or address, and ends when its session is revoked', async () => {
    const { page, context } = await openTab(browser, service.url, { session });
    await page.goto(`${service.url}/app/keys`);
    await page.getByRole('button', { name: 'New key' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('Kept nowhere');
    await page.getByRole('button', { name: 'Create key' }).click();
    const secret = await page.getByTestId('secret').innerText();
    expect(secret).toMatch(/^svc_ak_/);
    await page.keyboard.press('Escape');
    expect(await page.getByTestId('secret').isVisible()).toBe(true);
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]));
    expect(kept).not.toContain(secret);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    expect(await page.content()).not.toContain(secret);
    await context.clearCookies();
    await page.getByRole('link', { name: 'Groups' }).click();
    await page.waitForURL(/\/sign-in\?next=/);
    await context.close();
  });
});
