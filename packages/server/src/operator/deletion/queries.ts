import type { WorkspaceReference } from '@tessera/contract';
import type { Queryable } from '../../platform/database/database.js';

/** A table with rows of workspaces and its primary key; names are quoted if necessary. */
export interface TenantTable {
  readonly name: string;
  readonly key: readonly string[];
}

/**
 * Lists every table whose rows belong to a workspace. Reads the database's catalogue, so that no table is missed. A
 * table precedes the tables that it references. Tables whose rows only mention a workspace, such as a person's session,
 * are not included.
 */
export function listTenantTables(queryable: Queryable): Promise<TenantTable[]> {
  return queryable.query<TenantTable>(
    `with recursive tenant as (
       select c.oid from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id' and not a.attisdropped
       where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
         and not exists (
           select from pg_constraint f
           where f.conrelid = c.oid and f.contype = 'f' and f.confrelid = 'workspaces'::regclass and f.confdeltype = 'n')
     ), depths (oid, depth) as (
       select oid, 0 from tenant
       union
       select f.conrelid, d.depth + 1
       from pg_constraint f join depths d on d.oid = f.confrelid join tenant on tenant.oid = f.conrelid
       where f.contype = 'f' and f.conrelid <> f.confrelid
     )
     select d.oid::regclass::text as name, array(
         select quote_ident(a.attname) from pg_index i
         cross join unnest(i.indkey::int2[]) with ordinality as k (attnum, ordinal)
         join pg_attribute a on a.attrelid = d.oid and a.attnum = k.attnum
         where i.indrelid = d.oid and i.indisprimary order by k.ordinal) as key
     from depths d group by d.oid order by max(d.depth) desc, name`,
  );
}

/** Deletes up to `limit` rows of a workspace from one table. Returns their number. */
export async function deletePiece(
  queryable: Queryable,
  { name, key }: TenantTable,
  { workspaceId, limit }: { readonly workspaceId: string; readonly limit: number },
): Promise<number> {
  const columns = key.join(', ');
  // Deletes in index order. Otherwise each piece would read again the rows that earlier pieces deleted.
  const order = key[0] === 'workspace_id' ? `order by ${columns}` : '';
  const rows = await queryable.query(
    `delete from ${name} where workspace_id = $1 and (${columns}) in (
       select ${columns} from ${name} where workspace_id = $1 ${order} limit ${limit})
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
