/** Names of common actions. Other actions are shown by their id. */
export const actionNames: Readonly<Record<string, string>> = {
  'api_key.created': 'Created an API key',
  'api_key.rotated': 'Rotated an API key',
  'api_key.previous_ended': 'Ended the old secret of an API key',
  'api_key.revoked': 'Revoked an API key',
  'caller.refused': 'Was refused',
  'collection.created': 'Created a collection',
  'collection.updated': 'Changed a collection',
  'collection.deleted': 'Deleted a collection',
  'collection.records_written': 'Wrote records',
  'collection.records_imported': 'Imported records',
  'collection.records_ingested': 'Pushed records',
  'collection.record_deleted': 'Deleted a record',
  'collection.records_reverted': 'Undid writes',
  'collection.overdue': 'Received no delivery in time',
  'collection.match_decided': 'Decided about a duplicate',
  'collection.reconciled': 'Deleted what the source lacks',
  'collection.shared': 'Shared a collection',
  'collection.unshared': 'Stopped sharing a collection',
  'document.deleted': 'Deleted a document',
  'document.moved': 'Moved a document',
  'document.restored': 'Restored a document',
  'document.written': 'Wrote a document',
  'documents.committed': 'Changed several documents',
  'group.created': 'Created a group',
  'group.deleted': 'Deleted a group',
  'group.updated': 'Changed a group',
  'member.access_changed': "Changed someone's groups",
  'member.expired': 'A grant expired',
  'member.granted': 'Granted a member',
  'member.revoked': 'Revoked a member',
  'member.updated': 'Changed a member',
  'person.invited': 'Added a person',
  'person.invited_again': 'Sent an invite again',
  'person.removed': 'Revoked a person',
  'person.sign_in_refused': 'Failed to sign in',
  'person.updated': 'Changed a person',
  'reader.link_minted': 'Created a magic link',
  'reader.revoked': 'Revoked a magic link',
  'reader.updated': 'Changed a magic link',
  'repo.created': 'Created a repo',
  'repo.deleted': 'Deleted a repo',
  'token.created': 'Created an agent token',
  'token.revoked': 'Revoked an agent token',
  'token.rotated': 'Rotated an agent token',
  'token.previous_ended': 'Ended the old secret of an agent token',
  'webhook.created': 'Created a webhook',
  'webhook.deleted': 'Deleted a webhook',
  'webhook.delivery_replayed': 'Sent a delivery again',
  'webhook.tested': 'Tested a webhook',
  'webhook.turned_off': 'A webhook failed and was turned off',
  'webhook.rotated': 'Rotated the secret of a webhook',
  'webhook.updated': 'Changed a webhook',
};

const writing = /^collection\.(records_(written|imported|ingested|reverted)|record_deleted|reconciled)$/;

/** Whether an entry is about a write of records, which can be undone. */
export function writesRecords({ action }: { readonly action: string }): boolean {
  return writing.test(action);
}

/** An action in words. */
export function actionWords(action: string): string {
  return actionNames[action] ?? action.replace(/[._]/g, ' ').replace(/^./, (first) => first.toUpperCase());
}

// Details of an entry that identify its target, the best first.
const telling = ['email', 'name', 'collection', 'path', 'paths', 'repo', 'operations', 'written', 'imported'];

/** The target of an action, or the detail that identifies it best. */
export function summaryOf(event: { target: string | null; detail: Readonly<Record<string, unknown>> }): string {
  const words = telling.flatMap((key) => {
    const value = event.detail[key];
    return value === undefined || value === null
      ? []
      : [Array.isArray(value) ? value.slice(0, 3).join(', ') : String(value)];
  });
  return words.length > 0 ? words.slice(0, 2).join(' · ') : (event.target ?? '');
}
