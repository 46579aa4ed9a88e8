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

  it('shows every example in the language that was chosen, and finds operations by their words', async () => {
    const { page, wrongs } = await openTab(browser, url, { width: 1440 });
    await page.goto(`${url}/docs`);
    const operation = page.locator('[id="collections.query"]');
    await operation.getByText("curl -sS -X POST 'http").waitFor();
    await operation.getByRole('button', { name: 'Python' }).click();
    await operation.getByText('httpx.request(').waitFor();
    await page.locator('[id="documents.search"]').getByText('httpx.request(').waitFor();
    await page.reload();
    await operation.getByText('httpx.request(').waitFor();
    await operation.getByRole('button', { name: 'TypeScript' }).click();
    await operation.getByText("client.call('collections.query'").waitFor();
    const contents = page.getByRole('navigation', { name: 'Contents' });
    await contents.getByLabel('Search the operations').fill('post documents/search');
    await contents.getByRole('status').getByText('1 operation').waitFor();
    expect(await contents.locator('li:visible').count()).toBe(1);
    await contents.locator('li:visible a').click();
    expect(page.url()).toBe(`${url}/docs#documents.search`);
    for (const width of [360, 768, 1024]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), String(width)).toBe(width);
    }
    expect(wrongs).toEqual([]);
  });
});
