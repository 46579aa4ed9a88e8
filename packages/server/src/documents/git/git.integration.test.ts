import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from '@tessera/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type GitFolder, gitFolder } from '../../../../git/src/testing/git.js';
import { startServedService } from '../../testing/served-service.js';
import { createDocumentsFixture, type DocumentsFixture } from '../testing/documents-fixture.js';
import { remoteOf } from './testing/remote.js';

let fixture: DocumentsFixture;
let folder: GitFolder;
let remote: string;

const service = await startServedService();
beforeEach(async () => {
  fixture = await createDocumentsFixture(service, 'docs');
  folder = gitFolder();
  remote = remoteOf(service.url, fixture.workspace, 'docs');
});
afterEach(() => folder.remove());

const git = (...args: string[]): Promise<string> => folder.succeed(...args);
const write = (clone: string, path: string, text: string | Buffer): void => folder.write(join(clone, path), text);
const commit = (clone: string, message: string): Promise<string> => folder.commit(clone, message);

async function textOf(path: string): Promise<string | undefined> {
  return (await fixture.call('GET', `/documents/content?path=${encodeURIComponent(path)}`)).body.text;
}

async function versionsOf(path: string): Promise<Record<string, unknown>[]> {
  return (await fixture.call('GET', `/documents/history?path=${encodeURIComponent(path)}`)).body.versions;
}

describe.each([0, 2])('git over protocol %i', (protocol) => {
  const speak = ['-c', `protocol.version=${protocol}`];

  test('a clone contains the written documents, and its commits equal the history', async () => {
    await fixture.put('docs/start.md', '# Start\n');
    await fixture.put('docs/people/team.md', '# Team\n');
    await fixture.put('docs/start.md', '# Begin\n');
    await git(...speak, 'clone', '--quiet', remote, 'clone');
    expect(readFileSync(join(folder.path, 'clone/start.md'), 'utf8')).toBe('# Begin\n');
    const commits = (await git('-C', 'clone', 'log', '--format=%H', '--', 'start.md')).split('\n');
    const versions = await versionsOf('docs/start.md');
    expect(versions.map((version) => version.commit)).toEqual(commits);
    expect(await git('-C', 'clone', 'fsck', '--full', '--strict')).toBe('');
    expect(await git('-C', 'clone', 'branch', '--show-current')).toBe('main');
    const { body } = await fixture.call('GET', '/audit?action=repo.fetched');
    expect(body.events).toMatchObject([{ target: 'docs', actor: { kind: 'pinned_token' } }]);
  });

  test('an empty repo can be cloned and pushed to, and then contains the documents', async () => {
    await git(...speak, 'clone', '--quiet', remote, 'clone');
    write('clone', 'a/b.md', '# B\n');
    const head = await commit('clone', 'First');
    await git(...speak, '-C', 'clone', 'push', '--quiet', 'origin', 'HEAD:main');
    expect(await textOf('docs/a/b.md')).toBe('# B\n');
    expect(await versionsOf('docs/a/b.md')).toMatchObject([{ commit: head, message: 'First', by: 'Ada Lovelace' }]);
  });

  test('a pull merges both sides, and pushing the merge keeps both', async () => {
    await fixture.put('docs/one.md', 'one\n');
    await git(...speak, 'clone', '--quiet', remote, 'clone');
    write('clone', 'two.md', 'two\n');
    await commit('clone', 'Two');
    await fixture.put('docs/three.md', 'three\n');
    const refused = await folder.run([...speak, '-C', 'clone', 'push', 'origin', 'main']);
    expect(refused.stderr).toMatch(/fetch first|rejected/);
    await git(...speak, '-C', 'clone', 'pull', '--quiet', '--no-rebase', '--no-edit');
    await git(...speak, '-C', 'clone', 'push', '--quiet', 'origin', 'main');
    expect(await Promise.all(['one', 'two', 'three'].map((name) => textOf(`docs/${name}.md`)))).toEqual([
      'one\n',
      'two\n',
      'three\n',
    ]);
    await fixture.put('docs/four.md', 'four\n');
    await git(...speak, 'clone', '--quiet', remote, 'again');
    expect(await git('-C', 'again', 'fsck', '--full', '--strict')).toBe('');
    await git(...speak, '-C', 'clone', 'pull', '--quiet');
    expect(await git('-C', 'clone', 'rev-parse', 'HEAD')).toBe(await git('-C', 'again', 'rev-parse', 'HEAD'));
  });

  test('a pushed merge may contain folders as deltas of folders that the repo has', async () => {
    const names = Array.from({ length: 60 }, (_, n) => `document-${n}`);
    const changes = names.map((name) => ({ action: 'put', path: `docs/${name}.md`, text: `${name}\n`, base: null }));
    await fixture.call('POST', '/documents/commit', { repo: 'docs', message: 'All', changes });
    await git(...speak, 'clone', '--quiet', remote, 'clone');
    write('clone', 'document-1.md', 'changed in the clone\n');
    await commit('clone', 'One');
    await fixture.put('docs/document-2.md', 'changed on the server\n');
    await git(...speak, '-C', 'clone', 'pull', '--quiet', '--no-rebase', '--no-edit');
    await git(...speak, '-C', 'clone', 'push', '--quiet', 'origin', 'main');
    const texts = await Promise.all([1, 2].map((n) => textOf(`docs/document-${n}.md`)));
    expect(texts).toEqual(['changed in the clone\n', 'changed on the server\n']);
  });

  test('depth 1 fetches the head alone; later fetches continue from it or deepen it to the full history', async () => {
    await fixture.put('docs/kept.md', 'kept\n');
    const old = await fixture.put('docs/start.md', 'first\n');
    await fixture.put('docs/start.md', 'second\n');
    await git(...speak, 'clone', '--quiet', '--depth', '1', remote, 'clone');
    expect(await git('-C', 'clone', 'rev-list', '--count', 'HEAD')).toBe('1');
    expect((await folder.run(['-C', 'clone', 'cat-file', '-e', old])).status).not.toBe(0);
    // Restores content that is older than the only commit of the clone.
    await fixture.put('docs/start.md', 'first\n');
    await git(...speak, '-C', 'clone', 'pull', '--quiet');
    expect(readFileSync(join(folder.path, 'clone/start.md'), 'utf8')).toBe('first\n');
    await git('-C', 'clone', 'fsck', '--full', '--strict');
    await git(...speak, '-C', 'clone', 'fetch', '--quiet', '--unshallow');
    expect(await git('-C', 'clone', 'rev-list', '--count', 'HEAD')).toBe('4');
    await git('-C', 'clone', 'fsck', '--full', '--strict');
  });

  test('a shallow clone can push', async () => {
    await fixture.put('docs/start.md', 'first\n');
    await fixture.put('docs/start.md', 'second\n');
    await git(...speak, 'clone', '--quiet', '--depth', '1', remote, 'clone');
    write('clone', 'start.md', 'third\n');
    await commit('clone', 'Third');
    await git(...speak, '-C', 'clone', 'push', '--quiet', 'origin', 'main');
    expect(await textOf('docs/start.md')).toBe('third\n');
  });

  test('a fetch sends only new objects', async () => {
    await fixture.put('docs/large.md', 'x'.repeat(200_000));
    await git(...speak, 'clone', '--quiet', remote, 'clone');
    const objects = async () =>
      (await git('-C', 'clone', 'cat-file', '--batch-check', '--batch-all-objects')).split('\n').length;
    expect(await objects()).toBe(3);
    await fixture.put('docs/small.md', 'y');
    await git(...speak, '-C', 'clone', 'fetch', '--quiet');
    expect(await objects()).toBe(6);
  });
});

