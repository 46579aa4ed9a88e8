import type { JsonObject } from '@tessera/json';
import type { Transaction } from '../../platform/database/database.js';

/** One row of the audit log. */
export interface AuditRow {
  readonly id: string;
  readonly at: Date;
  readonly action: string;
  readonly actor_kind: string;
  readonly actor_id: string;
  readonly actor_name: string;
  readonly actor_device_id: string | null;
  readonly actor_device_name: string | null;
  readonly target: string | null;
  readonly detail: JsonObject;
  readonly request_id: string | null;
}

/**
 * The newest `limit` entries before the entry with id `before`, filtered by action, actor and time span. Empty if that
 * entry does not exist.
 */
export function listAuditEvents(
  transaction: Transaction,
  page: {
    readonly before: string | null;
    readonly action: string | null;
    readonly actor: string | null;
    readonly from: string | null;
    readonly to: string | null;
    readonly limit: number;
  },
): Promise<AuditRow[]> {
  return transaction.query<AuditRow>(
    `select id, at, action, actor_kind, actor_id, actor_name, actor_device_id, actor_device_name, target, detail, request_id
     from audit_events
     where workspace_id = $1 and ($3::text is null or action = $3) and ($2::uuid is null or position < (
       select position from audit_events where workspace_id = $1 and id = $2))
       and ($5::text is null or actor_id = $5 or actor_device_id::text = $5) and ($6::timestamptz is null or at >= $6)
       and ($7::timestamptz is null or at < $7)
     order by position desc limit $4`,
    [transaction.workspaceId, page.before, page.action, page.limit, page.actor, page.from, page.to],
  );
}
