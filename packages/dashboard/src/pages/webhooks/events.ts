import type { WebhookEvent } from '@tessera/contract';
import { textOf } from '../../text.js';

/** Labels of the events in the order of the form. A missing event does not compile. */
export const eventWords: Readonly<Record<WebhookEvent, string>> = {
  'member.granted': textOf('Access was granted'),
  'member.revoked': textOf('Access was revoked'),
  'member.signed_in': textOf('A person signed in'),
  'member.expired': textOf('A grant expired'),
  'reader.created': textOf('A magic link was created'),
  'reader.revoked': textOf('A magic link was revoked'),
  'reader.opened': textOf('A magic link was opened'),
  'document.written': textOf('Documents were written'),
  'document.moved': textOf('Documents were moved'),
  'document.deleted': textOf('Documents were deleted'),
  'collection.records_written': textOf('Records were written or deleted'),
  'collection.finding_opened': textOf('A collection has a new problem'),
  'collection.overdue': textOf('A source has not delivered in time'),
  'audit.recorded': textOf('The audit log has a new entry'),
};

/** The events, by name. */
export const events = Object.keys(eventWords) as WebhookEvent[];
