import { text as textOf } from 'node:stream/consumers';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unique } from '../http.js';
import { barriers, canSignIn, openBrowser, openTab, service, settled } from './browser.js';
import { makeOakline } from './sample.mjs';
import { sessionOf } from './seed.mjs';

if (!canSignIn) console.info('Not run: many people at once (no chromium here).');

describe.runIf(canSignIn)('the list of people', () => {
  let browser: Browser;
  let page: Page;
  let domain: string;
  let made: Awaited<ReturnType<typeof makeOakline>>;

  beforeAll(async () => {
    browser = await openBrowser();
    domain = `${unique('oakline')}.example`;
    made = await makeOakline(service, `ada@${domain}`);
    const tab = await openTab(browser, service.url, { session: await sessionOf(service, `ada@${domain}`) });
    page = tab.page;
    await page.goto(`${service.url}/app/people`);
    await settled(page);
  });
  afterAll(() => browser?.close());

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const choose = (field: string, label: string) => page.getByLabel(field, { exact: true }).selectOption({ label });
  const people = async () => {
    const answer = await made.admin('GET /settings/people');
    return new Map<string, { groups: string[]; status: string; expires_at: string | null }>(
      answer.people.map((person: { email: string }) => [person.email, person]),
    );
  };

  it('shows when each person last signed in', async () => {
    const row = page.getByRole('row').filter({ hasText: `ada@${domain}` });
    await row.getByRole('time').waitFor();
    await page.getByRole('row').filter({ hasText: 'mila@example.com' }).getByText('Not signed in').waitFor();
  });

  it('adds the selected people to a group, and counts only those who change', async () => {
    await page.getByLabel('Select Mila Novak').check();
    await page.getByLabel('Select Jon Park').check();
    // Eva can read everything, and a group would restrict that.
    await page.getByLabel('Select Eva Lind').check();
    await choose('Group', 'Staff');
    expect(await barriers(page, 'people who are selected')).toEqual([]);
    await press('Add 2 people to Staff');
    await page.getByText('Done: Add 2 people to Staff.').waitFor();
    const found = await people();
    for (const email of ['mila@example.com', 'jon@example.com']) {
      expect([...(found.get(email)?.groups ?? [])].sort()).toEqual([made.groups.buyers, made.groups.staff].sort());
    }
    expect(found.get(`eva@${domain}`)?.groups).toBeNull();
  });

  it('sets the last day of access of members', async () => {
    await page.getByLabel('Select Mila Novak').check();
    await choose('What to do', 'Set an end date');
    await page.getByLabel('Last day').fill('2031-05-17');
    await press('End access of 1 member after May 17, 2031');
    await page.getByText('Done: End access of 1 member after May 17, 2031.').waitFor();
    const mila = (await people()).get('mila@example.com');
    expect(mila?.expires_at).toMatch(/^2031-05-1[678]T/);
    expect(mila?.groups).toContain(made.groups.staff);
  });

  it('names the people whose change was refused, and changes the others', async () => {
    await page.getByLabel('Select Jon Park').check();
    await page.getByLabel('Select Ada Berg').check();
    await choose('What to do', 'Revoke access');
    await press('Revoke access of 2 people');
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke access of 2 people' }).click();
    const refused = page.getByRole('alert').filter({ hasText: 'Not changed: 1 person' });
    await refused.getByText(`ada@${domain}:`).waitFor();
    expect((await people()).get('jon@example.com')?.status).toBe('revoked');
  });

  it('exports the displayed people as CSV without formulas', async () => {
    await made.admin('POST /settings/people', {
      email: 'formula@example.com',
      name: '=HYPERLINK("https://example.com")',
      role: 'reader',
      groups: [made.groups.staff],
      send_email: false,
    });
    await page.goto(`${service.url}/app/people?find=example.com&role=reader`);
    await settled(page);
    const downloading = page.waitForEvent('download');
    await press('Export CSV');
    const text = await textOf(await (await downloading).createReadStream());
    expect(text).toContain(`"formula@example.com","'=HYPERLINK(""https://example.com"")","Member","invited","Staff"`);
    expect(text).not.toContain('jon@example.com');
  });
});
