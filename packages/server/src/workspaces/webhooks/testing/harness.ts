import { afterAll } from 'vitest';
import { recordAudit } from '../../../platform/audit.js';
import { type OutboxEvent, outboxEvent } from '../../../platform/outbox/events.js';
import { startSuiteService, type TestService } from '../../../testing/service.js';
import { createWorkspaceFixture, type WorkspaceFixture } from '../../testing/workspace-fixture.js';
import { createWebhookSender, type WebhookSender } from '../sender.js';
import { WebhookPool } from '../sweep.js';

/** Settings that allow webhooks to a receiver on this machine. */
const webhookSettings = { SVC_WEBHOOK_PRIVATE: '1' } as const;

/** A webhook as returned to its admin. */
export interface Made {
  readonly id: string;
  readonly secret: string;
}

/** A delivery in the list. */
export interface Listed {
  readonly event: string;
  readonly status: string;
  readonly next_attempt_at: string;
}

/** An event about a member with this address. */
export function memberEvent(event: 'member.granted' | 'member.revoked', email: string): OutboxEvent {
  return event === 'member.granted'
    ? outboxEvent(event, { id: email, email, groups: [], access: 'read_only', regranted: false })
    : outboxEvent(event, { id: email, email });
}

/** A service that sends webhooks only when a test says so, with helpers for tests of webhooks. */
export interface WebhookHarness {
  readonly service: TestService;
  /** A new workspace with its admin. */
  newWorkspace(): Promise<WorkspaceFixture>;
  webhook(of: WorkspaceFixture, url: string, events?: readonly string[]): Promise<Made>;
  /** Records an event in the same way as a change. */
  happen(of: WorkspaceFixture, event: 'member.granted' | 'member.revoked', email: string): Promise<void>;
  /** The pool of one process. */
  pool(sender?: WebhookSender): WebhookPool;
  /** Sends due deliveries once. */
  sweep(pool?: WebhookPool): Promise<void>;
  deliveries(of: WorkspaceFixture, webhook: Made): Promise<Listed[]>;
  asSystem(statement: string, values?: readonly unknown[]): Promise<unknown[]>;
}

/** Starts the service for the tests of webhooks in a file. */
export async function startWebhookHarness(): Promise<WebhookHarness> {
  const service = await startSuiteService(webhookSettings);
  const { database } = service.services;
  const usual = createWebhookSender(service.services.settings);
  afterAll(() => usual.close());
  const pool = (sender = usual) =>
    new WebhookPool({ services: service.services, sender }, (error) => {
      throw error;
    });
  return {
    service,
    newWorkspace: () => createWorkspaceFixture(service),
    webhook: async (of, url, events = ['member.granted', 'member.revoked']) =>
      (await of.call('POST', '/settings/webhooks', { url, events })).body,
    happen: ({ workspace }, event, email) =>
      database.inWorkspace(workspace.id, async (transaction) =>
        recordAudit(transaction, {
          workspaceId: workspace.id,
          at: new Date(),
          action: event,
          actor: { kind: 'system', id: 'system', name: 'system' },
          target: email,
          detail: { email },
          events: [memberEvent(event, email)],
        }),
      ),
    pool,
    sweep: async (by = pool()) => {
      await by.startDue();
      await by.settled();
    },
    deliveries: async (of, { id }) => (await of.call('GET', `/settings/webhooks/${id}/deliveries`)).body.deliveries,
    asSystem: (statement, values = []) => database.asSystem((transaction) => transaction.query(statement, values)),
  };
}
