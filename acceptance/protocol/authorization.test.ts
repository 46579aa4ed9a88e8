import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { barriers, canSignIn, openBrowser, openTab, service } from '../dashboard/browser.js';
import { sessionOf } from '../dashboard/seed.mjs';
import { makeWorkspace, ok, unique } from '../http.js';
import { freePort } from '../service.js';
import { programCommand } from './programs.js';

if (!canSignIn) console.info("Not run: the conformance suite's authorization scenarios (no chromium here).");

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

/** Starts the conformance suite against the authorization server. It prints the URL that a user must open. */
function startSuite(args: readonly string[]): { readonly address: Promise<string>; readonly ended: Promise<void> } {
  const [program, ...given] = programCommand('conformance/dist/index.js', args);
  const suite = spawn(String(program), given, { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  const ended = new Promise<void>((resolve) => suite.once('exit', () => resolve()));
  const address = new Promise<string>((resolve, reject) => {
    suite.stdout.on('data', (chunk) => {
      printed += chunk;
      const found = /^(http\S+\/oauth\/authorize\S+)\n/m.exec(printed)?.[1];
      if (found !== undefined) resolve(found);
    });
    void ended.then(() => reject(new Error(printed)));
  });
  return { address, ended };
}

describe.runIf(canSignIn)('connecting an assistant in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-authorization-'));
  const email = `${unique('ada')}@example.com`;
  const workspaces: { readonly id: string; readonly name: string }[] = [];
  let browser: Browser;
  let session: string;

  beforeAll(async () => {
    browser = await openBrowser();
    for (let index = 0; index < 2; index += 1) {
      const workspace = await makeWorkspace();
      workspaces.push(workspace);
      const body = { email, role: 'member' };
      await ok(`POST /operator/workspaces/${workspace.id}/people`, { token: service.operatorToken, body });
    }
    session = await sessionOf(service, email);
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("passes the authorization scenarios of the protocol's conformance suite", async () => {
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}/`;
    const redirect = `${origin}callback`;
    const client = { client_name: 'Conformance', redirect_uris: [redirect] };
    const registered = await fetch(`${service.url}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(client),
    });
    expect(registered.status).toBe(201);
    const { client_id: id } = (await registered.json()) as { client_id: string };
    const settings = ['--url', service.url, '--client-id', id, '--resource', `${service.url}/mcp/http`];
    const suite = startSuite(['authorization', ...settings, '--port', String(port), '--output-dir', folder]);
    const { page, context, wrongs } = await openTab(browser, service.url, { session });
    await page.goto(await suite.address);
    await page.getByRole('heading', { name: 'Connect Conformance?' }).waitFor();
    expect(await barriers(page, 'the consent page')).toEqual([]);
    await page.getByRole('checkbox').first().check();
    await page.getByRole('radio').last().check();
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.waitForURL((address) => address.href.startsWith(redirect));
    await suite.ended;
    // Ignore the client's page after the redirect, because the client may stop before the page is loaded.
    expect(wrongs.filter((wrong) => !wrong.includes(origin))).toEqual([]);
    await context.close();
    const checks = readdirSync(folder).flatMap((entry) => {
      return JSON.parse(readFileSync(join(folder, entry, 'checks.json'), 'utf8')) as Check[];
    });
    expect(checks.map(({ status }) => status)).not.toContain('FAILURE');
    expect(checks.filter(({ status }) => status === 'SUCCESS').map((check) => check.id)).toEqual(
      expect.arrayContaining(['authorization-server-metadata', 'authorization-code-grant']),
    );
  });

  it('lists it on the account page, where it can be revoked', async () => {
    const { page, context } = await openTab(browser, service.url, { session });
    await page.goto(`${service.url}/account`);
    await page.getByRole('button', { name: 'Revoke: Conformance (this computer)' }).click();
    await page.getByText('None is connected.').waitFor();
    await context.close();
  });
});
