import { limits, webhookTestEvent } from '@tessera/contract';
import { endPrevious } from '../../dispatch/end-previous.js';
import type { AnswerOf, Operation } from '../../dispatch/operation.js';
import { findPreviousSecrets, rotateSecret, saveSecret, signingSecretOf } from '../../platform/credentials.js';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import { existing, requireById, uuidFrom } from '../../platform/identifiers.js';
import { eventBody } from '../../platform/outbox/outbox.js';
import { decodeCursor, toPage } from '../../platform/paging.js';
import { attempt } from './attempts.js';
import { insertClaimed } from './claims.js';
import {
  type DeliveryRow,
  deleteWebhook,
  findDelivery,
  findWebhook,
  insertWebhook,
  listDeliveries,
  listWebhooks,
  replayDelivery,
  retryPending,
  updateWebhook,
  type WebhookRow,
} from './queries.js';
import { newSigningSecret, readWebhookUrl, type WebhookSender } from './sender.js';

const create: Operation<'webhooks.create'> = (context, _principal, { body }) => {
  const { services, workspaceReference: workspace } = context;
  const url = readWebhookUrl(body.url, services.settings);
  const secret = newSigningSecret(services.random);
  const description = body.description ?? null;
  const fields = { ...body, url, events: [...new Set(body.events)], description, enabled: true };
  return context.transaction(async (transaction) => {
    const id = uuidFrom(services.random);
    const row = await insertWebhook(transaction, { id, ...fields, at: services.clock() });
    if (row === undefined) {
      const message = `the workspace has ${limits.webhooksPerWorkspace} webhooks already: delete one first`;
      throw errors.invalidRequest([{ path: 'url', message }]);
    }
    await saveSecret(transaction, secretOf(transaction, id, secret));
    const detail = { host: hostOf(url), events: fields.events };
    context.audit(transaction, { action: 'webhook.created', target: id, detail });
    return { ...present(row), secret, workspace };
  });
};

const list: Operation<'webhooks.list'> = async (context) => {
  const webhooks = await context.transaction(async (transaction) => {
    const rows = await listWebhooks(transaction);
    const ofRows = { kind: 'webhook_secret', ids: rows.map(({ id }) => id) } as const;
    const previous = await findPreviousSecrets(transaction, ofRows, context.services.clock());
    return rows.map((row) => ({ ...present(row), previous: previous.get(row.id) ?? null }));
  });
  return { webhooks, count: webhooks.length };
};

const rotate: Operation<'webhooks.rotate'> = (context, _principal, { params, body }) =>
  context.transaction(async (transaction) => {
    const row = await requireById('webhook_not_found', params.id, (id) => findWebhook(transaction, id, 'for update'));
    const secret = newSigningSecret(context.services.random);
    const rotation = { at: context.services.clock(), overlapHours: body.overlap_hours };
    const previous = await rotateSecret(transaction, secretOf(transaction, row.id, secret), rotation);
    const detail = { host: hostOf(row.url), ...previous };
    context.audit(transaction, { action: 'webhook.rotated', target: row.id, detail });
    return { ...present(row), secret, ...previous, workspace: context.workspaceReference };
  });

const endEarlier: Operation<'webhooks.end_previous'> = (context, _principal, { params }) =>
  context.transaction(async (transaction) => {
    const { id, url } = await requireById('webhook_not_found', params.id, (named) => findWebhook(transaction, named));
    const entry = { action: 'webhook.previous_ended', target: id, detail: { host: hostOf(url) } } as const;
    return endPrevious(context, transaction, { kind: 'webhook_secret', id }, entry);
  });

const update: Operation<'webhooks.update'> = (context, _principal, { params, body }) => {
  const change = {
    ...body,
    ...(body.url !== undefined && { url: readWebhookUrl(body.url, context.services.settings) }),
    ...(body.events !== undefined && { events: [...new Set(body.events)] }),
  };
  return context.transaction(async (transaction) => {
    const before = await requireById('webhook_not_found', params.id, (id) =>
      findWebhook(transaction, id, 'for update'),
    );
    const row = await updateWebhook(transaction, before.id, change);
    if (row === undefined) {
      throw new Error('a locked webhook is there');
    }
    if (row.url !== before.url || (row.enabled && !before.enabled)) {
      retryPending(transaction, row.id);
    }
    const detail = { host: hostOf(row.url), events: row.events, enabled: row.enabled };
    context.audit(transaction, { action: 'webhook.updated', target: row.id, detail });
    return { ...present(row), workspace: context.workspaceReference };
  });
};

