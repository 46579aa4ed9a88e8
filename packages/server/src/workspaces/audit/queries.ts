import { limits } from '@tessera/contract';
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

const columns =
  'id, at, action, actor_kind, actor_id, actor_name, actor_device_id, actor_device_name, target, detail, request_id';

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
    `select ${columns} from audit_events
     where workspace_id = $1 and ($3::text is null or action = $3) and ($2::uuid is null or position < (
       select position from audit_events where workspace_id = $1 and id = $2))
       and ($5::text is null or actor_id = $5 or actor_device_id::text = $5) and ($6::timestamptz is null or at >= $6)
       and ($7::timestamptz is null or at < $7)
     order by position desc limit $4`,
    [transaction.workspaceId, page.before, page.action, page.limit, page.actor, page.from, page.to],
  );
}

/** The position of an entry; of the newest one, or 0, for null. Undefined for an unknown entry. */
export async function findPosition(transaction: Transaction, id: string | null): Promise<string | undefined> {
  const [row] = await transaction.query<{ position: string }>(
    id === null
      ? 'select coalesce(max(position), 0) as position from audit_events where workspace_id = $1'
      : 'select position from audit_events where workspace_id = $1 and id = $2',
    id === null ? [transaction.workspaceId] : [transaction.workspaceId, id],
  );
  return row?.position;
}

/** How far entries are complete. */
export interface Horizon {
  /** The newest position that is visible. */
  readonly newest: string;
  /** Whether the transaction `after` and all older ones have ended. */
  readonly isSettled: boolean;
  /** A new transaction id if `marks` requests one, else null. */
  readonly transactionId: string | null;
}

/** Reads how far entries are complete. */
export async function readHorizon(
  transaction: Transaction,
  { after, marks }: { readonly after: string | null; readonly marks: boolean },
): Promise<Horizon> {
  const [row] = await transaction.query<Horizon>(
    `select (select coalesce(max(position), 0) from audit_events where workspace_id = $1) as newest,
       coalesce(pg_snapshot_xmin(pg_current_snapshot()) > $2::text::xid8, false) as "isSettled",
       case when $3 then pg_current_xact_id()::text end as "transactionId"`,
    [transaction.workspaceId, after, marks],
  );
  return row ?? { newest: '0', isSettled: false, transactionId: null };
}

/** The entries between two positions, oldest first, at most as many as a stream reads at a time. */
export function listEntriesBetween(
  transaction: Transaction,
  { after, upTo }: { readonly after: string; readonly upTo: string },
): Promise<(AuditRow & { readonly position: string })[]> {
  return transaction.query(
    `select ${columns}, position from audit_events where workspace_id = $1 and position > $2 and position <= $3
     order by position limit ${limits.auditStreamEntries}`,
    [transaction.workspaceId, after, upTo],
  );
}
