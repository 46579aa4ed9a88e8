import { describe, expect, it } from 'vitest';
import { unique } from '../http.js';
import { canSignIn, service, settled } from './browser.js';
import { setUpOakline } from './oakline.js';
import { makeWorkspace, sessionOf } from './seed.mjs';

if (!canSignIn) console.info('Not run: what the dashboard keeps and drops (no chromium here).');

/**
 * A page that creates a secret and shows it once: its address, the button of the dialog, the input, and the button that
 * creates it.
 */
const secrets: readonly { path: string; opens: string; fill: Record<string, string>; makes: string; looks: RegExp }[] =
  [
    { path: 'keys', opens: 'New key', fill: { Name: 'Shop' }, makes: 'Create key', looks: /^svc_ak_/ },
    {
      path: 'tokens',
      opens: 'New token',
      fill: { 'Name of the agent': 'Helper' },
      makes: 'Create token',
      looks: /^svc_tk_/,
    },
    {
      path: 'readers',
      opens: 'New link',
      fill: { 'E-mail': 'guest@example.com' },
      makes: 'Create the link',
      looks: /^http/,
    },
    {
      path: 'collections',
      opens: 'New collection',
      fill: { Name: 'chairs' },
      makes: 'Create collection',
      looks: /\/ingest\//,
    },
  ];

describe.runIf(canSignIn)('the dashboard', () => {
  const oakline = setUpOakline();
  const { admin, domain, opened } = oakline;

  it.each(secrets)('stores no secret of $path in storage, caches or the address', async (entry) => {
    const { page, context } = await opened(`/app/${entry.path}`);
    await page.getByRole('button', { name: entry.opens }).first().click();
    for (const [label, text] of Object.entries(entry.fill)) {
      await page.getByRole('dialog').getByRole('textbox', { name: label, exact: true }).fill(text);
    }
    for (const box of await page.getByRole('dialog').getByRole('checkbox', { name: 'Staff' }).all()) await box.check();
    await page.getByRole('button', { name: entry.makes }).click();
    const secret = await page.getByTestId('secret').innerText();
    expect(secret).toMatch(entry.looks);
    await page.keyboard.press('Escape');
    expect(await page.getByTestId('secret').isVisible()).toBe(true);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByTestId('secret').waitFor({ state: 'detached' });
    const kept = await page.evaluate(async () => {
      const cached = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
      const databases = await indexedDB.databases();
      return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href, cached, databases]);
    });
    expect(kept + (await page.content())).not.toContain(secret);
    await page.goBack();
    await page.goForward();
    await settled(page);
    expect(await page.content()).not.toContain(secret);
    await context.close();
  });

  it('discards all data at the next call after its session was revoked', async () => {
    const email = `bea@${domain}`;
    await admin('POST /settings/people', { email, role: 'admin', send_email: false });
    const other = await sessionOf(service, email);
    const { page, context } = await opened('/app/people', other);
    await page.getByText('mila@example.com').waitFor();
    const { sessions } = await admin('GET /settings/sessions');
    const { id } = sessions.find(({ person }: { person: { email: string } }) => person.email === email);
    await admin(`DELETE /settings/sessions/${id}`);
    await page.getByRole('link', { name: 'API keys' }).click();
    // Polled, because the page can navigate twice, which aborts a wait for the first navigation.
    const address = () => expect.poll(() => page.url(), { timeout: 60_000 });
    await address().toMatch(/\/sign-in\?next=%2Fapp%2F/);
    await page.goBack().catch(() => null);
    await address().toMatch(/\/sign-in\?next=/);
    await page.getByRole('button', { name: 'Send me a code' }).waitFor();
    expect(await page.content()).not.toContain('mila@example.com');
    await context.close();
  });

  it("applies a changed group at the person's next call", async () => {
    const { page, context } = await opened('/app/', await sessionOf(service, `tom@${domain}`));
    await page.getByText('handbook/welcome.md').waitFor();
    await admin(`PUT /settings/groups/${oakline.groups.staff}`, { paths: ['course/intro.md'] });
    // Simulates a return to the tab.
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await page.getByText('handbook/welcome.md').waitFor({ state: 'detached' });
    await page.getByText('course/intro.md').waitFor();
    await page.goto(`${service.url}/app/documents?path=handbook/welcome.md`);
    await page.getByText('Document not found').waitFor();
    await context.close();
  });

  it('a session remains when a magic link is opened in the same browser; reading pages then show what the link can read', async () => {
    const { page, context } = await opened('/app/');
    const { magic_link } = await admin('POST /settings/readers', {
      email: `reader@${domain}`,
      groups: [oakline.groups.buyers],
      send_email: false,
    });
    const reading = await context.newPage();
    await reading.goto(magic_link);
    await reading.getByText('Anyone with this link can view without signing in.').waitFor();
    expect(await reading.getByRole('link', { name: /handbook/i }).count()).toBe(0);
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByText('Shop backend').waitFor();
    await reading.getByRole('button', { name: 'Leave this link' }).click();
    await reading.waitForURL('**/app/');
    await reading.goto(`${service.url}/d/`);
    await reading
      .getByRole('link', { name: /handbook/i })
      .first()
      .waitFor();
    await context.close();
  });

  it('detects that another tab has switched to another workspace, and shows none of its data', async () => {
    const email = `cleo@${domain}`;
    await admin('POST /settings/people', { email, role: 'admin', send_email: false });
    const cookie = await sessionOf(service, email);
    await makeWorkspace(service, { name: 'Second Shop', slug: unique('second-shop'), admin: email });
    const { page, context } = await opened('/app/', cookie);
    const other = await context.newPage();
    await other.goto(`${service.url}/app/`);
    await other.getByRole('button', { name: /the workspace shown/ }).click();
    const target = await other.getByRole('menuitem').innerText();
    await other.getByRole('menuitem').click();
    await other.getByRole('heading', { name: target }).waitFor();
    await page.getByRole('link', { name: 'API keys' }).click();
    const dialog = page.getByRole('dialog', { name: 'You switched workspaces in another tab' });
    await dialog.waitFor();
    await dialog.getByRole('button', { name: 'Reload in the other workspace' }).click();
    await page.getByRole('heading', { name: target }).waitFor();
    await context.close();
  });
});
