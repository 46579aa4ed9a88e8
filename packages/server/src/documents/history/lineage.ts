import type { VersionStatus } from '@tessera/contract';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import type { Rights } from '../access/rights.js';
import type { RepoRow } from '../store/index.js';

/** One version of a document, with the path that it had in the repo at that time. */
export interface LineageVersion {
  readonly id: string;
  readonly path: string;
  readonly revision: number;
  readonly status: VersionStatus;
  /** Null if the version is a deletion. */
  readonly blob: Buffer | null;
  readonly size: number | null;
}

interface LineageRow extends Omit<LineageVersion, 'revision'> {
  readonly revision: string;
  readonly moved_from: string | null;
}

/**
 * Lists the versions of the current or last document at a path, newest first. Follows moves back to the first path that
 * the caller may not read. If the source of a move is hidden, the document counts as added there.
 */
export async function lineageOf(
  transaction: Transaction,
  rights: Rights,
  { repo, path }: { readonly repo: RepoRow; readonly path: string },
): Promise<LineageVersion[]> {
  const mayRead = (inRepo: string): boolean => rights.read.canRead(`${repo.name}/${inRepo}`);
  const rows = await transaction.query<LineageRow>(
    {
      name: 'document_lineage',
      // Each row of `chain` is the time that a document spent at one path, starting with the move that brought it
      // there.
      text: `with recursive chain (path, below, moved_from, since) as (
               select $3::text collate "C", 9223372036854775807, m.moved_from, m.revision
               from (select) as one left join lateral (
                 select v.moved_from, v.revision from document_versions v
                 where v.workspace_id = $1 and v.repo_id = $2 and v.path = $3 and v.moved_from is not null
                 order by v.revision desc limit 1) m on true
               union all
               select c.moved_from, c.since, m.moved_from, m.revision
               from chain c left join lateral (
                 select v.moved_from, v.revision from document_versions v
                 where v.workspace_id = $1 and v.repo_id = $2 and v.path = c.moved_from and v.revision < c.since
                   and v.moved_from is not null
                 order by v.revision desc limit 1) m on true
               where c.moved_from is not null)
             select v.id, v.path, v.revision::text, v.status, v.blob, v.size, v.moved_from
             -- With an offset, the database looks up each path. It would otherwise read the versions of all documents.
             from chain c cross join lateral (
               select * from document_versions v
               where v.workspace_id = $1 and v.repo_id = $2 and v.path = c.path
                 and v.revision < c.below and v.revision >= coalesce(c.since, 0) offset 0) v
             order by v.revision desc`,
    },
    [transaction.workspaceId, repo.id, path],
  );
  return rows
    .filter((row) => mayRead(row.path))
    .map(({ moved_from, revision, ...row }) => ({
      ...row,
      revision: Number(revision),
      status: row.status === 'moved' && moved_from !== null && !mayRead(moved_from) ? 'added' : row.status,
    }));
}

/**
 * Finds one version of a document by id. Throws `document_not_found` if the path has no versions, otherwise
 * `version_not_found`.
 */
export async function findVersion(
  transaction: Transaction,
  rights: Rights,
  { repo, path, id }: { readonly repo: RepoRow; readonly path: string; readonly id: string },
): Promise<LineageVersion> {
  const lineage = rights.read.canRead(`${repo.name}/${path}`)
    ? await lineageOf(transaction, rights, { repo, path })
    : [];
  if (lineage.length === 0) {
    throw errors.notFound('document_not_found');
  }
  const version = lineage.find((one) => one.id === id.toLowerCase());
  if (version === undefined) {
    throw errors.notFound('version_not_found');
  }
  return version;
}
