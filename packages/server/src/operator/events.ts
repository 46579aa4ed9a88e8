import type { JsonObject } from '@tessera/json';
import type { Operation } from '../dispatch/operation.js';
import type { Queryable } from '../platform/database/database.js';
import { decodeCursor, toPage } from '../platform/paging.js';

interface OperatorEventRow {
  readonly id: string;
  readonly at: Date;
  readonly action: string;
  readonly actor: string | null;
  readonly target: string;
  readonly detail: JsonObject;
  readonly request_id: string | null;
}

function listRows(
  queryable: Queryable,
  { before, limit }: { readonly before: readonly [string, string] | null; readonly limit: number },
): Promise<OperatorEventRow[]> {
  return queryable.query<OperatorEventRow>(
    `select id, at, action, actor, target, detail, request_id from operator_events
     where $1::timestamptz is null or (at, id) < ($1, $2::uuid) order by at desc, id desc limit $3`,
    [before?.[0] ?? null, before?.[1] ?? null, limit],
  );
}

/** Lists the operator's log, newest first. */
export const listOperatorEvents: Operation<'operator.list_events'> = async ({ services }, _principal, { query }) => {
  const before = query.cursor === undefined ? null : decodeCursor(query.cursor, ['time', 'uuid']);
  const rows = await services.database.asSystem((transaction) =>
    listRows(transaction, { before, limit: query.limit + 1 }),
  );
  const page = toPage(rows, query.limit, ({ at, id }) => [at.toISOString(), id]);
  return {
    events: page.rows.map((row) => ({ ...row, at: row.at.toISOString() })),
    next_cursor: page.nextCursor,
  };
};
