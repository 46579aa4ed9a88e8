import type { Transaction } from '../../platform/database/database.js';
import { wireHolderKinds } from '../../principals/wire.js';
import { type ListedPage, listNewest, type PageQuery } from '../paging.js';

/** A group with the number of members who hold it. */
export interface GroupRow {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly paths: string[];
  readonly members: number;
  readonly public: boolean;
  readonly offer_text: string | null;
  readonly offer_url: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const columns = `id, name, description, paths, public, offer_text, offer_url, created_at, updated_at,
  (select count(*)::int from group_holders h
   where h.workspace_id = groups.workspace_id and h.group_id = groups.id and h.holder_kind = 'membership') as members`;

/** Groups newest first; see `listNewest`. */
export function listGroups(transaction: Transaction, query: PageQuery): Promise<ListedPage<GroupRow>> {
  return listNewest(transaction, query, { columns, from: 'groups where workspace_id = $1' });
}

/** Adds a group. */
export async function insertGroup(
  transaction: Transaction,
  group: Pick<GroupRow, 'id' | 'name' | 'description' | 'paths' | 'public'> & OfferChange & { readonly at: Date },
): Promise<GroupRow | undefined> {
  const [row] = await transaction.query<GroupRow>(
    `insert into groups
       (workspace_id, id, name, description, paths, public, offer_text, offer_url, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) returning ${columns}`,
    [
      transaction.workspaceId,
      group.id,
      group.name,
      group.description,
      group.paths,
      group.public,
      group.offer?.text ?? null,
      group.offer?.url ?? null,
      group.at,
    ],
  );
  return row;
}

/** An offer that replaces the group's own; null: it has none of its own; undefined: it stays. */
interface OfferChange {
  readonly offer?:
    | { readonly text?: string | null | undefined; readonly url?: string | null | undefined }
    | null
    | undefined;
}

/** What changes of a group; what is undefined stays, a `description` of null goes. */
export interface GroupChange extends OfferChange {
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  readonly paths?: readonly string[] | undefined;
  readonly public?: boolean | undefined;
  readonly at: Date;
}

/** Changes a group; undefined when there is none. */
export async function updateGroup(
  transaction: Transaction,
  id: string,
  change: GroupChange,
): Promise<GroupRow | undefined> {
  const [row] = await transaction.query<GroupRow>(
    `update groups set name = coalesce($3, name), description = case when $4 then $5 else description end,
       paths = coalesce($6::text[], paths), updated_at = $7, public = coalesce($8, public),
       offer_text = case when $9 then $10 else offer_text end, offer_url = case when $9 then $11 else offer_url end
     where workspace_id = $1 and id = $2 returning ${columns}`,
    [
      transaction.workspaceId,
      id,
      change.name ?? null,
      change.description !== undefined,
      change.description ?? null,
      change.paths ?? null,
      change.at,
      change.public ?? null,
      change.offer !== undefined,
      change.offer?.text ?? null,
      change.offer?.url ?? null,
    ],
  );
  return row;
}

/** Locks a group for its deletion; undefined when there is none. */
export async function lockGroup(
  transaction: Transaction,
  id: string,
): Promise<Pick<GroupRow, 'id' | 'name'> | undefined> {
  const [row] = await transaction.query<Pick<GroupRow, 'id' | 'name'>>(
    'select id, name from groups where workspace_id = $1 and id = $2 for update',
    [transaction.workspaceId, id],
  );
  return row;
}

/** How many memberships and magic links hold the group; pinned tokens are not people and do not count. */
export async function countHolders(transaction: Transaction, id: string): Promise<number> {
  const [row] = await transaction.query<{ count: number }>(
    `select count(*)::int as count from group_holders
     where workspace_id = $1 and group_id = $2 and holder_kind in ('${wireHolderKinds.membership}', '${wireHolderKinds.magicLink}')`,
    [transaction.workspaceId, id],
  );
  return row?.count ?? 0;
}

/** Deletes a group; its holders lose it, and no collection is shared with it. */
export async function deleteGroup(transaction: Transaction, id: string): Promise<void> {
  const values = [transaction.workspaceId, id];
  // A foreign key would do it, but groups may be in another place than what is distributed.
  await transaction.query('delete from collection_grants where workspace_id = $1 and group_id = $2', values);
  await transaction.query('delete from groups where workspace_id = $1 and id = $2', values);
}
