import type { Transaction } from '../../platform/database/database.js';
import { type Stored, withRole } from '../../principals/wire.js';
import { membershipColumns } from '../memberships/queries.js';
import type { FullGrant, KnownMembership } from './plan.js';

/**
 * Reads the memberships of addresses and locks them until the transaction ends. The addresses must already be locked.
 */
export async function lockMemberships(
  transaction: Transaction,
  emails: readonly string[],
): Promise<Map<string, KnownMembership>> {
  const values = [transaction.workspaceId, emails];
  // A statement of its own, after the lock. An earlier snapshot could contain outdated groups.
  const locked = transaction.query(
    'select from memberships where workspace_id = $1 and email = any($2::text[]) order by email for update',
    values,
  );
  const rows = transaction.query<Stored<KnownMembership>>(
    `select ${membershipColumns},
       (select coalesce(json_agg(json_build_object('groupId', h.group_id, 'access', h.access)), '[]') from group_holders h
        where h.workspace_id = $1 and h.holder_kind = 'membership' and h.holder_id = m.id) as assignments
     from memberships m where m.workspace_id = $1 and m.email = any($2::text[])`,
    values,
  );
  const [found] = await Promise.all([rows, locked]);
  return new Map(found.map((row) => [row.email, withRole<KnownMembership>(row)]));
}

/** Returns for each grant, in order, whether it would already have expired. */
export async function haveExpired(
  transaction: Transaction,
  grants: readonly Pick<FullGrant, 'startsAt' | 'expiresAt'>[],
): Promise<boolean[]> {
  const rows = await transaction.query<{ over: boolean }>(
    `select membership_state('active', t.starts_at, t.expires_at) = 'expired' as over
     from unnest($1::timestamptz[], $2::timestamptz[]) with ordinality as t (starts_at, expires_at, position) order by position`,
    [grants.map(({ startsAt }) => startsAt), grants.map(({ expiresAt }) => expiresAt)],
  );
  return rows.map(({ over }) => over);
}

/** A member whose access a sync revokes. */
export interface MissingMember {
  readonly id: string;
  readonly email: string;
}

/** Lists members who have an unexpired grant and are not among the given addresses, by address. */
export function listMissing(transaction: Transaction, emails: readonly string[]): Promise<MissingMember[]> {
  return transaction.query<MissingMember>(
    `select id, email from memberships m
     where workspace_id = $1 and holds_seat(role, status, starts_at, expires_at)
       and not exists (select from unnest($2::text[]) as listed where listed = m.email)
     order by email`,
    [transaction.workspaceId, emails],
  );
}
