import type { Transaction } from '../../platform/database/database.js';

/** A commit as histories show it. */
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
    {
      name: 'list_repo_commits',
      text: `select revision::text, oid, at, author, message from repo_commits
             where workspace_id = $1 and repo_id = $2 and revision = any($3::bigint[])`,
    },
    [transaction.workspaceId, repoId, revisions],
  );
  return new Map(rows.map(({ revision, ...row }) => [Number(revision), row]));
}

/** Every path that some revisions changed. */
export async function listPathsOfRevisions(
  transaction: Transaction,
  repoId: string,
  revisions: readonly number[],
): Promise<{ readonly revision: number; readonly path: string }[]> {
  const rows = await transaction.query<{ readonly revision: string; readonly path: string }>(
    {
      name: 'list_paths_of_revisions',
      text: `select revision::text, path from document_versions
             where workspace_id = $1 and repo_id = $2 and revision = any($3::bigint[])`,
    },
    [transaction.workspaceId, repoId, revisions],
  );
  return rows.map(({ revision, path }) => ({ revision: Number(revision), path }));
}
