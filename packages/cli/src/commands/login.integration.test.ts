import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { chromiumPath } from '../../../../acceptance/chromium.mjs';
import {
  type RealService,
  type RunningCommand,
  startRealService,
  startSvc,
  startSvcInTerminal,
} from '../testing/real-service.js';
import { newFolder } from '../testing/run-cli.js';

const executablePath = chromiumPath();
if (!executablePath) console.info('Not run: svc login with a browser that confirms the code (no chromium here).');

// The command of Linux that gives a program a terminal of its own.
const hasTerminals = process.platform === 'linux' && existsSync('/usr/bin/script');
if (!hasTerminals) console.info('Not run: svc in a terminal (no /usr/bin/script here).');

const email = 'ada@example.com';
const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
];

// A browser, a poll every five seconds and a process per command: more than the usual minute on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

let service: RealService;
let config: string;

beforeAll(async () => {
  service = await startRealService();
  for (const slug of ['acme', 'stark', 'umbra']) await service.invite((await service.createWorkspace(slug)).id, email);
});
afterAll(() => service.stop());
beforeEach(() => {
  config = newFolder();
});

const environment = () => ({ SVC_BASE_URL: service.url, SVC_CONFIG_DIR: config });
const svc = (...args: string[]) => startSvc(args, environment()).ended;
const storedToken = (): string =>
  JSON.parse(readFileSync(join(config, 'logins.json'), 'utf8')).servers[service.url].token;

/** What a command has written that shows the address to open; the rest stays unread for its end. */
async function addressShown(
  { process, ended }: RunningCommand,
  stream: 'stdout' | 'stderr',
): Promise<{ url: string; code: string }> {
  let seen = '';
  return new Promise((resolve, reject) => {
    process[stream]?.on('data', (chunk: Buffer) => {
      seen += chunk.toString();
      const [, url, code] = /Open (\S+)\s+and confirm the code (\S+)/.exec(seen) ?? [];
      if (url !== undefined && code !== undefined) resolve({ url, code });
    });
    void ended.then(() => reject(new Error(`No address was shown: ${seen}`)));
  });
}

