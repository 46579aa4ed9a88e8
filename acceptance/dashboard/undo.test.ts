import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unique } from '../http.js';
import { canSignIn, openBrowser, openTab, service, settled, type Watched } from './browser.js';
import { makeOakline } from './sample.mjs';
import { sessionOf } from './seed.mjs';

if (!canSignIn) console.info('Not run: undoing writes in the dashboard (no chromium here).');

describe.runIf(canSignIn)('undoing writes', () => {
  let browser: Browser;
  let tab: Watched;

  beforeAll(async () => {
    browser = await openBrowser();
    const admin = `ada@${unique('oakline')}.example`;
    await makeOakline(service, admin);
    tab = await openTab(browser, service.url, { session: await sessionOf(service, admin) });
  });
  afterAll(() => browser?.close());

  it('restores an earlier version of a record, and undoes that from the audit log with two clicks', async () => {
    const { page } = tab;
    await page.goto(`${service.url}/app/collections/products`);
    await settled(page);
    const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
    await press('Open 1');
    const panel = page.getByRole('dialog', { name: 'Record 1', exact: true });
    const former = 'Oak desk 100';
    await press(`Edit name: ${former}`);
    await panel.getByLabel('name', { exact: true }).fill('Spoiled');
    await page.keyboard.press('Enter');
    await page.getByText('name saved.').waitFor();

    await panel.getByRole('tab', { name: 'History' }).click();
    const history = page.getByRole('region', { name: 'History' });
    await history.getByRole('button', { name: 'Compare with now' }).first().click();
    await history.getByRole('row', { name: /name.*Spoiled/ }).waitFor();
    expect(await history.getByRole('row', { name: /name.*Spoiled/ }).innerText()).toContain(former);
    await history.getByRole('button', { name: 'Return to this version' }).first().click();
    await page.getByText('The record returned to the version before.').waitFor();
    await page.getByText('Spoiled').first().waitFor({ state: 'detached' });

    await page.goto(`${service.url}/app/audit`);
    await settled(page);
    await page
      .getByRole('button', { name: /Undid writes/ })
      .first()
      .click();
    await press('Undo');
    await press('Return 1 record');
    await page.getByText('1 record returned to the version before.').waitFor();
    expect(tab.wrongs).toEqual([]);
  });
});
