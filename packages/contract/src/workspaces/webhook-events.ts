import { z } from 'zod';
import { count, timestamp, uuid } from '../common.js';

const member = z.object({ id: uuid, email: z.string() });
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
  'member.granted': member.extend(grant),
  'member.revoked': member.extend({ role: z.string().optional() }),
  'member.signed_in': z.object({ email: z.string(), method: z.string(), first: z.boolean() }),
  'member.expired': member.extend({ expires_at: timestamp }),
  'reader.created': member.extend({
    groups: z.array(uuid),
    expires_at: timestamp.nullable(),
    replaced: z.boolean(),
  }),
  'reader.revoked': member,
  'reader.opened': member,
  'document.written': documents,
  'document.moved': documents,
  'document.deleted': documents,
  'collection.records_written': z.object({
    collection: z.string(),
    written: count,
    tombstoned: count,
    external_ids: z.array(z.string()),
  }),
  'collection.finding_opened': z.object({
    collection: z.string(),
    id: uuid,
    field: z.string().nullable(),
    kind: z.string(),
    count,
  }),
} as const;

/** An event that a webhook can receive. */
export type WebhookEvent = keyof typeof webhookEventData;

/** The `data` of an event. */
export type WebhookEventData<Event extends WebhookEvent> = z.infer<(typeof webhookEventData)[Event]>;

/** Events that a webhook can receive. */
export const webhookEvents = Object.keys(webhookEventData) as [WebhookEvent, ...WebhookEvent[]];
