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
  let furtherPages: readonly string[];

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
    await admin('POST /webhooks', {
      url: `https://${address.split('@')[1]}/hook`,
      events: ['*'],
      description: longName,
    }).catch(() => undefined);
    const path = `handbook/${'long-'.repeat(30)}.md`;
    const at = (parameters: Record<string, string>) => `/app/documents?${new URLSearchParams({ path, ...parameters })}`;
    furtherPages = [
      `/app/groups/${groups[0]}`,
      `/app/explain?${new URLSearchParams({ path })}`,
      at({ view: 'history' }),
      at({}),
      `/app/collections/products?${new URLSearchParams({ tab: 'ask', q: longName })}`,
      `/app/people?${new URLSearchParams({ find: address })}`,
    ];
    session = await sessionOf(service, email);
  });
  afterAll(() => browser?.close());

  it('shows the longest values in rows of a few lines and never wider than its frame, on every page', async () => {
    const { page, context, wrongs } = await openTab(browser, service.url, { session });
    const problems: string[] = [];
    const seen = new Set<string>();
    for (const path of [...pages.map((each) => each.path), ...furtherPages]) {
      await page.goto(service.url + path);
      await settled(page);
      if (path === '/app/operator') {
        await page.getByLabel('Operator token', { exact: true }).fill(service.operatorToken);
        await page.getByRole('button', { name: 'Open', exact: true }).click();
        await page.getByRole('table', { name: 'Workspaces' }).waitFor();
      }
      for (const label of await page.evaluate(tableLabels)) seen.add(label);
      for (const width of [360, 768, 1024, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        // Layout after a resize takes some frames.
        const isRight = async () => (await page.evaluate(tableProblems)).length === 0;
        const right = await vi.waitUntil(isRight, { timeout: 5_000, interval: 20 }).catch(() => false);
        if (right) continue;
        problems.push(...(await page.evaluate(tableProblems)).map((problem) => `${path}, ${width} px: ${problem}`));
      }
    }
    expect(problems).toEqual([]);
    expect([...seen]).toEqual(expect.arrayContaining(tables));
    expect(wrongs).toEqual([]);
    await context.close();
  });
});

/** The tables of lists that can contain an address or a chosen name. */
const tables = [
  'API keys',
  'Agent tokens',
  'Audit log',
  'Collections',
  'Fields',
  'Groups',
  'Holders',
  'Magic links',
  'People',
  'Sessions',
  'Workspaces',
];

/** Runs in the page: what its tables are called. */
function tableLabels(): string[] {
  const labels = [...document.querySelectorAll('main table')].map((table) => table.getAttribute('aria-label'));
  return labels.map((label) => label ?? '');
}

/** Runs in the page: tables that are wider than their frame, and rows that are higher than three lines. */
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
