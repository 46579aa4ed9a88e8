import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unique } from '../http.js';
import { barriers, canSignIn, openBrowser, openTab, service, settled, switchScheme, type Watched } from './browser.js';
import { makeOakline } from './sample.mjs';
import { sessionOf } from './seed.mjs';

if (!canSignIn) console.info('Not run: rich text in the dashboard (no chromium here).');

const text = [
  '---\ntitle: Chairs\n---\n',
  '# Chairs',
  'Oak *is* __hard__, see [[Pricing]] and $a_1$.\nSo is ash.',
  '* [ ] cut\n* [x] dry',
  '| Wood | Price |\n|---|---:|\n| Oak | 42 |',
  '> [!NOTE]\n> Wet wood moves.',
  '```mermaid\nflowchart LR\n  A --> B\n```',
  '$$\na^2\n$$',
  '<div>\n\nInside.\n\n</div>',
  'مرحبا بالعالم\n',
].join('\n\n');

describe.runIf(canSignIn)('rich text of a document', () => {
  let browser: Browser;
  let made: Awaited<ReturnType<typeof makeOakline>>;
  let session: string;
  let tab: Watched;
  let page: Page;
  let path: string;
  const domain = `${unique('oakline')}.example`;
  const admin = `ada@${domain}`;

  beforeAll(async () => {
    browser = await openBrowser();
    made = await makeOakline(service, admin);
    session = await sessionOf(service, admin);
    tab = await openTab(browser, service.url, { session, width: 1440 });
    page = tab.page;
  });
  afterAll(() => browser?.close());

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const editor = () => page.getByRole('textbox', { name: `Text of ${path}` });
  const stored = async (): Promise<string> => (await made.admin(`GET /documents/content?path=${path}`)).text;

  const write = async (start: string, ending = '.md'): Promise<void> => {
    path = `handbook/people/${unique('notes')}${ending}`;
    await made.admin('PUT /documents/content', { path, text: start, base: null });
    await page.goto(`${service.url}/app/documents?path=${path}&view=edit`);
    await editor().waitFor();
    await settled(page);
  };
  const save = async (): Promise<void> => {
    await page.keyboard.press('Control+s');
    await page.getByText('Saved.', { exact: true }).last().waitFor();
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
  };

  it('changes only the edited block, and saves it with Ctrl+S without leaving the editor', async () => {
    await write(text);
    const paragraph = editor().locator('p', { hasText: 'So is ash.' });
    const { width = 0, height = 0 } = (await paragraph.boundingBox()) ?? {};
    // After the last line.
    await paragraph.click({ position: { x: width - 4, y: height - 8 } });
    await page.keyboard.type(' And *elm*.');
    await save();
    expect(await stored()).toBe(text.replace('So is ash.', 'So is ash. And *elm*.'));
    expect(await editor().evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.type(' More.');
    await save();
    expect(await stored()).toContain('And *elm*. More.');
    expect(tab.wrongs.splice(0)).toEqual([]);
  });

  it('looks as for readers, is at most 44 rem wide, and is accessible in light and dark', async () => {
    await write(text);
    for (const seen of ['table', '.callout', 'iframe.diagram', 'math', 'text=Inside.']) {
      await editor().locator(seen).first().waitFor();
    }
    expect((await editor().boundingBox())?.width).toBeLessThanOrEqual(44 * 16);
    expect(
      await editor()
        .getByText('مرحبا')
        .evaluate((element) => getComputedStyle(element).direction),
    ).toBe('rtl');
    for (let schemes = 0; schemes < 2; schemes += 1) {
      expect(await barriers(page, 'rich text')).toEqual([]);
      await switchScheme(page);
    }
  });

  it("shows a table's source in place while it is edited", async () => {
    await write(text);
    await editor().getByRole('cell', { name: 'Oak' }).hover();
    await button('Edit the table as Markdown').click();
    await editor().locator('pre', { hasText: '| Oak | 42 |' }).waitFor();
    await page.keyboard.press('End');
    await page.keyboard.type(' <!-- euro -->');
    await save();
    expect(await stored()).toBe(text.replace('| Wood | Price |', '| Wood | Price | <!-- euro -->'));
  });

  it('edits the cells of a table in place, and changes no other byte', async () => {
    await write(text);
    await editor().getByRole('cell', { name: 'Oak' }).click();
    await page.keyboard.type('Ash | elm');
    await page.keyboard.press('Tab');
    await page.keyboard.type('31');
    await page.keyboard.press('Escape');
    await editor().getByRole('cell', { name: '42' }).click();
    await page.keyboard.type('31.50');
    await page.keyboard.press('Enter');
    await editor().getByRole('cell', { name: 'Ash | elm' }).waitFor();
    expect(await barriers(page, 'cell of a table')).toEqual([]);
    await save();
    expect(await stored()).toBe(text.replace('| Oak | 42 |', '| Ash \\| elm | 31.50 |'));
  });

  it('adds blocks from a menu after a slash, and links by document name', async () => {
    await write('# Plan\n');
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/call');
    await page.getByRole('option', { name: 'Callout' }).waitFor();
    expect(await barriers(page, 'menu of blocks')).toEqual([]);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+End');
    await page.keyboard.type('See [[pric');
    await page.getByRole('option', { name: /Pricing/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type(' today.');
    await save();
    expect(await stored()).toBe('# Plan\n\n> [!NOTE]\n> Text\n\nSee [Pricing](../pricing.md) today.\n');
  });

  it('says in the toolbar which formats the cursor is in', async () => {
    await write('# Plan\n\nOak\n');
    const isPressed = (name: string) => button(name).getAttribute('aria-pressed');
    await expect.poll(() => isPressed('Heading')).toBe('true');
    await page.keyboard.press('Control+End');
    await button('List').click();
    await button('Bold').click();
    await expect.poll(() => isPressed('Bold')).toBe('true');
    expect(await Promise.all(['List', 'Heading', 'Table'].map(isPressed))).toEqual(['true', 'false', null]);
  });

  it('types below the title of a new document, also before the editor is loaded', async () => {
    path = `handbook/people/${unique('notes')}.md`;
    await made.admin('PUT /documents/content', { path, text: '# Plan\n', base: null });
    await page.goto(`${service.url}/app/documents?path=${path}`);
    await settled(page);
    let letGo = (): void => undefined;
    const released = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/documents/draft*', async (route) => {
      await released;
      await route.continue();
    });
    await button('Edit').click();
    await page.getByRole('status', { name: 'Loading' }).waitFor();
    await page.keyboard.type('First?');
    letGo();
    await editor().getByText('First?').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await page.keyboard.type(' Words.');
    await save();
    expect(await stored()).toBe('# Plan\n\nFirst? Words.\n');
  });

  it('fills a new table from its first cell on, and adds rows and columns', async () => {
    await write('# Plan\n');
    await page.keyboard.type('/table');
    await page.getByRole('option', { name: 'Table' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Row 1, column 1' }).waitFor();
    for (const words of ['Wood', 'Price', 'Oak', '42', 'Ash', '31', 'Elm']) {
      await page.keyboard.type(words);
      await page.keyboard.press('Tab');
      await page.getByRole('textbox', { name: /^Row \d, column \d$/ }).waitFor();
    }
    await page.keyboard.type('28');
    await page.keyboard.press('Enter');
    await editor().getByRole('cell', { name: 'Elm' }).hover();
    await button('Add a column').click();
    await page.getByRole('textbox', { name: 'Row 1, column 3' }).waitFor();
    await page.keyboard.type('Use');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    expect(await barriers(page, 'a table')).toEqual([]);
    await save();
    const lines = [
      '| Wood | Price | Use |',
      '| --- | --- | --- |',
      '| Oak | 42 |  |',
      '| Ash | 31 |  |',
      '| Elm | 28 |  |',
    ];
    expect(await stored()).toBe(`# Plan\n\n${lines.join('\n')}\n`);
  });

  it('takes a pasted table as a table, and other text with tables as text', async () => {
    await write('# Plan\n');
    const paste = (html: string) =>
      editor().evaluate((element, pasted) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/html', pasted);
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }, html);
    const table = '<table><tr><td>Wood</td><td>Price</td></tr><tr><td>Oak</td><td>42</td></tr></table>';
    await paste(`<p>From the list:</p>${table}`);
    await editor().getByText('From the list:').waitFor();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Enter');
    await paste(table);
    await editor().getByRole('cell', { name: 'Oak' }).waitFor();
    await save();
    expect(await stored()).toMatch(
      /^# Plan\n\nFrom the list:\n[^|]*\n\n\| Wood \| Price \|\n\| --- \| ---: \|\n\| Oak \| 42 \|\n$/,
    );
    expect(tab.wrongs.splice(0)).toEqual([]);
  });

  it('is converted to Markdown and back without a change', async () => {
    await write(text);
    await button('Markdown').click();
    await page.locator('.cm-content').waitFor();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\nEnd.');
    await button('Rich text').click();
    await editor().getByText('End.').waitFor();
    await save();
    expect(await stored()).toBe(`${text}\nEnd.`);
  });

  it('opens a document that is not Markdown as plain text, and says why', async () => {
    await write('{"a": 1}\n', '.json');
    await page.getByText('This document opens as text. It is not a Markdown document.').waitFor();
    expect(await page.locator('.cm-content').isVisible()).toBe(true);
  });

  it('keeps the focus when someone else saves, and when going back', async () => {
    await write('One.\n');
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' Mine.');
    await made.admin('PUT /documents/content', { path, text: 'Two.\n', base: 'any' });
    await page.keyboard.press('Control+s');
    await page.getByText('Someone else saved this document').waitFor();
    const own = page.getByRole('textbox', { name: 'Yours' });
    await expect.poll(() => own.evaluate((element) => element === document.activeElement)).toBe(true);
    await button('Back to my text').click();
    await expect.poll(() => editor().evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.type(' Still.');
    await editor().getByText('One. Mine. Still.').waitFor();
  });
  it('keeps the draft for all devices of a person, and names other people who are editing', async () => {
    await write('One.\n');
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' Mine.');
    const draft = async (): Promise<string> => (await made.admin(`GET /documents/drafts?path=${path}`)).drafts[0]?.text;
    await expect.poll(draft).toBe('One. Mine.\n');
    // A new browser context shares no storage with the first, like another device.
    const device = await openTab(browser, service.url, { session, width: 1024 });
    await device.page.goto(page.url());
    await device.page.getByText('This is your draft from').waitFor();
    await device.page.getByText('One. Mine.').waitFor();
    await device.context.close();
    const eva = await openTab(browser, service.url, { session: await sessionOf(service, `eva@${domain}`), width: 360 });
    await eva.page.goto(page.url());
    await eva.page.getByText('Ada Berg is editing').waitFor();
    expect(await eva.page.getByText('This is your draft from').count()).toBe(0);
    expect(await barriers(eva.page, 'editing at 360 px')).toEqual([]);
    await eva.context.close();
    await save();
    await expect.poll(draft).toBeUndefined();
  });
});
