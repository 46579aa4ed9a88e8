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
  return { events: page.rows.map(presentEntry), next_cursor: page.nextCursor };
};

type AuditEntry = AnswerOf<'audit.list'>['events'][number];

/** An entry in responses. */
export function presentEntry(row: AuditRow): AuditEntry {
  const { id, action, target, detail, request_id } = row;
  return { id, at: row.at.toISOString(), action, actor: presentActor(row), target, detail, request_id };
}

function presentActor(row: AuditRow): AuditEntry['actor'] {
  const { actor_kind: kind, actor_id: id, actor_name: name, actor_device_id: deviceId } = row;
  const device = { id: deviceId ?? '', name: row.actor_device_name ?? '' };
  return { kind, id, name, ...(deviceId === null ? {} : { person: { id, name }, device }) };
}

/** The operations of the audit log. */
export const auditOperations = { 'audit.list': listAudit };
