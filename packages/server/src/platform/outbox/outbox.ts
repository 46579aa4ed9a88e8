import { limits, type webhookTestEvent } from '@tessera/contract';
import { stringifyJson } from '@tessera/json';
import { prepared, type SystemTransaction } from '../database/database.js';
import type { OutboxEvent } from './events.js';

const insertDeliveries =
  prepared(`insert into webhook_deliveries (workspace_id, webhook_id, event, subject, body, next_attempt_at, give_up_at)
         select $1, w.id, $2, $3, $4, now(), now() + interval '${limits.webhookFailureDays} days'
         from webhooks w where w.workspace_id = $1 and w.enabled and $2 = any(w.events)`);

/** The workspace and time of an event. */
export interface EventOrigin {
  readonly workspaceId: string;
  readonly at: Date;
}

/** The body of an event in the Standard Webhooks format. */
export function eventBody(
  { workspaceId, at }: EventOrigin,
  { event, data }: { readonly event: string | typeof webhookTestEvent; readonly data: OutboxEvent['data'] },
): string {
  return stringifyJson({ type: event, timestamp: at.toISOString(), workspace_id: workspaceId, data });
}

/** Records an event for each subscribed webhook, in the transaction of the change. */
export function recordEvent(transaction: SystemTransaction, origin: EventOrigin, event: OutboxEvent): void {
  transaction.send(insertDeliveries, [origin.workspaceId, event.event, event.subject, eventBody(origin, event)]);
}
