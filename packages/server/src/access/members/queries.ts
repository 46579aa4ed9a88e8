import type { AccessLevel } from '@tessera/contract';
import type { Transaction } from '../../platform/database/database.js';
import type { Identifier } from '../identifier.js';

/** A membership of role `reader`, as this interface shows it. */
export interface MemberRow {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly status: 'active' | 'revoked';
  readonly pending: boolean;
  readonly created_at: Date;
}

const columns = 'id, email, name, status, person_id is null as pending, created_at';

/** Members newest first, after the given key; `limit` null for all of them. */
export function listMembers(
  transaction: Transaction,
  page: { readonly after: readonly [createdAt: string, id: string] | null; readonly limit: number | null },
): Promise<MemberRow[]> {
  return transaction.query<MemberRow>(
    `select ${columns} from memberships
     where workspace_id = $1 and role = 'reader' and ($2::timestamptz is null or (created_at, id) < ($2, $3::uuid))
     order by created_at desc, id desc limit $4`,
    [transaction.workspaceId, page.after?.[0] ?? null, page.after?.[1] ?? null, page.limit],
  );
}

/** How many members there are, active and revoked. */
export async function countMembers(transaction: Transaction): Promise<number> {
  const [row] = await transaction.query<{ count: number }>(
    `select count(*)::int as count from memberships where workspace_id = $1 and role = 'reader'`,
    [transaction.workspaceId],
  );
  return row?.count ?? 0;
}

/** One member; undefined for nobody, and for admins and editors. */
export async function findMember(transaction: Transaction, { id, email }: Identifier): Promise<MemberRow | undefined> {
  const [row] = await transaction.query<MemberRow>(
    `select ${columns} from memberships where workspace_id = $1 and role = 'reader' and (id = $2 or email = $3)`,
    [transaction.workspaceId, id, email],
  );
  return row;
}

/** Like `findMember`, and no other transaction changes the member until this one ends. */
export async function lockMember(transaction: Transaction, { id, email }: Identifier): Promise<MemberRow | undefined> {
  const [row] = await transaction.query<MemberRow>(
    `select ${columns} from memberships where workspace_id = $1 and role = 'reader' and (id = $2 or email = $3) for update`,
    [transaction.workspaceId, id, email],
  );
  return row;
}

/** A group that somebody holds. */
export interface HeldGroupRow {
  readonly group_id: string;
  readonly name: string;
  readonly paths: string[];
  readonly access: AccessLevel;
}

/** The groups of a member, by name. */
export function listHeldGroups(transaction: Transaction, memberId: string): Promise<HeldGroupRow[]> {
  return transaction.query<HeldGroupRow>(
    `select g.id as group_id, g.name, g.paths, h.access
     from group_holders h join groups g on g.workspace_id = h.workspace_id and g.id = h.group_id
     where h.workspace_id = $1 and h.holder_kind = 'membership' and h.holder_id = $2
     order by g.name, g.id`,
    [transaction.workspaceId, memberId],
  );
}
