import { serve } from '@hono/node-server';
import { deviceGrantType } from '@tessera/contract';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../../../../../acceptance/chromium.mjs';
import { freePort } from '../../../../../scripts/testing/postgres-cluster.mjs';
import { startTestService, type TestService, type TestWorkspace } from '../../testing/service.js';
import { latestCode } from '../testing/browser.js';
import { anAddress, invite } from '../testing/people.js';

const executablePath = chromiumPath();
if (executablePath === undefined) {
  console.warn('No browser: the sign-in pages are not tried in one. Install it with "apt-get install chromium".');
}

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

describe.runIf(executablePath !== undefined)('in a real browser', () => {
  let service: TestService;
  let workspaces: TestWorkspace[];
  let server: ReturnType<typeof serve>;
  let browser: Browser;
  let baseUrl: string;

  beforeAll(async () => {
    const port = await freePort();
    baseUrl = `http://127.0.0.1:${port}`;
    service = await startTestService({ SVC_BASE_URL: baseUrl });
    workspaces = [await service.createWorkspace({ name: 'North' }), await service.createWorkspace({ name: 'South' })];
    server = serve({ fetch: service.app.http.fetch, port, hostname: '127.0.0.1' });
    browser = await chromium.launch({ executablePath: executablePath ?? '', args: quiet });
  });
  afterAll(async () => {
    await browser.close();
    await new Promise((resolve) => server.close(resolve));
    await service.close();
  });

  /**
   * Opens a page in its own browser profile. `complaints` collects the browser's errors: blocked styles, scripts, mixed
   * content.
   */
  async function openPage(options: { width: number; dark?: boolean }): Promise<{ page: Page; complaints: string[] }> {
    const context = await browser.newContext({
      viewport: { width: options.width, height: 700 },
      colorScheme: options.dark ? 'dark' : 'light',
      javaScriptEnabled: true,
      timezoneId: 'Asia/Tokyo',
    });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      // The pages name no icon, so the browser requests `/favicon.ico`, which does not exist.
      if (message.type() === 'error' && !message.location().url.endsWith('/favicon.ico')) {
        complaints.push(message.text());
      }
    });
    return { page, complaints };
  }

  async function invited(): Promise<string> {
    const email = anAddress();
    for (const workspace of workspaces) {
      await invite(service, workspace, email);
    }
    return email;
  }

  async function signIn(page: Page, email: string): Promise<void> {
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await page.waitForURL(`${baseUrl}/sign-in/code`);
    await page.getByLabel('Code').fill(await latestCode(service, email));
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  test('a person signs in from the invite with a code, chooses a workspace, changes it and signs out', async () => {
    const email = await invited();
    const { page, complaints } = await openPage({ width: 1200 });
    const link = service.mails.findLast(({ to }) => to === email)?.text.match(/http\S+\/sign-in\S+/)?.[0] ?? '';
    await page.goto(`${link}&next=/account`);
    expect(await page.getByLabel('E-mail address').inputValue()).toBe(email);
    await signIn(page, email);
    await page.getByRole('button', { name: /South/ }).click();
    await page.waitForURL(`${baseUrl}/account`);
    expect(await page.getByRole('main').textContent()).toContain(`You are signed in as ${email} in South.`);
    const me = async () => (await page.request.get(`${baseUrl}/me`)).json();
    expect(await me()).toMatchObject({ email, workspace: { name: 'South' } });
    await page.goto(`${baseUrl}/sign-in/workspace?next=/me`);
    await page.getByRole('button', { name: /North/ }).click();
    await page.waitForURL(`${baseUrl}/me`);
    expect(await me()).toMatchObject({ workspace: { name: 'North' } });
    await page.goto(`${baseUrl}/sign-in/workspace`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${baseUrl}/sign-in`);
    // This cookie only gives the browser a separate limit of codes; it signs no one in.
    expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['svc_known_browser']);
    expect(complaints).toEqual([]);
  });

  test('a person confirms a device, signing in on the way', async () => {
    const email = await invited();
    const { page, complaints } = await openPage({ width: 320, dark: true });
    const asked = await service.call('POST', '/auth/device/code', {
      body: { client_id: 'svc', device_name: 'laptop' },
    });
    await page.goto(asked.body.verification_uri_complete);
    await page.getByLabel('E-mail address').fill(email);
    await signIn(page, email);
    await page.getByRole('heading', { name: 'Connect this device?' }).waitFor();
    expect(await page.getByRole('status').textContent()).toBe(asked.body.user_code);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('heading', { name: 'Device connected' }).waitFor();
    const polled = await service.call('POST', '/auth/device/token', {
      body: { grant_type: deviceGrantType, device_code: asked.body.device_code, client_id: 'svc' },
    });
    const me = await service.call('GET', '/me', { token: polled.body.access_token });
    expect(me.body).toMatchObject({ kind: 'personal_token', email });
    await page.goto(`${baseUrl}/account`);
    const time = page.locator('time').first();
    const used = new Date((await time.getAttribute('datetime')) ?? '');
    const minute = new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit', timeZone: 'Asia/Tokyo' });
    expect((await time.textContent())?.replace(/\s/g, ' ')).toContain(minute.format(used).replace(/\s/g, ' '));
    await page.getByRole('button', { name: 'Revoke: laptop' }).click();
    await page.getByText('None is connected.').waitFor();
    expect((await service.call('GET', '/me', { token: polled.body.access_token })).status).toBe(401);
    expect(complaints).toEqual([]);
  });

  test('the keyboard alone is enough, and errors are announced', async () => {
    const email = await invited();
    const { page } = await openPage({ width: 1200 });
    // The page sets the focus itself, but the test could type before that happens.
    const focused = (field: string) => page.locator(`#${field}:focus`).waitFor();
    await page.goto(`${baseUrl}/sign-in?next=/account`);
    await focused('email');
    await page.keyboard.type(email);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${baseUrl}/sign-in/code`);
    const code = await latestCode(service, email);
    await focused('code');
    await page.keyboard.type(code === '000000' ? '000001' : '000000');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('alert').textContent()).toContain('4 tries left');
    await focused('code');
    await page.keyboard.type(`${code.slice(0, 3)} ${code.slice(3)}`);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Choose a workspace' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${baseUrl}/account`);
  });

  test('a magic link opens the documents that it grants, and the browser keeps access on later visits', async () => {
    const [workspace] = workspaces as [TestWorkspace];
    const { secret } = (
      await service.call('POST', `/operator/workspaces/${workspace.id}/api-keys`, {
        token: service.operatorToken,
        body: { name: 'shop', capability: 'manage_readers' },
      })
    ).body;
    const minted = await service.call('POST', '/v1/readers', {
      token: secret,
      body: { email: anAddress(), send_email: false },
    });
    const { page, complaints } = await openPage({ width: 320 });
    await page.goto(baseUrl);
    expect(await page.getByRole('link', { name: 'Sign in' }).count()).toBe(1);
    await page.goto(minted.body.magic_link);
    expect(page.url()).toBe(`${baseUrl}/d/`);
    await page.goto(`${baseUrl}/`);
    expect(await page.getByRole('heading').textContent()).toBe('North');
    expect(await page.getByRole('main').textContent()).toContain('There is nothing here for you to read yet.');
    expect(complaints).toEqual([]);
  });

  test('every page fits a small phone, has one heading and a label for every field', async () => {
    const email = await invited();
    const { page } = await openPage({ width: 320 });
    // A string, because its code uses names that exist in a browser but not in Node.js.
    const look = `({
      overflow: document.documentElement.scrollWidth - window.innerWidth,
      headings: document.querySelectorAll('h1').length,
      unlabelled: [...document.querySelectorAll('input:not([type=hidden])')].filter(({ labels }) => labels.length !== 1).length,
      styled: getComputedStyle(document.querySelector('main')).borderRadius !== '0px',
    })`;
    const check = async () => {
      expect(await page.evaluate(look)).toEqual({ overflow: 0, headings: 1, unlabelled: 0, styled: true });
    };
    await page.goto(`${baseUrl}/sign-in?email=${encodeURIComponent(email)}`);
    await check();
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await page.waitForURL(`${baseUrl}/sign-in/code`);
    await check();
    await page.getByLabel('Code').fill(await latestCode(service, email));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/workspace/);
    await check();
    await page.goto(`${baseUrl}/device`);
    await check();
    for (const path of ['/account', '/']) {
      await page.goto(baseUrl + path);
      await check();
    }
  });
});
