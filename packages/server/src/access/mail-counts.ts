import { limits } from '@tessera/contract';
import type { Transaction } from '../platform/database/database.js';

const dayMs = 24 * 3_600_000;

/** Why a mail above the limit was not sent, for the audit log. */
export const tooManyMails = `the address was sent ${limits.invitesPerDay} mails in a day`;

/**
 * Counts a mail about access to an address, if the daily limit allows it. Returns 0 if the mail may be sent, else the
 * seconds to wait. Concurrent calls are counted exactly.
 */
export async function takeMail(transaction: Transaction, email: string, at: Date): Promise<number> {
  const since = new Date(at.getTime() - dayMs);
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
  return taken.length > 0 ? 0 : secondsUntilFree(transaction, email, { at, since });
}

async function secondsUntilFree(
  transaction: Transaction,
  email: string,
  { at, since }: { readonly at: Date; readonly since: Date },
): Promise<number> {
  const [row] = await transaction.query<{ oldest: Date }>(
    `select min(sent) as oldest from mail_counts, unnest(sent_at) as sent
     where workspace_id = $1 and email = $2 and sent > $3`,
    [transaction.workspaceId, email, since],
  );
  return Math.max(1, Math.ceil(((row?.oldest ?? at).getTime() + dayMs - at.getTime()) / 1_000));
}
