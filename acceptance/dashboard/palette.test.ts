import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unique } from '../http.js';
import { barriers, canSignIn, openBrowser, openTab, service, settled, type Watched } from './browser.js';
import { makeOakline } from './sample.mjs';
import { sessionOf } from './seed.mjs';

if (!canSignIn) console.info('Not run: what the palette does (no chromium here).');

describe.runIf(canSignIn)('the palette', () => {
  let browser: Browser;
  let domain: string;
  let tab: Watched;
  let page: Page;

  beforeAll(async () => {
    browser = await openBrowser();
    domain = `${unique('oakline')}.example`;
    await makeOakline(service, `ada@${domain}`);
    tab = await openTab(browser, service.url, { session: await sessionOf(service, `ada@${domain}`) });
    page = tab.page;
    await page.goto(`${service.url}/app/`);
    await settled(page);
  });
  afterAll(() => browser?.close());

  /** Types into the palette until the entry is the one that Enter chooses, and presses it. */
  const choose = async (within: Page, typed: string, option: string | RegExp): Promise<void> => {
    await within.keyboard.press('Control+K');
    const box = within.getByRole('combobox', { name: /^Find a page/ });
    await box.fill(typed);
    await within.getByRole('option', { name: option, selected: true }).waitFor();
    await box.press('Enter');
  };

  it.each([
    ['new doc', 'New document', 'New document'],
    ['new coll', 'New collection', 'New collection'],
    ['add mem', 'Add member', 'Add person'],
    ['sync', 'Sync a list of members', 'Sync members'],
    ['new tok', 'New token', 'New agent token'],
    ['new api', 'New API key', 'New API key'],
  ])('opens the dialog for "%s"', async (typed, action, dialog) => {
    await choose(page, typed, new RegExp(`^${action}`));
    const opened = page.getByRole('dialog', { name: dialog });
    await opened.waitFor();
    await page.keyboard.press('Escape');
    await opened.waitFor({ state: 'detached' });
  });

  it('leads to the import and to a new group', async () => {
    await choose(page, 'import rec', /^Import records/);
    await page.getByRole('heading', { name: 'Import', level: 1 }).waitFor();
    await choose(page, 'new gro', /^New group/);
    await page.getByRole('heading', { name: 'New group', level: 1 }).waitFor();
  });

  it('finds a record by its id, and nothing where no collection has it', async () => {
    await choose(page, '9000', /^9000 · products/);
    await page.getByRole('dialog', { name: 'Record 9000' }).getByText('Garden bench').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+K');
    await page.getByRole('dialog').getByRole('combobox').fill('9001');
    await page.getByText('No results.').waitFor();
    await page.keyboard.press('Escape');
  });

  it('switches the theme', async () => {
    const scheme = () => page.evaluate(() => document.documentElement.dataset.mantineColorScheme);
    const before = await scheme();
    await choose(page, 'theme', /^Switch theme/);
    await expect.poll(scheme).toBe(before === 'dark' ? 'light' : 'dark');
    await page.keyboard.press('Control+K');
    await page.getByRole('option').first().waitFor();
    expect(await barriers(page, 'the palette')).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('offers an editor only what editors may do', async () => {
    const other = await openTab(browser, service.url, { session: await sessionOf(service, `eva@${domain}`) });
    await other.page.goto(`${service.url}/app/`);
    await settled(other.page);
    await other.page.keyboard.press('Control+K');
    await other.page.getByRole('dialog').getByRole('combobox').fill('new');
    await other.page.getByRole('option', { name: /^New document/ }).waitFor();
    expect(await other.page.getByRole('option', { name: /^(New (group|token|API key)|Add member)/ }).count()).toBe(0);
    await other.context.close();
  });
});
