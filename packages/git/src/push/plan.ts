import type { ReceivedObjects } from '../pack/received.js';
import type { PushBase } from './base.js';
import { type CommitGraph, type NewCommit, pathBetween, readCommits } from './commits.js';
import { changesBetween, type PathChange, PushedTrees } from './trees.js';

/**
 * A commit that is reached only through merges, with the revision up to which a client with that commit has every
 * object.
 */
export interface SideCommit {
  readonly commit: NewCommit;
  readonly holds: number;
}

/** A checked push. Its objects are complete and consistent with the repo. */
export interface PushPlan {
  /** The commits from the old head to the new one. Each lists the files that differ from the commit before. */
  readonly path: readonly { readonly commit: NewCommit; readonly files: readonly PathChange[] }[];
  readonly side: readonly SideCommit[];
  /** Hexadecimal ids of the new objects that can be reached from the new head. Other objects are ignored. */
  readonly objects: readonly string[];
  /** Folders that differ between old and new head, by path; null if removed. */
  readonly folders: ReadonlyMap<string, string | null>;
}

/**
 * Checks a push commit by commit and folder by folder, and plans its changes. Returns undefined if the new head does
 * not follow the old one. Throws `InvalidObjectError` for content that cannot be stored or is missing.
 */
export async function planPush(
  received: ReceivedObjects,
  { paths, head, stored, limits, pauses }: PushBase,
  newHead: string,
): Promise<PushPlan | undefined> {
  const graph = await readCommits(received, { stored, limits, pauses }, newHead);
  const path = pathBetween(graph, head?.id ?? null, newHead);
  const last = path?.at(-1);
  if (path === undefined || last === undefined) {
    return undefined;
  }
  const trees = new PushedTrees(received, { stored, limits, pauses, paths });
  const objects: string[] = [];
  for (const commit of graph.added.values()) {
    for (const id of await trees.objectsOf(commit)) {
      objects.push(id);
    }
  }
  await trees.checkElsewhere();
  const changes: PathChange[][] = [];
  let before = head?.tree ?? null;
  for (const commit of path) {
    const after = commit.tree.toString('hex');
    changes.push(await changesBetween(trees, { before, after }));
    before = after;
  }
  const onPath = new Set(path.map(({ id }) => id));
  return {
    path: path.map((commit, n) => ({ commit, files: (changes[n] ?? []).filter(({ kind }) => kind === 'file') })),
    side: withHolds(graph).filter(({ commit }) => !onPath.has(commit.id)),
    objects,
    folders: folderChanges(changes),
  };
}

/** Returns the changed folders. If several commits change a folder, the last change is used. */
function folderChanges(commits: readonly (readonly PathChange[])[]): Map<string, string | null> {
  const folders = new Map<string, string | null>();
  for (const { path, after } of commits.flat().filter(({ kind }) => kind === 'folder')) {
    folders.set(path, after);
  }
  return folders;
}

/**
 * Adds to each new commit the revision up to which its owners have everything: the highest of its stored ancestors,
 * otherwise 0.
 */
function withHolds({ added, known }: CommitGraph): SideCommit[] {
  const holds = new Map(known);
  const waiting = [...added.keys()];
  for (let id = waiting.at(-1); id !== undefined; id = waiting.at(-1)) {
    const parents = holds.has(id) ? [] : (added.get(id)?.parentIds ?? []);
    const open = parents.filter((parent) => !holds.has(parent));
    if (open.length > 0) {
      waiting.push(...open);
      continue;
    }
    waiting.pop();
    holds.set(id, holds.get(id) ?? largest(parents.map((parent) => holds.get(parent) ?? 0)));
  }
  return [...added.values()].map((commit) => ({ commit, holds: holds.get(commit.id) ?? 0 }));
}

function largest(numbers: readonly number[]): number {
  return numbers.reduce((most, number) => Math.max(most, number), 0);
}
