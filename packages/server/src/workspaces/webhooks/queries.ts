import { limits, type WebhookEvent } from '@tessera/contract';
import { deleteSecrets } from '../../platform/credentials.js';
import { insertSql, updateSql } from '../../platform/database/columns.js';
import type { Transaction } from '../../platform/database/database.js';

/** A webhook without its secret. */
export interface WebhookRow {
  readonly id: string;
  readonly url: string;
  readonly events: WebhookEvent[];
  readonly description: string | null;
  readonly enabled: boolean;
  readonly failing_since: Date | null;
  readonly created_at: Date;
}

/** One event to be sent to a webhook. */
export interface DeliveryRow {
  readonly id: string;
  readonly event: string;
  readonly subject: string;
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly response_status: number | null;
  readonly error: string | null;
  readonly created_at: Date;
  readonly last_attempt_at: Date | null;
  readonly next_attempt_at: Date | null;
}

/** The columns that requests can set. */
const written = ['url', 'events', 'description', 'enabled'] as const;

const columns = `id, ${written.join(', ')}, failing_since, created_at`;
const deliveryColumns =
  'id, event, subject, status, attempts, response_status, error, created_at, last_attempt_at, next_attempt_at';
const giveUp = `now() + interval '${limits.webhookFailureDays} days'`;

/** Every webhook of the workspace, newest first. */
export function listWebhooks(transaction: Transaction): Promise<WebhookRow[]> {
  return transaction.query<WebhookRow>(
    `select ${columns} from webhooks where workspace_id = $1 order by created_at desc, id desc`,
    [transaction.workspaceId],
  );
}

/** Finds a webhook; undefined if it does not exist. With `for update`, locks it. */
export async function findWebhook(
  transaction: Transaction,
  id: string,
  lock: '' | 'for update' = '',
): Promise<WebhookRow | undefined> {
  const [row] = await transaction.query<WebhookRow>(
    `select ${columns} from webhooks where workspace_id = $1 and id = $2 ${lock}`,
    [transaction.workspaceId, id],
  );
  return row;
}

/** The fields that requests can set. */
export type WebhookFields = Pick<WebhookRow, (typeof written)[number]>;

/** Adds a webhook. Undefined if the workspace has reached its limit. */
export async function insertWebhook(
  transaction: Transaction,
  { id, at, ...fields }: WebhookFields & { readonly id: string; readonly at: Date },
): Promise<WebhookRow | undefined> {
  const { workspaceId } = transaction;
  // Locks the workspace, so that two simultaneous additions cannot both take the last free place.
  await transaction.query('select from workspaces where id = $1 for update', [workspaceId]);
  if ((await listWebhooks(transaction)).length >= limits.webhooksPerWorkspace) {
    return undefined;
  }
  const row = { workspace_id: workspaceId, id, ...fields, created_at: at };
  return (await transaction.query<WebhookRow>(...insertSql('webhooks', row, `returning ${columns}`)))[0];
}

/** Changes the fields of a webhook that `change` contains. Enabling it clears `failing_since`. */
export async function updateWebhook(
  transaction: Transaction,
  id: string,
  change: Partial<WebhookFields>,
): Promise<WebhookRow | undefined> {
  const key = { workspace_id: transaction.workspaceId, id };
  const fields = { ...change, ...(change.enabled && { failing_since: null }) };
  return (await transaction.query<WebhookRow>(...updateSql('webhooks', key, fields, `returning ${columns}`)))[0];
}

/** Makes all pending deliveries of a webhook due at once, because it was enabled or has a new URL. */
export function retryPending(transaction: Transaction, webhookId: string): void {
  transaction.send(
    `update webhook_deliveries set attempts = 0, next_attempt_at = now(), give_up_at = ${giveUp}
     where workspace_id = $1 and webhook_id = $2 and status = 'pending'`,
    [transaction.workspaceId, webhookId],
  );
}

/** Deletes a webhook with its secrets and deliveries, and returns its URL; undefined if it does not exist. */
export async function deleteWebhook(
  transaction: Transaction,
  id: string,
): Promise<Pick<WebhookRow, 'id' | 'url'> | undefined> {
  await deleteSecrets(transaction, transaction.workspaceId, [{ id }]);
  const [row] = await transaction.query<Pick<WebhookRow, 'id' | 'url'>>(
    'delete from webhooks where workspace_id = $1 and id = $2 returning id, url',
    [transaction.workspaceId, id],
  );
  return row;
}

/**
 * Lists the newest `limit` deliveries of a webhook, starting before the one with the id `before`. Empty if that
 * delivery does not exist.
 */
export function listDeliveries(
  transaction: Transaction,
  webhookId: string,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<DeliveryRow[]> {
  return transaction.query<DeliveryRow>(
    `select ${deliveryColumns} from webhook_deliveries
     where workspace_id = $1 and webhook_id = $2 and ($3::uuid is null or position < (
       select position from webhook_deliveries where workspace_id = $1 and webhook_id = $2 and id = $3))
     order by position desc limit $4`,
    [transaction.workspaceId, webhookId, before, limit],
  );
}

/** One delivery; undefined if the webhook has none with this id. */
export async function findDelivery(
  transaction: Transaction,
  webhookId: string,
  id: string,
): Promise<DeliveryRow | undefined> {
  const [row] = await transaction.query<DeliveryRow>(
    `select ${deliveryColumns} from webhook_deliveries where workspace_id = $1 and webhook_id = $2 and id = $3`,
    [transaction.workspaceId, webhookId, id],
  );
  return row;
}

/** Makes a delivery due again, regardless of its state; undefined if the webhook has none with this id. */
export async function replayDelivery(
  transaction: Transaction,
  webhookId: string,
  id: string,
): Promise<DeliveryRow | undefined> {
  const [row] = await transaction.query<DeliveryRow>(
    `update webhook_deliveries set status = 'pending', attempts = 0, next_attempt_at = now(), give_up_at = ${giveUp}
     where workspace_id = $1 and webhook_id = $2 and id = $3 returning ${deliveryColumns}`,
    [transaction.workspaceId, webhookId, id],
  );
  return row;
}
