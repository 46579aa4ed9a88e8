import { type Commit, decodeCommit, InvalidObjectError, pushInParts } from '../objects/objects.js';
import type { ReceivedObjects } from '../pack/received.js';
import type { Pauses } from '../pauses.js';
import type { StoredObjects } from './stored.js';

/** Limits of the history of a push. */
export interface HistoryLimits {
  /** Files and folders that all commits change; each commit counts one more. */
  readonly changes: number;
  /** Folder entries that are compared. */
  readonly folderEntries: number;
  /** Entries of one folder. */
  readonly entriesPerFolder: number;
}

/** A commit that a push adds. */
export interface NewCommit extends Commit {
  readonly id: string;
  readonly parentIds: readonly string[];
}

/** The commits of a push: the new ones, and the stored ones that are their parents. */
export interface CommitGraph {
  readonly added: ReadonlyMap<string, NewCommit>;
  /** Stored parents of new commits. The value is the revision up to which a client with that commit has everything. */
  readonly known: ReadonlyMap<string, number>;
}

/**
 * Reads the new commits that lead to `head`. Throws `InvalidObjectError` if a commit is malformed or missing, or if
 * there are too many.
 */
export async function readCommits(
  received: ReceivedObjects,
  {
    stored,
    limits,
    pauses,
  }: { readonly stored: StoredObjects; readonly limits: HistoryLimits; readonly pauses: Pauses },
  head: string,
): Promise<CommitGraph> {
  const reached = new Map<string, NewCommit | undefined>();
  for (const waiting = [head]; waiting.length > 0; await pauses.take()) {
    const id = waiting.pop() ?? head;
    if (!reached.has(id)) {
      const commit = readCommit(received, id);
      reached.set(id, commit);
      if (reached.size > limits.changes) {
        throw new InvalidObjectError(`the push has more than ${limits.changes} commits: ${pushInParts}`);
      }
      waiting.push(...(commit?.parentIds ?? []));
    }
  }
  const known = await stored.commits([...reached.keys()]);
  const added = new Map<string, NewCommit>();
  // A second walk from the head, because the client may have sent commits again that the repo has.
  for (const waiting = [head]; waiting.length > 0; ) {
    const id = waiting.pop() ?? head;
    if (known.has(id) || added.has(id)) {
      continue;
    }
    const commit = reached.get(id);
    if (commit === undefined) {
      throw new InvalidObjectError(`the push leaves out the commit ${id}`);
    }
    added.set(id, commit);
    waiting.push(...commit.parentIds);
  }
  return { added, known };
}

function readCommit(received: ReceivedObjects, id: string): NewCommit | undefined {
  if (received.get(id)?.kind !== 'commit') {
    return undefined;
  }
  const commit = decodeCommit(received.content(id));
  return { ...commit, id, parentIds: commit.parents.map((parent) => parent.toString('hex')) };
}

/**
 * Returns the new commits from `from` to `head`, each a child of the one before; `from` is null for an empty repo.
 * First parents are preferred. After a pull, however, the old head is the second parent of the merge. Returns undefined
 * if no parents lead to `from`, because the push would then drop stored commits.
 */
export function pathBetween(
  { added }: CommitGraph,
  from: string | null,
  head: string,
): readonly NewCommit[] | undefined {
  const childOf = new Map<string, string | undefined>();
  const waiting: { readonly id: string; readonly child: string | undefined }[] = [{ id: head, child: undefined }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { id, child } = next;
    if (childOf.has(id)) {
      continue;
    }
    childOf.set(id, child);
    const parents = added.get(id)?.parentIds ?? [];
    if (id === from || (from === null && parents.length === 0)) {
      return pathFrom(id);
    }
    // The first parent is pushed last, so that it is popped first.
    waiting.push(...parents.map((parent) => ({ id: parent, child: id })).reverse());
  }
  return undefined;

  function pathFrom(start: string): NewCommit[] {
    const path: NewCommit[] = [];
    for (let id: string | undefined = start; id !== undefined; id = childOf.get(id)) {
      const commit = added.get(id);
      path.push(...(commit === undefined ? [] : [commit]));
    }
    return path;
  }
}
