import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OwnService, startService } from '../service.js';
import { executablePath, openBrowser, openTab, settled } from './browser.js';
import { productRecords } from './sample.mjs';
import { makeWorkspace, sessionOf } from './seed.mjs';

if (!executablePath) console.info('Not run: large files and collections in the dashboard (no chromium here).');

const rows = 100_000;
const badRows = 50;
const records = 1_000_000;
const pagesScrolled = 60;
const heapBytesMax = 150_000_000;

/** Rows of CSV of which some have a cell too many. */
function largeCsv(): Buffer {
  const lines = Array.from({ length: rows }, (_, place) => {
    const isBad = place % (rows / badRows) === 7;
    return `${place},Part ${place},P-${place}${isBad ? ',too much' : ''}`;
  });
  return Buffer.from(`id,name,sku\n${lines.join('\n')}\n`);
}

describe.runIf(executablePath)('the dashboard', () => {
  let service: OwnService;
  let browser: Browser;
  let session: string;
  let made: Awaited<ReturnType<typeof makeWorkspace>>;

  beforeAll(async () => {
    service = await startService();
    browser = await openBrowser();
    const admin = 'lin@example.org';
    made = await makeWorkspace(service, { name: 'Warehouse', slug: 'warehouse', admin });
    session = await sessionOf(service, admin);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.dispose();
  });

  const imported = async (page: Page): Promise<number> => {
    const text = await page.getByText(/ imported, .* rows so far/).innerText();
    return Number(/^([\d,]+) imported/.exec(text)?.[1]?.replaceAll(',', ''));
  };

  it('imports 100,000 rows through a pause and a lost connection, and counts every one', async () => {
    await made.admin('POST /collections', { name: 'parts' });
    const { page, context } = await openTab(browser, service.url, { session });
    await page.goto(`${service.url}/app/import?collection=parts`);
    await settled(page);
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'parts.csv', mimeType: 'text/csv', buffer: largeCsv() });
    await page.getByRole('button', { name: 'Import all' }).click();
    await page.getByText(/^[1-9][\d,]* imported/).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Paused: parts.csv').waitFor();
    await page.waitForLoadState('networkidle');
    const atPause = await imported(page);
    expect(atPause).toBeLessThan(rows - badRows);
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByText('Waiting for the service: parts.csv').waitFor();
    expect(await imported(page)).toBe(atPause);
    await context.setOffline(false);
    await page.getByText('Imported: parts.csv').waitFor({ timeout: 170_000 });
    await page.getByText('99,950 imported, 50 failed, of 100,000 rows').waitFor();
    expect((await made.admin('GET /collections/parts/describe')).records).toBe(rows - badRows);
    const [failures] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Failures as CSV' }).click(),
    ]);
    const lines: string[] = [];
    for await (const chunk of await failures.createReadStream()) lines.push(...String(chunk).split('\r\n'));
    expect(lines.filter((line) => line.includes('invalid_request'))).toHaveLength(badRows);
    await context.close();
  });

  it('browses a million records in bounded memory, there, back and from the end', async () => {
    await made.admin('POST /collections', { name: 'stock' });
    await made.admin('POST /collections/stock/import', { records: productRecords(1) });
    const { page, context } = await openTab(browser, service.url, { session });
    // The service is tested elsewhere; here it is what a browser does with so many.
    await page.route('**/collections/stock/records?*', (route) => {
      const { searchParams } = new URL(route.request().url());
      const isForward = searchParams.get('order') !== 'desc';
      const start = Number(searchParams.get('cursor') ?? 0);
      const page = Array.from({ length: 500 }, (_, place) => {
        const id = isForward ? start + place : records - 1 - start - place;
        const name = `Record ${id}`;
        return { external_id: String(id), rendered: name, attributes: { id, name, text: 'x'.repeat(200) } };
      });
      return route.fulfill({ json: { records: page, count: records, next_cursor: String(start + 500) } });
    });
    await page.goto(`${service.url}/app/collections/stock`);
    const grid = page.getByRole('region', { name: 'Records, scrollable' });
    await page.getByRole('button', { name: '0', exact: true }).waitFor();
    expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe(String(records + 1));
    let drawnMost = 0;
    for (let scrolled = 1; scrolled <= pagesScrolled; scrolled += 1) {
      await grid.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      await page.getByRole('button', { name: String(scrolled * 500 - 1), exact: true }).waitFor();
      drawnMost = Math.max(drawnMost, await page.locator('tbody tr').count());
    }
    expect(drawnMost).toBeLessThan(100);
    const developerTools = await context.newCDPSession(page);
    await developerTools.send('HeapProfiler.collectGarbage');
    const { usedSize } = await developerTools.send('Runtime.getHeapUsage');
    expect(usedSize).toBeLessThan(heapBytesMax);
    await grid.evaluate((element) => element.scrollTo(0, 0));
    await page.getByRole('button', { name: '0', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Jump to the end' }).click();
    await page.getByRole('button', { name: String(records - 1), exact: true }).waitFor();
    await context.close();
  });
});
