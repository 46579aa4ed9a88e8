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

  /** Types into the palette until the entry is selected, and presses Enter. */
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

  it('opens the import and the dialog of a new group', async () => {
    await choose(page, 'import rec', /^Import records/);
    await page.getByRole('heading', { name: 'Import', level: 1 }).waitFor();
    await choose(page, 'new gro', /^New group/);
    await page.getByRole('heading', { name: 'New group', level: 1 }).waitFor();
  });

  it('finds a record by its id, and nothing for an unknown id', async () => {
    await choose(page, '9000', /^9000 · Garden bench · products/);
    await page.getByRole('dialog', { name: 'Record 9000' }).getByRole('heading', { name: 'Garden bench' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+K');
    await page.getByRole('dialog').getByRole('combobox').fill('9001');
    await page.getByText('No results.').waitFor();
    await page.keyboard.press('Escape');
  });

  it('finds a record by its name, and a document by the start of its title', async () => {
    await choose(page, 'garden bench', /^9000 · Garden bench · products/);
    await page.getByRole('dialog', { name: 'Record 9000' }).waitFor();
    await page.keyboard.press('Escape');
    await choose(page, 'dovet', /^Dovetails · /);
    await page.waitForURL(/path=course/);
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

  it('lists recently opened entries before actions, each under a heading', async () => {
    await page.goto(`${service.url}/app/collections/products`);
    await settled(page);
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Documents' }).click();
    await page.goto(`${service.url}/app/documents?path=handbook/welcome.md`);
    await settled(page);
    await page.keyboard.press('Control+K');
    const groups = page.getByRole('listbox').getByRole('group');
    const recent = groups.and(page.getByLabel('Recent', { exact: true })).getByRole('option');
    await expect.poll(() => recent.allInnerTexts()).toContain('products');
    expect((await recent.allInnerTexts())[0]).toBe('handbook/welcome.md');
    const names = await groups.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')));
    expect(names.slice(0, 4)).toEqual(['Recent', 'On this page', 'Pages', 'Actions']);
    await page.keyboard.press('Escape');
    await choose(page, 'history of', 'History of welcome.md');
    await page.waitForURL(/view=history/);
  });

  it('lists the keyboard shortcuts with a question mark, and contains that list as an entry', async () => {
    await page.goto(`${service.url}/app/groups`);
    await settled(page);
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await page.keyboard.press('Shift+?');
    await keys.getByText('Find, go to or do something').waitFor();
    expect(await barriers(page, 'the list of keys')).toEqual([]);
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    await choose(page, 'keyboard', 'Keyboard shortcuts');
    await keys.waitFor();
    await page.keyboard.press('Escape');
  });

  it('forgets the recently opened entries at sign-out', async () => {
    const other = await openTab(browser, service.url, { session: await sessionOf(service, `tom@${domain}`) });
    await other.page.goto(`${service.url}/app/documents?path=handbook/welcome.md`);
    await settled(other.page);
    const stored = () => other.page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('recent')));
    expect((await stored()).length).toBe(1);
    await other.page.getByRole('button', { name: 'Your account' }).click();
    await other.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await other.page.getByRole('button', { name: 'Send me a code' }).waitFor();
    expect(await stored()).toEqual([]);
    await other.context.close();
  });

  it('offers an editor only permitted actions', async () => {
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
