import type { WebhookEvent, WebhookEventData } from '@tessera/contract';

/** An event as webhooks send it. */
export interface OutboxEvent {
  readonly event: WebhookEvent;
  /** The object of the event. Events of the same subject are sent in order. */
  readonly subject: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Allows exactly the fields of the contract. An additional field does not compile. */
type Exact<Event extends WebhookEvent> = Readonly<WebhookEventData<Event>>;

// The subject uses the address, because sign-ins belong to a person, whose id differs from that of the membership.
const ofMember = ({ email }: { readonly email: string }) => `member ${email}`;
const ofMagicLink = ({ id }: { readonly id: string }) => `reader ${id}`;
const ofRepo = ({ repo }: { readonly repo: string }) => `repo ${repo}`;
const ofCollection = ({ collection }: { readonly collection: string }) => `collection ${collection}`;

const subjects: { readonly [Event in WebhookEvent]: (data: Exact<Event>) => string } = {
  'member.granted': ofMember,
  'member.revoked': ofMember,
  'member.signed_in': ofMember,
  'member.expired': ofMember,
  'reader.created': ofMagicLink,
  'reader.revoked': ofMagicLink,
  'reader.opened': ofMagicLink,
  'document.written': ofRepo,
  'document.moved': ofRepo,
  'document.deleted': ofRepo,
  'collection.records_written': ofCollection,
  'collection.finding_opened': ofCollection,
  'collection.overdue': ofCollection,
  'audit.recorded': () => 'audit log',
};

/** Creates an event of the contract. A feature emits it with the audit entry of the same change. */
export function outboxEvent<Event extends WebhookEvent>(event: Event, data: Exact<Event>): OutboxEvent {
  return { event, subject: subjects[event](data), data };
}
