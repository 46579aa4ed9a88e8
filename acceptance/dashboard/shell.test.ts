import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { canSignIn, service } from './browser.js';
import { setUpOakline } from './oakline.js';

if (!canSignIn) console.info('Not run: what the frame of the dashboard holds (no chromium here).');

describe.runIf(canSignIn)('the dashboard', () => {
  const { admin, opened } = setUpOakline();
  const goTo = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click();
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

  it('shows that it is offline, navigates to loaded pages, and later opens the requested page', async () => {
    const { page, context } = await opened('/app/');
    await context.setOffline(true);
    await goTo(page, 'People');
    await heading(page, 'The service cannot be reached').waitFor();
    await goTo(page, 'Overview');
    await heading(page, 'Oakline Furniture').waitFor();
    await goTo(page, 'People');
    await heading(page, 'The service cannot be reached').waitFor();
    await context.setOffline(false);
    await heading(page, 'People').waitFor();
    await page.getByText('mila@example.com').waitFor();
    await context.close();
  });

  it('shows its menu at an unknown address', async () => {
    const { page, context } = await opened('/app/nothing/here');
    await heading(page, 'This page does not exist').waitFor();
    await goTo(page, 'People');
    await heading(page, 'People').waitFor();
    await context.close();
  });

  it('offers to load the newer version if a chunk is missing', async () => {
    const { page, context } = await opened('/app/');
    await page.route('**/app/assets/**', (route) => route.fulfill({ status: 404, body: '' }));
    await page.route('**/app/groups', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({
        response: answer,
        body: (await answer.text()).replace(/assets\/index-/g, 'assets/newer-'),
      });
    });
    await goTo(page, 'Groups');
    await heading(page, 'There is a newer version').waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Load the newer version' }).click();
    await heading(page, 'Groups').waitFor();
    await context.close();
  });

  it('changes a role only with a button that names the change', async () => {
    const { page, context } = await opened('/app/people');
    const roleOf = async (email: string) =>
      (await admin('GET /settings/people')).people.find((person: { email: string }) => person.email === email).role;
    await page.getByRole('button', { name: /Mila Novak/ }).click();
    const drawer = page.getByRole('dialog', { name: 'Mila Novak' });
    await drawer.getByLabel('Role').focus();
    await page.keyboard.press('ArrowDown');
    await drawer.getByRole('button', { name: 'Make Mila Novak an editor' }).waitFor();
    expect(await roleOf('mila@example.com')).toBe('reader');
    await drawer.getByRole('button', { name: 'Make Mila Novak an editor' }).click();
    await page.getByText('The role was changed.').waitFor();
    expect(await roleOf('mila@example.com')).toBe('member');
    await context.close();
  });

  it('discards unsaved roles of fields only after confirmation', async () => {
    const { page, context } = await opened('/app/collections/products?tab=fields');
    await page.getByRole('button', { name: /^Accept all/ }).click();
    await page.getByRole('tab', { name: 'Findings' }).click();
    const asking = page.getByRole('dialog', { name: 'Leave without saving the roles?' });
    await asking.getByRole('button', { name: 'Cancel' }).click();
    await asking.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save roles' }).waitFor();
    await page.getByRole('tab', { name: 'Findings' }).click();
    await asking.getByRole('button', { name: 'Discard and leave' }).click();
    await page.getByRole('table', { name: 'Findings' }).waitFor();
    await context.close();
  });

  it('reports that no invite was sent, and offers the sign-in link', async () => {
    const { page, context } = await opened('/app/people');
    await page.getByRole('button', { name: 'Add person' }).click();
    const adding = page.getByRole('dialog', { name: 'Add person' });
    await adding.getByLabel('E-mail').fill('uma@example.com');
    await adding.getByLabel('Send an invite by mail').uncheck();
    await adding.getByRole('button', { name: 'Add person' }).click();
    await page.getByText('uma@example.com was added. No invite was sent.').waitFor();
    const drawer = page.getByRole('dialog', { name: 'uma@example.com' });
    await drawer.getByText(`${service.url}/sign-in?email=uma%40example.com`).waitFor();
    await drawer.getByRole('button', { name: 'Copy the link' }).waitFor();
    await drawer.getByRole('button', { name: 'Send invite again' }).click();
    await drawer.getByText('the service has no mail server. Copy the link').waitFor();
    await context.close();
  });

  it.each([
    ['a drawer', '/app/people', /Jon Park/],
    ['a dialog', '/app/keys', /New key/],
    ['the palette', '/app/', /Find or go to/],
    ['the panel of a record', '/app/collections/products', 'tr[data-record="1"] td:nth-child(2)'],
  ])('restores the focus when %s is closed', async (_title, path, opens) => {
    const { page, context } = await opened(path);
    const opener = typeof opens === 'string' ? page.locator(opens) : page.getByRole('button', { name: opens }).first();
    await opener.click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
    await context.close();
  });

  it('returns the focus to the menu of a row when its dialog is closed', async () => {
    const { page, context } = await opened('/app/keys');
    const menu = page.getByRole('button', { name: 'More for Shop backend' });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    await page.getByRole('dialog', { name: 'Revoke Shop backend?' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => menu.evaluate((element) => element === document.activeElement)).toBe(true);
    await context.close();
  });

  it('has table rows of 44 pixels', async () => {
    const { page, context } = await opened('/app/people');
    const rows = page.getByRole('table', { name: 'People' }).locator('tbody tr');
    const heights = await rows.evaluateAll((all) => all.map((row) => Math.round(row.getBoundingClientRect().height)));
    expect(new Set(heights)).toEqual(new Set([44]));
    await context.close();
  });

  it('focuses the grid when a record panel that was open from the start is closed', async () => {
    const { page, context } = await opened('/app/collections/products?record=1');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TD');
    await context.close();
  });
});
