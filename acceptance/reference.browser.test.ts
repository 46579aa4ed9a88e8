import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { barriers, hasBrowser, openBrowser, openTab } from './dashboard/browser.js';

if (!hasBrowser) console.info('Not run: the API reference in a browser (no chromium here).');

describe.runIf(hasBrowser)('API reference in a browser', () => {
  const { url, operatorToken } = inject('target');
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  it('shows every route on the page of its resource, is accessible and loads nothing from other sites', async () => {
    const { page, wrongs } = await openTab(browser, url, {});
    for (const [name, text] of [
      ['queries', '/collections/{name}/query'],
      ['records', '/collections/{name}/import'],
      ['sharing', '/collections/{name}/views/{id}'],
      ['members', '/v1/members'],
      ['operator', '/operator/workspaces'],
      ['schemas', 'CorrectionList'],
    ] as const) {
      await page.goto(`${url}/docs/${name}`);
      await page.getByText(text, { exact: true }).first().waitFor();
    }
    for (const path of ['/docs', '/docs/groups', '/docs/errors']) {
      await page.goto(url + path);
      await page.emulateMedia({ colorScheme: 'light' });
      expect(await barriers(page, path)).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await barriers(page, path, 'colors')).toEqual([]);
    }
    expect(wrongs).toEqual([]);
  });

  it('links to its first page in the header, and redirects old URLs to operations, errors and schemas', async () => {
    const { page } = await openTab(browser, url, {});
    for (const [fragment, address] of [
      ['documents.search', '/docs/documents#documents.search'],
      ['error.locked', '/docs/errors#error.locked'],
      ['schema.Collection', '/docs/schemas#schema.Collection'],
    ] as const) {
      await page.goto(`${url}/docs#${fragment}`);
      await page.waitForURL(url + address);
      await page.goto('about:blank');
    }
    await page.goto(`${url}/docs/collections#collections.query`);
    await page.waitForURL(`${url}/docs/queries#collections.query`);
    await page.goto(`${url}/docs/errors`);
    await page.getByRole('banner').getByRole('link', { name: 'Back to Tessera' }).click();
    await page.waitForURL(`${url}/`);
  });

  it('shows the example next to its fields on wide screens, and has a small first page', async () => {
    const { page } = await openTab(browser, url, { width: 1440 });
    await page.goto(`${url}/docs`);
    const bytes = await page.evaluate(() => {
      const entries = performance.getEntriesByType('navigation') as PerformanceResourceTiming[];
      return entries.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    });
    expect(bytes).toBeLessThan(20_000);
    await page.goto(`${url}/docs/queries#collections.query`);
    const example = page.locator('[id="collections.query"] .example');
    await page.mouse.wheel(0, 90);
    await expect.poll(() => example.evaluate((part) => Math.round(part.getBoundingClientRect().top))).toBe(72);
  });

  it('calls an example with the token in its input field', async () => {
    const { page } = await openTab(browser, url, {});
    await page.goto(`${url}/docs/operator`);
    await page.getByText('Credential for “Try it”').click();
    await page.getByLabel('Token or API key').fill(operatorToken);
    const operation = page.locator('[id="operator.list_workspaces"]');
    await operation.getByText('Try it').click();
    await operation.getByRole('button', { name: 'Send' }).click();
    await operation.getByRole('status').getByText('"workspaces"').waitFor();
    expect(await operation.getByRole('status').textContent()).toMatch(/^200/);
  });

  it('shows all examples in the selected language, and finds operations by words', async () => {
    const { page, wrongs } = await openTab(browser, url, { width: 1440 });
    await page.goto(`${url}/docs/queries`);
    const operation = page.locator('[id="collections.query"]');
    await operation.getByText("curl -sS -X POST 'http").waitFor();
    await operation.getByRole('button', { name: 'Python' }).click();
    await operation.getByText('httpx.request(').waitFor();
    await page.locator('[id="collections.resolve_records"]').getByText('httpx.request(').waitFor();
    await page.reload();
    await operation.getByText('httpx.request(').waitFor();
    await operation.getByRole('button', { name: 'TypeScript' }).click();
    await operation.getByText("client.call('collections.query'").waitFor();
    const contents = page.getByRole('navigation', { name: 'Contents' });
    await contents.getByLabel('Search the operations').fill('post documents/search');
    await contents.getByRole('status').getByText('1 operation').waitFor();
    expect(await contents.locator('li:visible').count()).toBe(1);
    await contents.locator('li:visible a').click();
    expect(page.url()).toBe(`${url}/docs/documents#documents.search`);
    for (const width of [360, 768, 1024]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), String(width)).toBe(width);
    }
    expect(wrongs).toEqual([]);
  });
});
