import type { JsonObject } from '@tessera/json';
import type { Operation, OperationContext } from '../dispatch/operation.js';
import { decodeCursor, toPage } from '../platform/paging.js';

interface Listed {
  readonly id: string;
  readonly at: Date;
}

/** Reads a page of a table, newest first, whose `columns` contain its id and its time as `at`. */
async function listNewest<Row extends Listed>(
  { services: { database } }: OperationContext,
  query: { readonly cursor?: string | undefined; readonly limit: number },
  { columns, from }: { readonly columns: string; readonly from: string },
) {
  const before = query.cursor === undefined ? [null, null] : decodeCursor(query.cursor, ['time', 'uuid']);
  const text = `select ${columns} from ${from} where $1::timestamptz is null or (at, id) < ($1, $2::uuid)
     order by at desc, id desc limit $3`;
  const rows = await database.asSystem((transaction) => transaction.query<Row>(text, [...before, query.limit + 1]));
  return toPage(rows, query.limit, ({ at, id }) => [at.toISOString(), id]);
}

interface OperatorEventRow extends Listed {
  readonly action: string;
  readonly actor: string | null;
  readonly target: string;
  readonly detail: JsonObject;
  readonly request_id: string | null;
}

const listEvents: Operation<'operator.list_events'> = async (context, _principal, { query }) => {
  const source = { columns: 'id, at, action, actor, target, detail, request_id', from: 'operator_events' };
  const page = await listNewest<OperatorEventRow>(context, query, source);
  const events = page.rows.map((row) => ({ ...row, at: row.at.toISOString() }));
  return { events, next_cursor: page.nextCursor };
};

interface MailRow extends Listed {
  readonly to: string;
  readonly is_lost: boolean;
  readonly attempts: number;
  readonly reason: string | null;
  readonly request_id: string | null;
  readonly next_attempt_at: Date;
  readonly give_up_at: Date;
}

const listMails: Operation<'operator.list_mails'> = async (context, _principal, { query }) => {
  const page = await listNewest<MailRow>(context, query, {
    columns:
      'id, at, email as "to", body is null as is_lost, attempts, reason, request_id, next_attempt_at, give_up_at',
    from: '(select *, created_at as at from mails) as mails',
  });
  const mails = page.rows.map(({ is_lost: isLost, at, ...row }) => ({
    ...row,
    status: isLost ? ('lost' as const) : ('queued' as const),
    created_at: at.toISOString(),
    next_attempt_at: isLost ? null : row.next_attempt_at.toISOString(),
    give_up_at: row.give_up_at.toISOString(),
  }));
  return { mails, next_cursor: page.nextCursor };
};

/** The operator's log, and queued and lost mails. */
export const operatorLists = { 'operator.list_events': listEvents, 'operator.list_mails': listMails };
