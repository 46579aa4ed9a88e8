import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@tessera/client';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canSignIn, openBrowser, openTab, service as target } from '../../acceptance/dashboard/browser.js';
import { call, makeWorkspace, ok, refused, unique, type WorkspaceReference } from '../../acceptance/http.js';
import { genericProvider } from './webhook/generic.mjs';
import { createListener } from './webhook/listener.mjs';
import { createProcessor } from './webhook/processor.mjs';
import { sign } from './webhook/signature.mjs';

if (!canSignIn) console.info('Not run: from payment to reading in a browser (no chromium here).');

const run = promisify(execFile);
const secret = 'whsec_test';
const email = `${unique('ada')}@example.com`;

describe.runIf(canSignIn)('access from a payment to its cancellation', () => {
  let workspace: WorkspaceReference;
  let folder: string;
  let receiver: Server;
  let webhook: string;
  let browser: Browser;

  beforeAll(async () => {
    workspace = await makeWorkspace();
    folder = await mkdtemp(join(tmpdir(), 'tessera-reading-'));
    const made = `/operator/workspaces/${workspace.id}`;
    const asOperator = async (path: string, body: unknown): Promise<string> =>
      (await ok<{ secret: string }>(`POST ${made}${path}`, { token: target.operatorToken, body, target })).secret;
    const author = await asOperator('/tokens', { name: 'author', role: 'admin', access: 'read_write' });
    for (const name of ['course', 'handbook']) {
      await ok('POST /repos', { token: author, body: { name }, target });
    }
    for (const [path, text] of Object.entries({
      'course/README.md': '# Sourdough\n\nBegin with [the starter](starter.md).\n',
      'course/starter.md': '# The starter\n\nFeed it daily.\n',
      'handbook/private.md': '# Salaries\n\nNot for those who pay.\n',
    })) {
      await ok('PUT /documents/content', { token: author, body: { path, text, base: null }, target });
    }
    const key = await asOperator('/api-keys', {
      name: 'billing',
      capabilities: ['manage_members', 'manage_permissions'],
    });
    const body = { name: 'Course', paths: ['course/**'] };
    const { id } = await ok<{ id: string }>('POST /v1/groups', { token: key, body, target });
    const client = createClient({ baseUrl: target.url, token: key });
    const provider = genericProvider({ client, plans: { course: { groups: [id] } } });
    receiver = createServer(createListener({ process: createProcessor(provider), provider, secret }));
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const address = receiver.address();
    webhook = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/webhook`;
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await new Promise((resolve) => receiver.close(resolve));
    await rm(folder, { recursive: true, force: true });
  });

  /** Delivers an event of the shop, signed as the shop does. */
  async function deliver(type: string, created: number): Promise<unknown> {
    const data = { customer_email: email, customer_name: 'Ada', plan: 'course' };
    const body = JSON.stringify({ id: unique('evt'), type, created, data });
    const headers = { connection: 'close', 'webhook-signature': sign({ body, secret, at: new Date() }) };
    return (await fetch(webhook, { method: 'POST', headers, body })).json();
  }

  /** The latest mail to the customer. Without a mail server, mails are files in the data folder. */
  async function latestMail(pattern: RegExp): Promise<string> {
    const mails = join(target.dataFolder, 'mail');
    const find = async (): Promise<string | undefined> => {
      const names = (await readdir(mails).catch(() => [])).sort().reverse();
      const texts = await Promise.all(names.map((name) => readFile(join(mails, name), 'utf8')));
      const own = texts.filter((text) => text.includes(`To: ${email}\r\n`));
      const found = own.map((text) => pattern.exec(text.replaceAll('=\r\n', '').replaceAll('=3D', '=')));
      return found.find((match) => match !== null)?.[1];
    };
    await expect.poll(find, { timeout: 60_000 }).toBeDefined();
    return (await find()) ?? '';
  }

  function clone(repo: string, token: string): Promise<unknown> {
    const address = new URL(`/git/${workspace.slug}/${repo}.git`, target.url);
    address.username = 'ada';
    address.password = token;
    const env = { ...process.env, GIT_TERMINAL_PROMPT: '0' };
    return run('git', ['clone', '--quiet', address.href, join(folder, unique(repo))], { env });
  }

  it('allows reading the course and nothing else, by page, file, search, tool and git, until the cancellation', async () => {
    expect(await deliver('payment.succeeded', 1_000)).toMatchObject({ outcome: 'granted' });

    const { page } = await openTab(browser, target.url, {});
    await page.goto(await latestMail(/(http:\S+\/sign-in\?email=[^\s"]+)/));
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await page.getByLabel('Code').fill(await latestMail(/^Subject: (\d{6}) /m));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Sourdough' }).waitFor();
    await page.getByRole('link', { name: 'the starter', exact: true }).click();
    await page.getByRole('heading', { name: 'The starter' }).waitFor();
    expect(await page.content()).not.toMatch(/handbook/i);

    const asPage = async (path: string): Promise<number> => (await page.request.get(target.url + path)).status();
    expect(await asPage('/raw/course/starter.md')).toBe(200);
    expect(await asPage('/d/handbook/private.md')).toBe(404);
    expect(await asPage('/raw/handbook/private.md')).toBe(404);
    expect(await (await page.request.get(`${target.url}/d/?q=salaries`)).text()).not.toMatch(/handbook|those who pay/);

    const { secret: token } = await ok<{ secret: string }>(
      `POST /operator/people/${encodeURIComponent(email)}/personal-tokens`,
      { token: target.operatorToken, body: { name: 'laptop' }, target },
    );
    const asAda = { token, headers: { 'x-svc-workspace': workspace.id }, target };
    await refused('404 document_not_found', 'GET /documents/content?path=handbook/private.md', asAda);
    const tool = (path: string) => {
      const params = { name: 'read_document', arguments: { path, workspace: workspace.id } };
      return ok<object>('POST /mcp/http/', {
        token,
        body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
        target,
      });
    };
    expect(JSON.stringify(await tool('course/starter.md'))).toContain('Feed it daily');
    expect(JSON.stringify(await tool('handbook/private.md'))).toContain('document_not_found');
    await clone('course', token);
    await expect(clone('handbook', token)).rejects.toThrow(/not found/i);

    expect(await deliver('subscription.cancelled', 2_000)).toMatchObject({ outcome: 'revoked' });
    await page.evaluate("dispatchEvent(new Event('focus'))");
    await page.getByRole('alert').filter({ hasText: 'You can no longer read this page.' }).waitFor();
    expect(await page.content()).not.toContain('Feed it daily');
    expect((await page.request.get(`${target.url}/raw/course/starter.md`)).ok()).toBe(false);
    expect((await call('GET /documents/content?path=course/starter.md', asAda)).status).toBe(403);
    await expect(clone('course', token)).rejects.toThrow();
  });
});
