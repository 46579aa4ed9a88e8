import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { root } from './prepare.mjs';
import { isNewer, statedInText, withVersion } from './release-version.mjs';

const script = join(root, 'scripts/release.mjs');
const folder = mkdtempSync(join(tmpdir(), 'tessera-release-test-'));
const origin = join(folder, 'origin');
const clone = join(folder, 'clone');
const data = 'packages/server/src/testing/fixtures/releases';
const changelog = '# Changelog\n\n## [Unreleased]\n\n- Lamps shine.\n\n## [1.2.3] - 2026-01-31\n\n- The first.\n';
const author = { GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@example.com' };
const committer = { GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'ada@example.com' };
const env = { PATH: process.env.PATH, HOME: folder, ...author, ...committer };

const git = (...words: string[]) => execFileSync('git', words, { cwd: clone, encoding: 'utf8', env }).trim();
const read = (path: string) => readFileSync(join(clone, path), 'utf8');
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

function write(base: string, path: string, text: string): void {
  mkdirSync(dirname(join(base, path)), { recursive: true });
  writeFileSync(join(base, path), text);
}

function commit(path: string, text: string): void {
  write(clone, path, text);
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Change a file');
}

/** Runs the script as npm does, in the root of the clone. */
function release(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...words], {
    cwd: clone,
    encoding: 'utf8',
    env,
  });
  return { status, stdout, stderr };
}

/** Creates a repository with the same layout, whose checks and packing only write a file. */
function makeOrigin(): void {
  const client = { name: '@tessera/client', version: '1.2.3' };
  const cli = { name: '@tessera/cli', version: '1.2.3', dependencies: { '@tessera/client': '1.2.3', zod: '1.2.3' } };
  const scripts = {
    check: `node -e "if (require('node:fs').existsSync('broken')) process.exit(1)"`,
    pack: `node -e "if (require('node:fs').existsSync('unpackable')) process.exit(1); require('node:fs').mkdirSync('dist'); require('node:fs').writeFileSync('dist/cli.tgz', 'packed')"`,
    'release-data': `node -e "require('node:fs').writeFileSync('${data}/' + process.argv[1] + '.sql.gz', '')"`,
  };
  const packages = {
    '': { name: 'all', version: '1.2.3' },
    'packages/cli': cli,
    'packages/client': client,
    'node_modules/@tessera/cli': { resolved: 'packages/cli', link: true },
    'node_modules/zod': { version: '1.2.3' },
  };
  const files = new Map([
    ['package.json', json({ name: 'all', version: '1.2.3', scripts })],
    ['package-lock.json', json({ name: 'all', version: '1.2.3', packages })],
    ['packages/cli/package.json', json(cli)],
    ['packages/client/package.json', json(client)],
    ['CHANGELOG.md', changelog],
    ['.gitignore', 'dist\n'],
    [`${data}/1.2.3.sql.gz`, ''],
    ...statedInText.map((path) => [path, 'This is 1.2.3.\n'] as const),
  ]);
  for (const [path, text] of files) write(origin, path, text);
  for (const words of [
    ['init', '-q', '-b', 'main'],
    ['add', '--all'],
    ['commit', '-qm', 'Add everything'],
  ]) {
    execFileSync('git', words, { cwd: origin, env });
  }
}

