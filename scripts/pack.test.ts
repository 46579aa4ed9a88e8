import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { isFullSize } from '../acceptance/full-size.mjs';
import { makeToken, makeWorkspace } from '../acceptance/http.js';
import { startService } from '../acceptance/service.js';
import { pythonAvailable } from './python-available.mjs';

const run = promisify(execFile);
const pack = fileURLToPath(new URL('pack.mjs', import.meta.url));

const clientPackage = '@tessera/client';

/** Creates an empty folder, and installs these packed files in it with npm. */
async function installed(files: readonly string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-installed-'));
  writeFileSync(join(folder, 'package.json'), '{"private": true}');
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  // Without npm's settings of this repository, such as strict engines, as in a person's shell.
  const { PATH, HOME } = process.env;
  await run('npm', ['install', ...options, ...files], { cwd: folder, env: { PATH, HOME } });
  return folder;
}

// Packing and installing take a minute, so these tests run at full size only.
describe.runIf(isFullSize)('packed packages, installed in an empty folder', () => {
  const packed = mkdtempSync(join(tmpdir(), 'tessera-packed-'));
  const folders = [packed];
  let files: Record<'client' | 'cli' | 'server' | 'wheel', string>;

  beforeAll(async () => {
    const { stdout } = await run(process.execPath, [pack, packed]);
    const [client = '', cli = '', server = '', wheel = ''] = stdout.trim().split('\n');
    files = { client, cli, server, wheel };
  });

  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  it('run the command line', async () => {
    const folder = await installed([files.cli]);
    folders.push(folder);
    const { stdout } = await run('npx', ['--no-install', 'svc', '--help'], { cwd: folder });
    expect(stdout).toContain('Usage: svc');
  });

  it('call a service with the client', async () => {
    const folder = await installed([files.client]);
    folders.push(folder);
    const token = await makeToken((await makeWorkspace()).id);
    const program = `const { createClient } = await import(${JSON.stringify(clientPackage)});
      const client = createClient(${JSON.stringify({ baseUrl: inject('target').url, token })});
      await client.collections.create({ body: { name: 'products' } });
      await client.collections.upsert_records({ params: { name: 'products' }, body: { records: [{ id: 1, name: 'Lamp' }] } });
      const { results } = await client.collections.query({ params: { name: 'products' }, body: { query: '1' } });
      console.log(results[0].external_id);`;
    writeFileSync(join(folder, 'call.mjs'), program);
    const { stdout } = await run(process.execPath, ['call.mjs'], { cwd: folder });
    expect(stdout.trim()).toBe('1');
  });

  it.runIf(pythonAvailable())('import the Python client from its wheel', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tessera-wheel-'));
    folders.push(folder);
    const python = join(folder, 'bin/python');
    await run('python3', ['-m', 'venv', folder]);
    await run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', files.wheel]);
    const { stdout } = await run(python, [
      '-c',
      'from tessera_client.api.collections import collections_query as q; print(q.sync)',
    ]);
    expect(stdout).toContain('<function sync');
  });

  it('serve the API, the dashboard and the guide', async () => {
    const folder = await installed([files.server]);
    folders.push(folder);
    const entry = join(folder, 'node_modules/.bin/svc-server');
    const service = await startService({ entry });
    try {
      const guide = await (await fetch(`${service.url}/guide`)).text();
      const font = /\/assets\/inter-\w+\.woff2/.exec(guide)?.[0];
      for (const path of ['/health', '/app/', '/guide', font]) {
        expect([path, (await fetch(`${service.url}${path}`)).status]).toEqual([path, 200]);
      }
    } finally {
      await service.dispose();
    }
  });
});
