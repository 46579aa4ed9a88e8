import { limits } from '@tessera/contract';
import { listSigningSecrets, noteSigning } from '../../platform/credentials.js';
import { prepared, type SystemTransaction, type Transaction } from '../../platform/database/database.js';

/** A claimed delivery with everything needed to send it. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly webhook_id: string;
  readonly event: string;
  readonly url: string;
  /** The valid signing secrets, the current one first. */
  readonly secrets: readonly string[];
  readonly body: string;
  /**
   * Number of attempts. It distinguishes this attempt from that of another process, which claimed the delivery after
   * the lease ended.
   */
  readonly attempts: number;
}

/** A webhook with pending deliveries. */
export interface DueWebhook {
  readonly workspaceId: string;
  readonly webhookId: string;
}

const leased = `now() + interval '${limits.webhookLeaseSeconds} seconds'`;

/**
 * SQL condition: no process is sending the delivery, its pause is over, and no earlier delivery of its subject is
 * pending.
 */
const isDue = `d.status = 'pending' and d.next_attempt_at <= now() and (d.claimed_until is null or d.claimed_until <= now())
  and not exists (select from webhook_deliveries e where e.workspace_id = d.workspace_id and e.webhook_id = d.webhook_id
    and e.subject = d.subject and e.status = 'pending' and e.position < d.position)`;

/** Lists webhooks with due deliveries, the least recently served first. Excludes the given webhooks and workspaces. */
export function listDueWebhooks(
  transaction: SystemTransaction,
  without: { readonly webhookIds: readonly string[]; readonly workspaceIds: readonly string[] },
): Promise<DueWebhook[]> {
  return transaction.query<DueWebhook>(
    prepared(`select w.workspace_id as "workspaceId", w.id as "webhookId" from webhooks w
       where w.enabled and w.id <> all($1::uuid[]) and w.workspace_id <> all($2::uuid[])
         and exists (select from webhook_deliveries d where d.workspace_id = w.workspace_id and d.webhook_id = w.id and ${isDue})
       order by w.last_attempt_at nulls first, w.id limit ${limits.webhooksAtATime}`),
    [without.webhookIds, without.workspaceIds],
  );
}

/**
 * Claims the due deliveries of a webhook, at most one per subject. No other process sends them meanwhile. Each counts
 * as an attempt when it is claimed.
 */
export async function claimDeliveries(
  transaction: Transaction,
  webhookId: string,
  at: Date,
): Promise<ClaimedDelivery[]> {
  transaction.send('update webhooks set last_attempt_at = now() where workspace_id = $1 and id = $2', [
    transaction.workspaceId,
    webhookId,
  ]);
  const rows = await transaction.query<UnsignedDelivery>(
    // "materialized", because PostgreSQL may otherwise evaluate a locking sub-select again for every row, with other
    // results.
    `with due as materialized (
       select d.id from webhook_deliveries d where d.workspace_id = $1 and d.webhook_id = $2 and ${isDue}
       order by d.position limit ${limits.deliveriesAtATime} for update skip locked)
     update webhook_deliveries d set claimed_until = ${leased}, attempts = d.attempts + 1, last_attempt_at = now()
     from due, webhooks w
     where d.workspace_id = $1 and d.id = due.id and w.workspace_id = $1 and w.id = d.webhook_id and w.enabled
     returning d.id, d.webhook_id, d.event, w.url, d.body, d.attempts`,
    [transaction.workspaceId, webhookId],
  );
  return withSecrets(transaction, rows, at);
}

type UnsignedDelivery = Omit<ClaimedDelivery, 'secrets'>;

/** Adds to deliveries of one webhook the secrets that sign them. */
async function withSecrets(
  transaction: Transaction,
  rows: readonly UnsignedDelivery[],
  at: Date,
): Promise<ClaimedDelivery[]> {
  const [first] = rows;
  if (first === undefined) {
    return [];
  }
  const signing = await listSigningSecrets(transaction, { kind: 'webhook_secret', id: first.webhook_id }, at);
  noteSigning(transaction, signing, at);
  return rows.map((row) => ({ ...row, secrets: signing.map(({ secret }) => secret) }));
}

/** Adds a claimed delivery that is not retried, for a test event. Undefined if the webhook does not exist. */
export async function insertClaimed(
  transaction: Transaction,
  webhookId: string,
  { event, body, at }: { readonly event: string; readonly body: string; readonly at: Date },
): Promise<ClaimedDelivery | undefined> {
  const rows = await transaction.query<UnsignedDelivery>(
    `with added as (
       insert into webhook_deliveries (workspace_id, webhook_id, event, subject, body, attempts, last_attempt_at,
         next_attempt_at, claimed_until, give_up_at)
       select $1, w.id, $3, $3, $4, 1, now(), now(), ${leased}, now() from webhooks w where w.workspace_id = $1 and w.id = $2
       returning id, webhook_id, event, body, attempts)
     select a.id, a.webhook_id, a.event, w.url, a.body, a.attempts
     from added a join webhooks w on w.workspace_id = $1 and w.id = a.webhook_id`,
    [transaction.workspaceId, webhookId, event, body],
  );
  return (await withSecrets(transaction, rows, at))[0];
}

/** The result of one attempt. */
export interface AttemptOutcome {
  readonly isDelivered: boolean;
  readonly responseStatus: number | null;
  /** Why it failed, or null. */
  readonly error: string | null;
}

const pauseSeconds = `least(${limits.webhookRetrySeconds} * ${limits.webhookRetryFactor}::float8 ^ least(attempts - 1, 20),
  ${limits.webhookRetrySecondsMax})`;

/** Stores the result of an attempt. A failed delivery waits for its next attempt, or is given up after the last one. */
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

/** Releases a delivery whose attempt was aborted because the process stops. The next process sends it at once. */
export function releaseClaim(transaction: Transaction, { id, attempts }: ClaimedDelivery): void {
  transaction.send(
    `update webhook_deliveries set claimed_until = null
     where workspace_id = $1 and id = $2 and status = 'pending' and attempts = $3`,
    [transaction.workspaceId, id, attempts],
  );
}

/** Records that a webhook has accepted an event. */
export function noteSuccess(transaction: Transaction, webhookId: string): void {
  transaction.send(
    `update webhooks set failing_since = null
     where workspace_id = $1 and id = $2 and failing_since is not null`,
    [transaction.workspaceId, webhookId],
  );
}

/** A webhook that was disabled because it failed for too long. */
export interface FailedWebhook {
  readonly url: string;
  readonly failing_since: Date;
}

/** Records a failure. Disables a webhook that has failed for days, and returns it. */
export async function noteFailure(transaction: Transaction, webhookId: string): Promise<FailedWebhook | undefined> {
  const [row] = await transaction.query<FailedWebhook & { readonly enabled: boolean }>(
    `update webhooks set failing_since = coalesce(failing_since, now()),
       enabled = coalesce(failing_since > now() - interval '${limits.webhookFailureDays} days', true)
     where workspace_id = $1 and id = $2 and enabled returning url, failing_since, enabled`,
    [transaction.workspaceId, webhookId],
  );
  return row?.enabled === false ? row : undefined;
}

/** Deletes some of the expired deliveries. Returns their number. */
export async function deleteOldDeliveries(transaction: SystemTransaction): Promise<number> {
  const rows = await transaction.query(
    `delete from webhook_deliveries where (workspace_id, id) in (
       select workspace_id, id from webhook_deliveries
       where created_at < now() - interval '${limits.webhookDeliveryDays} days' order by created_at limit 1000)
     returning 1`,
  );
  return rows.length;
}
