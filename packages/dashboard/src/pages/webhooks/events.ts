import type { WebhookEvent } from '@tessera/contract';

/** Labels of the events in the order of the form. A missing event does not compile. */
export const eventWords: Readonly<Record<WebhookEvent, string>> = {
  'member.granted': 'Access was granted',
  'member.revoked': 'Access was revoked',
  'member.signed_in': 'A person signed in',
  'member.expired': 'A grant expired',
  'reader.created': 'A magic link was created',
  'reader.revoked': 'A magic link was revoked',
  'reader.opened': 'A magic link was opened',
  'document.written': 'Documents were written',
  'document.moved': 'Documents were moved',
  'document.deleted': 'Documents were deleted',
  'collection.records_written': 'Records were written or deleted',
  'collection.finding_opened': 'A collection has a new problem',
  'collection.overdue': 'A source has not delivered in time',
  'audit.recorded': 'The audit log has a new entry',
};

/** The events, by name. */
export const events = Object.keys(eventWords) as WebhookEvent[];
