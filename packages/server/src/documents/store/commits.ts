import type { VersionStatus } from '@tessera/contract';
import { limits } from '@tessera/contract';
import { insertRowsSql, replaceRowsSql } from '../../platform/database/columns.js';
import { prepared, type Transaction } from '../../platform/database/database.js';
import { Pauses } from '../../platform/pauses.js';
import type { NewContent } from '../model/content.js';
import { type NewObject, sendObjects } from './objects.js';
import type { RepoRow } from './repos.js';

/** A change of one document. A move is two changes: the new path with `movedFrom`, and the old path without content. */
export interface DocumentChange {
  /** Path in the repo. */
  readonly path: string;
  /** Id of the resulting version. */
  readonly versionId: string;
  readonly status: VersionStatus;
  /** Null if the document was removed from the path. */
  readonly content: NewContent | null;
  readonly movedFrom?: string;
}

/** The actor of a commit through the service. */
export interface CommitActor {
  readonly kind: string;
  readonly id: string;
}

/** A commit between the old head and the new one, with its changes compared with the one before. */
export interface NewCommit {
  readonly oid: Buffer;
  readonly at: Date;
  /** The name that is displayed as the author. */
  readonly author: string;
  readonly message: string;
  /** A path may occur once. */
  readonly changes: readonly DocumentChange[];
}

/** Everything that one write or push adds to a repo. */
export interface NewRevisions {
  /** In order, at least one. Each gets the next revision; the last is the new head. */
  readonly commits: readonly NewCommit[];
  /**
   * Commits that are reached only through other parents of a merge. `holds` is the revision up to which a client with
   * the commit has everything.
   */
  readonly sideCommits?: readonly (Omit<NewCommit, 'changes'> & { readonly holds: number })[];
  /** Objects that this transaction has not stored yet. */
  readonly objects: readonly NewObject[];
  /** The changed trees of folders, by path. Null if the folder is gone. The root is ''. */
  readonly folders: ReadonlyMap<string, Buffer | null>;
  readonly actor: CommitActor;
}

/** The number of rows that a write adds for commits, versions and trees of folders. Objects are not included. */
function rowsBesideObjects({ commits, sideCommits = [], folders }: Omit<NewRevisions, 'objects'>): number {
  const versions = commits.reduce((sum, { changes }) => sum + changes.length, 0);
  return commits.length + sideCommits.length + versions + folders.size;
}

/** The revision that the objects of a write with `count` commits get: that of its last commit. */
export function revisionAfter(repo: RepoRow, count: number): number {
  return repo.revision + count;
}

/**
 * Adds commits to a repo that this transaction has locked (`lockRepo`): objects, commits, folders, documents, versions
 * and the new head. Trees, folders, documents and blobs must be consistent with each other. The caller checks rights
 * and sizes, and writes the audit entry. `holds` of a commit is the revision up to which a client with that commit has
 * everything. For the new head it is its own revision; for earlier commits of the same call, the revision before them.
 */
export async function storeRevisions(transaction: Transaction, repo: RepoRow, added: NewRevisions): Promise<void> {
  const revision = revisionAfter(repo, added.commits.length);
  const head = added.commits.at(-1);
  if (head === undefined) {
    throw new TypeError('a write has at least one commit');
  }
  await sendObjects(transaction, { repoId: repo.id, revision }, added.objects);
  // Only queued here: these statements are pipelined with the commit.
  await insertCommits(transaction, repo, added);
  await putFolders(transaction, repo.id, added.folders);
  await insertVersions(transaction, repo, added.commits);
  await applyDocuments(transaction, repo, added.commits);
  transaction.send(
    // Adds the size of the objects that were stored with this revision.
    prepared(`update repos set head = $3, revision = $4, bytes = bytes + $5 * $6::bigint + (
               select coalesce(sum(coalesce(length(data), size) + $6), 0) from repo_objects
               where workspace_id = $1 and repo_id = $2 and repo_objects.revision = $4)
             where workspace_id = $1 and id = $2`),
    [transaction.workspaceId, repo.id, head.oid, revision, rowsBesideObjects(added), limits.storedRowBytes],
  );
}

/** Rows per statement. A statement is built in one go, which blocks other requests. */
const rowsAtATime = 5_000;

/** Sends rows in several statements, and lets other requests run between them. */
async function inParts<Row>(rows: readonly Row[], send: (part: readonly Row[], start: number) => void): Promise<void> {
  const pauses = new Pauses();
  for (let start = 0; start < rows.length; start += rowsAtATime) {
    if (start > 0) {
      await pauses.take();
    }
    send(rows.slice(start, start + rowsAtATime), start);
  }
}

