import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { canSignIn, service, switchScheme } from './browser.js';
import { setUpOakline } from './oakline.js';
import { sessionOf } from './seed.mjs';

if (!canSignIn) console.info('Not run: what pages of the dashboard say of their state (no chromium here).');

/** Runs in the page: contrast of a field's placeholder with its background according to WCAG. */
function placeholderContrast(label: string): number {
  const field = document.querySelector(`[aria-label="${label}"]`) as HTMLElement;
  const luminance = (color: string): number => {
    const canvas = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data]
      .map((value) => value / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const shades = [getComputedStyle(field, '::placeholder').color, getComputedStyle(field).backgroundColor];
  const [darker = 0, lighter = 0] = shades.map(luminance).sort((one, other) => one - other);
  return (lighter + 0.05) / (darker + 0.05);
}

describe.runIf(canSignIn)('a page of the dashboard', () => {
  const oakline = setUpOakline();
  const { admin, domain, opened } = oakline;
  const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
  const press = (within: Pick<Page, 'getByRole'>, name: string) =>
    within.getByRole('button', { name, exact: true }).click();

  it('has readable placeholders in light and dark', async () => {
    const { page, context } = await opened('/app/people');
    for (let schemes = 0; schemes < 2; schemes += 1) {
      expect(await page.evaluate(placeholderContrast, 'Find by name or e-mail')).toBeGreaterThan(4.5);
      await switchScheme(page);
    }
    await context.close();
  });

  it('shows an editor within the frame that it is for admins only', async () => {
    const { page, context } = await opened('/app/people', await sessionOf(service, `eva@${domain}`));
    await page.getByRole('heading', { name: 'This page is for admins', level: 1 }).waitFor();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Documents' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await context.close();
  });

  it('reports a lost connection once, keeps its content, and loads it again by itself', async () => {
    const { page, context } = await opened('/app/people');
    const notice = page.getByText('Without a connection, this page may be out of date.');
    await context.setOffline(true);
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await notice.waitFor();
    await page.getByText('mila@example.com').waitFor();
    expect(await page.getByText('The service cannot be reached.').count()).toBe(0);
    await context.setOffline(false);
    await notice.waitFor({ state: 'detached' });
    await context.close();
  });

  it('shows the open document and its mode in the title of the tab', async () => {
    const { page, context } = await opened('/app/documents?path=handbook/welcome.md');
    expect(await page.title()).toBe('Welcome to Oakline · Tessera');
    await press(page, 'History');
    await expect.poll(() => page.title()).toBe('Welcome to Oakline, history · Tessera');
    await context.close();
  });

  it('shows the last day of validity of a magic link', async () => {
    await admin('POST /settings/readers', {
      email: 'guest@example.com',
      expires_at: '2031-05-17T12:00:00Z',
      send_email: false,
    });
    const { page, context } = await opened('/app/readers');
    const row = page.getByRole('row').filter({ hasText: 'guest@example.com' });
    await row.getByText('May 17, 2031').waitFor();
    await context.close();
  });

  it('shows a problem once, next to the field, without the name of a route', async () => {
    const { page, context } = await opened('/app/people');
    await press(page, 'Add person');
    const adding = dialog(page, 'Add person');
    await adding.getByLabel('E-mail').fill('nobody');
    await press(adding, 'Add person');
    await adding.locator('[aria-invalid="true"]').waitFor();
    expect(await adding.getByRole('alert').count()).toBe(0);
    await adding.getByLabel('E-mail').fill('mila@example.com');
    await press(adding, 'Add person');
    expect(await adding.getByRole('alert').innerText()).not.toMatch(/PATCH|\/settings\//);
    await context.close();
  });

  it('keeps the submit button of a long form visible on a small screen', async () => {
    for (let number = 0; number < 12; number += 1) {
      await admin('POST /settings/groups', { name: `Team ${number}`, paths: [`team-${number}/**`] });
    }
    const { page, context } = await opened('/app/people');
    await page.setViewportSize({ width: 360, height: 480 });
    await press(page, 'Add person');
    const submit = dialog(page, 'Add person').getByRole('button', { name: 'Add person' });
    await submit.waitFor();
    await expect
      .poll(() => submit.evaluate((button) => button.getBoundingClientRect().bottom <= window.innerHeight))
      .toBe(true);
    await context.close();
  });

  it('shows the progress of an import', async () => {
    const { page, context } = await opened('/app/import?collection=orders');
    const rows = Array.from({ length: 1_000 }, (_, index) => `${1_000 + index},chair`);
    const buffer = Buffer.from(`id,name\n${rows.join('\n')}\n`);
    await page.locator('input[type=file]').setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer });
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let calls = 0;
    await page.route('**/collections/orders/import', async (route) => {
      calls += 1;
      if (calls > 1) await released;
      await route.continue();
    });
    await press(page, 'Import 1,000');
    const bar = page.getByRole('progressbar', { name: 'Importing' });
    await expect
      .poll(async () => Math.round(Number(await bar.getAttribute('aria-valuenow'))), { timeout: 60_000 })
      .toBe(50);
    release();
    await page.getByText('1,000 imported, 0 failed').waitFor();
    await context.close();
  });

  it('lists every version of a document, and marks the words that one has changed', async () => {
    const put = (text: string) =>
      admin('PUT /documents/content', { path: 'handbook/prices.md', text, base: 'any', message: text });
    await put('Desks cost nothing.');
    for (let price = 1; price <= 104; price += 1) await put(`Desks cost ${price} coins.`);
    const { page, context } = await opened('/app/documents?path=handbook/prices.md&view=history');
    const change = page.getByRole('table', { name: 'The change: old text on the left, new text on the right' });
    expect(await change.locator('td[data-change="old"] mark').allInnerTexts()).toEqual(['103']);
    expect(await change.locator('td[data-change="new"] mark').allInnerTexts()).toEqual(['104']);
    await press(page, 'Older versions');
    await page.getByRole('button', { name: /^Added/ }).click();
    await change.getByText('Desks cost nothing.').waitFor();
    await page.reload();
    await change.getByText('Desks cost nothing.').waitFor();
    expect(
      await page
        .getByRole('listitem')
        .filter({ hasText: /^Changed/ })
        .count(),
    ).toBe(104);
    await context.close();
  });

  it('lists the members of a group, and adds or removes one in place', async () => {
    const { page, context } = await opened(`/app/groups/${oakline.groups.staff}`);
    const members = page.getByRole('region', { name: 'Members' });
    const field = members.getByRole('searchbox', { name: 'Find or add people' });
    const person = (name: string) => members.getByRole('button', { name: new RegExp(name) });
    await person('Tom Reed').waitFor();
    await person('press@example.com').waitFor();
    await field.fill('jon');
    await person('Jon Park').first().click();
    await press(page, 'Add Jon Park to Staff');
    await field.fill('');
    await members
      .getByRole('region', { name: 'In the group' })
      .getByRole('button', { name: /Jon Park/ })
      .first()
      .waitFor();
    const jon = (await admin('GET /settings/people')).people.find(
      ({ email }: { email: string }) => email === 'jon@example.com',
    );
    expect([...jon.groups].sort()).toEqual([oakline.groups.buyers, oakline.groups.staff].sort());
    await press(page, 'Take out of Staff');
    await members.getByText('Jon Park is not in Staff').waitFor();
    await context.close();
  });

  it('finds a deleted document in its repo, and restores it', async () => {
    const path = 'course/old.md';
    await admin('PUT /documents/content', { path, text: '# Old\n', base: null });
    await admin(`DELETE /documents/content?path=${path}&base=any`);
    const { page, context } = await opened('/app/documents?list=repos');
    await page.getByRole('link', { name: 'Deleted documents of course' }).click();
    await press(page, `Restore ${path}`);
    await page.getByText('Nothing was deleted').waitFor();
    expect((await admin(`GET /documents/content?path=${path}`)).text).toBe('# Old\n');
    await context.close();
  });
});
