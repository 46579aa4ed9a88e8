import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unique } from '../http.js';
import { barriers, canSignIn, openBrowser, openTab, service, settled, switchScheme, type Watched } from './browser.js';
import { makeOakline } from './sample.mjs';
import { sessionOf } from './seed.mjs';

if (!canSignIn) console.info('Not run: writing in the dashboard (no chromium here).');

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Pastes into the editor, as a browser does. */
async function paste(page: Page, pasted: { html?: string; image?: string }): Promise<void> {
  await page.locator('.cm-content').evaluate((element, { html, image }) => {
    const clipboardData = new DataTransfer();
    if (html !== undefined) clipboardData.setData('text/html', html);
    if (image !== undefined) {
      const bytes = Uint8Array.from(atob(image), (character) => character.charCodeAt(0));
      clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }));
    }
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, pasted);
}

/** Runs in the page: the number of colors of the text. */
function colorsOf(): number {
  const spans = [...document.querySelectorAll('.cm-line span')];
  return new Set(spans.map((span) => getComputedStyle(span).color)).size;
}

describe.runIf(canSignIn)('the Markdown editor of the dashboard', () => {
  let browser: Browser;
  let made: Awaited<ReturnType<typeof makeOakline>>;
  let session: string;
  let tab: Watched;
  let page: Page;
  let path: string;

  beforeAll(async () => {
    browser = await openBrowser();
    const admin = `ada@${unique('oakline')}.example`;
    made = await makeOakline(service, admin);
    session = await sessionOf(service, admin);
    tab = await openTab(browser, service.url, { session, width: 1440 });
    page = tab.page;
    await page.addInitScript(() => {
      // Frames of diagrams and an empty page have no storage.
      if (window === top && location.protocol === 'http:') localStorage.setItem('editor', 'markdown');
    });
  });
  afterAll(() => browser?.close());

  const content = async () => made.admin(`GET /documents/content?path=${path}`);
  const option = (name: RegExp | string) =>
    page.locator('.cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled)').getByRole('option', { name });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const text = () => page.getByRole('textbox', { name: `Text of ${path}` });
  const drafts = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:')));
  const written = async (): Promise<string> => (await page.locator('.cm-line').allInnerTexts()).join('\n').trim();

  /** Opens the editor with this text. */
  const write = async (start: string): Promise<void> => {
    path = `handbook/people/${unique('notes')}.md`;
    await made.admin('PUT /documents/content', { path, text: start, base: null });
    await page.goto(`${service.url}/app/documents?path=${path}&view=edit`);
    await settled(page);
    await text().click();
    await page.keyboard.press('Control+End');
  };

  it('formats the selection with the toolbar and shortcuts; the toolbar is reachable by keyboard', async () => {
    await write('oak');
    await page.keyboard.press('Control+A');
    await button('Bold').click();
    await page.keyboard.press('Control+I');
    expect(await written()).toBe('**_oak_**');
    await button('Bold').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    expect(await written()).toBe('## **_oak_**');
    expect(await text().evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Enter');
    await button('Table').click();
    expect(await written()).toContain('| Column | Column |\n| --- | --- |');
    expect(tab.wrongs.splice(0)).toEqual([]);
  });

  it('shows Markdown in readable colors in light and dark', async () => {
    await write('# Title\n\nSome `code`, **bold** and a [link](welcome.md).\n\n- item\n\n> quote\n');
    expect(await page.evaluate(colorsOf)).toBeGreaterThan(3);
    for (let schemes = 0; schemes < 2; schemes += 1) {
      expect(await barriers(page, 'colours', 'colors')).toEqual([]);
      await switchScheme(page);
    }
  });

  it('restores the draft after a reload, unless it was saved or discarded', async () => {
    await write('Saved.');
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.keyboard.type(' Not yet.');
    await page.getByText('Draft kept').waitFor();
    await page.reload();
    await page.getByText('This is your draft from').waitFor();
    await expect.poll(written).toBe('Saved. Not yet.');
    expect(await barriers(page, 'draft')).toEqual([]);
    await button('Discard the draft').click();
    expect(await written()).toBe('Saved.');
    await page.keyboard.press('Control+End');
    await text().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' And more.');
    await page.getByText('Draft kept').waitFor();
    await button('Save').click();
    await button('Edit').click();
    await text().waitFor();
    expect(await written()).toBe('Saved. And more.');
    expect(await page.getByText('This is your draft').count()).toBe(0);
    expect((await drafts()).filter((key) => key.endsWith(path))).toEqual([]);
  });

  it('shows a draft of an earlier version, and merges it when it is saved', async () => {
    await write('One.');
    await page.keyboard.type(' Mine.');
    await page.getByText('Draft kept').waitFor();
    await page.goto('about:blank');
    await made.admin('PUT /documents/content', { path, text: 'Two.', base: 'any' });
    await page.goto(`${service.url}/app/documents?path=${path}&view=edit`);
    await page.getByText('The document has changed since').waitFor();
    await button('Save').click();
    await page.getByText('Someone else saved this document').waitFor();
    await page.getByRole('textbox', { name: 'Current text' }).getByText('Two.').waitFor();
    await button('Save the merged text').click();
    await button('Edit').waitFor();
    expect((await content()).text).toBe('One. Mine.');
  });

  it('completes links to documents by name and by address', async () => {
    await write('');
    await page.keyboard.type('See [[pric');
    await option(/Pricing/).waitFor();
    expect(await barriers(page, 'completion')).toEqual([]);
    await page.keyboard.press('Enter');
    expect(await written()).toBe('See [[Pricing]]');
    await page.keyboard.type(' or [it](welc');
    await option(/Welcome to Oakline/).waitFor();
    await page.keyboard.press('Enter');
    expect(await written()).toBe('See [[Pricing]] or [it](../welcome.md)');
    await page.keyboard.type(' [[dovet');
    await page.keyboard.press('Escape');
    expect(await option(/Dovetails/).count()).toBe(0);
  });

  it('adds blocks from a menu after a slash', async () => {
    await write('');
    await page.keyboard.type('/num');
    await option('Numbered list').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('First');
    expect(await written()).toBe('1. First');
  });

  it('pastes a table of a spreadsheet as Markdown', async () => {
    await write('');
    const style = '<style>td { color: red; }</style>';
    const rows = '<tr><td style="color: red">Oak</td><td>42.00</td></tr><tr><td>A|B</td><td>1,088</td></tr>';
    const html = `${style}<table><tr><th>Wood</th><th>Price</th></tr>${rows}</table>`;
    await paste(page, { html, image: pixel });
    expect(await written()).toBe('| Wood | Price |\n| --- | ---: |\n| Oak | 42.00 |\n| A\\|B | 1,088 |');
    expect(tab.wrongs.splice(0)).toEqual([]);
  });

  it('stores each pasted image as a new file, and names an image that is too large', async () => {
    await write('');
    await paste(page, { image: pixel });
    const name = path.slice(path.lastIndexOf('/') + 1, -'.md'.length);
    await expect.poll(written).toBe(`![${name}-image](${name}-image.png)`);
    await page.keyboard.press('Enter');
    await paste(page, { image: `${pixel.slice(0, 60)}AAAA${pixel.slice(64)}` });
    await expect.poll(written).toContain(`](${name}-image-2.png)`);
    await page.locator('.prose img').first().waitFor();
    await page.locator('.cm-content').evaluate((element) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([new Uint8Array(201 * 1024 ** 2)], 'wall.png', { type: 'image/png' }));
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await page.getByText('wall.png has 201 MiB. A file can have at most 200 MiB.').waitFor();
    expect(await written()).not.toContain('wall');
  });

  it('deletes drafts at sign-out', async () => {
    await write('Mine.');
    await page.keyboard.type(' More.');
    await page.getByText('Draft kept').waitFor();
    await button('Your account').click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/app/'));
    expect(await drafts()).toEqual([]);
  });
});
