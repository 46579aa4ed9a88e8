import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../../acceptance/full-size.mjs';
import { encodeTree, InvalidObjectError, type TreeEntry } from '../objects/objects.js';
import { type Files, TestHistory } from '../testing/history.js';
import { noPauses } from '../testing/packs.js';
import { type PushPlan, planPush } from './plan.js';

let historyLimits = { changes: 50_000, folderEntries: 20_000_000, entriesPerFolder: 5_000 };
const paths = {
  nameProblem: (name: string) => (name.startsWith('.') ? 'must not start with a dot' : undefined),
  pathProblem: (path: string) => (path.length > 512 ? 'must be at most 512 characters long' : undefined),
};

/** Plans a push onto `head` of everything that `made` contains and `before` does not. */
async function plan(
  made: TestHistory,
  head: string,
  onto?: { readonly before: TestHistory; readonly head: string; readonly revisions: Record<string, number> },
): Promise<PushPlan | undefined> {
  const stored = (onto?.before ?? new TestHistory()).stored(onto?.revisions);
  const tree = onto === undefined ? '' : treeOf(onto.before, onto.head);
  const base = { paths, pauses: noPauses, stored, head: onto === undefined ? null : { id: onto.head, tree } };
  return planPush(made.received(onto?.before), { ...base, limits: historyLimits }, head);
}

function treeOf(history: TestHistory, commit: string): string {
  return /^tree (\w+)/.exec(history.objects.get(commit)?.content.toString() ?? '')?.[1] ?? '';
}

/** A history that continues another one, so that both share its objects. */
function continued(before: TestHistory): TestHistory {
  const made = new TestHistory();
  for (const [id, object] of before.objects) {
    made.objects.set(id, object);
  }
  return made;
}

const one = { 'a.md': 'a' };

function base(): { before: TestHistory; commits: [string, string, string]; revisions: Record<string, number> } {
  const before = new TestHistory();
  const first = before.commit(one);
  const second = before.commit({ ...one, 'b.md': 'b' }, first);
  const third = before.commit({ ...one, 'b.md': 'b', 'c.md': 'c' }, second);
  return { before, commits: [first, second, third], revisions: { [first]: 1, [second]: 2, [third]: 3 } };
}

describe('the path of a push', () => {
  test('follows the second parent of a merge if the head is there', async () => {
    const { before, commits, revisions } = base();
    const made = continued(before);
    const [first, , head] = commits;
    const local = made.commit({ ...one, 'mine.md': 'mine' }, first);
    const merge = made.commit({ ...one, 'b.md': 'b', 'c.md': 'c', 'mine.md': 'mine' }, local, head);
    const planned = await plan(made, merge, { before, head, revisions });
    expect(planned?.path.map(({ commit }) => commit.id)).toEqual([merge]);
    expect(planned?.path[0]?.files.map(({ path }) => path)).toEqual(['mine.md']);
    // A client with the local commit has everything of its first parent, but nothing that was added to main since.
    expect(planned?.side.map(({ commit, holds }) => [commit.id, holds])).toEqual([[local, 1]]);
  });

  test('follows first parents until the head', async () => {
    const { before, commits, revisions } = base();
    const made = continued(before);
    const head = commits[2];
    const local = made.commit({ ...one, 'd.md': 'd' }, head);
    const merge = made.commit({ ...one, 'd.md': 'd', 'e.md': 'e' }, local, head);
    const planned = await plan(made, merge, { before, head, revisions });
    expect(planned?.path.map(({ commit }) => commit.id)).toEqual([local, merge]);
    expect(planned?.side).toEqual([]);
  });

  test('is undefined if the head would be dropped or belongs to another history', async () => {
    const { before, commits, revisions } = base();
    const made = continued(before);
    const amended = made.commit({ ...one, 'd.md': 'd' }, commits[1]);
    const unrelated = made.commit(one);
    for (const head of [amended, unrelated, commits[1]]) {
      expect(await plan(made, head, { before, head: commits[2], revisions })).toBeUndefined();
    }
  });

  test('is the first-parent history for an empty repo', async () => {
    const { before, commits } = base();
    const planned = await plan(before, commits[2]);
    expect(planned?.path.map(({ commit }) => commit.id)).toEqual(commits);
    expect(planned?.objects.length).toBe(before.objects.size);
  });
});

