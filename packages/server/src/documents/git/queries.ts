import type { ObjectKind } from '@tessera/git';
import { prepared, type Transaction } from '../../platform/database/database.js';

/** A stored object. `data` is its zlib stream. It is null for a large object, whose bytes are stored in parts. */
export interface ObjectRow {
  readonly oid: Buffer;
  readonly kind: ObjectKind;
  readonly size: number;
  readonly data: Buffer | null;
}

/** A commit of a repo. */
export interface CommitRow {
  readonly oid: Buffer;
  /** The revision up to which the repo has every object of the commit: that of the write or push which added it. */
  readonly revision: number;
  /** A client with this commit has every object up to this revision. */
  readonly holds: number;
}

/** Limits of one statement's result: number of objects, and bytes of their streams. */
const pageObjects = 400;
const pageBytes = 8 * 1024 * 1024;

/** The commits with these ids that the repo has. */
export async function findCommits(
  transaction: Transaction,
  repoId: string,
  oids: readonly Buffer[],
): Promise<CommitRow[]> {
  const rows = await transaction.query<{ oid: Buffer; revision: string; holds: string }>(
    prepared(`select oid, o.revision::text, holds::text
             from repo_commits join repo_objects o using (workspace_id, repo_id, oid)
             where workspace_id = $1 and repo_id = $2 and oid = any($3::bytea[])`),
    [transaction.workspaceId, repoId, oids],
  );
  return rows.map(({ oid, revision, holds }) => ({ oid, revision: Number(revision), holds: Number(holds) }));
}

/** The objects with these ids that the repo has, without content. */
export function findObjects(
  transaction: Transaction,
  repoId: string,
  oids: readonly Buffer[],
): Promise<Omit<ObjectRow, 'data'>[]> {
  return transaction.query(
    prepared(`select oid, kind, size from repo_objects
             where workspace_id = $1 and repo_id = $2 and oid = any($3::bytea[])`),
    [transaction.workspaceId, repoId, oids],
  );
}

/** A range of revisions: above `after`, up to `to`. */
export interface RevisionRange {
  readonly after: number;
  readonly to: number;
  /** Files of this size or larger are left out. */
  readonly blobBytes: number;
}

/** Number of objects that the revisions added. */
export async function countObjects(
  transaction: Transaction,
  repoId: string,
  { after, to, blobBytes }: RevisionRange,
): Promise<number> {
  const [row] = await transaction.query<{ count: number }>(
    prepared(`select count(*)::int as count from repo_objects
             where workspace_id = $1 and repo_id = $2 and revision > $3 and revision <= $4
               and (kind <> 'blob' or size < $5::bigint)`),
    [transaction.workspaceId, repoId, after, to, blobBytes],
  );
  return row?.count ?? 0;
}

/** The position of an object in the order of pages. The next page starts after it. */
export interface ObjectPosition {
  readonly revision: number;
  readonly oid: Buffer;
}

/**
 * The next page of objects up to a revision, sorted by revision and id. Contains at least one object unless none is
 * left.
 */
export async function pageOfRevisions(
  transaction: Transaction,
  repoId: string,
  { after, range: { to, blobBytes } }: { readonly after: ObjectPosition; readonly range: RevisionRange },
): Promise<(ObjectRow & ObjectPosition)[]> {
  const rows = await transaction.query<ObjectRow & { revision: string }>(
    // The qualified column is a number. A bare "revision" would mean the text column of the select list.
    prepared(`select oid, kind, size, revision::text, data from (
               select page.*, sum(coalesce(octet_length(data), 0)) over (order by revision, oid) as bytes_so_far
               from (select oid, kind, size, revision, data from repo_objects
                     where workspace_id = $1 and repo_id = $2 and (revision, oid) > ($3, $4) and revision <= $5
                       and (kind <> 'blob' or size < $6::bigint)
                     order by revision, oid limit ${pageObjects}) page) measured
             where bytes_so_far - coalesce(octet_length(data), 0) < ${pageBytes}
             order by measured.revision, oid`),
    [transaction.workspaceId, repoId, after.revision, after.oid, to, blobBytes],
  );
  return rows.map((row) => ({ ...row, revision: Number(row.revision) }));
}

/** A page of the given objects, in their order. Contains at least one. */
export function pageOfObjects(transaction: Transaction, repoId: string, oids: readonly Buffer[]): Promise<ObjectRow[]> {
  return transaction.query(
    prepared(`select oid, kind, size, data from (
               select o.*, w.n, sum(coalesce(octet_length(o.data), 0)) over (order by w.n) as bytes_so_far
               from unnest($3::bytea[]) with ordinality as w (oid, n)
               cross join lateral (select oid, kind, size, data from repo_objects
                                   where workspace_id = $1 and repo_id = $2 and oid = w.oid) o) measured
             where bytes_so_far - coalesce(octet_length(data), 0) < ${pageBytes}
             order by n`),
    [transaction.workspaceId, repoId, oids.slice(0, pageObjects)],
  );
}

/**
 * Lists every object of the head's folders, and of its files below a size, once. With the commit, this is all that a
 * shallow clone needs.
 */
export async function objectsOfHead(transaction: Transaction, repoId: string, blobBytes: number): Promise<Buffer[]> {
  const rows = await transaction.query<{ oid: Buffer }>(
    prepared(`select oid from repo_folders where workspace_id = $1 and repo_id = $2
             union
             select blob from documents where workspace_id = $1 and repo_id = $2 and size < $3::bigint`),
    [transaction.workspaceId, repoId, blobBytes],
  );
  return rows.map(({ oid }) => oid);
}
