import { z } from 'zod';
import { count, jsonObject, timestamp, uuid } from '../common.js';

const source = z.string().nullable().optional().describe('What the grant depends on; null: granted by hand');
const member = z.object({ id: uuid, email: z.string(), source });
const grant = {
  groups: z.array(uuid).nullable(),
  access: z.enum(['read_only', 'read_write']),
  regranted: z.boolean(),
  role: z.string().optional(),
  starts_at: timestamp.optional(),
  expires_at: timestamp.optional(),
};
const documents = z.object({
  repo: z.string(),
  count,
  documents: z.array(z.object({ path: z.string(), from: z.string().optional() })),
  commit: z.string().optional(),
  version: z.string().optional(),
});

/** The `data` of each event. None contains a secret, a document's text or a record's values. */
export const webhookEventData = {
  'member.granted': member
    .extend(grant)
    .describe('Access was granted, for the first time or again. Each source of a grant sends one'),
  'member.revoked': member
    .extend({ role: z.string().optional() })
    .describe('Access was revoked: no source grants anything. `source` is the one that ended last'),
  'member.signed_in': z
    .object({ email: z.string(), method: z.string(), first: z.boolean() })
    .describe('A person of the workspace signed in'),
  'member.expired': member.extend({ expires_at: timestamp }).describe('A grant expired; sent within a minute'),
  'reader.created': member
    .extend({
      groups: z.array(uuid),
      expires_at: timestamp.nullable(),
      replaced: z.boolean(),
    })
    .describe('A magic link was created or replaced'),
  'reader.revoked': member.describe('A magic link was revoked'),
  'reader.opened': member.describe('A magic link was opened in a browser'),
  'document.written': documents.describe('Documents were added, changed or restored'),
  'document.moved': documents.describe('Documents were moved; each has `from`'),
  'document.deleted': documents.describe('Documents were deleted'),
  'collection.records_written': z
    .object({
      collection: z.string(),
      written: count,
      tombstoned: count,
      external_ids: z.array(z.string()),
    })
    .describe('Records were written or deleted'),
  'collection.finding_opened': z
    .object({
      collection: z.string(),
      id: uuid,
      field: z.string().nullable(),
      kind: z.string(),
      count,
    })
    .describe('A new problem was recorded about a collection'),
  'collection.overdue': z
    .object({
      collection: z.string(),
      reason: z.enum(['no_delivery', 'short_list']),
      last_delivery_at: timestamp.nullable(),
      confirmed: count.optional(),
      records: count.optional(),
    })
    .describe(
      'No delivery arrived for `expected_every`, or a list of ids confirmed less than two thirds of the records',
    ),
  'audit.recorded': z
    .object({
      id: uuid,
      action: z.string(),
      actor: z.object({ kind: z.string(), id: z.string(), name: z.string(), device_id: uuid.optional() }),
      target: z.string().nullable(),
      detail: jsonObject,
      request_id: z.string().nullable(),
    })
    .describe('The audit log has a new entry. Sent for each of them, in order'),
} as const;

/** An event that a webhook can receive. */
export type WebhookEvent = keyof typeof webhookEventData;

/** The `data` of an event. */
export type WebhookEventData<Event extends WebhookEvent> = z.infer<(typeof webhookEventData)[Event]>;

/** Events that a webhook can receive. */
export const webhookEvents = Object.keys(webhookEventData) as [WebhookEvent, ...WebhookEvent[]];
