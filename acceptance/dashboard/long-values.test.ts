import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { unique } from '../http.js';
import { canSignIn, openBrowser, openTab, service, settled } from './browser.js';
import { pages } from './pages.mjs';
import { makeWorkspace, sessionOf } from './seed.mjs';

if (!canSignIn) console.info('Not run: long values in a browser (no chromium here).');

/** The longest address there is. */
const addressOf = (start: string) =>
  `${start.padEnd(64, 'a')}@${'long-domain.'.repeat(20)}example`.slice(0, 246) + '.example';
const longName = 'An-uncommonly-long-name-without-any-blank-'.repeat(2).slice(0, 80);

describe.runIf(canSignIn)('a table', () => {
  let browser: Browser;
  let session: string;

  beforeAll(async () => {
    browser = await openBrowser();
    const slug = unique('long');
    const email = `ada@${slug}.example`;
    const { admin } = await makeWorkspace(service, { name: longName, slug, admin: email });
    const groups: string[] = [];
    for (const start of ['a', 'b', 'c', 'd']) {
      const body = { name: `${start}-${longName}`.slice(0, 80), paths: [`${start.repeat(80)}/**`, 'x/**', 'y/**'] };
      groups.push((await admin('POST /settings/groups', body)).id);
    }
    const address = addressOf(unique('eve'));
    await admin('POST /settings/people', { email: address, role: 'reader', groups, send_email: false });
    await admin('POST /settings/people', { email: addressOf(unique('bob')), role: 'member', send_email: false });
    await admin('POST /settings/readers', { email: addressOf(unique('kim')), groups, send_email: false });
    await admin('POST /api-keys', { name: longName, capabilities: ['manage_members', 'manage_permissions'] }).catch(
      () =>
        admin('POST /settings/api-keys', { name: longName, capabilities: ['manage_members', 'manage_permissions'] }),
    );
    await admin('POST /settings/tokens', { name: longName, role: 'member', access: 'read_write' });
    await admin('POST /repos', { name: 'handbook', description: longName });
    await admin('PUT /documents/content', { path: `handbook/${'long-'.repeat(30)}.md`, text: '# Long\n', base: null });
    await admin('POST /collections', { name: 'products', description: longName.repeat(3) });
    const record = {
      id: 'x'.repeat(200),
      name: longName.repeat(3),
      [longName]: address,
      tags: [longName, longName],
      sold: false,
    };
    await admin('POST /collections/products/import', { records: [record, { id: 1, name: 'Desk' }] });
    session = await sessionOf(service, email);
  });
  afterAll(() => browser?.close());

  it('shows the longest values in rows of a few lines and never wider than its frame, on every page', async () => {
    const { page, context, wrongs } = await openTab(browser, service.url, { session });
    const problems: string[] = [];
    for (const { path } of pages.filter((each) => each.path !== '/app/operator')) {
      await page.goto(service.url + path);
      await settled(page);
      for (const width of [360, 768, 1024, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        // A page is laid out anew in some frames.
        const isRight = async () => (await page.evaluate(tableProblems)).length === 0;
        const right = await vi.waitUntil(isRight, { timeout: 5_000, interval: 20 }).catch(() => false);
        if (right) continue;
        problems.push(...(await page.evaluate(tableProblems)).map((problem) => `${path}, ${width} px: ${problem}`));
      }
    }
    expect(problems).toEqual([]);
    expect(wrongs).toEqual([]);
    await context.close();
  });
});

/** Runs in the page: tables that are wider than their frame, and rows of a table that are higher than three lines. */
function tableProblems(): string[] {
  const problems = [...document.querySelectorAll<HTMLElement>('main table[data-cards]')].flatMap((table) => {
    const frame = table.parentElement as HTMLElement;
    const name = table.getAttribute('aria-label') ?? '';
    const rows = [...table.querySelectorAll<HTMLElement>('tbody tr')];
    const high = rows.filter((row) => table.dataset['cards'] === 'false' && row.offsetHeight > 76);
    return [
      ...(frame.scrollWidth > frame.clientWidth
        ? [`${name} is ${frame.scrollWidth} px wide in ${frame.clientWidth}`]
        : []),
      ...high.map((row) => `${name} has a row of ${row.offsetHeight} px: ${row.innerText.slice(0, 60)}`),
    ];
  });
  const { scrollWidth } = document.documentElement;
  return [...problems, ...(scrollWidth > innerWidth ? [`the page is ${scrollWidth} px wide`] : [])];
}
