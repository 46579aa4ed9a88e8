import { prepared, type Transaction } from '../../platform/database/database.js';

/** A commit as shown in histories. */
export interface CommitRow {
  readonly oid: Buffer;
  readonly at: Date;
  readonly author: string;
  readonly message: string;
}

/** The commits of some revisions, by revision. */
export async function listCommits(
  transaction: Transaction,
  repoId: string,
  revisions: readonly number[],
): Promise<Map<number, CommitRow>> {
  const rows = await transaction.query<CommitRow & { readonly revision: string }>(
    prepared(`select revision::text, oid, at, author, message from repo_commits
             where workspace_id = $1 and repo_id = $2 and revision = any($3::bigint[])`),
    [transaction.workspaceId, repoId, revisions],
  );
  return new Map(rows.map(({ revision, ...row }) => [Number(revision), row]));
}

/** Every path that these revisions changed. */
export async function listPathsOfRevisions(
  transaction: Transaction,
  repoId: string,
  revisions: readonly number[],
): Promise<{ readonly revision: number; readonly path: string }[]> {
  const rows = await transaction.query<{ readonly revision: string; readonly path: string }>(
    prepared(`select revision::text, path from document_versions
             where workspace_id = $1 and repo_id = $2 and revision = any($3::bigint[])`),
    [transaction.workspaceId, repoId, revisions],
  );
  return rows.map(({ revision, path }) => ({ revision: Number(revision), path }));
}

/** A deleted document and its last version with content. */
export interface DeletionRow {
  /** The id of the version that is the deletion. */
  readonly id: string;
  readonly path: string;
  readonly revision: number;
  readonly restorable: string;
}

/** Lists the deleted documents of a repo, latest first, without those that were moved or written again. */
export async function listDeletions(transaction: Transaction, repoId: string): Promise<DeletionRow[]> {
  const rows = await transaction.query<Omit<DeletionRow, 'revision'> & { readonly revision: string }>(
    prepared(`select v.id, v.path, v.revision::text, r.id as restorable
             from document_versions v
             cross join lateral (
               select b.id, b.blob from document_versions b
               where b.workspace_id = $1 and b.repo_id = $2 and b.path = v.path and b.revision < v.revision
               order by b.revision desc limit 1) r
             where v.workspace_id = $1 and v.repo_id = $2 and v.blob is null and r.blob is not null
               and not exists (select from document_versions l
                               where l.workspace_id = $1 and l.repo_id = $2 and l.path = v.path and l.revision > v.revision)
               and not exists (select from document_versions m
                               where m.workspace_id = $1 and m.repo_id = $2 and m.revision = v.revision
                                 and m.moved_from = v.path)
             order by v.revision desc, v.path`),
    [transaction.workspaceId, repoId],
  );
  return rows.map(({ revision, ...row }) => ({ ...row, revision: Number(revision) }));
}
