import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OwnService, startService } from '../service.js';
import { executablePath, openBrowser, openTab, settled } from './browser.js';
import { productRecords } from './sample.mjs';
import { caller, makeWorkspace, sessionOf } from './seed.mjs';

if (!executablePath) console.info('Not run: what people do in the dashboard (no chromium here).');

const csv = readFileSync(new URL('../../examples/products.csv', import.meta.url), 'utf8');
const rows = csv.trim().split('\n').length - 1;

/** Lets go of a file over the page, as the mouse does. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    (file) => {
      const data = new DataTransfer();
      data.items.add(new File([file.text], file.name, { type: 'text/csv' }));
      return data;
    },
    { name, text },
  );
  await page.getByText(/^Drop a CSV/).dispatchEvent('drop', { dataTransfer });
}

describe.runIf(executablePath)('in the dashboard an admin', () => {
  let service: OwnService;
  let browser: Browser;
  let session: string;
  let page: Page;
  let made: Awaited<ReturnType<typeof makeWorkspace>>;

  beforeAll(async () => {
    // As `npm start` does it in an empty folder.
    service = await startService({ settings: { SVC_DEMO: '1' } });
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

  it('signs in by the printed link, makes a collection, drops a file, accepts the suggested roles and gets high', async () => {
    const { page: first, context, wrongs } = await openTab(browser, service.url, {});
    const button = (name: string | RegExp) => first.getByRole('button', { name }).first();
    const printed = () => /sign in as the first admin.*\n\s*(http\S+)/.exec(service.printed())?.[1];
    await expect.poll(printed, { timeout: 60_000 }).toBeDefined();
    await first.goto(String(printed()));
    await button('Sign in').click();
    await first.getByRole('heading', { name: 'Sample workspace' }).waitFor();
    expect(first.url()).toBe(`${service.url}/app/`);
    await first.getByRole('link', { name: 'Collections', exact: true }).click();
    await button('New collection').click();
    await first.getByRole('textbox', { name: 'Name' }).fill('catalogue');
    await first.keyboard.press('Enter');
    expect(await first.getByTestId('secret').innerText()).toContain('/ingest/');
    await button('I have copied it').click();
    await first.getByRole('link', { name: 'Import a file' }).click();
    await drop(first, 'products.csv', csv);
    await button('Try the first 500').click();
    await first.getByText(`${rows} records would be taken, 0 refused`).waitFor();
    await button('Import all').click();
    await first.getByText(`${rows} imported, 0 failed`).waitFor();
    await first.getByRole('link', { name: 'Look at the fields' }).click();
    await button(/^Accept all/).click();
    await button('Save roles').click();
    await first.getByText('The roles were saved.').waitFor();
    for (const [asked, found] of [
      ['do you have the DSK-160-WAL?', '1003'],
      ['floor lamp arc', '3002'],
    ] as const) {
      await first.getByRole('tab', { name: 'Ask' }).click();
      await first.getByLabel('Ask for a record').fill(asked);
      await first.keyboard.press('Enter');
      await first.getByText('High: act on it').waitFor();
      await first.getByRole('link', { name: found, exact: true }).click();
      await first.getByRole('dialog', { name: `Record ${found}` }).waitFor();
      await first.keyboard.press('Escape');
    }
    expect(wrongs).toEqual([]);
    await context.close();
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
