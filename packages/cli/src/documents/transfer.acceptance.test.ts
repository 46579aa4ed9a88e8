import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@tessera/client';
import { limits } from '@tessera/contract';
import { beforeAll, expect, inject, it } from 'vitest';
import { makeToken, makeWorkspace } from '../../../../acceptance/http.js';
import { newFolder, runCli } from '../testing/run-cli.js';

const { url } = inject('target');
let token: string;

/**
 * Files of every kind: text, binary, empty, with special characters in their names, and git's own files, which are
 * omitted.
 */
const files: Readonly<Record<string, Buffer>> = {
  'README.md': Buffer.from('# Handbook\n'),
  'empty.txt': Buffer.alloc(0),
  'people/Grüße & 100%.md': Buffer.from('# Hallo\r\n'),
  'pictures/dot.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255, 254]),
};

beforeAll(async () => {
  token = await makeToken((await makeWorkspace()).id);
  await createClient({ baseUrl: url, token }).repos.create({ body: { name: 'handbook' } });
});

const svc = (...args: string[]) => runCli(args, { environment: { SVC_BASE_URL: url, SVC_TOKEN: token } });

async function importFrom(folder: string): Promise<object> {
  const { status, stdout, stderr } = await svc('docs', 'import', folder, 'handbook', '--json');
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout);
}

/** The files below a folder, by path. */
function filesIn(folder: string): Record<string, Buffer> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path)]));
}

it('svc documents import, export > import changes nothing the second time, and export returns the same bytes', async () => {
  const folder = newFolder();
  for (const [path, content] of Object.entries({ ...files, '.git/config': Buffer.from('[core]') })) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  expect(await importFrom(folder)).toMatchObject({ files: 4, written: 4, unchanged: 0, commits: 1 });
  expect(await importFrom(folder)).toMatchObject({ files: 4, written: 0, unchanged: 4, commits: 0 });

  writeFileSync(join(folder, 'README.md'), '# Handbook of all\n');
  expect(await importFrom(folder)).toMatchObject({ written: 1, unchanged: 3, commits: 1 });
  const log = await svc('docs', 'log', 'handbook/README.md', '--json');
  expect(JSON.parse(log.stdout).count).toBe(2);

  const copy = newFolder();
  expect((await svc('docs', 'export', 'handbook', copy)).status).toBe(0);
  expect(filesIn(copy)).toEqual({ ...files, 'README.md': Buffer.from('# Handbook of all\n') });

  const people = newFolder();
  expect((await svc('docs', 'export', 'handbook/people/', people)).status).toBe(0);
  expect(Object.keys(filesIn(people))).toEqual(['Grüße & 100%.md']);
});

it('svc documents import > omits dot files and what .gitignore names, and lists files that are too large', async () => {
  const folder = newFolder();
  const written = {
    '.env': 'SECRET=1',
    '.gitignore': 'node_modules/\n*.log\n!kept.log\n',
    '.github/notes.md': '# Notes',
    'node_modules/left-pad/index.js': '',
    'debug.log': '',
    'kept.log': 'kept',
    'src/.gitignore': 'generated.md\n',
    'src/generated.md': '',
    'src/page.md': '# Page',
    'generated.md': '# At the top',
    'generated.bin': '',
    'video.bin': Buffer.alloc(limits.documentBytes + 1),
  };
  for (const [path, content] of Object.entries(written)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const listed = async (): Promise<string[]> => {
    const { stdout } = await svc('docs', 'ls', 'handbook/checkout', '--json');
    return JSON.parse(stdout).documents.map(({ path }: { path: string }) => path.replace('handbook/checkout/', ''));
  };
  truncateSync(join(folder, 'generated.bin'), limits.fileBytes + 1);
  const first = await svc('docs', 'import', folder, 'handbook/checkout', '--json');
  expect(first.status, first.stderr).toBe(0);
  expect(JSON.parse(first.stdout)).toMatchObject({
    files: 4,
    written: 4,
    too_large: [{ path: 'generated.bin', bytes: limits.fileBytes + 1 }],
  });
  expect(first.stderr).toContain('Skipped generated.bin');
  expect(await listed()).toEqual(['generated.md', 'kept.log', 'src/page.md', 'video.bin']);

  await svc('docs', 'import', folder, 'handbook/checkout', '--dot-files');
  expect(await listed()).toEqual(expect.arrayContaining(['.env', '.github/notes.md', '.gitignore', 'src/.gitignore']));
  expect(await listed()).not.toContain('debug.log');
});

it('svc documents import, export > show the reason of a failure, with its own exit status', async () => {
  const absent = await svc('docs', 'import', join(newFolder(), 'absent'), 'handbook');
  expect([absent.status > 0, absent.stderr.includes('is not a folder')]).toEqual([true, true]);
  const folder = newFolder();
  writeFileSync(join(folder, 'a.md'), 'a');
  const unknown = await svc('docs', 'import', folder, 'no-such-repo');
  expect([unknown.status > 0, unknown.stderr.includes('repo_not_found') || /no .*repo/i.test(unknown.stderr)]).toEqual([
    true,
    true,
  ]);
});
