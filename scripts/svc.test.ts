import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from './prepare.mjs';
import { freePort } from './testing/postgres-cluster.mjs';

const home = mkdtempSync(join(tmpdir(), 'tessera-svc-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Runs the command line client as in the README, with a separate home folder. */
async function svc(args: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  const child = spawn('npm', ['run', '--silent', 'svc', '--', ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: home, XDG_CONFIG_HOME: home, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (written.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (written.stderr += chunk.toString()));
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, ...written };
}

describe('npm run --silent svc', () => {
  it('prints only the response on stdout', async () => {
    const help = await svc(['--help']);
    expect(help.status).toBe(0);
    expect(help.stdout).toMatch(/^Usage: svc/);
  });

  it('ends with 2 and an empty stdout for an unknown command', async () => {
    expect(await svc(['no-such-command'])).toMatchObject({ status: 2, stdout: '' });
  });

  it('ends with 3 and an empty stdout if the server is unreachable', async () => {
    const settings = { SVC_BASE_URL: `http://127.0.0.1:${await freePort()}`, SVC_TOKEN: `svc_tk_${'A'.repeat(43)}` };
    const answer = await svc(['workspaces', '--json'], settings);
    expect(answer).toMatchObject({ status: 3, stdout: '' });
    expect(answer.stderr).toMatch(/\S/);
  });
});
