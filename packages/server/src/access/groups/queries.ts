import type { Queryable } from '../../platform/database/database.js';

/** A group with the number of members who hold it. */
export interface GroupRow {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly paths: string[];
  readonly members: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const columns = `id, name, description, paths, created_at, updated_at,
  (select count(*)::int from group_holders h
   where h.workspace_id = groups.workspace_id and h.group_id = groups.id and h.holder_kind = 'membership') as members`;

/** Groups newest first, after the given key; `limit` null for all of them. */
export function listGroups(
  transaction: Queryable,
  page: { readonly after: readonly [createdAt: string, id: string] | null; readonly limit: number | null },
): Promise<GroupRow[]> {
  return transaction.query<GroupRow>(
    `select ${columns} from groups
     where $1::timestamptz is null or (created_at, id) < ($1, $2::uuid)
     order by created_at desc, id desc limit $3`,
    [page.after?.[0] ?? null, page.after?.[1] ?? null, page.limit],
  );
}

/** How many groups there are. */
export async function countGroups(transaction: Queryable): Promise<number> {
  const [row] = await transaction.query<{ count: number }>('select count(*)::int as count from groups');
  return row?.count ?? 0;
}

/** What a new group is made of. */
export interface NewGroup {
  readonly workspaceId: string;
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly paths: readonly string[];
  readonly at: Date;
}

/** Adds a group. */
export async function insertGroup(transaction: Queryable, group: NewGroup): Promise<GroupRow | undefined> {
  const [row] = await transaction.query<GroupRow>(
    `insert into groups (workspace_id, id, name, description, paths, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6) returning ${columns}`,
    [group.workspaceId, group.id, group.name, group.description, group.paths, group.at],
  );
  return row;
}

/** What changes of a group; what is undefined stays, a `description` of null goes. */
export interface GroupChange {
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  readonly paths?: readonly string[] | undefined;
  readonly at: Date;
}

/** Changes a group; undefined when there is none. */
export async function updateGroup(
  transaction: Queryable,
  id: string,
  change: GroupChange,
): Promise<GroupRow | undefined> {
  const [row] = await transaction.query<GroupRow>(
    `update groups set name = coalesce($2, name), description = case when $3 then $4 else description end,
       paths = coalesce($5::text[], paths), updated_at = $6
     where id = $1 returning ${columns}`,
    [
      id,
      change.name ?? null,
      change.description !== undefined,
      change.description ?? null,
      change.paths ?? null,
      change.at,
    ],
  );
  return row;
}

/** Locks a group for its deletion and returns its name; undefined when there is none. */
export async function lockGroup(transaction: Queryable, id: string): Promise<{ name: string } | undefined> {
  const [row] = await transaction.query<{ name: string }>('select name from groups where id = $1 for update', [id]);
  return row;
}

/** How many members and readers hold the group; pinned tokens are not people and do not count. */
export async function countHolders(transaction: Queryable, id: string): Promise<number> {
  const [row] = await transaction.query<{ count: number }>(
    `select count(*)::int as count from group_holders where group_id = $1 and holder_kind in ('membership', 'reader')`,
    [id],
  );
  return row?.count ?? 0;
}

/** Deletes a group; whoever held it holds it no longer, and no collection is shared with it. */
export async function deleteGroup(transaction: Queryable, id: string): Promise<void> {
  await transaction.query('delete from groups where id = $1', [id]);
}
