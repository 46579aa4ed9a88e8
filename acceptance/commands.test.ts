import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeToken, makeWorkspace, ok } from './http.js';
import { type OwnService, startService } from './service.js';

const main = fileURLToPath(new URL('../packages/server/dist/main.js', import.meta.url));

let service: OwnService;
let folder: string;
beforeAll(async () => {
  service = await startService();
  folder = await mkdtemp(join(tmpdir(), 'tessera-commands-'));
});
afterAll(async () => {
  await service.dispose();
  await rm(folder, { recursive: true, force: true });
});

describe('svc-server', () => {
  function run(...args: string[]): Promise<{ status: number; output: string }> {
    const env = {
      PATH: process.env.PATH,
      SVC_PORT: new URL(service.url).port,
      SVC_DATA_DIR: service.dataFolder,
      SVC_OPERATOR_TOKEN: service.operatorToken,
    };
    return new Promise((resolve) => {
      execFile(process.execPath, [main, ...args], { cwd: folder, env }, (error, out, err) => {
        resolve({ status: typeof error?.code === 'number' ? error.code : 0, output: `${out}${err}` });
      });
    });
  }

  it('admin-link > creates the first admin and workspace of an empty server', async () => {
    const { status, output } = await run('admin-link', 'you@example.com');
    expect({ status, output }).toEqual({ status: 0, output: expect.stringMatching(/^http:\S+\n$/) });
    const { workspaces } = (await (
      await fetch(`${service.url}/operator/workspaces`, {
        headers: { authorization: `Bearer ${service.operatorToken}` },
      })
    ).json()) as { workspaces: object[] };
    expect(workspaces).toMatchObject([{ slug: 'main' }]);
    expect((await run('admin-link', 'you@example.com')).status).toBe(0);
  });

  it('backup > stores the database of the running service', async () => {
    const file = join(folder, 'tessera.tar.gz');
    expect(await run('backup', file)).toMatchObject({ status: 0 });
    expect((await stat(file)).size).toBeGreaterThan(100_000);
  });

  it('commands > print help instead of reading an option as a file', async () => {
    expect(await run('backup', '--help')).toEqual({ status: 0, output: expect.stringContaining('backup FILE') });
    expect(await run('backup', '--fast')).toEqual({ status: 1, output: expect.stringContaining('no option --fast') });
    expect(existsSync(join(folder, '--help')) || existsSync(join(folder, '--fast'))).toBe(false);
  });
});

describe('GET /operator/backup', () => {
  it('is audited in every workspace', async () => {
    const workspaces = [await makeWorkspace(service), await makeWorkspace(service)];
    const headers = { authorization: `Bearer ${service.operatorToken}`, 'x-request-id': 'nightly' };
    const answer = await fetch(`${service.url}/operator/backup`, { headers });
    expect(answer.status).toBe(200);
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(0);
    for (const { id } of workspaces) {
      const token = await makeToken(id, { target: service });
      const trail = await ok('GET /audit?action=operator.backup_taken', { target: service, token });
      expect(trail).toMatchObject({ events: [{ actor: { kind: 'operator' }, request_id: 'nightly' }] });
    }
  });
});
