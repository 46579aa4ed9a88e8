import type { VersionStatus } from '@tessera/contract';
import { limits } from '@tessera/contract';
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
    {
      name: 'advance_repo',
      // Adds the size of the objects that were stored with this revision.
      text: `update repos set head = $3, revision = $4, bytes = bytes + $5 * $6::bigint + (
               select coalesce(sum(coalesce(length(data), size) + $6), 0) from repo_objects
               where workspace_id = $1 and repo_id = $2 and repo_objects.revision = $4)
             where workspace_id = $1 and id = $2`,
    },
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
  return inParts(all, (part, start) =>
    transaction.send(
      prepared(`insert into repo_commits
               (workspace_id, repo_id, oid, revision, holds, at, author, message, actor_kind, actor_id)
             select $1, $2, decode(c.oid, 'hex'), c.revision, c.holds, c.at, c.author, c.message, $3, $4
             from unnest($5::text[], $6::bigint[], $7::bigint[], $8::timestamptz[], $9::text[], $10::text[])
               as c (oid, revision, holds, at, author, message)
             on conflict do nothing`),
      [
        transaction.workspaceId,
        repo.id,
        actor.kind,
        actor.id,
        part.map(({ oid }) => oid.toString('hex')),
        part.map((_, n) => (start + n < commits.length ? repo.revision + 1 + start + n : null)),
        part.map(({ holds }) => holds),
        part.map(({ at }) => at),
        part.map(({ author }) => author),
        part.map(({ message }) => message),
      ],
    ),
  );
}

async function putFolders(
  transaction: Transaction,
  repoId: string,
  folders: ReadonlyMap<string, Buffer | null>,
): Promise<void> {
  const entries = [...folders];
  const kept = entries.filter((entry): entry is [string, Buffer] => entry[1] !== null);
  const gone = entries.flatMap(([path, oid]) => (oid === null ? [path] : []));
  await inParts(kept, (part) =>
    transaction.send(
      prepared(`insert into repo_folders (workspace_id, repo_id, path, oid)
               select $1, $2, f.path, decode(f.oid, 'hex') from unnest($3::text[], $4::text[]) as f (path, oid)
               on conflict (workspace_id, repo_id, path) do update set oid = excluded.oid`),
      [transaction.workspaceId, repoId, part.map(([path]) => path), part.map(([, oid]) => oid.toString('hex'))],
    ),
  );
  await deletePaths(transaction, { table: 'repo_folders', repoId }, gone);
}

function insertVersions(transaction: Transaction, repo: RepoRow, commits: readonly NewCommit[]): Promise<void> {
  const versions = commits.flatMap(({ changes }, index) =>
    changes.map((change) => ({ ...change, revision: repo.revision + 1 + index })),
  );
  return inParts(versions, (part) =>
    transaction.send(
      prepared(`insert into document_versions (workspace_id, repo_id, revision, path, id, status, blob, size, moved_from)
             select $1, $2, v.revision, v.path, v.id, v.status, decode(v.blob, 'hex'), v.size, v.moved_from
             from unnest($3::bigint[], $4::text[], $5::uuid[], $6::text[], $7::text[], $8::int[], $9::text[])
               as v (revision, path, id, status, blob, size, moved_from)
             on conflict do nothing`),
      [
        transaction.workspaceId,
        repo.id,
        part.map(({ revision }) => revision),
        part.map(({ path }) => path),
        part.map(({ versionId }) => versionId),
        part.map(({ status }) => status),
        part.map(({ content }) => content?.blob.toString('hex') ?? null),
        part.map(({ content }) => content?.size ?? null),
        part.map(({ movedFrom }) => movedFrom ?? null),
      ],
    ),
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
  return inParts(documents, (part) =>
    transaction.send(
      prepared(`insert into documents
               (workspace_id, repo_id, path, blob, size, media_type, title, version_id, revision, changed_at, changed_by,
                position)
             select $1, $2, d.path, decode(d.blob, 'hex'), d.size, d.media_type, d.title, d.version_id, d.revision,
                    d.changed_at, d.changed_by, d.position
             from unnest($3::text[], $4::text[], $5::int[], $6::text[], $7::text[], $8::uuid[], $9::bigint[],
                         $10::timestamptz[], $11::text[], $12::float8[])
               as d (path, blob, size, media_type, title, version_id, revision, changed_at, changed_by, position)
             on conflict (workspace_id, repo_id, path) do update set
               blob = excluded.blob, size = excluded.size, media_type = excluded.media_type, title = excluded.title,
               version_id = excluded.version_id, revision = excluded.revision, changed_at = excluded.changed_at,
               changed_by = excluded.changed_by, position = excluded.position`),
      [
        transaction.workspaceId,
        repoId,
        part.map(({ change }) => change.path),
        part.map(({ change }) => change.content?.blob.toString('hex')),
        part.map(({ change }) => change.content?.size),
        part.map(({ change }) => change.content?.mediaType),
        part.map(({ change }) => change.content?.title),
        part.map(({ change }) => change.versionId),
        part.map(({ revision }) => revision),
        part.map(({ commit }) => commit.at),
        part.map(({ commit }) => commit.author),
        part.map(({ change }) => change.content?.position ?? null),
      ],
    ),
  );
}

/** The size of a write in bytes: its objects as stored, and its rows. */
export function bytesOf(added: Omit<NewRevisions, 'objects'>, objects: Iterable<number>): number {
  let bytes = rowsBesideObjects(added) * limits.storedRowBytes;
  for (const size of objects) {
    bytes += size + limits.storedRowBytes;
  }
  return bytes;
}
