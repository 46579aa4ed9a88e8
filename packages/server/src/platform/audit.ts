import { randomUUID } from 'node:crypto';
import { stringifyJson } from '@tessera/json';
import { prepared, type SystemTransaction } from './database/database.js';
import { type OutboxEvent, outboxEvent } from './outbox/events.js';
import { recordEvent } from './outbox/outbox.js';

/** The actor of an audit event. */
export interface AuditActor {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  /** The device (personal token) that the person used. */
  readonly deviceId?: string;
}

/** The actor of what the service does on its own. */
export const systemActor: AuditActor = { kind: 'system', id: 'system', name: 'system' };

/** A write of records: its collection, sequence number and time, and the version that the records got. */
export interface RecordWrite {
  readonly collectionId: string;
  readonly version: string;
  readonly sequenceNumber: number;
  readonly now: Date;
}

/** One entry of a workspace's audit log. `detail` never contains a secret. */
export interface AuditEvent {
  readonly workspaceId: string;
  readonly at: Date;
  /** `family.verb_in_past_tense`, such as `collection.records_written`. */
  readonly action: string;
  readonly actor: AuditActor;
  /** The object of the action: an id, a name or an address. */
  readonly target?: string;
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly requestId?: string;
  /** The write of records that the entry describes. */
  readonly wrote?: RecordWrite | undefined;
  /** Webhook events of the change. */
  readonly events?: readonly OutboxEvent[];
}

const insertEvent =
  prepared(`insert into audit_events (workspace_id, at, action, actor_kind, actor_id, actor_name, actor_device_id,
           actor_device_name, target, detail, request_id, record_version, id)
         values ($1, $2, $3, $4, $5, $6, $7, device_name($7), $8, $9::jsonb, $10, $11, $12)`);

const insertWrite =
  prepared(`insert into record_writes (workspace_id, collection_id, version, change_mark, at, actor_kind, actor_id, actor_name,
           actor_device_id, request_id)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`);

/**
 * Adds an audit entry, the write that it describes and its webhook events in the transaction of the change, so that none
 * exists without the others.
 */
export function recordAudit(transaction: SystemTransaction, event: AuditEvent): void {
  const { workspaceId, wrote, requestId = null } = event;
  const { kind, id, name, deviceId = null } = event.actor;
  const actor = [kind, id, name, deviceId];
  const detail = stringifyJson(event.detail ?? {});
  const entry = [event.target ?? null, detail, requestId, wrote?.version ?? null];
  const entryId = randomUUID();
  transaction.send(insertEvent, [workspaceId, event.at, event.action, ...actor, ...entry, entryId]);
  if (wrote !== undefined) {
    const write = [wrote.collectionId, wrote.version, wrote.sequenceNumber, wrote.now];
    transaction.send(insertWrite, [workspaceId, ...write, ...actor, requestId]);
  }
  const recorded = outboxEvent('audit.recorded', {
    id: entryId,
    action: event.action,
    actor: { kind, id, name, ...(deviceId !== null && { device_id: deviceId }) },
    target: event.target ?? null,
    detail: event.detail ?? {},
    request_id: requestId,
  });
  for (const sent of [...(event.events ?? []), recorded]) {
    recordEvent(transaction, event, sent);
  }
}
