import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { propertyRuns } from '../../../../acceptance/full-size.mjs';
import {
  type Commit,
  decodeCommit,
  decodeTree,
  encodeCommit,
  encodeTree,
  hashObject,
  InvalidObjectError,
  type TreeEntry,
} from './objects.js';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'objects-'));
  git(['init', '--quiet', '--bare']);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the system's git in the test's repository. */
function git(args: readonly string[], input: string | Buffer = ''): string {
  const env = { PATH: process.env.PATH ?? '', GIT_CONFIG_NOSYSTEM: '1', HOME: folder };
  return execFileSync('git', args, { cwd: folder, input, env, stdio: ['pipe', 'pipe', 'pipe'] }).toString();
}

/** Stores an object with git, which checks it like `git fsck`. Returns its id. */
function storeWithGit(kind: string, bytes: Buffer): string {
  return git(['hash-object', '-w', '--stdin', '-t', kind], bytes).trim();
}

const segment = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((name) => !/[\p{Cc}/\\]/u.test(name) && !/^\.|git|^ /i.test(name) && name.isWellFormed());

const entries = fc.uniqueArray(
  fc.record({
    name: segment,
    mode: fc.constantFrom<TreeEntry['mode']>('100644', '100755', '40000'),
  }),
  { selector: ({ name }) => name, maxLength: 30 },
);

test('hashObject > equals the id that git computes, for any content', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const content = Buffer.from(bytes);
      expect(hashObject('blob', content).toString('hex')).toBe(storeWithGit('blob', content));
    }),
    { numRuns: propertyRuns(25) },
  );
});

test("encodeTree > has the same bytes as git's tree for any names, and can be read back", () => {
  const blob = hashObject('blob', Buffer.from('text'));
  const tree = hashObject('tree', Buffer.alloc(0));
  storeWithGit('blob', Buffer.from('text'));
  storeWithGit('tree', Buffer.alloc(0));
  fc.assert(
    fc.property(entries, (drawn) => {
      const list = drawn.map((entry) => ({ ...entry, oid: entry.mode === '40000' ? tree : blob }));
      const encoded = encodeTree(list);
      const lines = list.map(({ mode, name, oid }) => {
        const kind = mode === '40000' ? 'tree' : 'blob';
        return `${mode.padStart(6, '0')} ${kind} ${oid.toString('hex')}\t${name}\0`;
      });
      const made = git(['mktree', '-z'], lines.join('')).trim();
      expect(hashObject('tree', encoded).toString('hex')).toBe(made);
      expect(new Set(decodeTree(encoded))).toEqual(new Set(list));
    }),
    { numRuns: propertyRuns(25) },
  );
});

test('encodeTree > sorts a folder as if its name ended in a slash', () => {
  const oid = hashObject('blob', Buffer.alloc(0));
  const list: TreeEntry[] = [
    { mode: '40000', name: 'a', oid },
    { mode: '100644', name: 'a.b', oid },
    { mode: '100644', name: 'a0', oid },
  ];
  expect(decodeTree(encodeTree(list)).map(({ name }) => name)).toEqual(['a.b', 'a', 'a0']);
});

test('encodeTree > sorts names by their bytes, unlike JavaScript', () => {
  const oid = hashObject('blob', Buffer.alloc(0));
  const list: TreeEntry[] = ['😀', '\ufffd', 'z'].map((name) => ({ mode: '100644', name, oid }));
  expect(decodeTree(encodeTree(list)).map(({ name }) => name)).toEqual(['z', '\ufffd', '😀']);
});

const signature = fc.record({
  name: fc.constantFrom('Ada Lovelace', 'Žofie', '  <x>\n', ''),
  email: fc.constantFrom('ada@example.com', '', 'a b>@example.com'),
  atSeconds: fc.integer({ min: 0, max: 4_000_000_000 }),
  offsetMinutes: fc.integer({ min: -12 * 60, max: 14 * 60 }),
});

