import { limits } from '@tessera/contract';
import { describeError } from '../../platform/log.js';
import { repeat } from '../../platform/repeat.js';
import type { Services } from '../../platform/services.js';
import { type AttemptDependencies, sendDue } from './attempts.js';
import { type DueWebhook, deleteOldDeliveries, listDueWebhooks } from './claims.js';
import type { WebhookSender } from './sender.js';

const pollMs = 1_000;
const cleanMs = 3_600_000;

/**
 * Sends due deliveries in the background. Processes divide the work by claims. Returns a function that stops it.
 * Attempts in progress are then aborted and left to the next process.
 */
export function startWebhookSweep(services: Services, sender: WebhookSender): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const pool = new WebhookPool({ services, sender, signal }, (error) =>
    services.log.warn({ error: describeError(error) }, 'sending webhooks failed and goes on later'),
  );
  let cleanAt = 0;
  const failure = 'webhooks that are due could not be read';
  const { stop } = repeat({ log: services.log, everyMs: pollMs, atStart: true, failure }, async () => {
    await pool.startDue();
    if (Date.now() >= cleanAt && (await services.database.asSystem(deleteOldDeliveries)) === 0) {
      cleanAt = Date.now() + cleanMs;
    }
  });
  return async () => {
    stopping.abort();
    await stop();
    await pool.settled();
  };
}

/**
 * The webhooks to which this process is sending. Their number is limited, in total and per workspace, so that a slow
 * receiver delays neither other receivers nor other workspaces.
 */
export class WebhookPool {
  private readonly running = new Map<string, { readonly workspaceId: string; readonly done: Promise<void> }>();

  constructor(
    private readonly dependencies: AttemptDependencies,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** Starts to send to webhooks with due deliveries while there is capacity, the least recently served first. */
  async startDue(): Promise<void> {
    const workspaceIds = [...new Set([...this.running.values()].map(({ workspaceId }) => workspaceId))];
    const without = {
      webhookIds: [...this.running.keys()],
      workspaceIds: workspaceIds.filter((id) => !this.hasRoom(id)),
    };
    const due = await this.dependencies.services.database.asSystem((transaction) =>
      listDueWebhooks(transaction, without),
    );
    for (const webhook of due) {
      if (this.hasRoom(webhook.workspaceId)) {
        this.start(webhook);
      }
    }
  }

  /** Waits until no sending is in progress. */
  async settled(): Promise<void> {
    while (this.running.size > 0) {
      await Promise.all([...this.running.values()].map(({ done }) => done));
    }
  }

  private hasRoom(workspaceId: string): boolean {
    const ofWorkspace = [...this.running.values()].filter((webhook) => webhook.workspaceId === workspaceId);
    return this.running.size < limits.webhooksAtATime && ofWorkspace.length < limits.webhooksAtATimePerWorkspace;
  }

  private start(webhook: DueWebhook): void {
    const done = this.drain(webhook)
      .catch(this.failed)
      .finally(() => this.running.delete(webhook.webhookId));
    this.running.set(webhook.webhookId, { workspaceId: webhook.workspaceId, done });
  }

  /**
   * Sends for a limited time, so that a long queue need not wait for the next poll, then gives way to other webhooks.
   */
  private async drain(webhook: DueWebhook): Promise<void> {
    const until = Date.now() + pollMs;
    while (
      (await sendDue(this.dependencies, webhook)) > 0 &&
      Date.now() < until &&
      this.dependencies.signal?.aborted !== true
    ) {
      // More deliveries may be due, so the loop continues.
    }
  }
}