beforeAll(makeOrigin);
beforeEach(() => {
  rmSync(clone, { recursive: true, force: true });
  cpSync(origin, clone, { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('npm run release', () => {
  it('sets the version everywhere, dates the changelog, packs, keeps the data, commits and tags', () => {
    const { status, stdout } = release('1.10.0');
    expect(status).toBe(0);
    expect(stdout).toContain('git push origin main v1.10.0');
    expect(git('status', '--porcelain')).toBe('');
    expect(git('log', '-1', '--format=%s %D')).toBe('Release 1.10.0 HEAD -> main, tag: v1.10.0');
    expect(git('cat-file', '-t', 'v1.10.0')).toBe('tag');
    expect(JSON.parse(read('package.json')).version).toBe('1.10.0');
    const cli = { version: '1.10.0', dependencies: { '@tessera/client': '1.10.0', zod: '1.2.3' } };
    expect(JSON.parse(read('packages/cli/package.json'))).toMatchObject(cli);
    const lock = JSON.parse(read('package-lock.json'));
    expect(lock).toMatchObject({
      version: '1.10.0',
      packages: { '': { version: '1.10.0' }, 'packages/cli': cli, 'node_modules/zod': { version: '1.2.3' } },
    });
    for (const path of statedInText) expect(read(path)).toBe('This is 1.10.0.\n');
    const heading = /## \[Unreleased\]\n\n## \[1\.10\.0\] - \d{4}-\d\d-\d\d\n\n- Lamps shine\.\n\n## \[1\.2\.3\]/;
    expect(read('CHANGELOG.md')).toMatch(heading);
    const provenance = JSON.parse(read('dist/provenance.json'));
    const sha256 = createHash('sha256').update('packed').digest('hex');
    expect(provenance.subject).toEqual([{ name: 'cli.tgz', digest: { sha256 } }]);
    const [source] = provenance.predicate.buildDefinition.resolvedDependencies;
    expect(source.digest).toEqual({ gitCommit: git('rev-parse', 'v1.10.0^{commit}') });
    expect(git('ls-files', data).split('\n')).toEqual([`${data}/1.10.0.sql.gz`, `${data}/1.2.3.sql.gz`]);
  });

  it('prints the changes with --dry-run, and changes nothing', () => {
    const before = git('rev-parse', 'HEAD');
    const { status, stdout } = release('2.0.0', '--dry-run');
    expect(status).toBe(0);
    expect(stdout).toContain('packages/cli/package.json');
    expect(stdout).toContain('- Lamps shine.');
    expect([git('status', '--porcelain'), git('rev-parse', 'HEAD'), git('tag')]).toEqual(['', before, '']);
  });

  it('prints its usage', () => {
    expect(release('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('--dry-run') });
  });

  it.each([
    ['uncommitted changes', () => write(clone, 'new.txt', ''), '2.0.0', 'new.txt'],
    ['another branch', () => git('switch', '-qc', 'feature'), '2.0.0', 'feature'],
    ['the same version', () => {}, '1.2.3', 'not newer than 1.2.3'],
    ['an older version', () => {}, '1.1.9', 'not newer than 1.2.3'],
    ['what is not a version', () => {}, 'v2', 'such as 1.2.3'],
    ['no version', () => {}, '--dry-run', 'name one version'],
    ['a tag that exists', () => git('tag', 'v2.0.0'), '2.0.0', 'v2.0.0 exists'],
    ['no notes', () => commit('CHANGELOG.md', changelog.replace('- Lamps shine.\n\n', '')), '2.0.0', 'is empty'],
    ['a file that does not state the version', () => commit('packages/cli/README.md', ''), '2.0.0', 'packages/cli'],
  ])('refuses %s and changes nothing', (_what, prepare, version, reason) => {
    prepare();
    const state = () => [git('status', '--porcelain'), git('rev-parse', 'HEAD'), git('tag')];
    const before = state();
    const { status, stderr } = release(version);
    expect([status, stderr]).toEqual([1, expect.stringContaining(reason)]);
    expect(state()).toEqual(before);
  });

  it.each([
    ['a check', 'broken'],
    ['packing', 'unpackable'],
  ])('undoes everything if %s fails', (_step, file) => {
    commit(file, '');
    const before = git('rev-parse', 'HEAD');
    const { status, stderr } = release('2.0.0');
    expect([status, stderr]).toEqual([1, expect.stringContaining('taken back')]);
    expect([git('status', '--porcelain'), git('tag'), git('rev-parse', 'HEAD')]).toEqual(['', '', before]);
  });
});

describe('the version of this repository', () => {
  it('is the same in every file that a release changes', () => {
    const from = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
    const listed = execFileSync('git', ['ls-files', 'package.json', '**/package.json'], {
      cwd: root,
      encoding: 'utf8',
    });
    const manifests = listed.trim().split('\n');
    for (const [path, text] of withVersion(root, { from, to: from, manifests })) {
      expect([path, text]).toEqual([path, readFileSync(join(root, path), 'utf8')]);
    }
  });

  it.each([
    ['0.2.0', '0.1.9', true],
    ['0.10.0', '0.9.0', true],
    ['1.0.0', '0.9.9', true],
    ['0.1.0', '0.1.0', false],
    ['0.1.0', '0.2.0', false],
    ['0.1', '0.0.1', undefined],
    ['1.0.0-rc.1', '0.0.1', undefined],
    ['01.0.0', '0.0.1', undefined],
  ])('%s compared with %s is newer: %s', (version, before, expected) => {
    expect(isNewer(version, before)).toBe(expected);
  });
});
