import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { canSignIn, openBrowser, service } from '../../../../acceptance/dashboard/browser.js';
import { makeToken, makeWorkspace, ok, unique, type WorkspaceReference } from '../../../../acceptance/http.js';
import { type RunningCommand, startSvc, startSvcInTerminal } from '../testing/processes.js';
import { newFolder, runCli } from '../testing/run-cli.js';

if (!canSignIn) console.info('Not run: svc login with a browser that confirms the code (no chromium or mails here).');

// On Linux, the program `script` runs a command in a terminal of its own.
const hasTerminals = process.platform === 'linux' && existsSync('/usr/bin/script');
if (!hasTerminals) console.info('Not run: svc in a terminal (no /usr/bin/script here).');

const email = `${unique('ada')}@example.com`;

// On a busy machine, the browser, polls every five seconds and one process per command take longer than a minute.
vi.setConfig({ testTimeout: 300_000 });

let config: string;
beforeEach(() => {
  config = newFolder();
});

const environment = () => ({ SVC_BASE_URL: service.url, SVC_CONFIG_DIR: config });
const svc = (...args: string[]) => runCli(args, { environment: environment(), configFolder: config });
const svcAs = (token: string, ...args: string[]) =>
  runCli(args, { environment: { ...environment(), SVC_TOKEN: token }, configFolder: config });
const storedToken = (): string =>
  JSON.parse(readFileSync(join(config, 'logins.json'), 'utf8')).servers[service.url].token;

/** The output of a command up to the URL that it asks to open. The rest is read at the end of the command. */
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

const usedMails = new Set<string>();

/**
 * The next sign-in code that was mailed to the person. Each code is returned once. Without a mail server, mails are
 * files.
 */
async function nextCode(): Promise<string> {
  const folder = join(service.dataFolder, 'mail');
  for (;;) {
    for (const name of existsSync(folder) ? readdirSync(folder).sort() : []) {
      if (usedMails.has(name)) continue;
      const mail = readFileSync(join(folder, name), 'utf8');
      const code = /^Subject: (\d{6}) /m.exec(mail)?.[1];
      if (code === undefined || !mail.includes(`To: ${email}\r\n`)) continue;
      usedMails.add(name);
      return code;
    }
    await sleep(20);
  }
}

