import type { WorkspaceReference } from '@tessera/contract';
import type { Queryable } from '../../platform/database/database.js';
import { columnsOf, tables } from '../../platform/database/tables.js';

/** Deletes up to `limit` rows of a workspace from one table. Returns their number. */
export async function deletePiece(
  queryable: Queryable,
  table: string,
  { workspaceId, limit }: { readonly workspaceId: string; readonly limit: number },
): Promise<number> {
  const key = columnsOf(tables[table]?.key);
  const columns = key.join(', ');
  // Deletes in index order. Otherwise each piece would read again the rows that earlier pieces deleted.
  const order = key[0] === 'workspace_id' ? `order by ${columns}` : '';
  const rows = await queryable.query(
    `delete from ${table} where workspace_id = $1 and (${columns}) in (
       select ${columns} from ${table} where workspace_id = $1 ${order} limit ${limit})
     returning 1`,
    [workspaceId],
  );
  return rows.length;
}

/** A workspace, and whether it is being deleted. */
export interface WorkspaceToDelete extends WorkspaceReference {
  readonly isDeleted: boolean;
}

/** A workspace in any state, locked; undefined if it does not exist. */
export async function lockWorkspace(queryable: Queryable, id: string): Promise<WorkspaceToDelete | undefined> {
  const [row] = await queryable.query<WorkspaceToDelete>(
    'select id, slug, name, deleted_at is not null as "isDeleted" from workspaces where id = $1 for no key update',
    [id],
  );
  return row;
}

/** Marks a workspace as deleted: after the commit, no credential is valid for it and no event is sent. */
export async function markDeleted(queryable: Queryable, id: string, at: Date): Promise<void> {
  await queryable.query('update workspaces set deleted_at = $2 where id = $1', [id, at]);
  await queryable.query('update webhooks set enabled = false where workspace_id = $1', [id]);
}

/** The workspaces that are being deleted, oldest first. A deletion time in the future marks an import in progress. */
export function listDeleted(queryable: Queryable): Promise<WorkspaceReference[]> {
  return queryable.query<WorkspaceReference>(
    'select id, slug, name from workspaces where deleted_at <= now() order by deleted_at, id',
  );
}

/** Deletes the workspace's row, and rows that a call in progress has added. Returns whether the workspace existed. */
export async function deleteWorkspaceRow(queryable: Queryable, id: string): Promise<boolean> {
  const rows = await queryable.query('delete from workspaces where id = $1 and deleted_at is not null returning 1', [
    id,
  ]);
  return rows.length > 0;
}
