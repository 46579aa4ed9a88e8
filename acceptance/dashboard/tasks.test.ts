import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OwnService, startService } from '../service.js';
import { executablePath, openBrowser, openTab, settled } from './browser.js';
import { productRecords } from './sample.mjs';
import { caller, makeWorkspace, sessionOf } from './seed.mjs';

if (!executablePath) console.info('Not run: what people do in the dashboard (no chromium here).');

const csv = [
  'id,name,sku,price',
  ...productRecords(40).map(({ id, name, default_code: code, list_price: price }) => `${id},${name},${code},${price}`),
].join('\n');

describe.runIf(executablePath)('in the dashboard an admin', () => {
  let service: OwnService;
  let browser: Browser;
  let session: string;
  let page: Page;
  let made: Awaited<ReturnType<typeof makeWorkspace>>;

  beforeAll(async () => {
    service = await startService();
    browser = await openBrowser();
    const admin = 'grace@example.org';
    made = await makeWorkspace(service, { name: 'Workshop', slug: 'workshop', admin, adminName: 'Grace' });
    session = await sessionOf(service, admin);
    ({ page } = await openTab(browser, service.url, { session }));
    page.setDefaultTimeout(20_000);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.dispose();
  });

  const open = async (path: string): Promise<void> => {
    await page.goto(service.url + path);
    await settled(page);
  };
  const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click();

  it('makes a collection, drops a file, accepts the suggested roles and gets a high verdict', async () => {
    await open('/');
    expect(page.url()).toBe(`${service.url}/app/`);
    await page.getByRole('link', { name: 'New collection' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('products');
    await press('Create collection');
    expect(await page.getByTestId('secret').innerText()).toContain('/ingest/');
    await press('I have copied it');
    await page.getByRole('link', { name: 'Import a file' }).click();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await press('Try the first 500');
    await page.getByText('40 records would be taken, 0 refused').waitFor();
    await press('Import all');
    await page.getByText('40 imported, 0 failed').waitFor();
    await page.getByRole('link', { name: 'Look at the fields' }).click();
    await press(/^Accept all/);
    await press('Save roles');
    await page.getByText('The roles were saved.').waitFor();
    await open('/app/collections/products?tab=ask');
    await page.getByLabel('Ask for a record').fill('OAK-1007');
    await page.keyboard.press('Enter');
    await page.getByText('High: act on it').waitFor();
  });

  it('grants a member one group, reads in "explain" why they can read, and revokes', async () => {
    await made.admin('POST /settings/groups', { name: 'Course', paths: ['course/**'] });
    await open('/app/people');
    await press('Add person');
    await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill('pupil@example.org');
    await page.getByRole('checkbox', { name: 'Course' }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Add person' }).click();
    await page.getByRole('link', { name: 'Explain what they can read' }).click();
    await page.getByLabel('Document path').fill('course/one.md');
    await press('Explain');
    await page.getByText('pupil@example.org can read course/one.md').waitFor();
    await open('/app/people?find=pupil');
    await press(/pupil@example.org/);
    await press('Revoke access');
    await page
      .getByRole('dialog', { name: /Revoke/ })
      .getByRole('button', { name: 'Revoke access' })
      .click();
    await page.getByText('has no access any more').waitFor();
  });

  it('creates, rotates and revokes a key', async () => {
    await open('/app/keys');
    await press('New key');
    await page.getByRole('textbox', { name: 'Name' }).fill('Shop');
    await press('Create key');
    const first = await page.getByTestId('secret').innerText();
    await press('I have copied it');
    await press('Rotate Shop');
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    await page.getByTestId('secret').waitFor();
    const second = await page.getByTestId('secret').innerText();
    await expect(caller(service, first)('GET /v1/members')).rejects.toThrow('401');
    await caller(service, second)('GET /v1/members');
    await press('I have copied it');
    await press('Revoke Shop');
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('The key was revoked.').waitFor();
    await expect(caller(service, second)('GET /v1/members')).rejects.toThrow('401');
  });

  it('writes a document, is shown the merge where another tab was first, and restores the first version', async () => {
    await made.admin('POST /repos', { name: 'notes' });
    await made.admin('PUT /documents/content', { path: 'notes/plan.md', text: '# Plan\n\nFirst words.\n', base: null });
    const address = '/app/documents?path=notes/plan.md&view=edit';
    await open(address);
    const { page: other } = await openTab(browser, service.url, { session });
    await other.goto(service.url + address);
    const text = (tab: Page) => tab.getByRole('textbox', { name: 'Text of notes/plan.md' });
    await text(other).waitFor();
    await text(page).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('From the first tab.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('From the first tab.').first().waitFor();
    await text(other).click();
    await other.keyboard.press('Control+End');
    await other.keyboard.type('From the second tab.');
    await other.getByRole('button', { name: 'Save' }).click();
    await other.getByText('Somebody saved this document meanwhile').waitFor();
    await other.getByRole('button', { name: 'Save the merged text' }).click();
    await other.getByRole('button', { name: 'History' }).click();
    await other.getByRole('button', { name: /^Added/ }).click();
    await other.getByRole('button', { name: 'Restore this version' }).click();
    await other.getByText('That version is the newest one again.').waitFor();
    const now = await made.admin('GET /documents/content?path=notes/plan.md');
    expect(now.text).toBe('# Plan\n\nFirst words.\n');
  });

  it("shares a slice with a group, and a reader's token sees exactly its records", async () => {
    await made.admin('POST /collections', { name: 'stock' });
    await made.admin('POST /collections/stock/import', { records: productRecords(50) });
    const group = await made.admin('POST /settings/groups', { name: 'Chair makers', paths: ['chairs/**'] });
    await open('/app/collections/stock?tab=sharing');
    await press('Share with a group');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Group').selectOption({ label: 'Chair makers' });
    await dialog.getByRole('button', { name: 'Add a condition' }).click();
    await dialog.getByLabel('Field 1').fill('category');
    await dialog.getByLabel('Value 1').fill('Chairs');
    await dialog.getByRole('button', { name: 'Share' }).click();
    await page.getByText('Shared. It counts from the next request on.').waitFor();
    const token = await made.admin('POST /settings/tokens', {
      name: 'chair agent',
      role: 'reader',
      access: 'read_only',
      groups: [group.id],
    });
    const described = await caller(service, token.secret)('GET /collections/stock/describe');
    expect(described.records).toBe(10);
  });
});
