import { limits } from '@tessera/contract';
import type { Transaction } from '../platform/database/database.js';
import type { Services } from '../platform/services.js';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Why a mail may not be sent, for the audit log and the caller, and when the next one may be. */
export interface MailRefusal {
  readonly reason: string;
  readonly waitSeconds: number;
}

/**
 * Counts a mail about access to an address, if the limits of the address and of the workspace allow it. Returns the
 * refusal otherwise. Concurrent calls are counted exactly.
 */
export async function takeMail(
  transaction: Transaction,
  email: string,
  { clock, settings }: Pick<Services, 'clock' | 'settings'>,
): Promise<MailRefusal | undefined> {
  const at = clock();
  const since = new Date(at.getTime() - dayMs);
  // The mails of a workspace are counted one after another.
  await transaction.query(`select pg_advisory_xact_lock(hashtextextended('mails:' || $1, 0))`, [
    transaction.workspaceId,
  ]);
  const refusal = await refuseWorkspace(transaction, settings.SVC_MAILS_PER_HOUR, at);
  if (refusal !== undefined) {
    return refusal;
  }
  transaction.send('delete from mail_counts where workspace_id = $1 and last_sent_at <= $2', [
    transaction.workspaceId,
    since,
  ]);
  const taken = await transaction.query(
    `insert into mail_counts as known (workspace_id, email, sent_at, last_sent_at) values ($1, $2, array[$3::timestamptz(3)], $3)
     on conflict (workspace_id, email) do update
     set sent_at = array(select sent from unnest(known.sent_at) as sent where sent > $4) || excluded.sent_at,
         last_sent_at = excluded.last_sent_at
     where (select count(*) from unnest(known.sent_at) as sent where sent > $4) < $5
     returning true`,
    [transaction.workspaceId, email, at, since, limits.invitesPerDay],
  );
  return taken.length > 0 ? undefined : refuseAddress(transaction, email, { at, since });
}

/** The mails per hour of a workspace: all after its first days, and evenly fewer before. */
export function mailsPerHour(limit: number, ageMs: number): number {
  const { newWorkspaceDays: days } = limits;
  return Math.max(1, Math.floor((limit * Math.min(days + 1, 1 + ageMs / dayMs)) / (days + 1)));
}

async function refuseWorkspace(transaction: Transaction, limit: number, at: Date): Promise<MailRefusal | undefined> {
  const [row] = await transaction.query<{ created_at: Date; sent: number; oldest: Date | null }>(
    `select w.created_at, count(sent)::int as sent, min(sent) as oldest
     from workspaces w left join (mail_counts c cross join unnest(c.sent_at) as sent)
       on c.workspace_id = $1 and c.last_sent_at > $2 and sent > $2
     where w.id = $1 group by w.id`,
    [transaction.workspaceId, new Date(at.getTime() - hourMs)],
  );
  const most = mailsPerHour(limit, at.getTime() - (row?.created_at ?? at).getTime());
  return row === undefined || row.sent < most
    ? undefined
    : {
        reason: `the workspace has sent its ${most} mails of an hour`,
        waitSeconds: secondsUntil(row.oldest, hourMs, at),
      };
}

async function refuseAddress(
  transaction: Transaction,
  email: string,
  { at, since }: { readonly at: Date; readonly since: Date },
): Promise<MailRefusal> {
  const [row] = await transaction.query<{ oldest: Date }>(
    `select min(sent) as oldest from mail_counts, unnest(sent_at) as sent
     where workspace_id = $1 and email = $2 and sent > $3`,
    [transaction.workspaceId, email, since],
  );
  const reason = `the address was sent ${limits.invitesPerDay} mails in a day`;
  return { reason, waitSeconds: secondsUntil(row?.oldest ?? null, dayMs, at) };
}

/** Seconds until a mail leaves its window; at least one. */
function secondsUntil(sent: Date | null, windowMs: number, at: Date): number {
  return Math.max(1, Math.ceil(((sent ?? at).getTime() + windowMs - at.getTime()) / 1_000));
}
