import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unique } from '../http.js';
import { canSignIn, openBrowser, openTab, service, settled, type Watched } from './browser.js';
import { makeWorkspace, sessionOf } from './seed.mjs';

if (!canSignIn) console.info('Not run: what the ask page says (no chromium here).');

const desks = [
  { id: 'd1', name: 'Standing desk oak 160', colour: 'natural', room: 'office' },
  { id: 'd2', name: 'Standing desk oak 140', colour: 'natural', room: 'office' },
  { id: 't1', name: 'Kitchen table beech', colour: 'white', room: 'kitchen' },
];

describe.runIf(canSignIn)('the ask page of a collection', () => {
  let browser: Browser;
  let admin: Awaited<ReturnType<typeof makeWorkspace>>['admin'];
  let tab: Watched;

  beforeAll(async () => {
    browser = await openBrowser();
    const email = `ada@${unique('asking')}.example`;
    ({ admin } = await makeWorkspace(service, { name: 'Asking', slug: unique('asking'), admin: email }));
    await admin('POST /collections', { name: 'desks' });
    await admin('PATCH /collections/desks', { embed_fields: ['name'] });
    await admin('POST /collections/desks/import', { records: desks });
    tab = await openTab(browser, service.url, { session: await sessionOf(service, email) });
  });
  afterAll(() => browser?.close());

  async function ask(query: string): Promise<void> {
    await tab.page.goto(`${service.url}/app/collections/desks?tab=ask&q=${encodeURIComponent(query)}`);
    await settled(tab.page);
  }
  const verdict = () => tab.page.getByRole('region', { name: 'Verdict' });
  const reasons = () => verdict().getByRole('list', { name: 'Reasons' }).getByRole('listitem');

  it('shows what the verdict means first, with three reasons, and numbers only on request', async () => {
    const { page } = tab;
    await ask('oak standing desk');
    await verdict().getByRole('heading', { name: 'Low: ask first' }).waitFor();
    expect(await reasons().count()).toBe(3);
    expect((await reasons().allInnerTexts()).join(' ')).not.toMatch(/\d [.%]|\d\.\d/);
    const figure = page.getByText('Share of the query that the record contains', { exact: true });
    expect(await figure.isVisible()).toBe(false);
    await page.getByText('Details', { exact: true }).click();
    await figure.waitFor();
    expect(await page.locator('details dt').allInnerTexts()).not.toContainEqual(expect.stringMatching(/[a-z][A-Z]/));
  });

  it('marks what distinguishes the best two results, and offers to filter by it', async () => {
    const { page } = tab;
    await ask('oak standing desk');
    const table = page.getByRole('table', { name: 'Best and second result' });
    await table
      .getByRole('row', { name: /^name differs Standing desk oak 1[46]0 Standing desk oak 1[46]0$/ })
      .waitFor();
    await table.getByRole('row', { name: 'colour natural natural' }).waitFor();
    const choice = verdict().getByRole('group', { name: 'Which name is meant?' });
    await choice.getByRole('button', { name: 'Standing desk oak 140' }).click();
    expect(await page.getByRole('button', { name: /^That is right: / }).count()).toBe(1);
    await page.getByRole('button', { name: 'That is right: d2' }).waitFor();
    expect(await table.count()).toBe(0);
    await choice.getByRole('button', { name: 'Standing desk oak 140', pressed: true }).click();
    await page.getByRole('button', { name: 'That is right: d1' }).waitFor();
  });

  it('stores which result is correct, which the next query uses, and removes that', async () => {
    const { page } = tab;
    await ask('oak standing desk');
    await page.getByRole('button', { name: 'That is right: d2' }).click();
    await verdict().getByRole('heading', { name: 'High: act on it' }).waitFor();
    const next = await admin('POST /collections/desks/query', { query: 'Standing desk, OAK' });
    expect([next.confidence, next.results[0].external_id]).toEqual(['high', 'd2']);
    await verdict().getByRole('button', { name: 'Delete this choice' }).click();
    await verdict().getByRole('heading', { name: 'Low: ask first' }).waitFor();
    expect((await admin('POST /collections/desks/query', { query: 'oak standing desk' })).confidence).toBe('low');
  });

  it('queries while a person types, and shows the verdict with three results on the first screen', async () => {
    const { page } = tab;
    await page.goto(`${service.url}/app/collections/desks?tab=ask`);
    await settled(page);
    await page.getByLabel('Ask for a record').pressSequentially('oak desk');
    await verdict().getByRole('heading', { name: 'Low: ask first' }).waitFor();
    const third = await page.locator('section[aria-label="Results"] [class*=result]').last().boundingBox();
    expect(Number(third?.y) + Number(third?.height)).toBeLessThanOrEqual(Number(page.viewportSize()?.height));
  });

  it('queries by fields, and shows how well each matches', async () => {
    const { page } = tab;
    await page.goto(`${service.url}/app/collections/desks?tab=ask`);
    await settled(page);
    await page.getByRole('button', { name: 'By fields' }).click();
    await page.getByLabel('Value of name').fill('standing oak desk 160');
    await page.getByLabel('Value of colour').fill('white');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    const fields = page.getByRole('table', { name: 'Fields of the first result' });
    await fields.getByRole('row', { name: 'name standing oak desk 160 Standing desk oak 160 agrees' }).waitFor();
    await fields.getByRole('row', { name: 'colour white natural contradicts' }).waitFor();
    expect(tab.wrongs).toEqual([]);
  });

  it('stores that no result is correct', async () => {
    const { page } = tab;
    await ask('kitchen table beech');
    await verdict().getByRole('heading', { name: 'High: act on it' }).waitFor();
    await page.getByRole('button', { name: 'That is wrong: t1' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'None of them' }).click();
    await verdict().getByRole('heading', { name: 'None: no match' }).waitFor();
    const { corrections } = await admin('GET /collections/desks/corrections');
    expect(corrections).toMatchObject([{ query: 'kitchen table beech', external_id: null }]);
    expect(tab.wrongs).toEqual([]);
  });
});
