import type { Operation } from '../dispatch/operation.js';
import { decodeCursor, toPage } from '../platform/paging.js';

interface MailRow {
  readonly id: string;
  readonly email: string;
  readonly is_lost: boolean;
  readonly attempts: number;
  readonly reason: string | null;
  readonly request_id: string | null;
  readonly created_at: Date;
  readonly next_attempt_at: Date;
  readonly give_up_at: Date;
}

/** Lists queued and lost mails, newest first. */
export const listMails: Operation<'operator.list_mails'> = async ({ services }, _principal, { query }) => {
  const before = query.cursor === undefined ? null : decodeCursor(query.cursor, ['time', 'uuid']);
  const rows = await services.database.asSystem((transaction) =>
    transaction.query<MailRow>(
      `select id, email, body is null as is_lost, attempts, reason, request_id, created_at, next_attempt_at, give_up_at
       from mails where $1::timestamptz is null or (created_at, id) < ($1, $2::uuid)
       order by created_at desc, id desc limit $3`,
      [before?.[0] ?? null, before?.[1] ?? null, query.limit + 1],
    ),
  );
  const page = toPage(rows, query.limit, ({ created_at: at, id }) => [at.toISOString(), id]);
  return {
    mails: page.rows.map(({ email: to, is_lost: isLost, ...row }) => ({
      ...row,
      to,
      status: isLost ? ('lost' as const) : ('queued' as const),
      created_at: row.created_at.toISOString(),
      next_attempt_at: isLost ? null : row.next_attempt_at.toISOString(),
      give_up_at: row.give_up_at.toISOString(),
    })),
    next_cursor: page.nextCursor,
  };
};
