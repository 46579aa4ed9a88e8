import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { unique } from '../http.js';
import { canSignIn, openBrowser, openTab, service, settled, type Watched } from './browser.js';
import { makeOakline } from './sample.mjs';
import { sessionOf } from './seed.mjs';

if (!canSignIn) console.info('Not run: the grid of records (no chromium here).');

describe.runIf(canSignIn)('the grid of records', () => {
  let browser: Browser;
  let tab: Watched;
  let page: Page;
  let editor: string;

  beforeAll(async () => {
    browser = await openBrowser();
    const admin = `ada@${unique('oakline')}.example`;
    editor = `eve@${unique('oakline')}.example`;
    const { admin: call } = await makeOakline(service, admin);
    await call('POST /settings/people', { email: editor, role: 'member', access: 'read_only', send_email: false });
    // All tests share a browser profile, so that the dashboard is compiled once.
    tab = await openTab(browser, service.url, { session: await sessionOf(service, admin) });
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    page = await tab.context.newPage();
    await page.goto(`${service.url}/app/collections/products`);
    await settled(page);
  });
  afterEach(async () => {
    expect(tab.wrongs.splice(0)).toEqual([]);
    await page.evaluate(() => localStorage.clear());
    await page.close();
  });

  const heads = (): Promise<string[]> => page.getByRole('columnheader').locator('.ellipsis').allInnerTexts();
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
  const rows = () => page.locator('tbody tr[aria-rowindex]');
  const cell = (id: string) => page.locator(`tr[data-record="${id}"] td`).first();
  const widthOf = async (name: RegExp): Promise<number | undefined> =>
    (await page.getByRole('columnheader', { name }).boundingBox())?.width;

  /** Opens the page at the width of a phone. An open page that is resized would change its layout later. */
  const openOnPhone = async (): Promise<void> => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.reload();
    await settled(page);
  };

  it('shows the type of each column, aligns numbers to the right and keeps ids visible', async () => {
    await page.getByRole('columnheader', { name: /^list_price.*number$/ }).waitFor();
    const price = page.getByRole('row', { name: /OAK-1000/ }).getByRole('gridcell', { name: '19', exact: true });
    expect(await price.evaluate((cell) => getComputedStyle(cell).textAlign)).toBe('right');
    await openOnPhone();
    const id = cell('1');
    const before = await id.boundingBox();
    await page
      .getByRole('region', { name: 'Records, scrollable' })
      .evaluate((element) => element.scrollTo(element.scrollWidth, 0));
    await page.getByRole('columnheader', { name: /^list_price.*number$/ }).waitFor();
    expect((await id.boundingBox())?.x).toBe(before?.x);
  });

  it('shows its tools in one line on a phone, and in at most two with a filter', async () => {
    await openOnPhone();
    const tools = ['Filter', 'Views', 'Export', 'Columns'];
    const lines = async (): Promise<number> => {
      const boxes = tools.map((name) => page.getByRole('button', { name, exact: true }).boundingBox());
      return new Set((await Promise.all(boxes)).map((box) => Math.round(box?.y ?? 0))).size;
    };
    expect(await lines()).toBe(1);
    await page.goto(
      `${service.url}/app/collections/products?filter=${encodeURIComponent('[["category","is","Desks"]]')}`,
    );
    await settled(page);
    expect(await lines()).toBeLessThanOrEqual(2);
  });

  it("stores a person's choice, order and widths of columns", async () => {
    expect(await heads()).toEqual([
      'name',
      'Id',
      'default_code',
      'category',
      'list_price',
      'description',
      'Last change',
    ]);
    await press('Columns');
    await page.getByRole('checkbox', { name: 'description' }).uncheck();
    for (let step = 0; step < 3; step += 1) await press('Move list_price to the left');
    const width = page.getByLabel('Width of category in pixels');
    await width.fill('320');
    await width.press('Enter');
    await page.keyboard.press('Escape');
    const arranged = ['name', 'list_price', 'Id', 'default_code', 'category', 'Last change'];
    await page.reload();
    await settled(page);
    expect(await heads()).toEqual(arranged);
    expect(await widthOf(/^category/)).toBe(320);
    await press('Columns');
    await press('Reset');
    await expect.poll(heads).toHaveLength(7);
  });

  it('widens a column by dragging its edge', async () => {
    const before = Number(await widthOf(/ name text$/));
    const box = await page.getByRole('columnheader', { name: / name text$/ }).boundingBox();
    const [x, y] = [Number(box?.x) + before - 3, Number(box?.y) + 10];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 40, y, { steps: 4 });
    await page.mouse.up();
    expect(await widthOf(/ name text$/)).toBe(before + 40);
  });

  it('shows filters as chips and stores them in the address, which restores the same records', async () => {
    const add = async (field: string, comparison: string, value: string): Promise<void> => {
      await press('Filter');
      const form = page.getByRole('dialog');
      await form.getByLabel('Field').selectOption(field);
      await form.getByLabel('Comparison').selectOption(comparison);
      await form.getByLabel('Value').fill(value);
      await page.keyboard.press('Enter');
    };
    await add('category', 'is', 'Desks');
    await page.getByText('200 records in the filter').waitFor();
    await add('list_price', 'at most', '100');
    const narrowed = page.getByText('21 records in the filter');
    await narrowed.waitFor();
    await page.reload();
    await narrowed.waitFor();
    await press('category is Desks');
    await page.getByRole('dialog').getByLabel('Value').fill('Lamps');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'category is Lamps', exact: true }).waitFor();
    await press('Clear all');
    await page
      .getByRole('status')
      .filter({ hasText: /^501 records$/ })
      .waitFor();
    expect(new URL(page.url()).searchParams.has('filter')).toBe(false);
  });

  it('deletes the selected records after stating their number', async () => {
    for (const id of ['100', '101']) await page.getByRole('checkbox', { name: `Select ${id}`, exact: true }).check();
    await page.getByRole('checkbox', { name: 'Select 104', exact: true }).click({ modifiers: ['Shift'] });
    await page.getByText('5 records selected').waitFor();
    await page.getByRole('checkbox', { name: 'Select 101', exact: true }).uncheck();
    await press('Delete');
    const dialog = page.getByRole('dialog', { name: 'Delete 4 records?' });
    await dialog.getByRole('button', { name: 'Delete 4 records' }).click();
    await page.getByText('4 records deleted.').waitFor();
    await page
      .getByRole('status')
      .filter({ hasText: /^497 records$/ })
      .waitFor();
    expect(await cell('102').count()).toBe(0);
    await cell('101').waitFor();
  });

  it('copies the selected records as JSON and as commands', async () => {
    await tab.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('checkbox', { name: 'Select 11', exact: true }).check();
    for (const [entry, part] of [
      ['Copy as JSON', '"external_id": "11"'],
      ['Copy as curl', '/collections/products/records/11'],
    ] as const) {
      await press('Copy');
      await page.getByRole('menuitem', { name: entry }).click();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(part);
    }
  });

  it('exports the filtered records as CSV and NDJSON', async () => {
    await page.goto(
      `${service.url}/app/collections/products?filter=${encodeURIComponent('[["category","is","Lamps"]]')}`,
    );
    await settled(page);
    const linesOf = async (entry: RegExp): Promise<string[]> => {
      await press('Export');
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: entry }).click(),
      ]);
      const chunks: string[] = [];
      for await (const chunk of await file.createReadStream()) chunks.push(String(chunk));
      return chunks.join('').trim().split(/\r?\n/);
    };
    const csv = await linesOf(/^CSV/);
    const ndjson = (await linesOf(/^NDJSON/)).map((line) => JSON.parse(line));
    expect(csv[0]).toBe('id,name,default_code,category,list_price,description');
    expect(csv.slice(1).every((line) => line.includes(',Lamps,'))).toBe(true);
    expect(ndjson.map(({ external_id: id }) => id)).toEqual(csv.slice(1).map((line) => line.split(',')[0]));
    expect(ndjson.length).toBeGreaterThan(90);
  });

  it('creates no file if an export is cancelled', async () => {
    let letGo = (): void => undefined;
    const released = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/collections/products/records?*', async (route) => {
      await released;
      await route.continue().catch(() => undefined);
    });
    const files: unknown[] = [];
    page.on('download', (file) => files.push(file));
    await press('Export');
    await page.getByRole('menuitem', { name: /^NDJSON/ }).click();
    await page.getByRole('dialog', { name: 'Export records' }).getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    letGo();
    await page.unrouteAll({ behavior: 'wait' });
    expect(files).toEqual([]);
  });

  it('sorts by the headers of declared fields, the id and the last change', async () => {
    const sorted = async (column: RegExp, order: string | null): Promise<string | null> => {
      await page.getByRole('columnheader', { name: column }).getByRole('button').click();
      await expect.poll(() => new URL(page.url()).searchParams.get('order')).toBe(order);
      await settled(page);
      return rows().first().getAttribute('data-record');
    };
    await sorted(/^list_price/, 'list_price:asc');
    await sorted(/^list_price/, 'list_price:desc');
    const prices = await rows()
      .locator('[data-kind="number"]')
      .evaluateAll((cells) => cells.map((each) => Number((each as HTMLElement).dataset.text)));
    expect(prices).toEqual(prices.toSorted((a, b) => b - a));
    expect(await page.getByRole('columnheader', { name: /^list_price/ }).getAttribute('aria-sort')).toBe('descending');
    await sorted(/^Last change/, 'updated_at:asc');
    expect(await sorted(/Id$/, null)).toBe('1');
    expect(
      await page
        .getByRole('columnheader', { name: /^default_code/ })
        .getByRole('button')
        .count(),
    ).toBe(0);
  });

  it("searches while a person types, with the collection's query", async () => {
    await page.getByLabel('Search the records').pressSequentially('OAK-1007');
    await page
      .getByRole('status')
      .filter({ hasText: /^1 result in \d+ records$/ })
      .waitFor();
    expect(await rows().count()).toBe(1);
    await page.getByLabel('Search the records').fill('oak');
    await page.getByText('The best 100 are shown: type more to narrow them.').waitFor();
    await press('Clear the search');
    await page
      .getByRole('status')
      .filter({ hasText: /^\d+ records$/ })
      .waitFor();
  });

  it('chooses cells with Shift and copies them in rows, as a spreadsheet pastes them', async () => {
    await tab.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const chosen = page.locator('[role="grid"] td[aria-selected="true"]');
    await cell('1').focus();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowDown');
    await expect.poll(() => chosen.count()).toBe(4);
    await page.keyboard.press('Control+c');
    await page.getByText('4 cells copied.').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe('Oak desk 100\t1\nStanding desk 109\t10');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => chosen.count()).toBe(0);
  });

  it('is controlled by keys that move between cells, copy a cell and open its record in a panel', async () => {
    await tab.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const focused = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.text);
    await cell('1').focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(focused).toBe('1');
    await page.keyboard.press('ArrowDown');
    await expect.poll(focused).toBe('10');
    const name = await focused();
    await page.keyboard.press('Control+c');
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(name);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Record 10', exact: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('dialog', { name: /^Record 10[01]$/ }).waitFor();
    await press('Previous record');
    await page.getByRole('dialog', { name: 'Record 10', exact: true }).getByRole('tab', { name: 'Fields' }).focus();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(focused).toBe(name);
    await page.keyboard.press('End');
    await page.getByText(/^Rows 4\d\d–(\d+) of \1$/).waitFor();
    const last = rows().last();
    expect(Number(await last.getAttribute('aria-rowindex'))).toBe(
      Number(await page.getByRole('grid').getAttribute('aria-rowcount')),
    );
    // The row is shown before its record is loaded, and cannot be opened until then.
    await last.getByRole('button', { name: /^Open / }).click();
    await page.getByRole('dialog', { name: /^Record / }).waitFor();
  });

  it('shows 22 rows in 900 pixels, below a bar and a toolbar', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const heights = async (): Promise<number[]> => {
      const boxes = [page.getByRole('region', { name: 'Records, scrollable' }), rows().first()].map((each) =>
        each.boundingBox(),
      );
      return (await Promise.all(boxes)).map((box) => Number(box?.height));
    };
    await expect
      .poll(async () => {
        const [grid = 0, row = 1] = await heights();
        return Math.floor(grid / row) - 1;
      })
      .toBeGreaterThanOrEqual(22);
  });

  it('changes a field of all records that match a filter, and of no others', async () => {
    const filter = encodeURIComponent('[["category","is","Lamps"]]');
    await page.goto(`${service.url}/app/collections/products?filter=${filter}`);
    await settled(page);
    const count = Number((await page.getByText(/records in the filter$/).textContent())?.match(/\d+/)?.[0]);
    await page.getByRole('checkbox', { name: 'Select all that match' }).check();
    await rows().first().getByRole('checkbox').uncheck();
    await press('Edit');
    const dialog = page.getByRole('dialog', { name: `Edit ${count - 1} records` });
    await dialog.getByLabel('Field').selectOption('category');
    await dialog.getByLabel('New value').fill('Lights');
    await dialog.getByRole('button', { name: 'Change' }).click();
    await page.getByText(`${count - 1} records changed.`).waitFor();
    await page.getByText('1 record in the filter').waitFor();
    await rows().first().locator('td').nth(1).click();
    await page.getByRole('button', { name: 'Edit category: Lamps' }).waitFor();
  });

  it("saves a person's view, shares it with colleagues, and deletes it", async () => {
    const chosen = (name: RegExp | string) => page.getByRole('menuitem', { name });
    await page.goto(`${service.url}/app/collections/products?order=list_price:desc`);
    await settled(page);
    await press('Views');
    await chosen('Save this view…').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Dearest first');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await press('Dearest first');
    await chosen('All records').click();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await press('Views');
    await chosen('Dearest first').click();
    await expect.poll(() => new URL(page.url()).searchParams.get('order')).toBe('list_price:desc');
    await press('Dearest first');
    await chosen('Change Dearest first…').click();
    await dialog.getByLabel('Share it').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const colleague = await openTab(browser, service.url, { session: await sessionOf(service, editor) });
    await colleague.page.goto(`${service.url}/app/collections/products`);
    await settled(colleague.page);
    await colleague.page.getByRole('button', { name: 'Views', exact: true }).click();
    await colleague.page.getByRole('menuitem', { name: 'Dearest first' }).click();
    await expect.poll(() => new URL(colleague.page.url()).searchParams.get('order')).toBe('list_price:desc');
    await colleague.page.getByRole('button', { name: 'Dearest first', exact: true }).click();
    expect(await colleague.page.getByRole('menuitem', { name: /^(Change|Delete)/ }).count()).toBe(0);
    await colleague.context.close();
    await press('Dearest first');
    await chosen('Delete Dearest first').click();
    await page.getByRole('button', { name: 'Views', exact: true }).waitFor();
  });
});