test('encodeCommit > is accepted by git for any author and message, and can be read back', () => {
  const tree = hashObject('tree', Buffer.alloc(0));
  storeWithGit('tree', Buffer.alloc(0));
  fc.assert(
    fc.property(signature, signature, fc.string({ unit: 'grapheme' }), (author, committer, text) => {
      const message = text.toWellFormed().replaceAll('\0', '').replace(/\n+$/, '');
      const commit: Commit = { tree, parents: [], author, committer, message };
      const encoded = encodeCommit(commit);
      expect(storeWithGit('commit', encoded)).toBe(hashObject('commit', encoded).toString('hex'));
      const read = decodeCommit(encoded);
      expect(read.message).toBe(message);
      expect(read.author.atSeconds).toBe(author.atSeconds);
      expect(read.author.offsetMinutes).toBe(author.offsetMinutes);
      expect(encodeCommit(read)).toEqual(encoded);
    }),
    { numRuns: propertyRuns(25) },
  );
  expect(git(['fsck', '--full', '--strict'])).not.toContain('error');
});

test('decodeCommit > reads the parents and signatures that git writes', () => {
  const tree = storeWithGit('tree', Buffer.alloc(0));
  const env = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  const first = git([...env, 'commit-tree', tree, '-m', 'First']).trim();
  const second = git([...env, 'commit-tree', tree, '-m', 'Side', '-p', first]).trim();
  const merge = git([...env, 'commit-tree', tree, '-m', 'Merge\n\nBoth', '-p', first, '-p', second]).trim();
  const commit = decodeCommit(Buffer.from(git(['cat-file', 'commit', merge])));
  expect(commit.parents.map((parent) => parent.toString('hex'))).toEqual([first, second]);
  expect(commit).toMatchObject({ message: 'Merge\n\nBoth', author: { name: 'Ada', email: 'ada@example.com' } });
});

test('decodeCommit > reads a message after unusual headers, in its declared encoding', () => {
  const lines = [
    `tree ${'1'.repeat(40)}`,
    'author Zoë <z@example.com> 1 +0130',
    'committer Zoë <z@example.com> 1 -0130',
    'encoding ISO-8859-1',
    'gpgsig -----BEGIN PGP SIGNATURE-----',
    ' abc',
    '',
    'Café\n',
  ];
  const commit = decodeCommit(Buffer.from(lines.join('\n'), 'latin1'));
  expect(commit).toMatchObject({ message: 'Café', author: { name: 'Zoë', offsetMinutes: 90 } });
  expect(commit.committer.offsetMinutes).toBe(-90);
});

const zeros = '\0'.repeat(20);

test.each([
  ['a symbolic link', `120000 link\0${zeros}`],
  ['a submodule', `160000 module\0${zeros}`],
  ['unknown mode', `100664 file\0${zeros}`],
  ['unknown mode', `__proto__ file\0${zeros}`],
  ['breaks off', `100644 file\0${zeros.slice(1)}`],
  ['breaks off', 'not a tree'],
  ['empty', `100644 \0${zeros}`],
  ['slash', `100644 a/b\0${zeros}`],
  ['twice', `100644 b\0${zeros}100644 a\0${zeros}`],
  ['twice', `100644 a\0${zeros}100644 a.b\0${zeros}40000 a\0${zeros}`],
  ['not UTF-8', `100644 \xff\0${zeros}`],
])('refuses a tree with %s', (reason, bytes) => {
  const read = () => decodeTree(Buffer.from(bytes, 'latin1'));
  expect(read).toThrow(InvalidObjectError);
  expect(read).toThrow(reason);
});

const good = `tree ${'1'.repeat(40)}\nauthor A <a> 1 +0000\ncommitter A <a> 1 +0000\n\nText\n`;

test.each([
  ['tree', good.replace('tree', 'tray')],
  ['tree', ''],
  ['author', good.replace('author A', 'author A>')],
  ['author', good.replace('1 +0000', '01 +0000')],
  ['committer', good.replace('committer', 'author')],
  ['committer', good.replace('committer A <a> 1 +0000\n', '')],
])('refuses a commit without a valid %s line', (_kind, text) => {
  expect(() => decodeCommit(Buffer.from(text))).toThrow(InvalidObjectError);
});

test('decodeTree, decodeCommit > read random bytes or refuse them with `InvalidObjectError`', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      for (const decode of [decodeTree, decodeCommit]) {
        try {
          decode(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidObjectError);
        }
      }
    }),
  );
});
