import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isFullSize } from '../full-size.mjs';
import { unique } from '../http.js';
import { barriers, canSignIn, openBrowser, openTab, service, settled, switchScheme, type Watched } from './browser.js';
import { makeOakline } from './sample.mjs';
import { sessionOf } from './seed.mjs';

if (!canSignIn) console.info('Not run: how the pages of a workspace look (no chromium here).');

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
);
const schemes = ['light', 'dark'] as const;

describe.runIf(canSignIn)('the appearance of a workspace', () => {
  let browser: Browser;
  let tab: Watched;
  let page: Page;
  let admin: Awaited<ReturnType<typeof makeOakline>>['admin'];

  beforeAll(async () => {
    browser = await openBrowser();
    const email = `ada@${unique('oakline')}.example`;
    ({ admin } = await makeOakline(service, email));
    tab = await openTab(browser, service.url, { session: await sessionOf(service, email) });
    page = tab.page;
  });
  afterEach(() => {
    expect(tab.wrongs.splice(0)).toEqual([]);
  });
  afterAll(() => browser?.close());

  const panel = () => page.getByRole('region', { name: 'Appearance' });
  const press = (name: string) => panel().getByRole('button', { name, exact: true }).click();
  const chooseLogo = (name: string, buffer: Buffer) =>
    panel()
      .getByLabel('Choose a logo')
      .and(page.locator('input'))
      .setInputFiles({ name, mimeType: 'image/png', buffer });
  const stored = async () => (await admin('GET /settings/workspace')).workspace;

  it('is set in the settings with a preview, which shows why a file is refused', async () => {
    await page.goto(`${service.url}/app/settings`);
    await settled(page);
    await panel().getByRole('textbox', { name: 'Colour', exact: true }).fill('#FFD40');
    await panel().getByText('A colour is # and six of 0-9 and a-f.').waitFor();
    expect(await panel().getByRole('button', { name: 'Save appearance' }).isDisabled()).toBe(true);
    await panel().getByRole('textbox', { name: 'Colour', exact: true }).fill('#FFD400');
    await panel().getByText('On dark pages: links #ffd400, contrast 12.4:1').waitFor();
    await chooseLogo('large.png', Buffer.concat([png, Buffer.alloc(9_000)]));
    await panel()
      .getByText(/large\.png has 9,\d\d\d bytes\. A logo can have at most 8,192\./)
      .waitFor();
    await chooseLogo('drawing.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    await panel().getByText('drawing.png is not a PNG, JPEG or WebP image.').waitFor();
    await chooseLogo('logo.png', png);
    await panel().getByRole('figure', { name: 'On light pages' }).locator('img').waitFor();
    const problems = await barriers(page, 'settings');
    await switchScheme(page);
    expect([...problems, ...(await barriers(page, 'settings', 'colors'))]).toEqual([]);
    await press('Save appearance');
    await page.getByText('The appearance was saved.').waitFor();
    expect(await stored()).toMatchObject({ color: '#ffd400', logo: `data:image/png;base64,${png.toString('base64')}` });
  });

  it.each(['/d/', '/d/course/intro.md', '/account'])('applies to %s', async (path) => {
    await page.goto(service.url + path);
    const logo = page.locator('img.logo');
    await logo.waitFor();
    expect(await logo.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBe(1);
    expect(await page.evaluate(`getComputedStyle(document.documentElement).getPropertyValue('--action')`)).toBe(
      '#ffd400',
    );
  });

  it('is readable in every color, on light and dark', { timeout: 300_000 }, async () => {
    const further = isFullSize ? ['#000000', '#ffd400', '#14191b'] : [];
    for (const color of ['#ffffff', '#808080', '#ff0055', ...further]) {
      await admin('PATCH /settings/workspace', { color });
      for (const path of ['/d/course/intro.md', '/account']) {
        await page.goto(service.url + path);
        for (const colorScheme of schemes) {
          await page.emulateMedia({ colorScheme });
          expect(await barriers(page, `${path} in ${color}`, 'colors')).toEqual([]);
        }
      }
    }
  });

  it('is removed', async () => {
    await page.goto(`${service.url}/app/settings`);
    await settled(page);
    await press('Remove the logo');
    await panel().getByRole('textbox', { name: 'Colour', exact: true }).clear();
    await press('Save appearance');
    await page.getByText('The appearance was saved.').waitFor();
    expect(await stored()).toMatchObject({ color: null, logo: null });
  });
});
