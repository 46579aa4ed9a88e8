import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unique } from '../http.js';
import { barriers, canSignIn, openBrowser, openTab, service, settled } from './browser.js';
import { makeOakline } from './sample.mjs';
import { sessionOf } from './seed.mjs';
import { drop } from './tasks.js';

if (!canSignIn) console.info('Not run: files of spreadsheets in the dashboard (no chromium here).');

// A sheet "Products & more" with the rows Artikel, price and cap, 7.5.
const workbook = Buffer.from(
  [
    'UEsDBBQAAAAIAOAde10I+CT4WQAAAG0AAAAPAAAAeGwvd29ya2Jvb2sueG1sNY0xDoAgEAS/crnCltAi0NP5BRQSDcKZA6PP1xipdovJjL6I00',
    'yU4M57qYoNMlpd1xhb/ReKz9HgxBTOpVUYfD5GyMQR4QNcMCgRWG3vYRckCqtFd4iesA9QSwMEFAAAAAgA4B17XZgiUB18AAAArAAAABoAAAB4',
    'bC9fcmVscy93b3JrYm9vay54bWwucmVsc1WOMQ7CMBAEvxL5AbmEggIlqWjSIj5gOefYIvZZd4eA32NRoKRazRazO9xwsxopS4hFpgM28zIanp',
    'feNPdPwdEE1XIBEBcwWWmpYH6nzRMnqxV5BfI+OrySeybMCqeuOwPvF+BF/JCAqFVqeUUdzb8S+EXfVquBaYDjuS9QSwMEFAAAAAgA4B17XR3z',
    '1fY0AAAAUQAAAA0AAAB4bC9zdHlsZXMueG1ssykuqcxJDc5ITS2xs0lOzcmJSCu2s6lIU8grzXXLLfFMsVUyUNJHEzE0AQnpw5XrIxkCAFBLAw',
    'QUAAAACADgHXtdUsVGBowAAAA6AQAAGAAAAHhsL3dvcmtzaGVldHMvc2hlZXQxLnhtbJWQUQrCMAyGr1J6AMMGIkhamHgDT1BKwLK6lTR0Ht9W',
    'ZE7wZU8JIXz/x4/LzGO+E4nF97g6cRZ5XhQb3WmLvi1Dp5UYHaYYJroJ13vIFkU9H/Gck/NkdGLKxIW0HVjCSBGhQqH9gf9wLrs4iYOnXwpUs1',
    'WvX/X6PVjv0j+1Riv2dDgilG0YbHqBb10vUEsBAhQAFAAAAAgA4B17XQj4JPhZAAAAbQAAAA8AAAAAAAAAAAAAAAAAAAAAAHhsL3dvcmtib29r',
    'LnhtbFBLAQIUABQAAAAIAOAde12YIlAdfAAAAKwAAAAaAAAAAAAAAAAAAAAAAIYAAAB4bC9fcmVscy93b3JrYm9vay54bWwucmVsc1BLAQIUAB',
    'QAAAAIAOAde10d89X2NAAAAFEAAAANAAAAAAAAAAAAAAAAADoBAAB4bC9zdHlsZXMueG1sUEsBAhQAFAAAAAgA4B17XVLFRgaMAAAAOgEAABgA',
    'AAAAAAAAAAAAAAAAmQEAAHhsL3dvcmtzaGVldHMvc2hlZXQxLnhtbFBLBQYAAAAABAAEAAYBAABbAgAAAAA=',
  ].join(''),
  'base64',
);