function insertCommits(transaction: Transaction, repo: RepoRow, added: NewRevisions): Promise<void> {
  const { commits, sideCommits = [], actor } = added;
  const last = revisionAfter(repo, commits.length);
  const all = [
    ...commits.map((commit, index) => ({ ...commit, holds: index === commits.length - 1 ? last : repo.revision })),
    ...sideCommits,
  ];
  const shared = {
    ...{ workspace_id: transaction.workspaceId, repo_id: repo.id },
    ...{ actor_kind: actor.kind, actor_id: actor.id },
  };
  return inParts(all, (part, start) => {
    const rows = part.map(({ oid, holds, at, author, message }, n) => {
      const revision = start + n < commits.length ? repo.revision + 1 + start + n : null;
      return { oid, revision, holds, at, author, message };
    });
    transaction.send(...insertRowsSql('repo_commits', shared, rows, 'on conflict do nothing'));
  });
}

async function putFolders(
  transaction: Transaction,
  repoId: string,
  folders: ReadonlyMap<string, Buffer | null>,
): Promise<void> {
  const entries = [...folders];
  const kept = entries.filter((entry): entry is [string, Buffer] => entry[1] !== null);
  const gone = entries.flatMap(([path, oid]) => (oid === null ? [path] : []));
  const shared = { workspace_id: transaction.workspaceId, repo_id: repoId };
  await inParts(kept, (part) => {
    const rows = part.map(([path, oid]) => ({ path, oid }));
    transaction.send(...replaceRowsSql('repo_folders', shared, rows));
  });
  await deletePaths(transaction, { table: 'repo_folders', repoId }, gone);
}

function insertVersions(transaction: Transaction, repo: RepoRow, commits: readonly NewCommit[]): Promise<void> {
  const versions = commits.flatMap(({ changes }, index) =>
    changes.map(({ path, versionId, status, content, movedFrom }) => ({
      ...{ revision: repo.revision + 1 + index, path, id: versionId, status },
      ...{ blob: content?.blob ?? null, size: content?.size ?? null, moved_from: movedFrom ?? null },
    })),
  );
  const shared = { workspace_id: transaction.workspaceId, repo_id: repo.id };
  return inParts(versions, (part) =>
    transaction.send(...insertRowsSql('document_versions', shared, part, 'on conflict do nothing')),
  );
}

interface Latest {
  readonly change: DocumentChange;
  readonly commit: NewCommit;
  readonly revision: number;
}

/** Updates current documents to the last change of each path. */
async function applyDocuments(transaction: Transaction, repo: RepoRow, commits: readonly NewCommit[]): Promise<void> {
  const latest = new Map<string, Latest>();
  for (const [index, commit] of commits.entries()) {
    for (const change of commit.changes) {
      latest.set(change.path, { change, commit, revision: repo.revision + 1 + index });
    }
  }
  const gone = [...latest.values()].filter(({ change }) => change.content === null).map(({ change }) => change.path);
  const kept = [...latest.values()].filter(({ change }) => change.content !== null);
  await deletePaths(transaction, { table: 'documents', repoId: repo.id }, gone);
  await putDocuments(transaction, repo.id, kept);
}

function deletePaths(
  transaction: Transaction,
  { table, repoId }: { readonly table: 'repo_folders' | 'documents'; readonly repoId: string },
  paths: readonly string[],
): Promise<void> {
  return inParts(paths, (part) =>
    transaction.send(
      prepared(`delete from ${table} where workspace_id = $1 and repo_id = $2 and path = any($3::text[])`),
      [transaction.workspaceId, repoId, part],
    ),
  );
}

function putDocuments(transaction: Transaction, repoId: string, documents: readonly Latest[]): Promise<void> {
  const shared = { workspace_id: transaction.workspaceId, repo_id: repoId };
  return inParts(documents, (part) => {
    const rows = part.map(({ change: { path, content, versionId }, commit, revision }) => ({
      ...{ path, blob: content?.blob, size: content?.size, media_type: content?.mediaType, title: content?.title },
      ...{ version_id: versionId, revision, changed_at: commit.at, changed_by: commit.author },
      position: content?.position ?? null,
    }));
    transaction.send(...replaceRowsSql('documents', shared, rows));
  });
}

/** The size of a write in bytes: its objects as stored, and its rows. */
export function bytesOf(added: Omit<NewRevisions, 'objects'>, objects: Iterable<number>): number {
  let bytes = rowsBesideObjects(added) * limits.storedRowBytes;
  for (const size of objects) {
    bytes += size + limits.storedRowBytes;
  }
  return bytes;
}
