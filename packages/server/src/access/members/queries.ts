import type { AccessLevel, Role } from '@tessera/contract';
import type { Queryable } from '../../platform/database/database.js';
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

/** A membership of any role by its address, locked; undefined when there is none. */
export async function lockByEmail(
  transaction: Queryable,
  email: string,
): Promise<{ id: string; status: MemberRow['status']; role: Role } | undefined> {
  const [row] = await transaction.query<{ id: string; status: MemberRow['status']; role: Role }>(
    { name: 'lock_membership_by_email', text: 'select id, status, role from memberships where email = $1 for update' },
    [email],
  );
  return row;
}

/** What a grant writes. */
export interface Grant {
  readonly workspaceId: string;
  readonly id: string;
  readonly email: string;
  /** Null keeps the name of an earlier grant, or takes the address. */
  readonly name: string | null;
  readonly access: AccessLevel;
  readonly at: Date;
}

/** Adds a member; `pending` is false when that person has signed in before. */
export async function insertMember(transaction: Queryable, grant: Grant): Promise<MemberRow> {
  const rows = await transaction.query<MemberRow>(
    {
      name: 'insert_member',
      text: `insert into memberships (workspace_id, id, email, name, person_id, role, access, status, confined, created_at)
        values ($1, $2, $3, coalesce($4, $3), (select id from find_person($3)), 'reader', $5, 'active', true, $6)
        returning ${columns}`,
    },
    [grant.workspaceId, grant.id, grant.email, grant.name, grant.access, grant.at],
  );
  return only(rows);
}

/** Brings a revoked membership back as a member with the same id. */
export async function regrantMember(transaction: Queryable, grant: Omit<Grant, 'at'>): Promise<MemberRow> {
  const rows = await transaction.query<MemberRow>(
    `update memberships set role = 'reader', status = 'active', confined = true, revoked_at = null, access = $4,
       name = coalesce($3, name), person_id = coalesce(person_id, (select id from find_person(email)))
     where workspace_id = $1 and id = $2 returning ${columns}`,
    [grant.workspaceId, grant.id, grant.name, grant.access],
  );
  return only(rows);
}

/** Members newest first, after the given key; `limit` null for all of them. */
export function listMembers(
  transaction: Queryable,
  page: { readonly after: readonly [createdAt: string, id: string] | null; readonly limit: number | null },
): Promise<MemberRow[]> {
  return transaction.query<MemberRow>(
    `select ${columns} from memberships
     where role = 'reader' and ($1::timestamptz is null or (created_at, id) < ($1, $2::uuid))
     order by created_at desc, id desc limit $3`,
    [page.after?.[0] ?? null, page.after?.[1] ?? null, page.limit],
  );
}

/** How many members there are, active and revoked. */
export async function countMembers(transaction: Queryable): Promise<number> {
  const [row] = await transaction.query<{ count: number }>(
    `select count(*)::int as count from memberships where role = 'reader'`,
  );
  return row?.count ?? 0;
}

/** One member; undefined for nobody, and for admins and editors. */
export async function findMember(transaction: Queryable, { id, email }: Identifier): Promise<MemberRow | undefined> {
  const [row] = await transaction.query<MemberRow>(
    `select ${columns} from memberships where role = 'reader' and (id = $1 or email = $2)`,
    [id, email],
  );
  return row;
}

/** Like `findMember`, and no other transaction changes the member until this one ends. */
export async function lockMember(transaction: Queryable, { id, email }: Identifier): Promise<MemberRow | undefined> {
  const [row] = await transaction.query<MemberRow>(
    `select ${columns} from memberships where role = 'reader' and (id = $1 or email = $2) for update`,
    [id, email],
  );
  return row;
}

/** Marks a member revoked. */
export async function markRevoked(transaction: Queryable, id: string, at: Date): Promise<void> {
  await transaction.query(`update memberships set status = 'revoked', revoked_at = $2 where id = $1`, [id, at]);
}

/** A group that somebody holds. */
export interface HeldGroupRow {
  readonly group_id: string;
  readonly name: string;
  readonly paths: string[];
  readonly access: AccessLevel;
}

/** The groups of a member, by name. */
export function listHeldGroups(transaction: Queryable, memberId: string): Promise<HeldGroupRow[]> {
  return transaction.query<HeldGroupRow>(
    `select g.id as group_id, g.name, g.paths, h.access
     from group_holders h join groups g on g.workspace_id = h.workspace_id and g.id = h.group_id
     where h.holder_kind = 'membership' and h.holder_id = $1
     order by g.name, g.id`,
    [memberId],
  );
}

function only(rows: readonly MemberRow[]): MemberRow {
  const [row] = rows;
  if (row === undefined) {
    throw new Error('a member was written but not returned');
  }
  return row;
}