const remove: Operation<'webhooks.delete'> = (context, _principal, { params }) =>
  context.transaction(async (transaction) => {
    const { id, url } = await requireById('webhook_not_found', params.id, (named) => deleteWebhook(transaction, named));
    context.audit(transaction, { action: 'webhook.deleted', target: id, detail: { host: hostOf(url) } });
    return { id, deleted: true, workspace: context.workspaceReference };
  });

const listDeliveriesOf: Operation<'webhooks.list_deliveries'> = async (context, _principal, { params, query }) => {
  const before = query.cursor === undefined ? null : decodeCursor(query.cursor, ['uuid'])[0];
  const rows = await context.transaction(async (transaction) => {
    const { id } = await requireById('webhook_not_found', params.id, (named) => findWebhook(transaction, named));
    return listDeliveries(transaction, id, { before, limit: query.limit + 1 });
  });
  const page = toPage(rows, query.limit, (row) => [row.id]);
  return { deliveries: page.rows.map(presentDelivery), next_cursor: page.nextCursor };
};

const replay: Operation<'webhooks.replay'> = (context, _principal, { params }) =>
  context.transaction(async (transaction) => {
    const webhook = await requireById('webhook_not_found', params.id, (id) => findWebhook(transaction, id));
    const row = await requireById('delivery_not_found', params.delivery_id, (id) =>
      replayDelivery(transaction, webhook.id, id),
    );
    const detail = { delivery: row.id, event: row.event };
    context.audit(transaction, { action: 'webhook.delivery_replayed', target: webhook.id, detail });
    return { ...presentDelivery(row), workspace: context.workspaceReference };
  });

/** Creates the operation that tests a webhook. It sends at once, outside of any transaction, and returns the result. */
function createTest(sender: WebhookSender): Operation<'webhooks.test'> {
  return async (context, _principal, { params }) => {
    const { services, workspace } = context;
    const origin = { workspaceId: workspace.id, at: services.clock() };
    const claimed = await context.transaction(async (transaction) => {
      const added = await requireById('webhook_not_found', params.id, (id) => {
        const body = eventBody(origin, { event: webhookTestEvent, data: { webhook_id: id } });
        return insertClaimed(transaction, id, { event: webhookTestEvent, body, at: origin.at });
      });
      context.audit(transaction, {
        action: 'webhook.tested',
        target: added.webhook_id,
        detail: { delivery: added.id },
      });
      return added;
    });
    await attempt({ services, sender }, workspace.id, claimed);
    const row = await context.read((transaction) => findDelivery(transaction, claimed.webhook_id, claimed.id));
    return { ...presentDelivery(existing('webhook_not_found', row)), workspace: context.workspaceReference };
  };
}

function secretOf({ workspaceId }: Transaction, id: string, signingSecret: string) {
  return signingSecretOf({ kind: 'webhook_secret', workspaceId, id, signingSecret });
}

/** The host of a URL. The audit log shows only this part, because the rest is often a secret of the receiver. */
function hostOf(url: string): string {
  return new URL(url).host;
}

function present({ failing_since, created_at, ...row }: WebhookRow) {
  return {
    ...row,
    failing_since: failing_since?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  };
}

function presentDelivery(row: DeliveryRow): AnswerOf<'webhooks.list_deliveries'>['deliveries'][number] {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    last_attempt_at: row.last_attempt_at?.toISOString() ?? null,
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
  };
}

/** The operations with which admins manage webhooks. */
export const webhookOperations = (sender: WebhookSender) => ({
  'webhooks.create': create,
  'webhooks.list': list,
  'webhooks.update': update,
  'webhooks.delete': remove,
  'webhooks.rotate': rotate,
  'webhooks.end_previous': endEarlier,
  'webhooks.test': createTest(sender),
  'webhooks.list_deliveries': listDeliveriesOf,
  'webhooks.replay': replay,
});
