import { decodeTree, encodeCommit, type TreeEntry } from '@tessera/git';
import type { OperationContext } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import { existing } from '../../platform/identifiers.js';
import type { Principal } from '../../principals/principal.js';
import { type Rights, rightsOf } from '../access/rights.js';
import { moveDrafts } from '../drafts/queries.js';
import { documentErrors } from '../model/errors.js';
import { foldersOf, locationOf } from '../model/path.js';
import { readDocuments, readTrees, type StoredTree } from '../store/documents.js';
import {
  bytesOf,
  contentOfObject,
  type DocumentChange,
  lockRepo,
  type NewRevisions,
  newObject,
  newObjectBytes,
  type RepoRow,
  storeRevisions,
} from '../store/index.js';
import { pathsOf, type RequestedChange, refuseBadPaths, usualMessage } from './changes.js';
import { incomingOf } from './incoming.js';
import { type ChangeResult, type Step, stepFor, type Work } from './steps.js';
import type { Titles } from './titles.js';
import { type ChangedFolders, Trees } from './trees.js';

/** Several changes of one repo that become one commit. */
export interface CommitRequest {
  readonly repo: string;
  readonly message?: string | undefined;
  readonly changes: readonly RequestedChange[];
}

/** A finished commit. `commit` is undefined if nothing changed. */
export interface Committed {
  readonly results: readonly ChangeResult[];
  readonly commit: Buffer | undefined;
  readonly rights: Rights;
}

/**
 * Makes all changes in one commit, or none of them, and writes the audit entry. Throws `outside_scope`, which depends
 * on the paths alone, `repo_not_found`, `document_not_found`, `document_changed`, `path_taken` and `storage_full`.
 */
export async function commitChanges(
  transaction: Transaction,
  call: { readonly context: OperationContext; readonly principal: Principal; readonly titles: Titles },
  request: CommitRequest,
): Promise<Committed> {
  refuseBadPaths(request.repo, request.changes);
  const locations = request.changes.flatMap(pathsOf).map(locationOf);
  const rights = await rightsOf(transaction, call.principal);
  // Before the lock: a refusal must not wait for the writers of a repo that the caller may not know.
  refuseOutside(rights, request.changes);
  // All are pipelined. The reads after the lock are separate statements, so they see the last commit.
  const [found, documents, trees, usedBytes, incoming] = await Promise.all([
    lockRepo(transaction, request.repo),
    readDocuments(transaction, locations),
    readTrees(transaction, request.repo, [...new Set(locations.flatMap(({ path }) => foldersOf(path)))]),
    call.context.services.storage.usedBytes(transaction),
    incomingOf(request.changes, call.titles),
  ]);
  const repo = existing('repo_not_found', found);
  const work: Work = { transaction, ...call, at: call.context.services.clock(), repo, documents, incoming };
  const steps: Step[] = [];
  for (const change of request.changes) {
    steps.push(await stepFor(work, change));
  }
  const changing = steps.filter((step) => step.changes.length > 0);
  if (changing.length === 0) {
    return { results: steps.map(({ result }) => result), commit: undefined, rights };
  }
  const folders = changeFolders(
    new Trees(await decodeTrees(transaction, repo, trees)),
    repo,
    changing.flatMap((step) => step.changes),
  );
  const commit = await store(work, request, { steps: changing, folders, usedBytes });
  moveDrafts(
    transaction,
    repo.id,
    changing.flatMap(({ changes }) =>
      changes.flatMap(({ path, movedFrom }) => (movedFrom === undefined ? [] : [{ from: movedFrom, to: path }])),
    ),
  );
  return { results: steps.map(({ result }) => result), commit, rights };
}

/** Throws an error for the first path that the caller's groups do not allow it to write. */
function refuseOutside(rights: Rights, changes: readonly RequestedChange[]): void {
  const outside = changes.flatMap(pathsOf).find((path) => !rights.write.canRead(path));
  if (outside !== undefined) {
    throw documentErrors.outsideScope(outside);
  }
}

function refuseFull({ services }: OperationContext, usedBytes: number, added: NewRevisions): void {
  // Deletions are allowed when the storage is full. Their versions take space too, but their number is limited by the
  // documents.
  const isDeletion = added.commits.every(({ changes }) => changes.every(({ content }) => content === null));
  const { limitBytes } = services.storage;
  if (!isDeletion && usedBytes + bytesOf(added, added.objects.map(newObjectBytes)) > limitBytes) {
    throw errors.storageFull(limitBytes);
  }
}

async function decodeTrees(
  transaction: Transaction,
  repo: RepoRow,
  stored: readonly StoredTree[],
): Promise<Map<string, TreeEntry[]>> {
  const trees = new Map<string, TreeEntry[]>();
  for (const { path, oid, data } of stored) {
    const content = await contentOfObject(transaction, repo.id, { oid, data });
    trees.set(path, content === undefined ? [] : decodeTree(content));
  }
  return trees;
}

/** Computes the new trees of a repo. Throws `path_taken` and `storage_full`. */
function changeFolders(trees: Trees, repo: RepoRow, changes: readonly DocumentChange[]): ChangedFolders {
  // A moved file keeps its mode, so it stays executable.
  const modes = new Map(changes.map(({ movedFrom }) => [movedFrom, movedFrom && trees.modeOf(movedFrom)]));
  trees.remove(changes.filter(({ content }) => content === null).map(({ path }) => path));
  for (const { path, content, movedFrom } of changes) {
    if (content !== null) {
      const mode = modes.get(movedFrom);
      trees.put(path, { oid: content.blob, ...(mode ? { mode } : {}) }, `${repo.name}/${path}`);
    }
  }
  if (repo.portable_names) {
    trees.refuseUnportableNames(repo.name);
  }
  return trees.finish(repo.name);
}

/** Stores the prepared changes as one commit and returns its id. Throws `storage_full`. */
async function store(
  { at, context, principal, repo, transaction }: Work,
  request: CommitRequest,
  written: { readonly steps: readonly Step[]; readonly folders: ChangedFolders; readonly usedBytes: number },
): Promise<Buffer> {
  const { steps, folders, usedBytes } = written;
  const first = steps[0];
  const usual = first === undefined ? '' : usualMessage(first.request, first.isNew);
  const message = request.message?.trim() ? request.message : usual;
  const author = {
    name: principal.name,
    email: principal.email ?? `${principal.kind}.${principal.id}@${new URL(context.services.baseUrl).hostname}`,
    atSeconds: Math.floor(at.getTime() / 1_000),
    offsetMinutes: 0,
  };
  const parents = repo.head === null ? [] : [repo.head];
  const commit = newObject('commit', encodeCommit({ tree: folders.root, parents, author, committer: author, message }));
  const added: NewRevisions = {
    commits: [{ oid: commit.oid, at, author: principal.name, message, changes: steps.flatMap((step) => step.changes) }],
    objects: [...steps.flatMap(({ blob }) => blob ?? []), ...folders.objects, commit],
    folders: folders.folders,
    actor: { kind: principal.kind, id: principal.id },
  };
  refuseFull(context, usedBytes, added);
  await storeRevisions(transaction, repo, added);
  return commit.oid;
}
