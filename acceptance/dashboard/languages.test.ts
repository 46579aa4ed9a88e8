import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { canSignIn, service, settled } from './browser.js';
import { setUpOakline } from './oakline.js';
import { type DashboardPage, pages } from './pages.mjs';

if (!canSignIn) console.info('Not run: the languages of the dashboard (no chromium here).');

const patienceMs = 300_000;

/** The German messages by their English text, from the file that the page has loaded. */
const messagesOf = (page: Page): Promise<Readonly<Record<string, string>>> =>
  page.evaluate(`
    const files = performance.getEntriesByType('resource').map(({ name }) => name);
    import(files.find((name) => /\\/de-[^/]+\\.js$/.test(name))).then(({ messages }) => ({ ...messages }));
  `);

/** Those of the strings that a page shows as text, label or title. The content of documents is left out. */
const shownAmong = (page: Page, texts: readonly string[]): Promise<string[]> =>
  page.evaluate((wanted) => {
    const found = new Set<string>();
    for (const element of document.querySelectorAll('body *')) {
      if (!element.checkVisibility() || element.closest('.prose, .cm-editor, pre, code') !== null) continue;
      const own = Array.from(element.childNodes, (node) => (node.nodeType === Node.TEXT_NODE ? node.textContent : ''));
      const attributes = ['aria-label', 'placeholder', 'title'].map((name) => element.getAttribute(name));
      for (const text of [...own, ...attributes]) found.add(text?.trim() ?? '');
    }
    return wanted.filter((text) => found.has(text));
  }, texts);

describe.runIf(canSignIn)('the dashboard', () => {
  const { opened } = setUpOakline();

  it.each([
    ['de', 'Ihr Konto'],
    ['fr', 'Votre compte'],
    ['es', 'Su cuenta'],
  ])('is in the language that the person chose: %s', async (language, account) => {
    const { page, context } = await opened('/app/people');
    await context.addCookies([{ name: 'svc_language', value: language, url: service.url }]);
    await page.reload();
    await settled(page);
    await page.getByRole('button', { name: account }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe(language);
    await context.close();
  });

  it('follows the language of the account page, to which the account menu leads', async () => {
    const { page, context } = await opened('/app/people');
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Your account' }).click();
    await page.getByLabel('Language').selectOption('Español');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Su cuenta' }).waitFor();
    await page.getByRole('link', { name: 'Inicio' }).click();
    await page.getByRole('button', { name: 'Su cuenta' }).waitFor();
    await context.close();
  });

  it(
    'shows no English text in German, on any page and in its dialogs',
    async () => {
      const { page, context } = await opened('/app/');
      await context.addCookies([{ name: 'svc_language', value: 'de', url: service.url }]);
      await page.reload();
      await settled(page);
      const messages = await messagesOf(page);
      // A button of the pages is named by a part of its text.
      const german: typeof messages = { ...messages, 'Accept all': 'Vorschläge übernehmen' };
      // A translation of another message, or a name in the workspace of this test, may equal an English message.
      const names = new Set([...Object.values(messages), 'Shop backend', 'operator']);
      const english = Object.keys(messages).filter((key) => messages[key] !== key && !names.has(key));
      expect(english.length).toBeGreaterThan(1_000);
      const left: string[] = [];
      const look = async ({ name }: DashboardPage): Promise<void> => {
        left.push(...(await shownAmong(page, english)).map((text) => `${name}: ${text}`));
      };
      for (const each of pages) {
        await page.goto(service.url + each.path);
        await settled(page);
        await look(each);
        if (each.opens === undefined) continue;
        const button = page.getByRole('button', { name: german[each.opens] ?? each.opens }).first();
        await button.click();
        await look(each);
      }
      expect(left).toEqual([]);
      await context.close();
    },
    patienceMs,
  );
});
