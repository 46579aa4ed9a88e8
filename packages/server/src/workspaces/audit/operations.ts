import type { AnswerOf, Operation } from '../../dispatch/operation.js';
import { decodeCursor, toPage } from '../../platform/paging.js';
import { type AuditRow, listAuditEvents } from './queries.js';

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
    actor: presentActor(row),
    target: row.target,
    detail: row.detail,
    request_id: row.request_id,
  }));
  return { events, next_cursor: page.nextCursor };
};

type AuditActor = AnswerOf<'audit.list'>['events'][number]['actor'];

function presentActor(row: AuditRow): AuditActor {
  const { actor_kind: kind, actor_id: id, actor_name: name, actor_device_id: deviceId } = row;
  const device = { id: deviceId ?? '', name: row.actor_device_name ?? '' };
  return { kind, id, name, ...(deviceId === null ? {} : { person: { id, name }, device }) };
}

/** The operations of the audit log. */
export const auditOperations = { 'audit.list': listAudit };
