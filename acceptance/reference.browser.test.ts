import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { barriers, hasBrowser, openBrowser, openTab } from './dashboard/browser.js';

if (!hasBrowser) console.info('Not run: the API reference in a browser (no chromium here).');

describe.runIf(hasBrowser)('the API reference in a browser', () => {
  const { url, operatorToken } = inject('target');
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  it('shows every route, takes nothing from elsewhere and keeps nobody out, light or dark', async () => {
    const { page, wrongs } = await openTab(browser, url, {});
    await page.goto(`${url}/docs`);
    for (const path of ['/collections/{name}/query', '/v1/members', '/operator/workspaces']) {
      await page.getByText(path, { exact: true }).first().waitFor();
    }
    expect(await barriers(page, '/docs')).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await barriers(page, '/docs', 'colors')).toEqual([]);
    expect(wrongs).toEqual([]);
  });

  it('calls an example with the token in its one box', async () => {
    const { page } = await openTab(browser, url, {});
    await page.goto(`${url}/docs`);
    await page.getByLabel('Token or API key').fill(operatorToken);
    const operation = page.locator('[id="operator.list_workspaces"]');
    await operation.getByText('Try it').click();
    await operation.getByRole('button', { name: 'Send' }).click();
    await operation.getByRole('status').getByText('"workspaces"').waitFor();
    expect(await operation.getByRole('status').textContent()).toMatch(/^200/);
  });
});
