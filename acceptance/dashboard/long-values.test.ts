import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isFullSize } from '../full-size.mjs';
import { unique } from '../http.js';
import { canSignIn, openBrowser, openTab, service, settled } from './browser.js';
import { type DashboardPage, pages } from './pages.mjs';
import { type Call, makeWorkspace, sessionOf } from './seed.mjs';

if (!canSignIn) console.info('Not run: long values in a browser (no chromium here).');

/** The longest address there is. */
const addressOf = (start: string) =>
  `${start.padEnd(64, 'a')}@${'long-domain.'.repeat(20)}example`.slice(0, 246) + '.example';
const longName = 'An-uncommonly-long-name-without-any-blank-'.repeat(2).slice(0, 80);

/** A phone shows cards, and a table has the least space just above the width of the menu. */
const widths = isFullSize ? [360, 768, 1024, 1440] : [360, 1024];

/** Pages by the first part of their path, one test for each group. */
const groups = {
  'documents and the overview': ['', 'documents'],
  collections: ['collections', 'import'],
  'people and what they read': ['people', 'groups', 'readers'],
  'connections and settings': ['keys', 'tokens', 'webhooks', 'audit', 'settings', 'operator'],
} as const;
type Group = keyof typeof groups;

describe.runIf(canSignIn)('a table', () => {
  let browser: Browser;
  let session: string;
  let furtherPages: readonly DashboardPage[];
  const seen = new Set<string>();

  beforeAll(async () => {
    browser = await openBrowser();
    const slug = unique('long');
    const email = `ada@${slug}.example`;
    const { admin } = await makeWorkspace(service, { name: longName, slug, admin: email });
    furtherPages = await fill(admin);
    session = await sessionOf(service, email);
  });
  afterAll(() => browser?.close());

  it.each(Object.keys(groups) as Group[])(
    'shows the longest values in rows of a few lines and never wider than its frame, in %s',
    async (group) => {
      const { page, context, wrongs } = await openTab(browser, service.url, { session });
      const problems: string[] = [];
      for (const { path, opens } of [...pages, ...furtherPages].filter((each) => groupOf(each) === group)) {
        await page.goto(service.url + path);
        await settled(page);
        if (path === '/app/operator') {
          await page.getByLabel('Operator token', { exact: true }).fill(service.operatorToken);
          await page.getByRole('button', { name: 'Open', exact: true }).click();
          await page.getByRole('table', { name: 'Workspaces' }).waitFor();
        }
        problems.push(...(await problemsOf(page, path)));
        const button = page
          .locator('main')
          .getByRole('button', { name: opens ?? '' })
          .first();
        // The suggestions of fields are accepted without a dialog.
        if (opens === undefined || opens === 'Accept all' || (await button.count()) === 0) continue;
        await button.click();
        await page.getByRole('dialog').waitFor();
        await settled(page);
        problems.push(...(await problemsOf(page, `${path}, ${opens}`)));
      }
      expect(problems).toEqual([]);
      expect(wrongs).toEqual([]);
      await context.close();
    },
  );

  it('is every one that can contain an address or a chosen name', () => {
    expect([...seen]).toEqual(expect.arrayContaining(tables));
  });

  /** The problems of a page at every width. */
  async function problemsOf(page: Page, where: string): Promise<string[]> {
    for (const label of await page.evaluate(tableLabels)) seen.add(label);
    const problems: string[] = [];
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      // Layout after a resize takes some frames.
      const isRight = async () => (await page.evaluate(tableProblems)).length === 0;
      const right = await vi.waitUntil(isRight, { timeout: 5_000, interval: 20 }).catch(() => false);
      if (right) continue;
      problems.push(...(await page.evaluate(tableProblems)).map((problem) => `${where}, ${width} px: ${problem}`));
    }
    return problems;
  }
});

function groupOf({ path }: DashboardPage): Group {
  const first = new URL(path, 'http://localhost').pathname.split('/')[2] ?? '';
  const found = (Object.keys(groups) as Group[]).find((group) => groups[group].some((start) => start === first));
  if (found === undefined) throw new Error(`${path} is in no group of pages`);
  return found;
}

/** Fills a workspace with long values. Answers further pages that show them. */
async function fill(admin: Call): Promise<DashboardPage[]> {
  const hook = { url: `https://example.com/${'long-'.repeat(60)}`, events: ['member.granted'], description: longName };
  await admin('POST /settings/webhooks', hook);
  const ids: string[] = [];
  for (const start of ['a', 'b', 'c', 'd']) {
    const body = { name: `${start}-${longName}`.slice(0, 80), paths: [`${start.repeat(80)}/**`, 'x/**', 'y/**'] };
    ids.push((await admin('POST /settings/groups', body)).id);
  }
  const address = addressOf(unique('eve'));
  await admin('POST /settings/people', { email: address, role: 'reader', groups: ids, send_email: false });
  await admin('POST /settings/people', { email: addressOf(unique('bob')), role: 'member', send_email: false });
  await admin('POST /settings/readers', { email: addressOf(unique('kim')), groups: ids, send_email: false });
  await admin('POST /settings/api-keys', { name: longName, capabilities: ['manage_members', 'manage_permissions'] });
  await admin('POST /settings/tokens', { name: longName, role: 'member', access: 'read_write' });
  const path = `handbook/${'long-'.repeat(30)}.md`;
  await admin('POST /repos', { name: 'handbook', description: longName });
  await admin('PUT /documents/content', { path, text: '# Long\n', base: null });
  await admin('POST /collections', { name: 'products', description: longName.repeat(3) });
  const long = { id: 'x'.repeat(200), name: longName.repeat(3), [longName]: address, tags: [longName, longName] };
  await admin('POST /collections/products/import', {
    records: [
      { ...long, sold: false },
      { id: 1, name: 'Desk' },
    ],
  });
  const at = (parameters: Record<string, string>) => `/app/documents?${new URLSearchParams({ path, ...parameters })}`;
  return [
    { name: 'group', path: `/app/groups/${ids[0]}` },
    { name: 'access', path: at({ view: 'access' }) },
    { name: 'history', path: at({ view: 'history' }) },
    { name: 'document', path: at({}) },
    { name: 'ask', path: `/app/collections/products?${new URLSearchParams({ tab: 'ask', q: longName })}` },
    { name: 'person', path: `/app/people?${new URLSearchParams({ find: address })}` },
    { name: 'webhook', path: '/app/webhooks', opens: longName },
  ];
}

/** The tables of lists that can contain an address or a chosen name. */
const tables = [
  'API keys',
  'Agent tokens',
  'Audit log',
  'Collections',
  'Deliveries',
  'Fields',
  'Groups',
  'Magic links',
  'People',
  'Sessions',
  'Workspaces',
];

/** Runs in the page: what its tables are called. */
function tableLabels(): string[] {
  const labels = [...document.querySelectorAll(':is(main, [role=dialog]) table')].map((table) =>
    table.getAttribute('aria-label'),
  );
  return labels.map((label) => label ?? '');
}

/** Runs in the page: tables and dialogs that are wider than their frame, and rows that are higher than three lines. */
function tableProblems(): string[] {
  const found = document.querySelectorAll<HTMLElement>(':is(main, [role=dialog]) table[data-cards]');
  const problems = [...found].flatMap((table) => {
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
  const frames = [document.documentElement, ...document.querySelectorAll('[role=dialog]')];
  const wide = frames.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  return [...problems, ...wide.map(({ localName, scrollWidth }) => `${localName} is ${scrollWidth} px wide`)];
}