test('a clone is read in pages, for any number and size of revisions', async () => {
  const files = Array.from(
    { length: 12 },
    (_, n) => [`docs/${n}.md`, randomBytes(700_000).toString('base64')] as const,
  );
  for (const [path, text] of files) {
    await fixture.put(path, text);
  }
  await git('clone', '--quiet', remote, 'clone');
  await git('clone', '--quiet', '--depth', '1', remote, 'shallow');
  for (const clone of ['clone', 'shallow']) {
    expect(await git('-C', clone, 'fsck', '--full', '--strict')).toBe('');
    expect(files.every(([path, text]) => readFileSync(join(folder.path, clone, path.slice(5)), 'utf8') === text)).toBe(
      true,
    );
  }
  const small = Array.from({ length: 60 }, (_, n) => ({
    action: 'put',
    path: `docs/small/${n}.md`,
    text: `${n}`,
    base: null,
  }));
  for (let n = 0; n < 10; n += 1) {
    const changes = small.map((change) => ({
      ...change,
      path: change.path.replace('small', `small-${n}`),
      text: `${n} ${change.text}`,
    }));
    expect((await fixture.call('POST', '/documents/commit', { repo: 'docs', message: 'Many', changes })).status).toBe(
      200,
    );
  }
  await git('-C', 'clone', 'pull', '--quiet');
  expect(await git('-C', 'clone', 'fsck', '--full', '--strict')).toBe('');
  expect((await git('-C', 'clone', 'ls-files')).split('\n')).toHaveLength(612);
});

