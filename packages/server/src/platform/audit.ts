import { stringifyJson } from '@tessera/json';
import type { SystemTransaction } from './database/database.js';
import type { OutboxEvent } from './outbox/events.js';
import { recordEvent } from './outbox/outbox.js';

/** The actor of an audit event. */
export interface AuditActor {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  /** The device (personal token) that the person used. */
  readonly deviceId?: string;
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
  /** The write that the entry describes: its version and sequence number. */
  readonly wrote?: { readonly version: string; readonly sequenceNumber: number } | undefined;
  /** Webhook events of the change. */
  readonly events?: readonly OutboxEvent[];
}

const insertEvent = {
  name: 'insert_audit_event',
  text: `insert into audit_events (workspace_id, at, action, actor_kind, actor_id, actor_name, actor_device_id,
           actor_device_name, target, detail, request_id, record_version, change_mark)
         values ($1, $2, $3, $4, $5, $6, $7, device_name($7), $8, $9::jsonb, $10, $11, $12)`,
};

/**
 * Adds an audit entry and its webhook events in the transaction of the change, so that none exists without the others.
 */
export function recordAudit(transaction: SystemTransaction, event: AuditEvent): void {
  transaction.send(insertEvent, [
    event.workspaceId,
    event.at,
    event.action,
    event.actor.kind,
    event.actor.id,
    event.actor.name,
    event.actor.deviceId ?? null,
    event.target ?? null,
    stringifyJson(event.detail ?? {}),
    event.requestId ?? null,
    event.wrote?.version ?? null,
    event.wrote?.sequenceNumber ?? null,
  ]);
  for (const sent of event.events ?? []) {
    recordEvent(transaction, event, sent);
  }
}
