import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { unique } from '../http.js';
import { barriers, canSignIn, service } from './browser.js';
import { setUpOakline } from './oakline.js';
import { makeWorkspace, sessionOf } from './seed.mjs';

if (!canSignIn) console.info('Not run: what the overview says (no chromium here).');

const dayMs = 86_400_000;

describe.runIf(canSignIn)('the overview', () => {
  const { admin, domain, opened } = setUpOakline();
  const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

  it('links each entry that needs attention to its list', async () => {
    await admin('POST /settings/members/sync', {
      members: [
        { email: 'ends@example.com', groups: [], expires_at: new Date(Date.now() + 3 * dayMs).toISOString() },
        { email: 'stays@example.com', groups: [], expires_at: new Date(Date.now() + 90 * dayMs).toISOString() },
      ],
    });
    const { page, context, wrongs } = await opened('/app/');
    const needs = panel(page, 'Needs you');
    await needs.getByRole('link', { name: '2 open findings in products' }).click();
    await page.getByRole('table', { name: 'Findings' }).getByText('list_price', { exact: true }).waitFor();
    await page.goBack();
    await needs.getByRole('link', { name: 'Access of 1 person ends within 14 days' }).click();
    const people = page.getByRole('table', { name: 'People' });
    await people.getByText('ends@example.com').waitFor();
    expect(await people.getByText('stays@example.com').count()).toBe(0);
    await page.goBack();
    await needs.getByRole('link', { name: '7 pending invites' }).click();
    await people.getByText('stays@example.com').waitFor();
    expect(await people.getByText(`ada@${domain}`).count()).toBe(0);
    expect(wrongs).toEqual([]);
    await context.close();
  });

  it('counts documents by the day of their last change, also as text', async () => {
    const { page, context } = await opened('/app/');
    await page.getByText('6 changed in 30 days').waitFor();
    await page.getByRole('img', { name: 'Documents by the day of their last change' }).waitFor();
    await context.close();
  });

  it('counts verdicts and written records of the last days', async () => {
    await admin('POST /collections/products/query', { query: 'OAK-1007' });
    const written = (await admin('GET /collections/products/statistics')).days.at(-1).written;
    expect(written).toBeGreaterThan(500);
    const { page, context } = await opened('/app/');
    await page.getByRole('img', { name: `Records written a day, 30 days, ${written} in all` }).waitFor();
    // Verdicts are counted after the response.
    await expect
      .poll(async () => (await admin('GET /collections/products/statistics')).days.at(-1).high, {
        timeout: 30_000,
      })
      .toBe(1);
    await page.reload();
    await page.getByRole('img', { name: 'Verdicts a day, 30 days: 1 high, 0 low, 0 none' }).waitFor();
    await context.close();
  });

  it('does not mention embedding if all records are embedded', async () => {
    const { page, context } = await opened('/app/');
    await page.getByRole('table', { name: 'Collections' }).getByRole('link', { name: 'products' }).waitFor();
    expect(await page.getByText('Embedding').count()).toBe(0);
    await context.close();
  });

  it('shows an editor nothing that only admins can do', async () => {
    const { page, context, wrongs } = await opened('/app/', await sessionOf(service, `eva@${domain}`));
    await panel(page, 'Needs you').waitFor();
    expect(await page.getByText(/pending invite|Member seats|Set up/).count()).toBe(0);
    expect(wrongs).toEqual([]);
    await context.close();
  });

  it('lists the first steps in a new workspace until all are done', async () => {
    const eve = `eve@${unique('empty')}.example`;
    const { admin: call } = await makeWorkspace(service, { name: 'Empty', slug: unique('empty'), admin: eve });
    const { page, context } = await opened('/app/', await sessionOf(service, eve));
    const steps = panel(page, 'Set up');
    await steps.getByText('0 of 4 done').waitFor();
    await panel(page, 'Needs you').getByText('Nothing.').waitFor();
    expect(await barriers(page, 'the overview of a new workspace')).toEqual([]);
    await steps.getByRole('link', { name: 'Add a member' }).click();
    await page.getByRole('dialog', { name: 'Add person' }).waitFor();
    const group = await call('POST /settings/groups', { name: 'Buyers', paths: ['course/**'] });
    await call('POST /settings/people', {
      email: 'mila@example.com',
      role: 'reader',
      groups: [group.id],
      send_email: false,
    });
    await call('POST /collections', { name: 'products' });
    await page.goto(`${service.url}/app/`);
    await steps.getByText('Make a group: done').waitFor();
    expect(await steps.getByRole('link', { name: 'Fill a collection' }).getAttribute('href')).toBe('/app/import');
    await call('POST /collections/products/import', { records: [{ id: 1, name: 'Desk' }] });
    await call('POST /settings/tokens', { name: 'Support agent', role: 'member', access: 'read_only' });
    await page.reload();
    await page.getByRole('table', { name: 'Collections' }).waitFor();
    expect(await steps.count()).toBe(0);
    await context.close();
  });
});
