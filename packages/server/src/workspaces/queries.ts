import type { JsonObject } from '@tessera/resolver';
import type { Queryable } from '../platform/database/database.js';

/** One row of the audit log. */
export interface AuditRow {
  readonly position: string;
  readonly id: string;
  readonly at: Date;
  readonly action: string;
  readonly actor_kind: string;
  readonly actor_id: string;
  readonly actor_name: string;
  readonly target: string | null;
  readonly detail: JsonObject;
  readonly request_id: string | null;
}

/** The newest `limit` entries before `before` (a position), of one action when given. */
export function listAuditEvents(
  transaction: Queryable,
  page: { readonly before: string | null; readonly action: string | null; readonly limit: number },
): Promise<AuditRow[]> {
  return transaction.query<AuditRow>(
    `select position, id, at, action, actor_kind, actor_id, actor_name, target, detail, request_id
     from audit_events
     where ($1::bigint is null or position < $1) and ($2::text is null or action = $2)
     order by position desc limit $3`,
    [page.before, page.action, page.limit],
  );
}
