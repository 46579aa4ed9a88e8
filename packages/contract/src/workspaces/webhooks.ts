import { z } from 'zod';
import {
  changesSomething,
  count,
  label,
  nextCursor,
  pageQuery,
  pathText,
  timestamp,
  uuid,
  workspaceReference,
} from '../common.js';
import { idParams } from '../identity/schemas.js';
import { limits } from '../limits.js';
import { settingsCredentials } from '../policy.js';
import { previousEnded, previousSecret, rotated, rotationBody } from '../rotation.js';
import { defineRoute } from '../route.js';
import { webhookEvents } from './webhook-events.js';

const admin = { credentials: settingsCredentials, workspace: 'one', role: 'admin' } as const;
const reads = { ...admin, effect: 'read' } as const;
const writes = { ...admin, effect: 'write' } as const;

/** The event of a test. It can be sent to every webhook, whatever events that subscribes to. */
export const webhookTestEvent = 'webhook.test';

const body = z.strictObject({
  url: z
    .string()
    .trim()
    .min(1)
    .max(limits.webhookUrlCharacters)
    .describe('Where events are sent: https, at a public address'),
  events: z.array(z.enum(webhookEvents)).min(1).describe('Events to send; duplicates collapse'),
  description: label(limits.descriptionCharacters).nullish().describe('What receives them'),
});

/** A webhook without its secret. */
export const webhook = z
  .object({
    id: uuid,
    url: z.string(),
    events: z.array(z.enum(webhookEvents)),
    description: z.string().nullable(),
    enabled: z.boolean(),
    failing_since: timestamp.nullable().describe('Time of the first failure since the last success'),
    created_at: timestamp,
  })
  .meta({ id: 'Webhook' });

const listed = webhook
  .extend({
    previous: previousSecret.nullable().describe('The earlier signing secret while events are signed with it too'),
  })
  .meta({ id: 'ListedWebhook' });

const changed = webhook.extend({ workspace: workspaceReference }).meta({ id: 'WebhookChanged' });

/** One event to be sent to a webhook, with its last attempt. */
export const webhookDelivery = z
  .object({
    id: uuid.describe('Also the header `webhook-id`, the same at each attempt'),
    event: z.string(),
    subject: z.string().describe('What it is about; events of one subject are sent in order'),
    status: z.enum(['pending', 'delivered', 'failed']),
    attempts: count,
    response_status: z.int().nullable(),
    error: z.string().nullable().describe('Why the last attempt failed'),
    created_at: timestamp,
    last_attempt_at: timestamp.nullable(),
    next_attempt_at: timestamp.nullable(),
  })
  .meta({ id: 'WebhookDelivery' });

const withSecret = changed.extend({ secret: z.string().describe('whsec_...; verifies signatures; shown once') });

const deliveryOfWrite = webhookDelivery
  .extend({ workspace: workspaceReference })
  .meta({ id: 'WebhookDeliveryChanged' });

/** Routes of webhooks, with which admins send the workspace's events to other systems. */
export const webhookRoutes = {
  'webhooks.list': defineRoute('webhooks.list', 'GET /settings/webhooks', {
    summary: 'List the webhooks of the workspace, newest first',
    policy: reads,
    answer: z.object({ webhooks: z.array(listed), count }).meta({ id: 'WebhookList' }),
  }),
  'webhooks.create': defineRoute('webhooks.create', 'POST /settings/webhooks', {
    summary: 'Create a webhook; its signing secret is shown once',
    description:
      'Events are sent by POST with the headers and the signature of Standard Webhooks: at least once, and in order ' +
      'for each subject.',
    policy: writes,
    body: body.meta({ id: 'WebhookCreate' }),
    answer: withSecret.meta({ id: 'WebhookSecret' }),
    errors: ['invalid_url', 'storage_full'],
  }),
  'webhooks.update': defineRoute('webhooks.update', 'PATCH /settings/webhooks/{id}', {
    summary: 'Change a webhook, or enable or disable it',
    description: 'A disabled webhook records no events. Its pending events are sent once it is enabled.',
    policy: writes,
    params: idParams,
    body: changesSomething(body.partial().extend({ enabled: z.boolean().optional() })).meta({ id: 'WebhookUpdate' }),
    answer: changed,
    errors: ['webhook_not_found', 'invalid_url'],
  }),
  'webhooks.delete': defineRoute('webhooks.delete', 'DELETE /settings/webhooks/{id}', {
    summary: 'Delete a webhook with its deliveries',
    policy: { ...writes, endsAccess: true },
    params: idParams,
    answer: z
      .object({ id: uuid, deleted: z.literal(true), workspace: workspaceReference })
      .meta({ id: 'WebhookDeleted' }),
    errors: ['webhook_not_found'],
  }),
  'webhooks.rotate': defineRoute('webhooks.rotate', 'POST /settings/webhooks/{id}/rotate', {
    summary: 'Give a webhook a new signing secret',
    description: 'While the earlier secret works too, each event has both signatures, separated by a space.',
    policy: writes,
    params: idParams,
    optionalBody: true,
    body: rotationBody,
    answer: withSecret.extend(rotated).meta({ id: 'WebhookRotated' }),
    errors: ['webhook_not_found'],
  }),
  'webhooks.end_previous': defineRoute('webhooks.end_previous', 'DELETE /settings/webhooks/{id}/previous', {
    summary: 'End the earlier signing secret of a webhook now',
    policy: { ...writes, endsAccess: true },
    params: idParams,
    answer: previousEnded,
    errors: ['webhook_not_found'],
  }),
  'webhooks.test': defineRoute('webhooks.test', 'POST /settings/webhooks/{id}/test', {
    summary: 'Send the event webhook.test at once, and return how the receiver responded',
    description: 'Sent once, also if the webhook is disabled.',
    policy: writes,
    params: idParams,
    answer: deliveryOfWrite,
    errors: ['webhook_not_found', 'storage_full'],
  }),
  'webhooks.list_deliveries': defineRoute('webhooks.list_deliveries', 'GET /settings/webhooks/{id}/deliveries', {
    summary: 'List the deliveries of a webhook, newest first',
    description: `They are kept for ${limits.webhookDeliveryDays} days.`,
    policy: reads,
    params: idParams,
    query: pageQuery,
    answer: z
      .object({ deliveries: z.array(webhookDelivery), next_cursor: nextCursor })
      .meta({ id: 'WebhookDeliveryList' }),
    errors: ['webhook_not_found'],
  }),
  'webhooks.replay': defineRoute('webhooks.replay', 'POST /settings/webhooks/{id}/deliveries/{delivery_id}/replay', {
    summary: 'Send a delivery again, with the same id and content',
    description: 'A disabled webhook sends it once it is enabled.',
    policy: writes,
    params: z.strictObject({ ...idParams.shape, delivery_id: pathText }),
    answer: deliveryOfWrite,
    errors: ['webhook_not_found', 'delivery_not_found'],
  }),
} as const;
