import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createClient } from '@tessera/client';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { canSignIn, openBrowser, openTab, service as target } from '../../acceptance/dashboard/browser.js';
import { asNewAdmin, makeApiKey, ok, unique, type WorkspaceReference } from '../../acceptance/http.js';
import { startFakeCheckout } from '../billing-webhook/testing/fake-checkout.mjs';
import type { FakeStripe } from '../billing-webhook/testing/fake-stripe.mjs';
import { createListener } from '../billing-webhook/webhook/listener.mjs';
import { createProcessor } from '../billing-webhook/webhook/processor.mjs';
import { stripeClient, stripeProvider } from '../billing-webhook/webhook/stripe/provider.mjs';
import { createThanks } from '../billing-webhook/webhook/stripe/thanks.mjs';

if (!canSignIn) console.info('Not run: a shop on a phone (no chromium here).');

const run = promisify(execFile);
const svc = fileURLToPath(new URL('../../packages/cli/dist/main.js', import.meta.url));
const secret = 'whsec_test';

/** Listens on a free port, and returns its address. */
async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}

/** Runs in the page: whether some part of the page is wider than the screen. */
function isTooWide(): boolean {
  return document.documentElement.scrollWidth > document.documentElement.clientWidth;
}

describe.runIf(canSignIn)('a shop on a phone', () => {
  let workspace: WorkspaceReference;
  let seller: Server;
  let checkout: FakeStripe;
  let browser: Browser;
  /** Ids of groups by plan, added when the address of the checkout is known. */
  const plans: Record<string, { groups: string[]; next: string }> = {};

  beforeAll(async () => {
    const made = await asNewAdmin(target);
    workspace = made.workspace;
    const key = await makeApiKey(workspace.id, ['manage_members', 'manage_permissions', 'create_sign_in_links']);
    for (const course of ['bread', 'souffle']) {
      await ok('POST /repos', { ...made.asAdmin, body: { name: course } });
      const from = fileURLToPath(new URL(course, import.meta.url));
      const env = { SVC_BASE_URL: target.url, SVC_TOKEN: made.asAdmin.token, SVC_WORKSPACE: workspace.id };
      await run(process.execPath, [svc, 'docs', 'import', from, course], { env: { ...process.env, ...env } });
    }
    const client = createClient({ baseUrl: target.url, token: key });
    // The fake of Stripe and the seller's server need each other's address.
    let handle: Parameters<typeof createServer>[1] = (_request, response) => response.end();
    seller = createServer((request, response) => handle?.(request, response));
    const url = await listen(seller);
    checkout = await startFakeCheckout({ webhookUrl: `${url}/webhook`, thanksUrl: `${url}/thanks`, secret });
    const stripe = stripeClient({ apiKey: 'rk_test', baseUrl: checkout.url });
    const provider = stripeProvider({ client, plans, stripe });
    const process_ = createProcessor(provider);
    const webhook = createListener({ process: process_, provider, secret });
    const thanks = createThanks({ client, plans, process: process_, stripe, baseUrl: target.url });
    handle = (request, response) =>
      request.url?.startsWith('/thanks') === true ? thanks(request, response) : webhook(request, response);
    const group = (body: object) => ok<{ id: string }>('POST /v1/groups', { token: key, body, target });
    await group({ name: 'Preview', public: true, paths: ['bread/{README,1-flour}.md', 'souffle/README.md'] });
    for (const course of ['bread', 'souffle']) {
      const offer = { text: `Buy ${course}`, url: `${checkout.url}/buy/${course}` };
      const { id } = await group({ name: course, paths: [`${course}/**`], offer });
      plans[course] = { groups: [id], next: `/d/${course}/` };
    }
    await ok('PATCH /settings/workspace', { ...made.asAdmin, body: { offer: { show_locked: true } } });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await new Promise((resolve) => seller.close(resolve));
    await checkout.close();
  });

  const site = (path: string) => `${target.url}/d/@${workspace.slug}/${path}`;

  /** Opens a tab with the width of a phone. Requests to the checkout are not recorded as errors. */
  async function openPhone(): Promise<{ page: Page; wrongs: () => string[] }> {
    const { page, context, wrongs } = await openTab(browser, target.url, { width: 390 });
    onTestFinished(() => context.close());
    return { page, wrongs: () => wrongs.filter((wrong) => !wrong.includes('asked http://127.0.0.1')) };
  }

  /** Follows the page's offer, pays, and returns to the page after the payment. */
  async function buy(page: Page, email: string): Promise<void> {
    await page.locator('a.action').click();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Pay' }).click();
  }

  it('leads from the free lesson over the offer and the payment to reading, and after a refund to the offer', async () => {
    const { page, wrongs } = await openPhone();
    await page.goto(site('bread/1-flour.md'));
    await page.getByText('Flour older than a year').waitFor();
    await page.getByRole('link', { name: 'the starter', exact: true }).click();
    await page.getByRole('heading', { name: 'The starter' }).waitFor();
    expect(await page.getByText('Mix 50 g').count()).toBe(0);
    expect(await page.evaluate(isTooWide)).toBe(false);

    await buy(page, `${unique('ada')}@example.com`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${target.url}/d/bread/`);
    await page.getByRole('main').getByRole('link', { name: 'The starter' }).first().click();
    await page.getByText('Mix 50 g').waitFor();
    expect(await page.evaluate(isTooWide)).toBe(false);
    await page.locator('video').evaluate((video: HTMLVideoElement) => video.play());
    expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.duration)).toBeCloseTo(3, 1);

    await page.goto(`${target.url}/d/bread/`);
    await page.getByRole('main').getByRole('link', { name: 'shopping list' }).click();
    const file = await page.getByRole('link', { name: 'Open shopping-list.pdf' }).getAttribute('href');
    const download = await page.request.get(new URL(String(file), target.url).href);
    const original = await readFile(new URL('bread/shopping-list.pdf', import.meta.url));
    expect((await download.body()).equals(original)).toBe(true);

    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('banner').locator('a.person').click();
    expect(await page.evaluate(isTooWide)).toBe(false);
    await page.getByRole('button', { name: 'Sign out', exact: true }).click({ trial: true });

    await page.goto(`${target.url}/d/bread/2-starter.md`);
    const [session] = [...checkout.sessions.keys()].slice(-1);
    await fetch(`${checkout.url}/refund`, {
      method: 'POST',
      body: new URLSearchParams({ session_id: String(session) }),
    });
    await page.locator('.neighbours').getByRole('link', { name: 'The loaf' }).click();
    await page.getByText('Buy bread').waitFor();
    expect(await page.getByText('Knead').count()).toBe(1);
    expect(await page.getByText('450 g').count()).toBe(0);
    expect(page.url()).toBe(site('bread/3-loaf.md'));
    expect(wrongs()).toEqual([]);
  });
});
