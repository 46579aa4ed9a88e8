import { describe, expect, it } from 'vitest';
import { canSignIn, service, settled } from './browser.js';
import { setUpOakline } from './oakline.js';

if (!canSignIn) console.info('Not run: the languages of the dashboard (no chromium here).');

describe.runIf(canSignIn)('the dashboard', () => {
  const { opened } = setUpOakline();

  it.each([
    ['de', 'Ihr Konto'],
    ['fr', 'Votre compte'],
    ['es', 'Su cuenta'],
  ])('is in the language that the person chose: %s', async (language, account) => {
    const { page, context } = await opened('/app/people');
    await context.addCookies([{ name: 'svc_language', value: language, url: service.url }]);
    await page.reload();
    await settled(page);
    await page.getByRole('button', { name: account }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe(language);
    await context.close();
  });

  it('follows the language of the account page, to which the account menu leads', async () => {
    const { page, context } = await opened('/app/people');
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Your account' }).click();
    await page.getByLabel('Language').selectOption('Español');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Su cuenta' }).waitFor();
    await page.getByRole('link', { name: 'Inicio' }).click();
    await page.getByRole('button', { name: 'Su cuenta' }).waitFor();
    await context.close();
  });
});