test('a client that has one side of a merge receives the other side', async () => {
  await fixture.put('docs/one.md', 'one\n');
  await git('clone', '--quiet', remote, 'clone');
  write('clone', 'two.md', 'two\n');
  await commit('clone', 'Two');
  cpSync(join(folder.path, 'clone'), join(folder.path, 'copy'), { recursive: true });
  await fixture.put('docs/three.md', 'three\n');
  await git('-C', 'clone', 'pull', '--quiet', '--no-rebase', '--no-edit');
  await git('-C', 'clone', 'push', '--quiet', 'origin', 'main');
  await git('-C', 'copy', 'pull', '--quiet', '--ff-only');
  expect(readFileSync(join(folder.path, 'copy/three.md'), 'utf8')).toBe('three\n');
  expect(await git('-C', 'copy', 'fsck', '--full', '--strict')).toBe('');
});

describe('git push', () => {
  beforeEach(async () => {
    await fixture.put('docs/start.md', '# Start\n');
    await git('clone', '--quiet', remote, 'clone');
  });

  test('is refused if main would lose commits, forced or not', async () => {
    await git('-C', 'clone', 'commit', '--quiet', '--amend', '--message', 'Another past');
    for (const force of [[], ['--force']]) {
      const { status, stderr } = await folder.run(['-C', 'clone', 'push', ...force, 'origin', 'main']);
      expect(status).not.toBe(0);
      expect(stderr).toMatch(/non-fast-forward/);
    }
    const { status, stderr } = await folder.run(['-C', 'clone', 'push', 'origin', ':main']);
    expect(status).not.toBe(0);
    expect(stderr).toContain('main cannot be deleted');
    expect(await textOf('docs/start.md')).toBe('# Start\n');
  });

  test('moves main and refuses other refs one by one, or refuses all refs if the push is atomic', async () => {
    write('clone', 'new.md', 'new\n');
    await commit('clone', 'New');
    const refs = ['main', 'main:refs/heads/topic', 'main:refs/tags/v1'];
    const atomic = await folder.run(['-C', 'clone', 'push', '--atomic', 'origin', ...refs]);
    expect(atomic.status).not.toBe(0);
    expect(await textOf('docs/new.md')).toBeUndefined();
    const single = await folder.run(['-C', 'clone', 'push', 'origin', ...refs]);
    expect(single.stderr).toMatch(/main -> topic \(only refs\/heads\/main is kept here\)/);
    expect(single.stderr).toMatch(/main -> v1 \(only refs\/heads\/main is kept here\)/);
    expect(await textOf('docs/new.md')).toBe('new\n');
  });

  test('accepts an annotated tag without storing it', async () => {
    write('clone', 'new.md', 'new\n');
    await commit('clone', 'New');
    await git('-C', 'clone', 'tag', '--annotate', '--message', 'One', 'v1');
    const { stderr } = await folder.run(['-C', 'clone', 'push', '--follow-tags', 'origin', 'main']);
    expect(stderr).toMatch(/v1 \(only refs\/heads\/main/);
    expect(await textOf('docs/new.md')).toBe('new\n');
    await git('clone', '--quiet', remote, 'again');
    expect(await git('-C', 'again', 'fsck', '--full', '--strict')).toBe('');
  });

  test.each(['cafe\u0301.md', 'Mu\u0308ller/o\u0308l.md', "it's a cafe\u0301.md"])(
    'of a name in another Unicode form (%s) names the command that fixes it',
    async (path) => {
      for (const [name, value] of [
        ['core.precomposeUnicode', 'false'],
        ['user.name', 'Ada Lovelace'],
        ['user.email', 'ada@example.com'],
      ] as const) {
        await git('-C', 'clone', 'config', name, value);
      }
      write('clone', path, 'words\n');
      await commit('clone', 'Add');
      const push = () => folder.run(['-C', 'clone', 'push', '--quiet', 'origin', 'HEAD:main']);
      let refused = await push();
      for (let tries = 0; tries < 2 && refused.status !== 0; tries += 1) {
        const [command = ''] = /git mv \$'.*--no-edit/.exec(refused.stderr) ?? [];
        execFileSync('bash', ['-c', command], { cwd: join(folder.path, 'clone'), stdio: 'ignore' });
        refused = await push();
      }
      expect(refused).toMatchObject({ status: 0 });
      expect(await textOf(`docs/${path.normalize('NFC')}`)).toBe('words\n');
    },
  );

  test('names what cannot be stored, and changes nothing', async () => {
    const pushed = async (): Promise<string> => {
      await commit('clone', 'Wrong');
      const { status, stderr } = await folder.run(['-C', 'clone', 'push', 'origin', 'main']);
      expect(status).not.toBe(0);
      await git('-C', 'clone', 'reset', '--quiet', '--hard', 'origin/main');
      return stderr;
    };
    symlinkSync('start.md', join(folder.path, 'clone/link.md'));
    expect(await pushed()).toContain('"link.md" is a symbolic link');
    write('clone', 'a\\b.md', '');
    expect(await pushed()).toMatch(/must not contain a control character, a backslash/);
    await git('-C', 'clone', 'config', 'core.protectNTFS', 'false');
    write('clone', 'GIT~1', '');
    expect(await pushed()).toMatch(/must not contain .git/);
    write('clone', `${'d/'.repeat(300)}x.md`, '');
    expect(await pushed()).toMatch(/must be at most 512 characters/);
    write('clone', 'cafe\u0301.md', '');
    await git('-C', 'clone', 'config', 'core.precomposeUnicode', 'false');
    expect(await pushed()).toMatch(/normalization form C/);
    write('clone', 'large.bin', Buffer.alloc(limits.fileBytes + 1));
    expect(await pushed()).toMatch(/too large/);
    const files = await fixture.call('GET', '/documents');
    expect(files.body.count).toBe(1);
  });

  test('stores each commit as a version, follows moves, and keeps files executable', async () => {
    write('clone', 'start.md', '# Start\nmore\n');
    const changed = await commit('clone', 'More');
    await git('-C', 'clone', 'mv', 'start.md', 'begin.md');
    const moved = await commit('clone', 'Move');
    write('clone', 'run.sh', 'echo\n');
    await git('-C', 'clone', 'add', '.');
    await git('-C', 'clone', 'update-index', '--chmod=+x', 'run.sh');
    await git('-C', 'clone', 'commit', '--quiet', '--message', 'Run');
    await git('-C', 'clone', 'push', '--quiet', 'origin', 'main');
    const versions = await versionsOf('docs/begin.md');
    expect(versions.map(({ status, commit: id }) => [status, id])).toEqual([
      ['moved', moved],
      ['changed', changed],
      ['added', await git('-C', 'clone', 'rev-list', '--max-parents=0', 'HEAD')],
    ]);
    await git('clone', '--quiet', remote, 'again');
    expect(await git('-C', 'again', 'ls-files', '--stage', 'run.sh')).toMatch(/^100755/);
    expect(await textOf('docs/start.md')).toBeUndefined();
  });

  test('adds one entry to the audit log with the paths that it changed', async () => {
    for (let n = 0; n < 105; n += 1) {
      write('clone', `many/${String(n).padStart(3, '0')}.md`, `${n}\n`);
    }
    const head = await commit('clone', 'Many');
    await git('-C', 'clone', 'push', '--quiet', 'origin', 'main');
    const { body } = await fixture.call('GET', '/audit?limit=10');
    const [entry] = body.events.filter(({ action }: { action: string }) => action === 'documents.committed');
    expect(entry).toMatchObject({ detail: { repo: 'docs', commit: head, count: 105 } });
    expect(entry.detail.paths).toHaveLength(100);
  });

  test('stores a file above the size limit of text unchanged, and a later version of it as a delta', async () => {
    const video = randomBytes(limits.documentBytes + 1_000_000);
    video.write('\0\0\0\x18ftypisom', 'latin1');
    write('clone', 'intro.mp4', video);
    write('clone', 'log.txt', Buffer.alloc(video.length, 'line\n'));
    await commit('clone', 'Large');
    await git('-C', 'clone', 'push', '--quiet', 'origin', 'main');
    const later = Buffer.concat([video, Buffer.from('end')]);
    write('clone', 'intro.mp4', later);
    await commit('clone', 'Larger');
    await git('-C', 'clone', 'push', '--quiet', 'origin', 'main');
    const { documents } = (await fixture.call('GET', '/documents?prefix=docs')).body;
    expect(documents).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ path: 'docs/intro.mp4', size: later.length, media_type: 'video/mp4' }),
        expect.objectContaining({ path: 'docs/log.txt', media_type: 'application/octet-stream' }),
      ]),
    );
    await git('clone', '--quiet', remote, 'again');
    expect(readFileSync(join(folder.path, 'again/intro.mp4')).equals(later)).toBe(true);
    expect(await git('-C', 'again', 'fsck', '--full', '--strict')).toBe('');
  });

  test('stores large and small files unchanged', async () => {
    const large = Buffer.alloc(3_000_000, 'abcdefg');
    write('clone', 'large.bin', large);
    write('clone', 'empty.md', '');
    await commit('clone', 'Large');
    write('clone', 'large.bin', Buffer.concat([large, Buffer.from('end')]));
    await commit('clone', 'Larger');
    await git('-C', 'clone', 'push', '--quiet', 'origin', 'main');
    await git('clone', '--quiet', remote, 'again');
    const cloned = readFileSync(join(folder.path, 'again/large.bin'));
    expect(cloned.equals(Buffer.concat([large, Buffer.from('end')]))).toBe(true);
    expect(await git('-C', 'again', 'fsck', '--full', '--strict')).toBe('');
  });
});
