import type { Transaction } from '../../platform/database/database.js';
import type { ObjectKind } from '../model/git-objects.js';

/** An object as it is stored: `data` is its zlib stream, null for a large one whose bytes are in parts. */
export interface ObjectRow {
  readonly oid: Buffer;
  readonly kind: ObjectKind;
  readonly size: number;
  readonly data: Buffer | null;
}

/** A commit of a repo. `revision` is null for one that only a merge leads to. */
export interface CommitRow {
  readonly oid: Buffer;
  readonly revision: number | null;
  /** Who has the commit has every object up to this revision. */
  readonly holds: number;
}

/** How much one statement answers at most: objects, and bytes of their streams. */
const pageObjects = 400;
const pageBytes = 8 * 1024 * 1024;

/** Those commits of a repo that there are. */
export async function findCommits(
  transaction: Transaction,
  repoId: string,
  oids: readonly Buffer[],
): Promise<CommitRow[]> {
  const rows = await transaction.query<{ oid: Buffer; revision: string | null; holds: string }>(
    {
      name: 'find_repo_commits',
      text: `select oid, revision::text, holds::text from repo_commits
             where workspace_id = $1 and repo_id = $2 and oid = any($3::bytea[])`,
    },
    [transaction.workspaceId, repoId, oids],
  );
  return rows.map(({ oid, revision, holds }) => ({
    oid,
    revision: revision === null ? null : Number(revision),
    holds: Number(holds),
  }));
}

/** Those objects of a repo that there are, without their content. */
export function findObjects(
  transaction: Transaction,
  repoId: string,
  oids: readonly Buffer[],
): Promise<Omit<ObjectRow, 'data'>[]> {
  return transaction.query(
    {
      name: 'find_repo_objects',
      text: `select oid, kind, size from repo_objects
             where workspace_id = $1 and repo_id = $2 and oid = any($3::bytea[])`,
    },
    [transaction.workspaceId, repoId, oids],
  );
}

/** Revisions whose objects are meant: above `after`, up to `to`. */
export interface RevisionRange {
  readonly after: number;
  readonly to: number;
}

/** How many objects the revisions brought. */
export async function countObjects(
  transaction: Transaction,
  repoId: string,
  { after, to }: RevisionRange,
): Promise<number> {
  const [row] = await transaction.query<{ count: number }>(
    {
      name: 'count_repo_objects',
      text: `select count(*)::int as count from repo_objects
             where workspace_id = $1 and repo_id = $2 and revision > $3 and revision <= $4`,
    },
    [transaction.workspaceId, repoId, after, to],
  );
  return row?.count ?? 0;
}

/** Where a page of objects by revision begins: after this one. */
export interface ObjectPosition {
  readonly revision: number;
  readonly oid: Buffer;
}

/** The objects up to a revision that come after a position, by revision and id: one page of them, one at least. */
export async function pageOfRevisions(
  transaction: Transaction,
  repoId: string,
  { after, to }: { readonly after: ObjectPosition; readonly to: number },
): Promise<(ObjectRow & ObjectPosition)[]> {
  const rows = await transaction.query<ObjectRow & { revision: string }>(
    {
      name: 'page_of_repo_objects',
      // The number is asked for by its table, because a bare "revision" would order by the text that is answered.
      text: `select oid, kind, size, revision::text, data from (
               select page.*, sum(coalesce(octet_length(data), 0)) over (order by revision, oid) as bytes_so_far
               from (select oid, kind, size, revision, data from repo_objects
                     where workspace_id = $1 and repo_id = $2 and (revision, oid) > ($3, $4) and revision <= $5
                     order by revision, oid limit ${pageObjects}) page) measured
             where bytes_so_far - coalesce(octet_length(data), 0) < ${pageBytes}
             order by measured.revision, oid`,
    },
    [transaction.workspaceId, repoId, after.revision, after.oid, to],
  );
  return rows.map((row) => ({ ...row, revision: Number(row.revision) }));
}

/** Of the given objects, in their order, the first ones: one page of them, one at least. */
export function pageOfObjects(transaction: Transaction, repoId: string, oids: readonly Buffer[]): Promise<ObjectRow[]> {
  return transaction.query(
    {
      name: 'page_of_named_repo_objects',
      text: `select oid, kind, size, data from (
               select o.*, w.n, sum(coalesce(octet_length(o.data), 0)) over (order by w.n) as bytes_so_far
               from unnest($3::bytea[]) with ordinality as w (oid, n)
               cross join lateral (select oid, kind, size, data from repo_objects
                                   where workspace_id = $1 and repo_id = $2 and oid = w.oid) o) measured
             where bytes_so_far - coalesce(octet_length(data), 0) < ${pageBytes}
             order by n`,
    },
    [transaction.workspaceId, repoId, oids.slice(0, pageObjects)],
  );
}

/** Every object that the head's files and folders are, each once: what a clone without history takes beside the commit. */
export async function objectsOfHead(transaction: Transaction, repoId: string): Promise<Buffer[]> {
  const rows = await transaction.query<{ oid: Buffer }>(
    {
      name: 'objects_of_head',
      text: `select oid from repo_folders where workspace_id = $1 and repo_id = $2
             union select blob from documents where workspace_id = $1 and repo_id = $2`,
    },
    [transaction.workspaceId, repoId],
  );
  return rows.map(({ oid }) => oid);
}

/** The path of every document of a repo, inside it. */
export async function listPaths(transaction: Transaction, repoId: string): Promise<string[]> {
  const rows = await transaction.query<{ path: string }>(
    { name: 'list_repo_paths', text: 'select path from documents where workspace_id = $1 and repo_id = $2' },
    [transaction.workspaceId, repoId],
  );
  return rows.map(({ path }) => path);
}
