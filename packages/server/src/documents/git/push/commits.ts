import { limits } from '@tessera/contract';
import { Pauses } from '../../../platform/pauses.js';
import { type Commit, decodeCommit, InvalidObjectError, pushInParts } from '../../model/git-objects.js';
import type { ReceivedObjects } from '../pack/received.js';
import type { StoredObjects } from './stored.js';

/** A commit that a push adds. */
export interface NewCommit extends Commit {
  readonly id: string;
  readonly parentIds: readonly string[];
}

/** The commits of a push: the new ones, and the stored ones that they follow. */
export interface CommitGraph {
  readonly added: ReadonlyMap<string, NewCommit>;
  /** Stored parents of new commits, each with the revision up to which a client with that commit has everything. */
  readonly known: ReadonlyMap<string, number>;
}

/**
 * The new commits that lead to `head`. Throws `InvalidObjectError` for a commit that is malformed or missing, and for
 * too many.
 */
export async function readCommits(
  received: ReceivedObjects,
  stored: StoredObjects,
  head: string,
): Promise<CommitGraph> {
  const pauses = new Pauses();
  const reached = new Map<string, NewCommit | undefined>();
  for (const waiting = [head]; waiting.length > 0; await pauses.take()) {
    const id = waiting.pop() ?? head;
    if (!reached.has(id)) {
      const commit = readCommit(received, id);
      reached.set(id, commit);
      if (reached.size > limits.pushChanges) {
        throw new InvalidObjectError(`the push has more than ${limits.pushChanges} commits: ${pushInParts}`);
      }
      waiting.push(...(commit?.parentIds ?? []));
    }
  }
  const known = await stored.commits([...reached.keys()]);
  const added = new Map<string, NewCommit>();
  // Walk again from the head, because the client may resend commits that the repo has.
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
 * The new commits after `from` up to `head`, each a child of the one before. First parents are preferred; after a pull,
 * the old head is the second parent of the merge.
 * `from` is null for an empty repo. Returns undefined if no parents lead to `from`: the push would drop stored commits.
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
    // Push the first parent last, so that it is popped first.
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
