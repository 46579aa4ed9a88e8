import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unique } from '../http.js';
import { barriers, canSignIn, openBrowser, openTab, service, settled, type Watched } from './browser.js';
import { makeOakline } from './sample.mjs';
import { sessionOf } from './seed.mjs';

if (!canSignIn) console.info('Not run: documents in the dashboard (no chromium here).');

const sections = ['Wood', 'Tools', 'Finish', 'Price'];
const long = `# Everything\n\n${sections.map((name) => `## ${name}\n\n${'Words about it.\n\n'.repeat(30)}`).join('')}`;

describe.runIf(canSignIn)('documents in the dashboard', () => {
  let browser: Browser;
  let made: Awaited<ReturnType<typeof makeOakline>>;
  let session: string;

  beforeAll(async () => {
    browser = await openBrowser();
    const admin = `ada@${unique('oakline')}.example`;
    made = await makeOakline(service, admin);
    session = await sessionOf(service, admin);
    await made.admin('PUT /documents/content', { path: 'handbook/long.md', text: long, base: null });
  });
  afterAll(() => browser?.close());

  const opened = async (query: string, width: number): Promise<Watched> => {
    const tab = await openTab(browser, service.url, { session, width });
    await tab.page.goto(`${service.url}/app/documents?${query}`);
    await settled(tab.page);
    return tab;
  };
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const widthOf = async (page: Page, selector: string): Promise<number> =>
    Math.round((await page.locator(selector).boundingBox())?.width ?? 0);

  it('are shown between the tree of documents and the table of contents, which marks the current heading', async () => {
    const { page, context } = await opened('path=handbook/long.md', 1440);
    expect(await widthOf(page, 'aside[aria-label="Documents"]')).toBe(240);
    expect(await widthOf(page, '.prose')).toBeLessThanOrEqual(44 * 16);
    const contents = page.getByRole('navigation', { name: 'Contents' });
    expect(await contents.getByRole('link').allInnerTexts()).toEqual(sections);
    await contents.getByRole('link', { name: 'Finish' }).press('Enter');
    await expect
      .poll(() => contents.getByRole('link', { name: 'Finish' }).getAttribute('aria-current'))
      .toBe('location');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Finish');
    for (const name of ['History', 'Share', 'Edit']) {
      expect((await button(page, name).boundingBox())?.y, name).toBeLessThan(150);
    }
    await page.setViewportSize({ width: 1279, height: 800 });
    await contents.waitFor({ state: 'hidden' });
    await context.close();
  });

  it('are shared with the address of their reading page', async () => {
    const { page, context } = await opened('path=handbook/long.md', 1024);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await button(page, 'Copy the link for readers').click();
    await button(page, 'Copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${service.url}/d/handbook/long.md`);
    await context.close();
  });

  it('show Markdown and preview side by side in a wide window, and one of them in a narrow one', async () => {
    const { page, context, wrongs } = await opened('path=handbook/long.md&view=edit', 1440);
    await button(page, 'Markdown').click();
    const text = page.getByRole('textbox', { name: 'Text of handbook/long.md' });
    const preview = page.locator('.prose');
    await preview.waitFor();
    expect(await text.isVisible()).toBe(true);
    for (const width of [1024, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await preview.waitFor({ state: 'hidden' });
      await button(page, 'Preview').click();
      await preview.waitFor();
      expect(await text.isVisible()).toBe(false);
      expect(await barriers(page, `preview, ${width} px`)).toEqual([]);
      await button(page, 'Write').click();
      await text.waitFor();
    }
    expect(wrongs).toEqual([]);
    await context.close();
  });

  it('are restored with one button after deletion', async () => {
    const path = 'handbook/passing.md';
    await made.admin('PUT /documents/content', { path, text: '# Passing\n', base: null });
    const { page, context } = await opened(`path=${path}`, 1024);
    await button(page, 'More').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await button(page, 'Delete document').click();
    await page.getByText('The document was deleted.').waitFor();
    expect(await barriers(page, 'after a deletion')).toEqual([]);
    await button(page, 'Undo').click();
    await page.getByText(`${path} was restored.`).waitFor();
    await page.locator('.prose').getByRole('heading', { name: 'Passing' }).waitFor();
    expect((await made.admin(`GET /documents/content?path=${path}`)).text).toBe('# Passing\n');
    await context.close();
  });
  it("list recent changes, one's own documents, drafts and repos, and move a document dropped on a folder", async () => {
    const path = 'handbook/dragged.md';
    const { document } = await made.admin('PUT /documents/content', { path, text: '# Dragged\n', base: null });
    await made.admin('PUT /documents/drafts', { path, base: document.blob, text: '# Dragged away\n' });
    const { page, context, wrongs } = await opened('', 1440);
    const list = page.getByRole('tabpanel');
    await list.getByRole('link', { name: 'Dragged' }).waitFor();
    await page.getByRole('tab', { name: 'Mine' }).click();
    await list.getByRole('link', { name: 'Dragged' }).waitFor();
    await page.getByRole('tab', { name: 'Repos' }).click();
    await button(page, 'Clone handbook').click();
    await page.getByText(/git clone http.*handbook\.git/).waitFor();
    expect(await barriers(page, 'repos')).toEqual([]);
    const tree = page.getByRole('complementary', { name: 'Documents' });
    await tree.getByRole('button', { name: 'handbook' }).click();
    await tree.getByRole('link', { name: 'Dragged' }).dragTo(tree.getByRole('button', { name: 'people' }));
    await page.getByText('Moved to handbook/people/dragged.md.').waitFor();
    expect((await made.admin('GET /documents/content?path=handbook/people/dragged.md')).text).toBe('# Dragged\n');
    expect(wrongs).toEqual([]);
    await context.close();
  });
});