describe.runIf(executablePath && hasTerminals)('svc login with a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: String(executablePath), args: browserArguments });
  });
  afterAll(() => browser?.close());

  /** Signs the person in where they are asked to, and decides about the device. */
  async function decide(url: string, code: string, decision: 'Confirm' | 'Refuse'): Promise<void> {
    const context = await browser.newContext();
    const page: Page = await context.newPage();
    await page.goto(url);
    await page.getByLabel('E-mail address').fill(email);
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await page.waitForURL(`${service.url}/sign-in/code`);
    await page.getByLabel('Code').fill(await service.nextCode(email));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Connect this device?' }).waitFor();
    expect(await page.getByRole('status').textContent()).toBe(code);
    await page.getByRole('button', { name: decision }).click();
    await page.waitForLoadState();
    await context.close();
  }

  it('in a terminal signs a person in to all of their workspaces, pending in none any more, and out of one and of all again', async () => {
    const login = startSvcInTerminal(['login', '--device-name', 'the test laptop'], environment());
    const { url, code } = await addressShown(login, 'stdout');
    await decide(url, code, 'Confirm');
    const { status, stdout } = await login.ended;
    expect(status).toBe(0);
    expect(stdout).toContain(`Signed in to ${service.url} as ${email}.`);
    expect(stdout).toContain('(acme, stark, umbra)');
    expect(statSync(join(config, 'logins.json')).mode & 0o777).toBe(0o600);
    expect(statSync(config).mode & 0o077).toBe(0);

    expect((await svc('whoami')).stdout).toContain(email);
    const { workspaces } = JSON.parse((await svc('workspaces', '--json')).stdout);
    expect(workspaces.map(({ slug }: { slug: string }) => slug)).toEqual(['acme', 'stark', 'umbra']);
    expect((await svc('devices', 'list')).stdout).toContain('the test laptop');

    expect(await svc('collections', 'list')).toMatchObject({ status: 1, stdout: '' });
    await svc('workspaces', 'use', 'stark');
    const created = await svc('collections', 'create', 'parts');
    expect(created).toMatchObject({ status: 0, stderr: expect.stringContaining('Workspace: STARK (stark)') });
    expect((await svc('collections', 'list', '--workspace', 'umbra')).stderr).toContain('No collections');
    const file = join(config, 'parts.csv');
    writeFileSync(file, 'id,name\n1,Left door hinge\n2,Steel bracket\n');
    expect((await svc('collections', 'import', 'parts', file)).status).toBe(0);
    const answer = JSON.parse((await svc('collections', 'query', 'parts', 'door hinge', '--json')).stdout);
    expect([answer.confidence, answer.results[0].external_id]).toEqual(['high', '1']);
    for (const slug of ['acme', 'stark', 'umbra']) {
      const { people } = JSON.parse((await svc('people', 'list', '--workspace', slug, '--json')).stdout);
      expect(people, slug).toMatchObject([{ email, pending: false }]);
    }

    const listed = JSON.parse((await svc('people', 'devices', '--json')).stdout).devices;
    expect(listed).toMatchObject([{ device: 'the test laptop', person: { email }, current: true }]);
    expect((await svc('people', 'devices')).stdout).toMatch(new RegExp(`${email} +the test laptop`));
    expect((await svc('people', 'revoke-device', listed[0].id, '--yes')).status).toBe(0);
    expect((await svc('collections', 'list')).stderr).toContain('not_a_member');
    expect((await svc('collections', 'list', '--workspace', 'umbra')).status).toBe(0);

    const token = storedToken();
    expect((await svc('logout')).status).toBe(0);
    expect(readFileSync(join(config, 'logins.json'), 'utf8')).not.toContain(token);
    const afterwards = await startSvc(['whoami'], { ...environment(), SVC_TOKEN: token }).ended;
    expect(afterwards).toMatchObject({ status: 1, stderr: expect.stringContaining('invalid_credential') });
  });

  it('over a pipe signs in too, keeps the choice of before and revokes the token that it replaces', async () => {
    const signIn = async () => {
      const login = startSvc(['login', '--no-browser'], environment());
      const { url, code } = await addressShown(login, 'stderr');
      await decide(url, code, 'Confirm');
      return login.ended;
    };
    await signIn();
    await svc('workspaces', 'use', 'umbra');
    const first = storedToken();
    const again = await signIn();
    expect(again).toMatchObject({ status: 0, stdout: '', stderr: expect.stringContaining('Workspace: UMBRA (umbra)') });
    expect(storedToken()).not.toBe(first);
    expect((await startSvc(['whoami'], { ...environment(), SVC_TOKEN: first }).ended).status).toBe(1);
  });

  it('keeps nothing when the person refuses', async () => {
    const login = startSvc(['login'], environment());
    const { url, code } = await addressShown(login, 'stderr');
    await decide(url, code, 'Refuse');
    expect(await login.ended).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('The sign-in was declined.'),
    });
    expect((await svc('whoami')).stderr).toContain('You are not signed in');
  });
});

describe.runIf(hasTerminals)('a destructive command in a terminal', () => {
  const inTerminal = (...args: string[]): RunningCommand =>
    startSvcInTerminal(args, { ...environment(), SVC_TOKEN: token });
  let token: string;
  beforeAll(async () => {
    token = (await service.createWorkspace('wayne')).token;
  });

  it.each([
    ['y', 0, 'deleted'],
    ['n', 1, 'Nothing was done.'],
  ])('asks, and does what the person answers: %s', async (key, status, shown) => {
    await startSvc(['collections', 'create', `parts-${key}`], { ...environment(), SVC_TOKEN: token }).ended;
    const command = inTerminal('collections', 'delete', `parts-${key}`);
    let seen = '';
    command.process.stdout?.on('data', (chunk: Buffer) => {
      const wasAsked = seen.includes('for good?');
      seen += chunk.toString();
      if (!wasAsked && seen.includes('for good?')) command.process.stdin?.write(key);
    });
    const ended = await command.ended;
    expect(ended.stdout).toContain(shown);
    expect(ended.status).toBe(status);
  });
});
