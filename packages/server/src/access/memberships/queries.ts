import type { AccessLevel } from '@tessera/contract';
import { updateSql } from '../../platform/database/columns.js';
import { prepared, type Transaction } from '../../platform/database/database.js';
import { existing, requireById } from '../../platform/identifiers.js';
import { type Role, type Stored, wireRoles, withRole } from '../../principals/wire.js';
import { type Identifier, readIdentifier } from '../identifier.js';
import { type ListedPage, listNewest, type PageQuery } from '../paging.js';
import type { Grant } from './shares.js';

/** A membership of any role. */
export interface MembershipRow {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly access: AccessLevel;
  readonly status: 'active' | 'revoked';
  /** The current state by the database clock. */
  readonly state: MembershipState;
  readonly pending: boolean;
  readonly confined: boolean;
  readonly starts_at: Date | null;
  readonly expires_at: Date | null;
  readonly created_at: Date;
}

/** The result of the database function `membership_state`. Only a `current` membership grants rights. */
export type MembershipState = 'current' | 'not_started' | 'expired' | 'revoked';

/** A membership with its group ids. */
export interface MembershipWithGroups extends MembershipRow {
  readonly groups: string[];
}

const state = 'membership_state(status, starts_at, expires_at) as state';

/** The columns of a `MembershipRow`. */
export const membershipColumns = `id, email, name, role, access, status, ${state}, person_id is null as pending, confined, starts_at, expires_at,
  created_at`;

const columnsWithGroups = `${membershipColumns},
  (select coalesce(array_agg(h.group_id::text order by h.group_id), '{}') from held_groups h
   where h.workspace_id = m.workspace_id and h.holder_kind = 'membership' and h.holder_id = m.id) as groups`;

const allMemberships = 'memberships m where m.workspace_id = $1';
const members = `${allMemberships} and m.role = '${wireRoles.member}'`;

/** Lists members, or memberships of all roles, active and revoked, newest first; see `listNewest`. */
export async function listMemberships(
  transaction: Transaction,
  query: PageQuery,
  whom: 'members' | 'everyone',
): Promise<ListedPage<MembershipWithGroups>> {
  const source = { columns: columnsWithGroups, from: whom === 'members' ? members : allMemberships };
  const page = await listNewest<Stored<MembershipWithGroups>>(transaction, query, source);
  return { ...page, rows: page.rows.map(withRole<MembershipWithGroups>) };
}

/**
 * Finds a member by UUID or e-mail. With `for update` the row is locked until the transaction ends. Throws
 * `member_not_found`, also for admins and editors.
 */
export async function requireMember(transaction: Transaction, identifier: string, lock?: 'for update') {
  return existing('member_not_found', await find(transaction, { ...readIdentifier(identifier), from: members }, lock));
}

/** Finds a person of any role by UUID, like `requireMember`. Throws `person_not_found`, also for other ids. */
export function requirePerson(transaction: Transaction, id: string, lock?: 'for update') {
  const findIt = (named: string) => find(transaction, { id: named, email: null, from: allMemberships }, lock);
  return requireById('person_not_found', id, findIt);
}

async function find(
  transaction: Transaction,
  { id, email, from }: Identifier & { readonly from: string },
  lock?: 'for update',
): Promise<MembershipWithGroups | undefined> {
  const values = [transaction.workspaceId, id, email];
  const found = `${from} and (m.id = $2 or m.email = $3)`;
  // A statement of its own, before the one that reads. An earlier snapshot could contain outdated groups.
  if (lock !== undefined) {
    await transaction.query(`select from ${found} ${lock}`, values);
  }
  const statement = prepared(`select ${columnsWithGroups} from ${found}`);
  const [row] = await transaction.query<Stored<MembershipWithGroups>>(statement, values);
  return row && withRole<MembershipWithGroups>(row);
}

/** A membership to save. */
export interface NewMembership extends Grant {
  /** The id of a new membership. An existing one, even if revoked, keeps its id. */
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/**
 * Inserts memberships, or updates and reactivates existing ones. Each address may occur once. `pending` is false for
 * people who have signed in before.
 */
export function saveMemberships(transaction: Transaction, memberships: readonly NewMembership[], at: Date): void {
  const rows = memberships.map(({ role, ...membership }) => ({ ...membership, role: wireRoles[role] }));
  transaction.send(
    prepared(`insert into memberships (workspace_id, id, email, name, role, access, status, confined, created_at, starts_at,
          expires_at)
        select $1, w.id, w.email, w.name, w.role, w.access, 'active', w.confined, $2, w."startsAt", w."expiresAt"
        from jsonb_to_recordset($3::jsonb) as w (id uuid, email text, name text, role text, access text, confined boolean,
          "startsAt" timestamptz, "expiresAt" timestamptz)
        -- In one order, so that two calls never wait for each other's addresses.
        order by w.email
        on conflict (workspace_id, email) do update
          set name = excluded.name, role = excluded.role,
              access = excluded.access, status = 'active', confined = excluded.confined, revoked_at = null,
              starts_at = excluded.starts_at, expires_at = excluded.expires_at`),
    [transaction.workspaceId, at, JSON.stringify(rows)],
  );
}

/** Changes the name of a membership. */
export async function renameMembership(transaction: Transaction, id: string, name: string): Promise<void> {
  await transaction.query(...updateSql('memberships', { workspace_id: transaction.workspaceId, id }, { name }));
}

/** Whether a person has all rights of an admin. */
export function isFullAdmin(person: Pick<MembershipRow, 'role' | 'access' | 'confined'>): boolean {
  return person.role === 'admin' && person.access === 'read_write' && !person.confined;
}

/** Lists the ids of the workspace's full admins. */
export async function listFullAdmins(transaction: Transaction): Promise<string[]> {
  const rows = await transaction.query<{ id: string }>(
    `select id from memberships where workspace_id = $1 and role = 'admin' and status = 'active'
       and access = 'read_write' and not confined`,
    [transaction.workspaceId],
  );
  return rows.map(({ id }) => id);
}

/**
 * Marks memberships as revoked. Their sign-in links and the sessions of these links end for good, even if access is
 * granted again.
 */
export function markRevoked(transaction: Transaction, ids: readonly string[], at: Date): void {
  transaction.send('delete from sign_in_links where workspace_id = $1 and membership_id = any($2::uuid[])', [
    transaction.workspaceId,
    ids,
  ]);
  transaction.send(
    `update memberships set status = 'revoked', revoked_at = $3 where workspace_id = $1 and id = any($2::uuid[])`,
    [transaction.workspaceId, ids, at],
  );
}

/** An API key or pinned token with its creator. */
export interface CreatedCredential {
  readonly kind: 'api_key' | 'token';
  readonly id: string;
  readonly name: string;
}

/** Lists the active keys and tokens that a person created, by name. */
export function listCredentialsCreatedBy(transaction: Transaction, id: string): Promise<CreatedCredential[]> {
  return transaction.query<CreatedCredential>(
    `select c.kind, c.id, c.name
     from memberships m join (
       select 'api_key' as kind, id, name, creator_id from api_keys where workspace_id = $1 and revoked_at is null
       union all
       select 'token', id, name, creator_id from tokens where workspace_id = $1 and revoked_at is null
         and (expires_at is null or expires_at > now())
     ) c on c.creator_id = m.person_id
     where m.workspace_id = $1 and m.id = $2 order by c.name, c.id`,
    [transaction.workspaceId, id],
  );
}
