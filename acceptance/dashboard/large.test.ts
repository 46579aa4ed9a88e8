import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFullSize } from '../full-size.mjs';
import { unique } from '../http.js';
import { canSignIn, openBrowser, openTab, service, settled } from './browser.js';
import { productRecords } from './sample.mjs';
import { makeWorkspace, sessionOf } from './seed.mjs';

if (!canSignIn) console.info('Not run: large files and collections in the dashboard (no chromium here).');

const rows = isFullSize ? 100_000 : 2_000;
const badRows = 50;
const records = 1_000_000;
const rowsScrolled = isFullSize ? 30_000 : 2_000;
// At full size, a test takes about 40 seconds on an idle machine.
const patienceMs = 600_000;
const heapBytesMax = 150_000_000;

/** Rows of CSV, some with one cell too many. */
function largeCsv(): Buffer {
  const lines = Array.from({ length: rows }, (_, index) => {
    const isBad = index % (rows / badRows) === 7;
    return `${index},Part ${index},P-${index}${isBad ? ',too much' : ''}`;
  });
  return Buffer.from(`id,name,sku\n${lines.join('\n')}\n`);
}

/** Forwards the first request of an import, and delays the others until they are released. */
async function holdBack(page: Page): Promise<() => Promise<void>> {
  let letGo = (): void => undefined;
  const released = new Promise<void>((resolve) => (letGo = resolve));
  let requests = 0;
  await page.route('**/import', async (route) => {
    requests += 1;
    if (requests > 1) await released;
    await route.continue();
  });
  return async () => {
    letGo();
    await page.unrouteAll({ behavior: 'wait' });
  };
}

describe.runIf(canSignIn)('the dashboard', () => {
  let browser: Browser;
  let session: string;
  let made: Awaited<ReturnType<typeof makeWorkspace>>;

  beforeAll(async () => {
    browser = await openBrowser();
    const admin = `${unique('lin')}@example.org`;
    made = await makeWorkspace(service, { name: 'Warehouse', slug: unique('warehouse'), admin });
    session = await sessionOf(service, admin);
  });
  afterAll(() => browser?.close());

  const countStored = async (): Promise<number> => (await made.admin('GET /collections/parts/describe')).records;

  it(
    `imports ${rows} rows through a pause and a lost connection, and counts every one`,
    async () => {
      await made.admin('POST /collections', { name: 'parts' });
      const { page, context } = await openTab(browser, service.url, { session });
      const inFlight = new Set<Request>();
      page.on('request', (request) => request.url().endsWith('/import') && inFlight.add(request));
      page.on('requestfinished', (request) => inFlight.delete(request));
      const letGo = await holdBack(page);
      await page.goto(`${service.url}/app/import?collection=parts`);
      await settled(page);
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'parts.csv', mimeType: 'text/csv', buffer: largeCsv() });
      await page.getByRole('button', { name: /^Import \d/ }).click();
      await page.getByText(/^[1-9][\d,]* imported/).waitFor();
      await page.getByRole('button', { name: 'Pause' }).click();
      await page.getByText('Paused: parts.csv').waitFor();
      await letGo();
      await expect.poll(() => inFlight.size, { timeout: 60_000 }).toBe(0);
      const atPause = await countStored();
      expect(atPause).toBeLessThan(rows - badRows);
      await context.setOffline(true);
      await page.getByRole('button', { name: 'Go on' }).click();
      await page.getByText('Waiting for the service: parts.csv').waitFor();
      expect(await countStored()).toBe(atPause);
      await context.setOffline(false);
      await page.getByText('Imported: parts.csv').waitFor({ timeout: patienceMs });
      const [imported, all] = [rows - badRows, rows].map((count) => count.toLocaleString('en-US'));
      await page.getByText(`${imported} imported, ${badRows} failed, of ${all} rows`).waitFor();
      expect(await countStored()).toBe(rows - badRows);
      const [failures] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Failures as CSV' }).click(),
      ]);
      const lines: string[] = [];
      for await (const chunk of await failures.createReadStream()) lines.push(...String(chunk).split('\r\n'));
      expect(lines.filter((line) => line.includes('invalid_request'))).toHaveLength(badRows);
      await context.close();
    },
    patienceMs,
  );

  it('shows a million records with bounded memory, also in the middle and at the end', async () => {
    await made.admin('POST /collections', { name: 'stock' });
    await made.admin('POST /collections/stock/import', { records: productRecords(1) });
    const { page, context } = await openTab(browser, service.url, { session });
    // Other tests cover the service; this one covers the browser with a million rows.
    await page.route('**/collections/stock/records?*', (route) => {
      const start = Number(new URL(route.request().url()).searchParams.get('offset'));
      const page = Array.from({ length: Math.min(100, records - start) }, (_, index) => {
        const id = start + index;
        const name = `Record ${id}`;
        return { external_id: String(id), rendered: name, attributes: { id, name, text: 'x'.repeat(200) } };
      });
      return route.fulfill({ json: { records: page, count: records, next_cursor: null } });
    });
    await page.goto(`${service.url}/app/collections/stock`);
    const grid = page.getByRole('region', { name: 'Records, scrollable' });
    const cell = (id: number) => page.locator(`td[data-text="${id}"]`).first();
    await cell(0).waitFor();
    expect(await page.getByRole('grid', { name: 'Records' }).getAttribute('aria-rowcount')).toBe(String(records + 1));
    for (let seen = 0; seen < rowsScrolled; ) {
      await grid.evaluate((element) => element.scrollBy(0, 3_000));
      await page.waitForFunction(() => !document.querySelector('tbody')?.textContent?.includes('…'));
      const drawn = page.locator('tbody tr[aria-rowindex]');
      expect(await drawn.count()).toBeLessThan(100);
      seen = Number(await drawn.last().getAttribute('aria-rowindex'));
    }
    const developerTools = await context.newCDPSession(page);
    await developerTools.send('HeapProfiler.collectGarbage');
    const { usedSize } = await developerTools.send('Runtime.getHeapUsage');
    expect(usedSize).toBeLessThan(heapBytesMax);
    await grid.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await cell(records - 1).waitFor();
    await page.getByText(/^Rows 999,9\d\d–1,000,000 of 1,000,000$/).waitFor();
    await grid.evaluate((element) => element.scrollTo(0, element.scrollHeight / 2));
    await cell(records / 2).waitFor();
    await context.close();
  });
});
