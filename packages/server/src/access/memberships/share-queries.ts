import { type AccessLevel, limits, type SourceShare } from '@tessera/contract';
import { shownMoment } from '@tessera/records';
import { replaceRowsSql } from '../../platform/database/columns.js';
import { prepared, type Transaction } from '../../platform/database/database.js';
import { momentSql } from '../../platform/moments.js';
import { roleOf, type Stored, wireGranteeKinds, wireRoles } from '../../principals/wire.js';
import type { HeldGroup } from '../groups/assignments.js';
import type { Holder } from './decide-share.js';
import { byHand, type Share } from './shares.js';

/** The holders of shares. */
export type ShareHolderKind = 'membership' | 'magicLink';

const tablesOfHolders = { membership: 'memberships', magicLink: 'readers' } as const;

/** What is known about addresses, with the times of the database: of the transaction, and of now as a moment. */
export interface LockedHolders<Row> {
  readonly holders: Map<string, Holder<Row>>;
  readonly now: Date;
  readonly moment: string;
}

type ShareRow = Stored<Omit<Share, 'source'>> & { readonly email: string; readonly source: string };

/**
 * Locks the memberships or magic links of addresses until the transaction ends, and reads them with their shares. The
 * addresses must already be locked.
 */
export async function lockHolders<Row extends { readonly email: string }>(
  transaction: Transaction,
  { kind, columns }: { readonly kind: ShareHolderKind; readonly columns: string },
  emails: readonly string[],
): Promise<LockedHolders<Row>> {
  const table = tablesOfHolders[kind];
  const values = [transaction.workspaceId, emails];
  const [, [times], rows, shares] = await Promise.all([
    // A statement of its own. An earlier snapshot could contain outdated groups.
    transaction.query(
      `select from ${table} where workspace_id = $1 and email = any($2::text[]) order by email for update`,
      values,
    ),
    transaction.query<{ now: Date; moment: string }>(
      `select now() as now, ${momentSql('clock_timestamp()')} as moment`,
    ),
    transaction.query<Row & { readonly revokedAsOf: string | null }>(
      `select ${columns}, ${momentSql('revoked_as_of')} as "revokedAsOf"
       from ${table} where workspace_id = $1 and email = any($2::text[])`,
      values,
    ),
    transaction.query<ShareRow>(
      `select s.email, s.source, s.role, s.access, s.confined, s.starts_at as "startsAt", s.expires_at as "expiresAt",
         ${momentSql('s.as_of')} as "asOf", s.ended_at is not null or h.status is distinct from 'active' as "isEnded",
         (select coalesce(json_agg(json_build_object('groupId', g.group_id, 'access', g.access)), '[]') from group_holders g
          where g.workspace_id = $1 and g.holder_id = h.id and g.source = s.source) as assignments
       from shares s left join ${table} h on h.workspace_id = $1 and h.email = s.email
       where s.workspace_id = $1 and s.holder_kind = $3 and s.email = any($2::text[])`,
      [...values, wireGranteeKinds[kind]],
    ),
  ]);
  const holders = new Map(
    emails.map((email): [string, Holder<Row>] => {
      const row = rows.find((each) => each.email === email);
      const own = shares
        .filter((share) => share.email === email)
        .map((share) => ({ ...share, role: roleOf(share.role) }));
      return [
        email,
        { row, shares: new Map(own.map((share) => [share.source, share])), revokedAsOf: row?.revokedAsOf ?? '' },
      ];
    }),
  );
  return { holders, now: times?.now ?? new Date(0), moment: times?.moment ?? '' };
}

/** The groups of shares that have not ended, each for the time of its share. */
export function heldGroups(shares: Iterable<Share>): HeldGroup[] {
  return [...shares]
    .filter(({ isEnded }) => !isEnded)
    .flatMap(({ assignments, source, startsAt, expiresAt }) =>
      assignments.map((assignment) => ({ ...assignment, source, startsAt, expiresAt })),
    );
}

/** What is granted to an address by hand; if nothing is, what a new member gets. */
export async function findShareByHand(transaction: Transaction, email: string): Promise<Omit<Share, 'source'>> {
  const source = { kind: 'membership', columns: 'email' } as const;
  const { holders, moment } = await lockHolders<{ readonly email: string }>(transaction, source, [email]);
  const share = holders.get(email)?.shares.get(byHand);
  const none = { role: 'member', access: 'read_only', confined: true, assignments: [], isEnded: true } as const;
  return share?.isEnded === false ? share : { ...none, asOf: moment, startsAt: null, expiresAt: null };
}

/** A share of an address. */
export type AddressedShare = Share & { readonly email: string };