describe.runIf(canSignIn)('a spreadsheet file', () => {
  let browser: Browser;
  let page: Page;
  let made: Awaited<ReturnType<typeof makeOakline>>;
  let wrongs: readonly string[];

  beforeAll(async () => {
    browser = await openBrowser();
    const admin = `${unique('lin')}@oakline.example`;
    made = await makeOakline(service, admin);
    await made.admin('POST /collections', { name: 'variants' });
    await made.admin('PATCH /collections/variants', { field_types: { price: 'number' } });
    const tab = await openTab(browser, service.url, { session: await sessionOf(service, admin) });
    ({ page, wrongs } = tab);
  });
  afterAll(() => browser?.close());

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const choose = (field: string, label: string) => page.getByLabel(field, { exact: true }).selectOption({ label });
  const give = (label: string, name: string, buffer: Buffer) =>
    page
      .locator(`input[type=file][aria-label="${label}"]`)
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  const open = async (name: string, buffer: Buffer, collection = 'variants'): Promise<void> => {
    await page.goto(`${service.url}/app/import?collection=${collection}`);
    await settled(page);
    await give(`Drop a file or a folder here to import into ${collection}`, name, buffer);
  };

  const csv = 'sep=;\nArtikel;price;title;\nshirt;12,50;Shirt;\nmug;3.00;Mug;\nshirt;9.99;;\n';

  it('creates a collection with its name, unless there is one', async () => {
    await page.goto(`${service.url}/app/collections`);
    await settled(page);
    await drop(page, 'Größen & Maße.csv', 'Nr;size\n1;small\n2;large\n');
    expect(await page.getByLabel('Into the collection').inputValue()).toBe('');
    expect(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('grossen-masse');
    expect(await page.getByLabel('Purpose of Nr').inputValue()).toBe('id');
    await drop(page, 'variants.csv', 'id,title\n1,Cap\n');
    await page.getByRole('heading', { name: 'Import variants.csv' }).waitFor();
    expect(await page.getByLabel('Into the collection').inputValue()).toBe('variants');
  });

  it('is previewed while it is read, and requires choosing how to treat repeated ids before anything is written', async () => {
    await open('variants.csv', Buffer.from(`\uFEFF${csv}`, 'utf16le'));
    await page.getByLabel('Field of the column Artikel').fill('id');
    await page.getByLabel('Field of the column Artikel').press('Tab');
    await page.getByText('3 rows, 2 records.').waitFor();
    expect(await page.getByLabel('Delimiter').inputValue()).toBe(';');
    expect(await page.getByLabel('Encoding').inputValue()).toBe('utf-16le');
    await page.getByText('shirt: lines 3, 5').waitFor();
    await page.getByText('Line 3: 12,50: decimal comma').waitFor();
    expect(await page.getByRole('button', { name: 'Import 2', exact: true }).isDisabled()).toBe(true);
    expect(await barriers(page, 'a preview')).toEqual([]);
    await choose('Rows with one id', 'Merge: later rows keep what they leave empty');
    await press('Import 2');
    await page.getByText('2 imported, 0 failed').waitFor();
    const shirt = await made.admin('GET /collections/variants/records/shirt');
    expect(shirt.attributes).toMatchObject({ title: 'Shirt', price: '9.99' });
    expect((await made.admin('GET /collections/variants/describe')).import_columns).toEqual({ Artikel: 'id' });
  });

  it('is also read as a workbook, with the columns that the collection remembers', async () => {
    await open('variants.xlsx', workbook);
    await page.getByText('1 row, 1 record.').waitFor();
    expect(await page.getByLabel('Sheet').inputValue()).toBe('Products & more');
    expect(await page.getByLabel('Field of the column Artikel').inputValue()).toBe('id');
    await press('Import 1');
    await page.getByText('1 imported, 0 failed').waitFor();
    expect((await made.admin('GET /collections/variants/records/cap')).attributes.price).toBe('7.5');
    expect(wrongs).toEqual([]);
  });

  it('shows which stored records it lacks, and how many of its own records are outdated', async () => {
    await made.admin('POST /collections', { name: 'lines' });
    await made.admin('PATCH /collections/lines', { id_field: 'order:line', write_date_field: 'at' });
    const stored = ['1:a', '1:b', '2:a'].map((id) => ({ 'order:line': id, at: '2026-02-01T00:00:00Z' }));
    await made.admin('POST /collections/lines/import', { records: stored });
    const lines = 'order,line,at\n1,a,2026-01-01T00:00:00Z\n1,b,2026-03-01T00:00:00Z\n';
    await open('lines.csv', Buffer.from(lines), 'lines');
    await page.getByText('2 rows, 2 records.').waitFor();
    await page.getByText('1 of them are not in the file').waitFor();
    expect(await page.getByLabel('Purpose of line').inputValue()).toBe('part');
    await page.getByText('Dry run of the first 2: 1 accepted, 0 refused, 1 older than the stored records.').waitFor();
    await press('Import 2');
    await page.getByText('1 imported, 0 failed, 1 ignored as older than the stored records').waitFor();
    expect(wrongs).toEqual([]);
  });

  it('with rows identified by two columns is imported after both are chosen', async () => {
    await made.admin('POST /collections', { name: 'items' });
    await open('items.csv', Buffer.from('order,line,name\n1,a,Ink\n1,b,Pen\n'), 'items');
    await choose('Purpose of order', 'Record id');
    await page.getByText('2 rows, 1 record.').waitFor();
    await choose('Purpose of line', 'Joined to the id');
    await page.getByText('2 rows, 2 records.').waitFor();
    expect(await barriers(page, 'a joined id')).toEqual([]);
    await press('Import 2');
    await page.getByText('2 imported, 0 failed').waitFor();
    expect((await made.admin('GET /collections/items/records/1:b')).attributes).toMatchObject({ name: 'Pen' });
    expect((await made.admin('GET /collections/items/describe')).id_field).toBe('order:line');
    expect(wrongs).toEqual([]);
  });

  it('of orders syncs members after choosing columns and plans; rows of one person are joined', async () => {
    await page.goto(`${service.url}/app/people?sync=1`);
    await settled(page);
    const orders = 'Nr;Kunde E-Mail;Produkt\n1;nia@example.com;Basic\n2;Nia@example.com;Pro\n';
    await give('Drop a list of members', 'orders.csv', Buffer.from(orders));
    await choose('E-mail', 'Kunde E-Mail');
    await choose('Plan', 'Produkt');
    await choose('Group of “Basic”', 'Course buyers');
    await choose('Group of “Pro”', 'Staff');
    await page.getByText('2 rows, 1 member. Joined: nia@example.com (lines 2, 3).').waitFor();
    await press('Grant 1');
    await page.getByText('Done: Grant 1.').waitFor();
    const { people } = await made.admin('GET /settings/people');
    const nia = people.find(({ email }: { email: string }) => email === 'nia@example.com');
    expect([...nia.groups].sort()).toEqual([made.groups.buyers, made.groups.staff].sort());
  });
});
