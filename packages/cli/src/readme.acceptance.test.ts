import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, inject, it } from 'vitest';
import { unique } from '../../../acceptance/http.js';
import { cliEntry } from './testing/processes.js';
import { newFolder } from './testing/run-cli.js';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const { url, operatorToken } = inject('target');

it('README > all shell commands work, one after the other', {
  timeout: 300_000,
}, async () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/svc'), `#!/bin/sh\nexec "${process.execPath}" "${cliEntry}" "$@"\n`, { mode: 0o755 });
  const slug = unique('acme');
  const lines = [...readme.matchAll(/^```sh\n(.*?)^```/gms)]
    .map(([, block = '']) => block)
    .join('\n')
    .replace('create-workspace acme ', `create-workspace ${slug} `);
  const shell = spawn('sh', ['-eux'], {
    cwd: folder,
    env: {
      PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
      SVC_BASE_URL: url,
      SVC_OPERATOR_TOKEN: operatorToken,
      SVC_CONFIG_DIR: join(folder, 'config'),
    },
  });
  shell.stdin.end(lines);
  const ended = new Promise<number | null>((resolve) => shell.once('close', resolve));
  const [status, stdout, stderr] = await Promise.all([ended, text(shell.stdout), text(shell.stderr)]);
  expect({ status, stderr }).toMatchObject({ status: 0 });
  for (const shown of [
    `Acme Ltd (${slug})`,
    'The row has 2 cells',
    'Blue desk lamp',
    'exact_id',
    'pattern_matches',
    'revoked',
  ]) {
    expect(stdout).toContain(shown);
  }
});