describe.runIf(canSignIn && hasTerminals)('svc login with a browser', () => {
  let browser: Browser;
  let workspaces: [WorkspaceReference, WorkspaceReference, WorkspaceReference];
  beforeAll(async () => {
    workspaces = await Promise.all([makeWorkspace(), makeWorkspace(), makeWorkspace()]);
    workspaces.sort((one, other) => (one.slug < other.slug ? -1 : 1));
    for (const { id } of workspaces) {
      await ok(`POST /operator/workspaces/${id}/people`, {
        token: service.operatorToken,
        body: { email, role: 'admin' },
      });
    }
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  /** Signs the person in if necessary, and confirms or refuses the device. */
  async function decide(url: string, code: string, decision: 'Confirm' | 'Refuse'): Promise<void> {
    const context = await browser.newContext();
    const page: Page = await context.newPage();
    await page.goto(url);
    await page.getByLabel('E-mail address').fill(email);
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await page.waitForURL(`${service.url}/sign-in/code`);
    await page.getByLabel('Code').fill(await nextCode());
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Connect this device?' }).waitFor();
    expect(await page.getByRole('status').textContent()).toBe(code);
    await page.getByRole('button', { name: decision }).click();
    await page.waitForLoadState();
    await context.close();
  }

  it('in a terminal, signs a person in to all of their workspaces, signs out of one, then of all', async () => {
    const login = startSvcInTerminal(['login', '--device-name', 'the test laptop'], environment());
    const { url, code } = await addressShown(login, 'stdout');
    await decide(url, code, 'Confirm');
    const { status, stdout } = await login.ended;
    expect(status).toBe(0);
    expect(stdout).toContain(`Signed in to ${service.url} as ${email}.`);
    expect(stdout).toContain(`(${workspaces.map(({ slug }) => slug).join(', ')})`);
    expect(statSync(join(config, 'logins.json')).mode & 0o777).toBe(0o600);
    expect(statSync(config).mode & 0o077).toBe(0);

    expect((await svc('whoami')).stdout).toContain(email);
    const { workspaces: own } = JSON.parse((await svc('workspaces', '--json')).stdout);
    expect(own.map(({ slug }: { slug: string }) => slug)).toEqual(workspaces.map(({ slug }) => slug));
    expect((await svc('devices', 'list')).stdout).toContain('the test laptop');

    expect(await svc('collections', 'list')).toMatchObject({ status: 1, stdout: '' });
    const [chosen, other] = [workspaces[1].slug, workspaces[2].slug];
    await svc('workspaces', 'use', chosen);
    const created = await svc('collections', 'create', 'parts');
    expect(created).toMatchObject({ status: 0, stderr: expect.stringContaining(`(${chosen})`) });
    expect((await svc('collections', 'list', '--workspace', other)).stderr).toContain('No collections');
    const file = join(config, 'parts.csv');
    writeFileSync(file, 'id,name\n1,Left door hinge\n2,Steel bracket\n');
    expect((await svc('collections', 'import', 'parts', file)).status).toBe(0);
    const answer = JSON.parse((await svc('collections', 'query', 'parts', 'door hinge', '--json')).stdout);
    expect([answer.confidence, answer.results[0].external_id]).toEqual(['high', '1']);
    for (const { slug } of workspaces) {
      const { people } = JSON.parse((await svc('people', 'list', '--workspace', slug, '--json')).stdout);
      expect(people, slug).toMatchObject([{ email, pending: false }]);
    }

    const listed = JSON.parse((await svc('people', 'devices', '--json')).stdout).devices;
    expect(listed).toMatchObject([{ device: 'the test laptop', person: { email }, current: true }]);
    expect((await svc('people', 'devices')).stdout).toMatch(new RegExp(`${email} +the test laptop`));
    expect((await svc('people', 'revoke-device', listed[0].id, '--yes')).status).toBe(0);
    expect((await svc('collections', 'list')).stderr).toContain('not_a_member');
    expect((await svc('collections', 'list', '--workspace', other)).status).toBe(0);

    const token = storedToken();
    expect((await svc('logout')).status).toBe(0);
    expect(readFileSync(join(config, 'logins.json'), 'utf8')).not.toContain(token);
    const afterwards = await svcAs(token, 'whoami');
    expect(afterwards).toMatchObject({ status: 1, stderr: expect.stringContaining('invalid_credential') });
  });

  it('over a pipe, signs in too, keeps the earlier choice, and revokes the token that it replaces', async () => {
    const signIn = async () => {
      const login = startSvc(['login', '--no-browser'], environment());
      const { url, code } = await addressShown(login, 'stderr');
      await decide(url, code, 'Confirm');
      return login.ended;
    };
    await signIn();
    const { slug } = workspaces[2];
    await svc('workspaces', 'use', slug);
    const first = storedToken();
    const again = await signIn();
    expect(again).toMatchObject({ status: 0, stdout: '', stderr: expect.stringContaining(`(${slug})`) });
    expect(storedToken()).not.toBe(first);
    expect((await svcAs(first, 'whoami')).status).toBe(1);
  });

  it('stores nothing if the person refuses', async () => {
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
    token = await makeToken((await makeWorkspace()).id);
  });

  it.each([
    ['y', 0, 'deleted'],
    ['n', 1, 'Nothing was done.'],
  ])("asks, and follows the person's answer: %s", async (key, status, shown) => {
    await svcAs(token, 'collections', 'create', `parts-${key}`);
    const command = inTerminal('collections', 'delete', `parts-${key}`);
    let seen = '';
    command.process.stdout?.on('data', (chunk: Buffer) => {
      const wasPrompted = seen.includes('Delete collection');
      seen += chunk.toString();
      if (!wasPrompted && seen.includes('Delete collection')) command.process.stdin?.write(key);
    });
    const ended = await command.ended;
    expect(ended.stdout).toContain(shown);
    expect(ended.status).toBe(status);
  });
});
