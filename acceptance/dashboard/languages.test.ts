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
  const { admin, opened } = setUpOakline();

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

  it('explains each kind of finding in German, with its advice', async () => {
    const created = await admin('POST /collections', { name: 'readings' });
    const { number, date } = {
      number: ['comma_or_separator', 'comma', 'separator', 'unit', 'word', 'hidden'],
      date: ['word_date', 'clear_date', 'unclear_date'],
    };
    const typed = (names: readonly string[], type: string) => names.map((name) => [name, type]);
    const types = [...typed(number, 'number'), ...typed(date, 'date'), ['text', 'string'], ['choice', 'enum']];
    await admin('PATCH /collections/readings', { field_types: Object.fromEntries(types) });
    await admin('POST /collections/readings/import', { records: [{ id: 4, undeclared: 'oak' }] });
    const shownFields = types.flatMap(([name]) => (name === 'hidden' ? [] : [name]));
    await admin('PATCH /collections/readings', { exposed_fields: [...shownFields, 'write_date'] });
    const numbers = {
      comma_or_separator: '1,234',
      comma: '1.234,50',
      separator: '1,234.50',
      unit: '3 pcs',
      word: 'cheap',
    };
    const dates = { word_date: 'soon', clear_date: '31.04.2026', unclear_date: '03.04.2026' };
    const others = { text: 5, choice: { one: 1 }, hidden: 'x', hidden_undeclared: 'y' };
    const future = { id: 1, ...numbers, ...dates, ...others, write_date: '2999-01-01 10:00:00' };
    await admin('POST /collections/readings/import', { records: [future, { id: 2, write_date: 'soon' }, { id: 3 }] });
    await admin('POST /collections/readings/import', { records: [{ id: ' 3 ', text: 'another' }] });
    await fetch(created.ingest_url, { method: 'POST', body: '{' });
    await admin('POST /collections/readings/rotate-secret');
    await fetch(created.ingest_url, { method: 'POST', body: '{}' });
    const { page, context } = await opened('/app/');
    await context.addCookies([{ name: 'svc_language', value: 'de', url: service.url }]);
    const look = async (): Promise<void> => {
      const { findings } = await admin('GET /collections/readings/findings');
      await page.goto(`${service.url}/app/collections/readings?tab=findings`);
      await settled(page);
      const shown = await page.getByRole('table', { name: 'Befunde' }).innerText();
      expect(shown).toContain('„hidden“ enthält einen Wert, der nicht zum Typ Zahl passt');
      expect(
        findings.map(({ message }: { message: string }) => message).filter((text: string) => shown.includes(text)),
      ).toEqual([]);
      expect(shown).not.toMatch(/\b(arrives?|send|first|separator\?|more than)\b/i);
      expect(findings).toHaveLength(18);
    };
    await look();
    // The same finding, with another sentence.
    await admin('POST /collections/readings/import', { records: [{ id: 1, write_date: '2026-01-01 10:00:00' }] });
    await look();
    await context.close();
  });
});
