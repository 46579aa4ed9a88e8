import type { AnswerOf, Operation } from '../../dispatch/operation.js';
import { decodeCursor, toPage } from '../../platform/paging.js';
import { listAuditEvents } from './queries.js';

const listAudit: Operation<'audit.list'> = async (context, _principal, { query }) => {
  const before = query.cursor === undefined ? null : decodeCursor(query.cursor, ['uuid'])[0];
  const found = await context.transaction((transaction) =>
    listAuditEvents(transaction, {
      before,
      action: query.action ?? null,
      actor: query.actor ?? null,
      from: query.from ?? null,
      to: query.to ?? null,
      limit: query.limit + 1,
    }),
  );
  const page = toPage(found, query.limit, (row) => [row.id]);
  const events = page.rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    action: row.action,
    actor: { kind: row.actor_kind as AuditActorKind, id: row.actor_id, name: row.actor_name },
    target: row.target,
    detail: row.detail,
    request_id: row.request_id,
  }));
  return { events, next_cursor: page.nextCursor };
};

type AuditActorKind = AnswerOf<'audit.list'>['events'][number]['actor']['kind'];

/** What happened in a workspace, for its admins. */
export const auditOperations = { 'audit.list': listAudit };