describe('the content of a push', () => {
  test('excludes objects that its head does not lead to', async () => {
    const made = new TestHistory();
    const head = made.commit(one);
    made.add('blob', Buffer.from('of no use'));
    made.add('tag', Buffer.from('a tag'));
    made.commit({ 'other.md': 'other' });
    const planned = await plan(made, head);
    expect(planned?.objects.length).toBe(3);
  });

  test.each<[string, (made: TestHistory) => string, RegExp]>([
    ['a missing file', (made) => without(made, 'blob'), /leaves out the blob/],
    ['a missing folder', (made) => without(made, 'tree'), /leaves out the tree/],
    ['a missing parent', (made) => made.commit(one, '1'.repeat(40)), /leaves out the commit 1{40}/],
    ['a missing head', () => '2'.repeat(40), /leaves out the commit 2{40}/],
    ['a file as head', (made) => made.add('blob', Buffer.from('x')), /leaves out the commit/],
    [
      'a file in place of a folder',
      (made) => made.commit(made.add('blob', Buffer.from('x'))),
      /is a blob where a tree is meant/,
    ],
    ['a folder in place of a file', (made) => misused(made), /is a tree where a blob is meant/],
    ['an empty folder', (made) => made.commit({ empty: {} }), /a folder is empty/],
    [
      'a name that the rules refuse',
      (made) => made.commit({ '.GIT': 'x' }),
      /the path ".GIT" must not start with a dot/,
    ],
    ['a path of 513 characters', (made) => made.commit(nested(260)), /must be at most 512 characters/],
    ['too many entries', (made) => made.commit(many(5_001)), /5001 entries/],
  ])('is refused with %s', async (_title, make, message) => {
    const made = new TestHistory();
    const head = make(made);
    const refused = plan(made, head);
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toBeInstanceOf(InvalidObjectError);
  });

  function without(made: TestHistory, kind: 'blob' | 'tree'): string {
    const head = made.commit({ folder: { 'a.md': 'a' } });
    const [id = ''] = [...made.objects].find(([, object]) => object.kind === kind) ?? [];
    made.objects.delete(id);
    return head;
  }

  function misused(made: TestHistory): string {
    const entry: TreeEntry = { mode: '100644', name: 'a.md', oid: Buffer.from(made.tree(one), 'hex') };
    return made.commit(made.add('tree', encodeTree([entry])));
  }

  function nested(depth: number): Files {
    return depth === 0 ? { 'x.md': 'x' } : { d: nested(depth - 1) };
  }

  function many(count: number): Files {
    return Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}.md`, '']));
  }
});

describe('a push that changes more than the limits', () => {
  const folderOf = (made: TestHistory, count: number, id: string, mode: TreeEntry['mode']) =>
    made.add('tree', treeContent(count, id, mode));
  const treeContent = (count: number, id: string, mode: TreeEntry['mode']) =>
    encodeTree(Array.from({ length: count }, (_, n) => ({ mode, name: `${n}`, oid: Buffer.from(id, 'hex') })));

  test('is refused if few folders contain many documents', async () => {
    const made = new TestHistory();
    const folder = folderOf(made, 1_000, made.add('blob', Buffer.from('x')), '100644');
    const small = made.commit(folderOf(made, 49, folder, '40000'));
    expect((await plan(made, small))?.path[0]?.files).toHaveLength(49_000);
    const large = made.commit(folderOf(made, 50, folder, '40000'));
    await expect(plan(made, large)).rejects.toThrow('changes more than 50000 files and folders');
  });

  test('is refused if many commits change the same few documents', async () => {
    const made = new TestHistory();
    const trees = ['one', 'two'].map((text) => folderOf(made, 1_000, made.add('blob', Buffer.from(text)), '100644'));
    const commits = (count: number) => {
      let head = made.commit(trees[0] ?? '');
      for (let n = 1; n < count; n += 1) {
        head = made.commit(trees[n % 2] ?? '', head);
      }
      return head;
    };
    expect((await plan(made, commits(49)))?.path).toHaveLength(49);
    await expect(plan(made, commits(51))).rejects.toThrow('counted commit by commit');
  });
});

/** Folders a few levels deep with few names, so that the same paths appear and disappear. */
const files: fc.Arbitrary<Files> = fc.letrec<{ folder: Files; entry: string | Files }>((tie) => ({
  folder: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('entry'), {
    minKeys: 1,
    maxKeys: 3,
    noNullPrototype: true,
  }),
  entry: fc.oneof({ maxDepth: 3, withCrossShrink: true }, fc.constantFrom('one', 'two', 'three'), tie('folder')),
})).folder;

function pathsIn(folder: Files, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(folder).flatMap(([name, value]) =>
      typeof value === 'string' ? [[prefix + name, value]] : [...pathsIn(value, `${prefix}${name}/`)],
    ),
  );
}

test('planPush > the changes of each commit turn the files of its parent into its own files', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(files, { minLength: 1, maxLength: 5 }), async (states) => {
      const made = new TestHistory();
      let head: string | undefined;
      for (const state of states) {
        head = made.commit(state, ...(head === undefined ? [] : [head]));
      }
      const planned = await plan(made, head ?? '');
      expect(planned?.path.length).toBe(states.length);
      const current = new Map<string, string>();
      for (const [n, state] of states.entries()) {
        for (const { path, before, after } of planned?.path[n]?.files ?? []) {
          expect(current.get(path) ?? null).toBe(before);
          expect(after).not.toBe(before);
          if (after === null) {
            current.delete(path);
          } else {
            current.set(path, after);
          }
        }
        const texts = [...current].map(([path, id]) => [path, made.objects.get(id)?.content.toString()]);
        expect(new Map(texts as [string, string][])).toEqual(pathsIn(state));
      }
      const folders = [...(planned?.folders ?? [])].filter(([, id]) => id !== null).map(([path]) => path);
      expect(new Set(folders)).toEqual(foldersIn(states.at(-1) ?? {}));
    }),
    { numRuns: propertyRuns(200) },
  );
});

function foldersIn(folder: Files, path = ''): Set<string> {
  const inner = Object.entries(folder).flatMap(([name, value]) =>
    typeof value === 'string' ? [] : [...foldersIn(value, path === '' ? name : `${path}/${name}`)],
  );
  return new Set([path, ...inner]);
}

test('a history with more changes than its limit is refused', async () => {
  const { before, commits } = base();
  const allows = async (changes: number) => {
    historyLimits = { ...historyLimits, changes };
    return plan(before, commits[2]).then(
      () => true,
      (error: Error) => error.message,
    );
  };
  expect(await allows(6)).toBe(true);
  expect(await allows(5)).toContain('more than 5 files and folders');
  expect(await allows(2)).toContain('more than 2 commits');
  historyLimits = { ...historyLimits, changes: 50_000 };
});
