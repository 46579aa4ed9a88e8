import { limits, webhookTestEvent } from '@tessera/contract';
import { recordAudit, systemActor } from '../../platform/audit.js';
import type { Transaction } from '../../platform/database/database.js';
import { webhookOffMail } from '../../platform/mail/templates.js';
import type { Services } from '../../platform/services.js';
import { mailAdmins } from '../mail-admins.js';
import {
  type ClaimedDelivery,
  claimDeliveries,
  type DueWebhook,
  type FailedWebhook,
  noteFailure,
  noteSuccess,
  releaseClaim,
  saveOutcome,
} from './claims.js';
import type { WebhookSender } from './sender.js';

/** Dependencies of attempts. */
export interface AttemptDependencies {
  readonly services: Pick<Services, 'database' | 'clock' | 'mailer' | 'baseUrl'>;
  readonly sender: WebhookSender;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends what is due for one webhook, in parallel, at most one delivery per subject. Returns the number of deliveries.
 */
export async function sendDue(
  dependencies: AttemptDependencies,
  { workspaceId, webhookId }: DueWebhook,
): Promise<number> {
  const claimed = await dependencies.services.database.inWorkspace(workspaceId, (transaction) =>
    claimDeliveries(transaction, webhookId, dependencies.services.clock()),
  );
  await Promise.all(claimed.map((delivery) => attempt(dependencies, workspaceId, delivery)));
  return claimed.length;
}

/** Sends a claimed delivery once and stores the result. The request runs outside of any transaction. */
export async function attempt(
  dependencies: AttemptDependencies,
  workspaceId: string,
  delivery: ClaimedDelivery,
): Promise<void> {
  const { services, sender, signal } = dependencies;
  const outcome = await sender.send(delivery, signal);
  await services.database.inWorkspace(workspaceId, async (transaction) => {
    if (outcome === undefined) {
      releaseClaim(transaction, delivery);
      return;
    }
    saveOutcome(transaction, delivery, outcome);
    if (outcome.isDelivered) {
      noteSuccess(transaction, delivery.webhook_id);
      return;
    }
    // Test deliveries do not count as failures. They are not retried, so no later success would record that the
    // receiver has recovered.
    const isTest = delivery.event === webhookTestEvent;
    const off = isTest ? undefined : await noteFailure(transaction, delivery.webhook_id);
    if (off !== undefined) {
      await notifyAdmins(services, transaction, { webhookId: delivery.webhook_id, ...off });
    }
  });
}

/** Records that a webhook was disabled, and mails the admins after the commit. */
async function notifyAdmins(
  { clock, mailer, baseUrl }: AttemptDependencies['services'],
  transaction: Transaction,
  { webhookId, url, failing_since }: FailedWebhook & { readonly webhookId: string },
): Promise<void> {
  const { workspaceId } = transaction;
  const { host } = new URL(url);
  recordAudit(transaction, {
    workspaceId,
    at: clock(),
    action: 'webhook.turned_off',
    actor: systemActor,
    target: webhookId,
    detail: { host, failing_since: failing_since.toISOString() },
  });
  const settingsUrl = `${baseUrl}/app/webhooks`;
  await mailAdmins(transaction, mailer, (workspaceName) =>
    webhookOffMail({ host, workspaceName, days: limits.webhookFailureDays, settingsUrl }),
  );
}
