import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { unique } from '../http.js';
import { barriers, canSignIn, openBrowser, openTab, service, settled, type Watched } from './browser.js';
import { makeOakline } from './sample.mjs';
import { sessionOf } from './seed.mjs';
import { countPresses, type Presses, pressesInGuide } from './tasks.js';

if (!canSignIn) console.info('Not run: editing records in the grid (no chromium here).');

const twins = [
  { id: 'c1', name: 'Anna Müller', email: 'anna@mueller.example', phone: '+49 30 123456', city: 'Berlin' },
  { id: 'c2', name: 'Anna Mueller', email: 'anna@mueller.example', phone: '+49 30 123456', city: 'Berlin', vat: 'DE1' },
  { id: 'c3', name: 'Jon Park', email: 'jon@park.example', phone: '+49 40 98765', city: 'Kiel' },
  { id: 'c4', name: 'John Park', email: 'jon@park.example', phone: '+49 40 98765', city: 'Kiel' },
];

describe.runIf(canSignIn)('editing records in the grid', () => {
  let browser: Browser;
  let admin: Awaited<ReturnType<typeof makeOakline>>['admin'];
  let tab: Watched;
  let presses: Presses;
  let page: Page;

  beforeAll(async () => {
    browser = await openBrowser();
    const email = `ada@${unique('oakline')}.example`;
    ({ admin } = await makeOakline(service, email));
    await admin('POST /collections', { name: 'customers' });
    await admin('POST /collections/customers/import', { records: twins });
    tab = await openTab(browser, service.url, { session: await sessionOf(service, email) });
    presses = await countPresses(tab.context);
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    page = await tab.context.newPage();
    await open('/app/collections/products');
  });
  afterEach(async () => {
    expect(tab.wrongs.splice(0)).toEqual([]);
    await page.close();
  });

  const open = async (path: string): Promise<void> => {
    await page.goto(service.url + path);
    await settled(page);
  };
  const row = (id: string) => page.locator(`tr[data-record="${id}"]`);
  const columnOf = async (name: RegExp): Promise<number> =>
    Number(await page.getByRole('columnheader', { name }).getAttribute('aria-colindex')) - 1;
  const cellOf = async (id: string, name: RegExp) =>
    row(id)
      .locator('td')
      .nth(await columnOf(name));
  const focused = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.text);
  const stored = async (id: string) => (await admin(`GET /collections/products/records/${id}`)).attributes;

  it('corrects a cell with two presses, and undoes that with one or with Ctrl Z', async () => {
    presses.start();
    const price = await cellOf('1', /^list_price/);
    await price.click();
    // The first character is typed before the input exists.
    await page.keyboard.type('19.5');
    await page.keyboard.press('Enter');
    await page.getByText('list_price saved.').waitFor();
    expect(await presses.take(page)).toBe(pressesInGuide('Correct a cell'));
    expect((await stored('1')).list_price).toBe(19.5);
    expect(await price.getAttribute('data-text')).toBe('19.5');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await stored('1')).list_price).toBe(19);
    expect(await presses.take(page)).toBe(1);
    await price.click();
    await page.keyboard.type('20');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.getByText('list_price saved.').waitFor();
    await (await cellOf('10', /^category/)).focus();
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await stored('1')).list_price).toBe(19);
  });

  it('starts with Enter, F2 or a double click, cancels with Escape, and continues to the right with Tab', async () => {
    const name = await cellOf('10', /name/);
    const before = String(await name.getAttribute('data-text'));
    await name.click();
    for (const key of ['Enter', 'F2']) {
      await page.keyboard.press(key);
      const input = page.getByRole('textbox', { name: 'name', exact: true });
      expect(await input.inputValue()).toBe(before);
      await input.fill('Another');
      await page.keyboard.press('Escape');
      await expect.poll(focused).toBe(before);
    }
    await name.dblclick();
    await page.getByRole('textbox', { name: 'name', exact: true }).fill('Renamed');
    await page.keyboard.press('Tab');
    await expect.poll(focused).toBe('10');
    await expect.poll(async () => (await stored('10')).name).toBe('Renamed');
  });

  it('saves several edits of one row that follow each other at once', async () => {
    await (await cellOf('100', /^default_code/)).click();
    await page.keyboard.type('NEW-100');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Sofas');
    await page.keyboard.press('Enter');
    await expect.poll(() => stored('100')).toMatchObject({ default_code: 'NEW-100', category: 'Sofas' });
  });

  it('refuses text in a number and an edit of a record that has changed since', async () => {
    const price = await cellOf('101', /^list_price/);
    await price.click();
    await page.keyboard.type('12,50');
    await page.keyboard.press('Enter');
    const input = page.getByRole('textbox', { name: 'list_price' });
    expect(await input.evaluate((element: HTMLInputElement) => element.validationMessage)).toContain('19.9');
    await page.keyboard.press('Escape');
    const { list_price: before } = await stored('101');
    await admin('POST /collections/products/records', { records: [{ id: 101, category: 'Moved' }], mode: 'merge' });
    await price.click();
    await page.keyboard.type('102');
    await page.keyboard.press('Enter');
    await page.getByText('Someone has changed this record since you saw it.').waitFor();
    expect(await stored('101')).toMatchObject({ list_price: before, category: 'Moved' });
  });

  it('ignores the order of an old link, and leads the keyboard to the first cell', async () => {
    await open('/app/collections/products?order=default_code%3Aasc');
    await row('1').waitFor();
    await page.getByRole('button', { name: 'Skip to the records' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('Oak desk 100');
  });

  it('creates a record from the last row, refuses an id that exists, and undoes the creation', async () => {
    await page.getByRole('button', { name: 'New record' }).click();
    const panel = page.getByRole('dialog', { name: 'New record' });
    await panel.getByLabel('id').fill('1');
    await page.keyboard.press('Enter');
    await panel.getByText('There is a record 1 already.').waitFor();
    await panel.getByLabel('id').fill('9500');
    await panel.getByLabel('name').fill('Stool');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Record 9500' }).getByRole('heading', { name: 'Stool' }).waitFor();
    expect((await stored('9500')).name).toBe('Stool');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => stored('9500').catch(() => 'gone')).toBe('gone');
  });

  it('edits a field in the panel, whose heading is the name, and brings a deleted record back', async () => {
    await row('102').getByRole('button', { name: 'Open 102' }).click();
    const panel = page.getByRole('dialog', { name: 'Record 102', exact: true });
    await panel.getByRole('heading', { name: String((await stored('102')).name) }).waitFor();
    await panel.getByRole('button', { name: /^Edit category:/ }).click();
    await panel.getByLabel('category').fill('Shelves');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await stored('102')).category).toBe('Shelves');
    expect(await barriers(page, 'the panel of a record')).toEqual([]);
    await page.getByRole('button', { name: 'More for 102' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const deleted = page.getByRole('alert').filter({ hasText: 'Record 102 deleted.' });
    await deleted.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => stored('102').catch(() => 'gone')).toMatchObject({ category: 'Shelves' });
  });

  it('shows two records that may be the same, only what differs, and decides with keys', async () => {
    await open('/app/collections/customers');
    presses.start();
    await page.getByRole('tab', { name: 'Matches' }).click();
    const pair = (name: string) => page.getByRole('region', { name });
    const current = () =>
      page
        .getByRole('region')
        .filter({ has: page.getByRole('radio') })
        .getAttribute('aria-label');
    // The order of pairs is that of their ids.
    const first = await current();
    await page.keyboard.press('j');
    await expect.poll(current).not.toBe(first);
    if (first === 'c1 and c2') await page.keyboard.press('k');
    await pair('c1 and c2').getByRole('row', { name: 'vat – DE1' }).waitFor();
    expect(await pair('c1 and c2').getByRole('row', { name: /^city/ }).count()).toBe(0);
    expect(await page.getByRole('radio', { name: 'Keep c2' }).isChecked()).toBe(true);
    expect(await barriers(page, 'matches')).toEqual([]);
    await page.keyboard.press(first === 'c1 and c2' ? 'j' : 'k');
    await pair('c3 and c4').waitFor();
    await page.keyboard.press('d');
    await pair('c1 and c2').waitFor();
    await page.getByRole('button', { name: /^Same/ }).last().click();
    await page.getByText('Nothing to decide').waitFor();
    expect(await presses.take(page)).toBe(pressesInGuide('Decide that two records are the same'));
    const { matches } = await admin('GET /collections/customers/matches?state=same&external_id=c1');
    expect(matches[0].decided).toMatchObject({ decision: 'same', keep: 'c2' });
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await pair('c1 and c2').waitFor();
    await open('/app/collections/customers?record=c2');
    await page.getByRole('dialog', { name: 'Record c2' }).getByRole('tab', { name: 'Matches' }).click();
    await pair('c1 and c2').waitFor();
  });
});
