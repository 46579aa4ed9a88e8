import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { chromiumPath } from './chromium.mjs';

const executablePath = chromiumPath();
if (!executablePath) console.info('Not run: the API reference in a browser (no chromium here).');

describe.runIf(executablePath)('the API reference in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    // Without its sandbox, which chromium cannot set up as root; it only ever opens the service under test.
    browser = await chromium.launch({ executablePath: String(executablePath), args: ['--no-sandbox'] });
  });
  afterAll(() => browser?.close());

  it('shows the routes, takes nothing from elsewhere and reports no error', async () => {
    const { url } = inject('target');
    const page = await browser.newPage();
    const elsewhere: string[] = [];
    const failures: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(url) && !request.url().startsWith('data:')) elsewhere.push(request.url());
    });
    page.on('pageerror', (error) => failures.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.location().url.endsWith('/favicon.ico')) failures.push(message.text());
    });
    await page.goto(`${url}/docs`);
    await page.getByText('/collections/{name}/query', { exact: true }).first().waitFor();
    await page.getByText('/v1/members', { exact: true }).first().waitFor();
    expect(elsewhere).toEqual([]);
    expect(failures).toEqual([]);
  });
});
