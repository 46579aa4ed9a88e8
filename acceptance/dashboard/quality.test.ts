import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { unique } from '../http.js';
import { canSignIn, openBrowser, openTab, service, settled, type Watched } from './browser.js';
import { makeOakline } from './sample.mjs';
import { sessionOf } from './seed.mjs';

if (!canSignIn) console.info('Not run: what the quality page says (no chromium here).');

describe.runIf(canSignIn)('the quality page of a collection', () => {
  let browser: Browser;
  let admin: Awaited<ReturnType<typeof makeOakline>>['admin'];
  let tab: Watched;

  const ask = (query: string) => admin('POST /collections/products/query', { query });

  beforeAll(async () => {
    browser = await openBrowser();
    const email = `ada@${unique('oakline')}.example`;
    ({ admin } = await makeOakline(service, email));
    for (const query of ['desk', 'Desk!', 'submarine periscope']) await ask(query);
    await vi.waitFor(
      async () => {
        const { days } = await admin('GET /collections/products/statistics?days=1');
        expect(days[0].high + days[0].low + days[0].none).toBe(3);
      },
      { timeout: 60_000, interval: 100 },
    );
    tab = await openTab(browser, service.url, { session: await sessionOf(service, email) });
    await tab.page.goto(`${service.url}/app/collections/products?tab=quality`);
    await settled(tab.page);
  });
  afterAll(() => browser?.close());

  const open = () => tab.page.getByRole('table', { name: 'Queries to decide' });

  it('counts verdicts by day and lists each uncertain query once', async () => {
    await tab.page.getByRole('img', { name: /^Verdicts of the last 30 days: 0 high, 2 low, 1 none$/ }).waitFor();
    await open()
      .getByRole('row', { name: /^Desk! low 2 times/ })
      .waitFor();
    await open()
      .getByRole('row', { name: /^submarine periscope none 1 time/ })
      .waitFor();
  });

  it('stores which record a query means, or that it means none', async () => {
    const { page } = tab;
    await page.getByRole('button', { name: 'Choose the record for Desk!' }).click();
    const choice = page.getByRole('dialog', { name: 'Which record is “Desk!”?' });
    const chosen = choice.getByRole('button', { name: /^This one: / }).first();
    const id = (await chosen.getAttribute('aria-label'))?.replace('This one: ', '');
    await chosen.click();
    await open().getByText('Desk!', { exact: true }).waitFor({ state: 'detached' });
    const { confidence, results } = await ask('desk');
    expect([confidence, results[0].external_id]).toEqual(['high', id]);
    await page.getByRole('button', { name: 'Choose the record for submarine periscope' }).click();
    await page.getByRole('button', { name: 'None of them' }).click();
    await page.getByText('Nothing to decide').waitFor();
    const { corrections } = await admin('GET /collections/products/corrections');
    expect(corrections.map((made: { external_id: string | null }) => made.external_id)).toEqual([null, id]);
    expect(tab.wrongs).toEqual([]);
  });

  it('lists words that no record contains, and adds a synonym for one', async () => {
    const { page } = tab;
    await ask('oak periscope');
    await vi.waitFor(
      async () => {
        const { queries } = await admin('GET /collections/products/queries?limit=1');
        expect(queries[0].query).toBe('oak periscope');
      },
      { timeout: 60_000, interval: 100 },
    );
    await page.reload();
    const unknown = page.getByRole('table', { name: 'Words that no record has' });
    await unknown.getByRole('row', { name: /^periscope oak periscope 1 time/ }).waitFor();
    await unknown.getByRole('button', { name: 'Add a synonym for periscope' }).click();
    const adding = page.getByRole('dialog', { name: 'Add a synonym' });
    await adding.getByLabel('What your records say').fill('desk');
    await adding.getByRole('button', { name: 'Add the synonym' }).click();
    await adding.waitFor({ state: 'detached' });
    const { configured } = await admin('GET /collections/products/fields');
    expect(configured.synonyms).toContainEqual(['periscope', 'desk']);
    await page.getByText('Records have every word of the last queries').waitFor();
    expect(tab.wrongs).toEqual([]);
  });

  it('counts an answer that is judged as wrong', async () => {
    const { page } = tab;
    await ask('OAK-1007');
    const logged = async () => {
      const { queries } = await admin('GET /collections/products/queries?confidence=high');
      return queries.find(({ query }: { query: string }) => query === 'OAK-1007');
    };
    await vi.waitUntil(logged, { timeout: 60_000, interval: 100 });
    await page.reload();
    await page.getByRole('button', { name: 'Wrong: OAK-1007' }).click();
    await expect.poll(async () => (await logged()).right).toBe(false);
    await page.getByText('got a wrong answer with this verdict').waitFor();
    await page.getByRole('button', { name: 'Right: OAK-1007' }).click();
    await expect.poll(async () => (await logged()).right).toBe(true);
    expect(tab.wrongs).toEqual([]);
  });
});
