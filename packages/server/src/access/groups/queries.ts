import { insertSql, updateSql } from '../../platform/database/columns.js';
import type { Transaction } from '../../platform/database/database.js';
import { wireGranteeKinds } from '../../principals/wire.js';
import { type ListedPage, listNewest, type PageQuery } from '../paging.js';

/** A group with its number of members. */
export interface GroupRow {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly paths: string[];
  readonly members: number;
  readonly public: boolean;
  readonly for_sale: boolean;
  readonly offer_text: string | null;
  readonly offer_url: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** The columns that request bodies set. */
const written = ['name', 'description', 'paths', 'public', 'for_sale', 'offer_text', 'offer_url'] as const;

/** The fields of a group that request bodies set. */
export type GroupFields = Pick<GroupRow, (typeof written)[number]>;

const columns = `id, ${written.join(', ')}, created_at, updated_at,
  (select count(distinct h.holder_id)::int from group_holders h
   where h.workspace_id = groups.workspace_id and h.group_id = groups.id and h.holder_kind = 'membership') as members`;

/** Lists groups newest first; see `listNewest`. */
export function listGroups(transaction: Transaction, query: PageQuery): Promise<ListedPage<GroupRow>> {
  return listNewest(transaction, query, { columns, from: 'groups where workspace_id = $1' });
}

/** Inserts a group; absent fields have their defaults. */
export async function insertGroup(
  transaction: Transaction,
  { at, ...group }: Partial<GroupFields> & Pick<GroupRow, 'id' | 'name' | 'paths'> & { readonly at: Date },
): Promise<GroupRow | undefined> {
  const row = { workspace_id: transaction.workspaceId, ...group, created_at: at, updated_at: at };
  return (await transaction.query<GroupRow>(...insertSql('groups', row, `returning ${columns}`)))[0];
}

/** Updates the given fields of a group. Returns undefined if the group does not exist. */
export async function updateGroup(
  transaction: Transaction,
  id: string,
  { at, ...change }: Partial<GroupFields> & { readonly at: Date },
): Promise<GroupRow | undefined> {
  const key = { workspace_id: transaction.workspaceId, id };
  const update = updateSql('groups', key, { ...change, updated_at: at }, `returning ${columns}`);
  return (await transaction.query<GroupRow>(...update))[0];
}

/** Locks a group for deletion. Returns undefined if the group does not exist. */
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

/** Counts the memberships and magic links that have the group. Pinned tokens are not people, so they do not count. */
export async function countGrantees(transaction: Transaction, id: string): Promise<number> {
  const [row] = await transaction.query<{ count: number }>(
    `select count(distinct holder_id)::int as count from group_holders
     where workspace_id = $1 and group_id = $2 and holder_kind in ('${wireGranteeKinds.membership}', '${wireGranteeKinds.magicLink}')`,
    [transaction.workspaceId, id],
  );
  return row?.count ?? 0;
}

/** Deletes a group, its assignments and its collection grants. */
export async function deleteGroup(transaction: Transaction, id: string): Promise<void> {
  const values = [transaction.workspaceId, id];
  // No foreign key deletes them: collection grants may be distributed over several servers, and groups are not.
  await transaction.query('delete from collection_grants where workspace_id = $1 and group_id = $2', values);
  await transaction.query('delete from groups where workspace_id = $1 and id = $2', values);
}
