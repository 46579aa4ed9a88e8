import { limits } from '@tessera/contract';
import type { SystemTransaction, Transaction } from '../../platform/database/database.js';

/** A delivery that was claimed to be sent, with what it takes to send it. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly webhook_id: string;
  readonly event: string;
  readonly url: string;
  readonly secret: string;
  readonly body: string;
  /** Its number tells this attempt from one of another process that came after its lease. */
  readonly attempts: number;
}

/** A webhook that something waits for. */
export interface DueWebhook {
  readonly workspaceId: string;
  readonly webhookId: string;
}

const leased = `now() + interval '${limits.webhookLeaseSeconds} seconds'`;

/** Nobody is sending it, its pause is over, and nothing of its subject is ahead of it. */
const isDue = `d.status = 'pending' and d.next_attempt_at <= now() and (d.claimed_until is null or d.claimed_until <= now())
  and not exists (select from webhook_deliveries e where e.workspace_id = d.workspace_id and e.webhook_id = d.webhook_id
    and e.subject = d.subject and e.status = 'pending' and e.position < d.position)`;

/** Webhooks with something to send, the one served longest ago first; without those named and those of busy workspaces. */
export function listDueWebhooks(
  transaction: SystemTransaction,
  without: { readonly webhookIds: readonly string[]; readonly workspaceIds: readonly string[] },
): Promise<DueWebhook[]> {
  return transaction.query<DueWebhook>(
    {
      name: 'list_due_webhooks',
      text: `select w.workspace_id as "workspaceId", w.id as "webhookId" from webhooks w
       where w.enabled and w.id <> all($1::uuid[]) and w.workspace_id <> all($2::uuid[])
         and exists (select from webhook_deliveries d where d.workspace_id = w.workspace_id and d.webhook_id = w.id and ${isDue})
       order by w.last_attempt_at nulls first, w.id limit ${limits.webhooksAtATime}`,
    },
    [without.webhookIds, without.workspaceIds],
  );
}

/** Claims what a webhook can be sent, each of another subject: nobody else sends it meanwhile. The attempt counts from here. */
export function claimDeliveries(transaction: Transaction, webhookId: string): Promise<ClaimedDelivery[]> {
  transaction.send('update webhooks set last_attempt_at = now() where workspace_id = $1 and id = $2', [
    transaction.workspaceId,
    webhookId,
  ]);
  return transaction.query<ClaimedDelivery>(
    // Materialised: a sub-select that locks may be run again for every row, and then return other rows.
    `with due as materialized (
       select d.id from webhook_deliveries d where d.workspace_id = $1 and d.webhook_id = $2 and ${isDue}
       order by d.position limit ${limits.deliveriesAtATime} for update skip locked)
     update webhook_deliveries d set claimed_until = ${leased}, attempts = d.attempts + 1, last_attempt_at = now()
     from due, webhooks w
     where d.workspace_id = $1 and d.id = due.id and w.workspace_id = $1 and w.id = d.webhook_id and w.enabled
     returning d.id, d.webhook_id, d.event, w.url, w.secret, d.body, d.attempts`,
    [transaction.workspaceId, webhookId],
  );
}

/** Adds a delivery that is claimed already, of an event that is not retried. Undefined when there is no such webhook. */
export async function insertClaimed(
  transaction: Transaction,
  webhookId: string,
  { event, body }: { readonly event: string; readonly body: string },
): Promise<ClaimedDelivery | undefined> {
  const [row] = await transaction.query<ClaimedDelivery>(
    `with added as (
       insert into webhook_deliveries (workspace_id, webhook_id, event, subject, body, attempts, last_attempt_at,
         next_attempt_at, claimed_until, give_up_at)
       select $1, w.id, $3, $3, $4, 1, now(), now(), ${leased}, now() from webhooks w where w.workspace_id = $1 and w.id = $2
       returning id, webhook_id, event, body, attempts)
     select a.id, a.webhook_id, a.event, w.url, w.secret, a.body, a.attempts
     from added a join webhooks w on w.workspace_id = $1 and w.id = a.webhook_id`,
    [transaction.workspaceId, webhookId, event, body],
  );
  return row;
}

/** What became of one attempt. */
export interface AttemptOutcome {
  readonly isDelivered: boolean;
  readonly responseStatus: number | null;
  /** Why it failed; null where it did not. */
  readonly error: string | null;
}

const pauseSeconds = `least(${limits.webhookRetrySeconds} * ${limits.webhookRetryFactor}::float8 ^ least(attempts - 1, 20),
  ${limits.webhookRetrySecondsMax})`;

/** Stores what became of an attempt. One that failed waits for the next, or is given up. */
export function saveOutcome(
  transaction: Transaction,
  { id, attempts }: ClaimedDelivery,
  { isDelivered, responseStatus, error }: AttemptOutcome,
): void {
  transaction.send(
    `update webhook_deliveries set claimed_until = null, response_status = $4, error = $5,
       status = case when $6 then 'delivered' when give_up_at <= now() then 'failed' else 'pending' end,
       next_attempt_at = case when $6 or give_up_at <= now() then null
         else now() + ${pauseSeconds} * interval '1 second' end
     where workspace_id = $1 and id = $2 and status = 'pending' and (attempts = $3 or $6)`,
    [transaction.workspaceId, id, attempts, responseStatus, error, isDelivered],
  );
}

/** Gives back a delivery whose attempt was broken off by a stop: it is sent at once by the next process. */
export function releaseClaim(transaction: Transaction, { id, attempts }: ClaimedDelivery): void {
  transaction.send(
    `update webhook_deliveries set claimed_until = null
     where workspace_id = $1 and id = $2 and status = 'pending' and attempts = $3`,
    [transaction.workspaceId, id, attempts],
  );
}

/** Notes that a webhook takes events again. */
export function noteSuccess(transaction: Transaction, webhookId: string): void {
  transaction.send(
    `update webhooks set failing_since = null
     where workspace_id = $1 and id = $2 and failing_since is not null`,
    [transaction.workspaceId, webhookId],
  );
}

/** A webhook that has failed for too long. */
export interface FailedWebhook {
  readonly url: string;
  readonly failing_since: Date;
}

/** Notes a failure, and turns a webhook off that has failed for days; returns it then. */
export async function noteFailure(transaction: Transaction, webhookId: string): Promise<FailedWebhook | undefined> {
  const [row] = await transaction.query<FailedWebhook & { readonly enabled: boolean }>(
    `update webhooks set failing_since = coalesce(failing_since, now()),
       enabled = coalesce(failing_since > now() - interval '${limits.webhookFailureDays} days', true)
     where workspace_id = $1 and id = $2 and enabled returning url, failing_since, enabled`,
    [transaction.workspaceId, webhookId],
  );
  return row?.enabled === false ? row : undefined;
}

/** Deletes some of the deliveries that are kept no longer; returns how many. */
export async function deleteOldDeliveries(transaction: SystemTransaction): Promise<number> {
  const rows = await transaction.query(
    `delete from webhook_deliveries where (workspace_id, id) in (
       select workspace_id, id from webhook_deliveries
       where created_at < now() - interval '${limits.webhookDeliveryDays} days' order by created_at limit 1000)
     returning 1`,
  );
  return rows.length;
}
