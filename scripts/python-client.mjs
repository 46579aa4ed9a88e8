/**
 * `npm run python-client`: writes clients/python/tessera_client from the API's description with openapi-python-client.
 * Needs python3 with venv; the generator is installed into a temporary folder.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';
import { describedApi, digestOf } from './python-client-source.mjs';

if (!prepare()) process.exit(1);
const { openApiDocument } = await import(`${root}packages/server/dist/http/openapi.js`);
const description = describedApi(openApiDocument);
const folder = join(root, 'clients/python');
const scratch = mkdtempSync(join(tmpdir(), 'tessera-python-client-'));
try {
  const source = join(scratch, 'openapi.json');
  writeFileSync(source, description);
  const bin = join(scratch, 'venv/bin');
  run('python3', ['-m', 'venv', join(scratch, 'venv')]);
  run(join(bin, 'pip'), ['install', '--quiet', '--disable-pip-version-check', '-r', join(folder, 'generator.txt')]);
  const options = ['--path', source, '--config', join(folder, 'generator.yml'), '--meta', 'none', '--overwrite'];
  const target = join(folder, 'tessera_client');
  run(join(bin, 'openapi-python-client'), ['generate', ...options, '--fail-on-warning', '--output-path', target], {
    PATH: `${bin}:${process.env.PATH}`,
  });
  writeFileSync(join(target, 'py.typed'), '');
  writeFileSync(join(folder, 'source.sha256'), `${digestOf(description)}\n`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** @param {string} program @param {string[]} words @param {Record<string, string>} [settings] */
function run(program, words, settings = {}) {
  execFileSync(program, words, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...settings } });
}
