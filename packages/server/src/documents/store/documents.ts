import { equalsAny, prepared, type Transaction } from '../../platform/database/database.js';
import type { DocumentLocation } from '../model/path.js';

/** A current document, with its path in its repo. */
export interface DocumentRow {
  readonly path: string;
  readonly blob: Buffer;
  readonly size: number;
  readonly media_type: string;
  readonly title: string;
  readonly version_id: string;
  readonly changed_at: Date;
  readonly changed_by: string;
  readonly position: number | null;
}

/** The columns of a document, in a query that names its table `d`. */
export const documentColumns =
  'd.path, d.blob, d.size, d.media_type, d.title, d.version_id, d.changed_at, d.changed_by, d.position';

/**
 * Finds the documents at some locations, by path including the repo. One index scan serves all locations, so the result
 * can also contain other documents: the path of one location in the repo of another. Repos are given by name, which
 * saves a lookup.
 */
export async function readDocuments(
  transaction: Transaction,
  locations: readonly DocumentLocation[],
): Promise<Map<string, DocumentRow>> {
  const rows = await transaction.query<DocumentRow & { readonly repo: string }>(
    prepared(`select r.name as repo, ${documentColumns} from repos r
             join documents d on d.workspace_id = $1 and d.repo_id = r.id and d.path ${equalsAny('$3::text[]')}
             where r.workspace_id = $1 and r.name ${equalsAny('$2::text[]')}`),
    [transaction.workspaceId, [...new Set(locations.map(({ repo }) => repo))], locations.map(({ path }) => path)],
  );
  return new Map(rows.map((row) => [`${row.repo}/${row.path}`, row]));
}

/** The whole paths of the documents that someone of this name changed last. */
export async function listChangedBy(transaction: Transaction, name: string): Promise<ReadonlySet<string>> {
  const rows = await transaction.query<{ path: string }>(
    prepared(`select r.name || '/' || d.path as path from repos r
             join documents d on d.workspace_id = $1 and d.repo_id = r.id and d.changed_by = $2
             where r.workspace_id = $1`),
    [transaction.workspaceId, name],
  );
  return new Set(rows.map(({ path }) => path));
}

/** A document with its stored content: a zlib stream, or null if it is stored in parts. */
export interface StoredDocument extends DocumentRow {
  readonly repo_id: string;
  readonly data: Buffer | null;
}

/** One document with its stored content, or undefined. */
export async function readDocument(
  transaction: Transaction,
  repo: string,
  path: string,
): Promise<StoredDocument | undefined> {
  const [row] = await transaction.query<StoredDocument>(
    prepared(`select ${documentColumns}, d.repo_id, o.data from repos r
             join documents d on d.workspace_id = $1 and d.repo_id = r.id and d.path = $3
             join repo_objects o on o.workspace_id = $1 and o.repo_id = d.repo_id and o.oid = d.blob
             where r.workspace_id = $1 and r.name = $2`),
    [transaction.workspaceId, repo, path],
  );
  return row;
}

/** The documents at some locations with their stored contents, by path including the repo. */
export async function readStoredDocuments(
  transaction: Transaction,
  locations: readonly DocumentLocation[],
): Promise<Map<string, StoredDocument>> {
  const rows = await transaction.query<StoredDocument & { readonly repo: string }>(
    prepared(`select r.name as repo, ${documentColumns}, d.repo_id, o.data
             from unnest($2::text[], $3::text[]) as p (repo, path)
             join repos r on r.workspace_id = $1 and r.name = p.repo
             join documents d on d.workspace_id = $1 and d.repo_id = r.id and d.path = p.path
             join repo_objects o on o.workspace_id = $1 and o.repo_id = d.repo_id and o.oid = d.blob`),
    [transaction.workspaceId, locations.map(({ repo }) => repo), locations.map(({ path }) => path)],
  );
  return new Map(rows.map((row) => [`${row.repo}/${row.path}`, row]));
}

/** The stored tree of a folder. `data` is null if the tree is in parts. */
export interface StoredTree {
  readonly path: string;
  readonly oid: Buffer;
  readonly data: Buffer | null;
}

/** The trees of the given folders at the head. Folders that do not exist are omitted. */
export function readTrees(transaction: Transaction, repo: string, folders: readonly string[]): Promise<StoredTree[]> {
  return transaction.query<StoredTree>(
    prepared(`select f.path, f.oid, o.data from repos r
             join repo_folders f on f.workspace_id = $1 and f.repo_id = r.id and f.path ${equalsAny('$3::text[]')}
             join repo_objects o on o.workspace_id = $1 and o.repo_id = f.repo_id and o.oid = f.oid
             where r.workspace_id = $1 and r.name = $2`),
    [transaction.workspaceId, repo, folders],
  );
}
