/** Names of common actions. Other actions are shown by their id. */
export const actionNames: Readonly<Record<string, string>> = {
  'api_key.created': 'Created an API key',
  'api_key.previous_ended': 'Ended the old secret of an API key',
  'api_key.revoked': 'Revoked an API key',
  'api_key.rotated': 'Rotated an API key',
  'assistant.connected': 'Connected an assistant',
  'backup.taken': 'Took a backup',
  'caller.refused': 'Was refused',
  'collection.configured': 'Configured a collection',
  'collection.correction_deleted': 'Deleted a correction',
  'collection.created': 'Created a collection',
  'collection.deleted': 'Deleted a collection',
  'collection.finding_dismissed': 'Dismissed a finding',
  'collection.ingest_url_regenerated': 'Created a new ingest URL',
  'collection.labelled': 'Judged an answer',
  'collection.match_decided': 'Decided about a duplicate',
  'collection.overdue': 'Received no delivery in time',
  'collection.previous_secret_ended': 'Ended an old secret of a collection',
  'collection.reconciled': 'Deleted what the source lacks',
  'collection.reconciliation_url_created': 'Created a reconciliation URL',
  'collection.reconciliation_url_deleted': 'Deleted a reconciliation URL',
  'collection.record_deleted': 'Deleted a record',
  'collection.records_imported': 'Imported records',
  'collection.records_ingested': 'Pushed records',
  'collection.records_reverted': 'Undid writes',
  'collection.records_written': 'Wrote records',
  'collection.reindexed': 'Reindexed a collection',
  'collection.resolution_corrected': 'Chose the record of a query',
  'collection.restored': 'Restored a collection',
  'collection.shared': 'Shared a collection',
  'collection.unshared': 'Stopped sharing a collection',
  'collection.updated': 'Changed a collection',
  'collection.view_deleted': 'Deleted a view',
  'collection.view_saved': 'Saved a view',
  'device.denied': 'Refused a device',
  'device.revoked': 'Signed a device out',
  'document.deleted': 'Deleted a document',
  'document.moved': 'Moved a document',
  'document.restored': 'Restored a document',
  'document.written': 'Wrote a document',
  'documents.committed': 'Changed several documents',
  'group.created': 'Created a group',
  'group.deleted': 'Deleted a group',
  'group.updated': 'Changed a group',
  'mail.failed': 'A mail was not sent',
  'member.access_changed': "Changed someone's groups",
  'member.expired': 'A grant expired',
  'member.granted': 'Granted a member',
  'member.revoked': 'Revoked a member',
  'member.sign_in_link_created': 'Created a sign-in link',
  'member.updated': 'Changed a member',
  'operator.backup_taken': 'Took a backup',
  'operator.workspace_exported': 'Exported the workspace',
  'operator.workspace_imported': 'Imported the workspace',
  'person.erased': 'Erased a person',
  'person.invited': 'Added a person',
  'person.invited_again': 'Sent an invite again',
  'person.removed': 'Revoked a person',
  'person.sign_in_link_created': 'Created a sign-in link',
  'person.sign_in_refused': 'Failed to sign in',
  'person.signed_in': 'Signed in',
  'person.updated': 'Changed a person',
  'personal_token.created': 'Created a personal token',
  'personal_token.revoked': 'Revoked a personal token',
  'reader.link_minted': 'Created a magic link',
  'reader.link_opened': 'Opened a magic link',
  'reader.revoked': 'Revoked a magic link',
  'reader.updated': 'Changed a magic link',
  'repo.created': 'Created a repo',
  'repo.deleted': 'Deleted a repo',
  'repo.fetched': 'Fetched a repo',
  'repo.updated': 'Changed a repo',
  'session.ended': 'Signed out',
  'session.revoked': 'Ended a session',
  'token.created': 'Created an agent token',
  'token.previous_ended': 'Ended the old secret of an agent token',
  'token.revoked': 'Revoked an agent token',
  'token.rotated': 'Rotated an agent token',
  'webhook.created': 'Created a webhook',
  'webhook.deleted': 'Deleted a webhook',
  'webhook.delivery_replayed': 'Sent a delivery again',
  'webhook.previous_ended': 'Ended the old secret of a webhook',
  'webhook.rotated': 'Rotated the secret of a webhook',
  'webhook.tested': 'Tested a webhook',
  'webhook.turned_off': 'A webhook failed and was turned off',
  'webhook.updated': 'Changed a webhook',
  'workspace.api_key_created': 'Created an API key',
  'workspace.created': 'Created the workspace',
  'workspace.deleted': 'Deleted the workspace',
  'workspace.deletion_started': 'Started to delete the workspace',
  'workspace.domain_checked': 'Checked the domain',
  'workspace.domain_removed': 'Removed the domain',
  'workspace.domain_set': 'Set the domain',
  'workspace.exported': 'Exported the workspace',
  'workspace.import_started': 'Started to import the workspace',
  'workspace.imported': 'Imported the workspace',
  'workspace.person_added': 'Added a person',
  'workspace.token_created': 'Created an agent token',
  'workspace.updated': 'Changed the settings',
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
