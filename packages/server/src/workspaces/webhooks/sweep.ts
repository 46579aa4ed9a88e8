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
 * Sends pending deliveries in the background. Processes share the work by claims. Returns a function that stops it:
 * attempts in progress are aborted and left to the next process.
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
 * The webhooks that this process is sending to: few at a time, and fewer of one workspace, so that a slow receiver
 * delays neither other receivers nor other workspaces.
 */
export class WebhookPool {
  private readonly running = new Map<string, { readonly workspaceId: string; readonly done: Promise<void> }>();

  constructor(
    private readonly dependencies: AttemptDependencies,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** Starts on webhooks with something to send while there is capacity, least recently served first. */
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

  /** Waits until nothing is being sent. */
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

  /** Sends for a while, so that a long queue does not wait for the next poll, and then yields to others. */
  private async drain(webhook: DueWebhook): Promise<void> {
    const until = Date.now() + pollMs;
    while (
      (await sendDue(this.dependencies, webhook)) > 0 &&
      Date.now() < until &&
      this.dependencies.signal?.aborted !== true
    ) {
      // Continue with the next deliveries.
    }
  }
}
