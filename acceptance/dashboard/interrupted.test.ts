import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { canSignIn, service, settled } from './browser.js';
import { setUpOakline } from './oakline.js';
import { sessionOf } from './seed.mjs';

if (!canSignIn) console.info('Not run: what interrupts work in the dashboard (no chromium here).');

const widths = [360, 1024, 1440];

/** Runs in the page: formulas that are partly cut off. */
function cutFormulas(): string[] {
  return [...document.querySelectorAll('math')].flatMap((math) => {
    const isCut = getComputedStyle(math).overflowY === 'hidden' && math.scrollHeight > math.clientHeight;
    return isCut ? [math.textContent ?? ''] : [];
  });
}

/** Runs in the page: text direction of the elements with these strings. */
function directionsOf(texts: readonly string[]): string[] {
  const all = [...document.querySelectorAll('main :is(h1, p, li, td)')];
  return texts.map((text) => {
    const found = all.find((element) => element.textContent?.includes(text));
    return found === undefined ? `no ${text}` : getComputedStyle(found).direction;
  });
}

describe.runIf(canSignIn)('the dashboard', () => {
  const oakline = setUpOakline();
  const { admin, domain, opened } = oakline;
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

  /** Delays all calls to an address until they are released. */
  async function pause(page: Page, address: string): Promise<() => void> {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(address, async (route) => {
      await released;
      await route.continue();
    });
    return release;
  }

  it('reports that the session has ended, and returns to the same page after signing in', async () => {
    const email = `dora@${domain}`;
    await admin('POST /settings/people', { email, role: 'admin', send_email: false });
    const { page, context } = await opened('/app/people?find=mila', await sessionOf(service, email));
    const { sessions } = await admin('GET /settings/sessions');
    const { id } = sessions.find(({ person }: { person: { email: string } }) => person.email === email);
    await admin(`DELETE /settings/sessions/${id}`);
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await page.getByRole('status').getByText('Your session has ended.').waitFor();
    // The form contains the page to open after signing in.
    expect(await page.locator('form input[name="next"]').inputValue()).toBe('/app/people?find=mila');
    await context.close();
  });

  it('does not report an ended session to a person who never signed in', async () => {
    const { page, context } = await opened('/app/', '');
    expect(await page.getByText('Your session has ended.').count()).toBe(0);
    await context.close();
  });

  it("focuses the person's own text if someone else has saved the document in the meantime", async () => {
    const path = 'handbook/both.md';
    await admin('PUT /documents/content', { path, text: 'Before.\n', base: null });
    const { page, context } = await opened(`/app/documents?path=${path}&view=edit`);
    await page.getByRole('textbox', { name: `Text of ${path}` }).click();
    await page.keyboard.type('Mine. ');
    await admin('PUT /documents/content', { path, text: 'Theirs.\n', base: 'any' });
    await press(page, 'Save');
    const own = page.getByRole('textbox', { name: 'Yours' });
    await own.waitFor();
    await expect.poll(() => own.evaluate((field) => field.contains(document.activeElement))).toBe(true);
    await context.close();
  });

  it('shows neither an empty list nor the last entries if the audit log cannot be read', async () => {
    const { page, context } = await opened('/app/');
    await page.route(/\/audit(\?|$)/, (route) =>
      route.request().isNavigationRequest() ? route.continue() : route.abort(),
    );
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByRole('alert').getByText('The service cannot be reached.').waitFor();
    expect(await page.getByText('No entry matches').count()).toBe(0);
    await context.close();
  });

  it('shows no numbers before they are loaded', async () => {
    const { page, context } = await opened('/app/settings');
    const release = await pause(page, '**/statistics*');
    await page.getByRole('link', { name: 'Overview' }).click();
    const tile = page.getByRole('link', { name: /^Queries, 30 days/ });
    await tile.waitFor();
    expect(await tile.innerText()).not.toMatch(/\d+ (high|low|none)/);
    release();
    await tile.getByText(/\d high, \d+ low, \d+ none/).waitFor();
    await context.close();
  });

  it('shows who created a key and a token, and when', async () => {
    await admin('POST /settings/tokens', { name: 'night sync', role: 'member', access: 'read_write' });
    for (const [path, name] of [
      ['/app/keys', 'Shop backend'],
      ['/app/tokens', 'night sync'],
    ] as const) {
      const { page, context } = await opened(path);
      const row = page.getByRole('row').filter({ hasText: name });
      await row.getByText('by Ada Berg').waitFor();
      await row
        .getByText(/ago|just now/)
        .first()
        .waitFor();
      await context.close();
    }
  });

  it('cuts off no part of a formula, and shows Arabic from right to left', async () => {
    const path = 'handbook/signs.md';
    const texts = ['مرحبا', 'قائمة', 'اقتباس', 'قيمة'];
    const [word, item, quote, cell] = texts;
    const text = `# Signs\n\n$$\\frac{\\sum_{i=1}^{n} x_i^2}{\\sqrt{1+\\frac{a}{b}}}$$\n\n${word}\n\n- ${item}\n\n> ${quote}\n\n| ${cell} |\n|---|\n| 1 |\n`;
    await admin('PUT /documents/content', { path, text, base: null });
    for (const address of [`/app/documents?path=${path}`, `/d/${path}`]) {
      const { page, context } = await opened(address);
      await page.locator('math').first().waitFor();
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        expect(await page.evaluate(cutFormulas), `${address}, ${width} px`).toEqual([]);
      }
      const directions = await page.evaluate(directionsOf, ['Signs', ...texts.slice(0, 3)]);
      expect(directions, address).toEqual(['ltr', 'rtl', 'rtl', 'rtl']);
      await context.close();
    }
  });

  it('shows a change of a document in one column on a phone, with each line once', async () => {
    const { page, context } = await opened('/app/documents?path=handbook/pricing.md&view=history');
    await page.setViewportSize({ width: 360, height: 800 });
    await settled(page);
    const change = page.getByRole('table', { name: 'The change: old text on the left, new text on the right' });
    await change.waitFor();
    const heading = change.getByText('# Pricing');
    expect(await heading.evaluateAll((cells) => cells.filter((cell) => cell.checkVisibility()).length)).toBe(1);
    const cells = change.locator('td[data-change]:visible');
    expect(await cells.count()).toBeGreaterThan(1);
    const narrowest = await cells.evaluateAll((all) => Math.min(...all.map((each) => each.clientWidth)));
    expect(narrowest).toBeGreaterThan(200);
    await context.close();
  });
});