/** Stores the last statement of each source, and forgets sources that ended long ago. */
export function saveShares(
  transaction: Transaction,
  kind: ShareHolderKind,
  { shares, at }: { readonly shares: readonly AddressedShare[]; readonly at: Date },
): void {
  const { workspaceId } = transaction;
  if (shares.some(({ isEnded }) => isEnded)) {
    const since = new Date(at.getTime() - limits.endedSourceDays * 86_400_000);
    transaction.send('delete from shares where workspace_id = $1 and ended_at < $2', [workspaceId, since]);
  }
  const shared = { workspace_id: workspaceId, holder_kind: wireGranteeKinds[kind] };
  const rows = shares.map(({ email, source, role, access, confined, startsAt, expiresAt, asOf, isEnded }) => ({
    ...{ email, source, role: wireRoles[role], access, confined, starts_at: startsAt, expires_at: expiresAt },
    ...{ as_of: asOf, ended_at: isEnded ? at : null },
  }));
  transaction.send(...replaceRowsSql('shares', shared, rows, { key: 'workspace_id holder_kind email source' }));
}

/** Ends all shares of a holder, so that older statements of any source are stale. Does not end the holder's rights. */
export function endShares(
  transaction: Transaction,
  { kind, email, at }: { readonly kind: ShareHolderKind; readonly email: string; readonly at: Date },
): void {
  const values = [transaction.workspaceId, email];
  transaction.send(
    `update shares set ended_at = coalesce(ended_at, $4), as_of = greatest(as_of, clock_timestamp())
     where workspace_id = $1 and email = $2 and holder_kind = $3`,
    [...values, wireGranteeKinds[kind], at],
  );
  transaction.send(
    `update ${tablesOfHolders[kind]} set revoked_as_of = clock_timestamp() where workspace_id = $1 and email = $2`,
    values,
  );
}

/** Lists what each source grants a membership of any role, sorted by source. */
export async function listShares(transaction: Transaction, membershipId: string): Promise<SourceShare[]> {
  const shares = await transaction.query<SourceShare>(
    prepared(`select nullif(s.source, '') as source, s.access, array(
         select g.group_id::text from group_holders g where g.workspace_id = $1 and g.holder_id = m.id
           and g.source = s.source order by g.group_id) as groups,
       ${momentSql('s.starts_at')} as starts_at, ${momentSql('s.expires_at')} as expires_at, ${momentSql('s.as_of')} as as_of,
       m.status = 'active' and s.ended_at is null
         and membership_state('active', s.starts_at, s.expires_at) = 'current' as live
     from memberships m join shares s on s.workspace_id = m.workspace_id and s.email = m.email
       and s.holder_kind = '${wireGranteeKinds.membership}'
     where m.workspace_id = $1 and m.id = $2 order by s.source`),
    [transaction.workspaceId, membershipId],
  );
  const shown = (moment: string | null) => moment && shownMoment(moment);
  return shares.map((share) => ({
    ...share,
    starts_at: shown(share.starts_at),
    expires_at: shown(share.expires_at),
    as_of: shownMoment(share.as_of),
  }));
}

/** Lists the groups that a membership was granted by hand. */
export function listGroupsByHand(
  transaction: Transaction,
  membershipId: string,
): Promise<{ readonly group_id: string; readonly access: AccessLevel }[]> {
  return transaction.query(
    'select group_id, access from group_holders where workspace_id = $1 and holder_id = $2 and source = $3 order by group_id',
    [transaction.workspaceId, membershipId, byHand],
  );
}

/** A person whose share a sync ends. */
export interface MissingShare {
  readonly email: string;
  /** Whether no other source lets the person read, now or later. */
  readonly isLast: boolean;
}

/** Lists unexpired shares of a source, stated up to a moment, whose addresses are not listed. Sorted by address. */
export function listMissing(
  transaction: Transaction,
  {
    source,
    asOf,
    listed,
  }: { readonly source: string; readonly asOf: string | undefined; readonly listed: readonly string[] },
): Promise<MissingShare[]> {
  return transaction.query<MissingShare>(
    `select m.email, not exists (
         select from shares o where o.workspace_id = $1 and o.holder_kind = 'membership' and o.email = m.email
           and o.source <> s.source and o.ended_at is null and (o.expires_at is null or o.expires_at > now())) as "isLast"
     from memberships m join shares s on s.workspace_id = m.workspace_id and s.email = m.email and s.holder_kind = 'membership'
     where m.workspace_id = $1 and m.status = 'active' and s.source = $2 and s.role = '${wireRoles.member}'
       and s.ended_at is null and (s.expires_at is null or s.expires_at > now()) and s.as_of <= coalesce($3::timestamptz, 'infinity')
       and not exists (select from unnest($4::text[]) as each where each = m.email)
     order by m.email`,
    [transaction.workspaceId, source, asOf ?? null, listed],
  );
}
