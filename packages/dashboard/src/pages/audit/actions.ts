import { textOf } from '../../text.js';

/** Names of common actions. Other actions are shown by their id. */
export const actionNames: Readonly<Record<string, string>> = {
  'api_key.created': textOf('Created an API key'),
  'api_key.previous_ended': textOf('Ended the old secret of an API key'),
  'api_key.revoked': textOf('Revoked an API key'),
  'api_key.rotated': textOf('Rotated an API key'),
  'assistant.connected': textOf('Connected an assistant'),
  'backup.taken': textOf('Took a backup'),
  'caller.refused': textOf('Was refused'),
  'collection.configured': textOf('Configured a collection'),
  'collection.correction_deleted': textOf('Deleted a correction'),
  'collection.created': textOf('Created a collection'),
  'collection.deleted': textOf('Deleted a collection'),
  'collection.finding_dismissed': textOf('Dismissed a finding'),
  'collection.ingest_url_regenerated': textOf('Created a new ingest URL'),
  'collection.labelled': textOf('Judged an answer'),
  'collection.match_decided': textOf('Decided about a duplicate'),
  'collection.overdue': textOf('Received no delivery in time'),
  'collection.previous_secret_ended': textOf('Ended an old secret of a collection'),
  'collection.reconciled': textOf('Deleted what the source lacks'),
  'collection.reconciliation_url_created': textOf('Created a reconciliation URL'),
  'collection.reconciliation_url_deleted': textOf('Deleted a reconciliation URL'),
  'collection.record_deleted': textOf('Deleted a record'),
  'collection.records_imported': textOf('Imported records'),
  'collection.records_ingested': textOf('Pushed records'),
  'collection.records_reverted': textOf('Undid writes'),
  'collection.records_written': textOf('Wrote records'),
  'collection.reindexed': textOf('Reindexed a collection'),
  'collection.resolution_corrected': textOf('Chose the record of a query'),
  'collection.restored': textOf('Restored a collection'),
  'collection.shared': textOf('Shared a collection'),
  'collection.unshared': textOf('Stopped sharing a collection'),
  'collection.updated': textOf('Changed a collection'),
  'collection.view_deleted': textOf('Deleted a view'),
  'collection.view_saved': textOf('Saved a view'),
  'device.denied': textOf('Refused a device'),
  'device.revoked': textOf('Signed a device out'),
  'document.deleted': textOf('Deleted a document'),
  'document.moved': textOf('Moved a document'),
  'document.restored': textOf('Restored a document'),
  'document.written': textOf('Wrote a document'),
  'documents.committed': textOf('Changed several documents'),
  'group.created': textOf('Created a group'),
  'group.deleted': textOf('Deleted a group'),
  'group.updated': textOf('Changed a group'),
  'mail.failed': textOf('A mail was not sent'),
  'member.access_changed': textOf("Changed someone's groups"),
  'member.expired': textOf('A grant expired'),
  'member.granted': textOf('Granted a member'),
  'member.revoked': textOf('Revoked a member'),
  'member.sign_in_link_created': textOf('Created a sign-in link'),
  'member.updated': textOf('Changed a member'),
  'operator.backup_taken': textOf('Took a backup'),
  'operator.workspace_exported': textOf('Exported the workspace'),
  'operator.workspace_imported': textOf('Imported the workspace'),
  'person.erased': textOf('Erased a person'),
  'person.invited': textOf('Added a person'),
  'person.invited_again': textOf('Sent an invite again'),
  'person.removed': textOf('Revoked a person'),
  'person.sign_in_link_created': textOf('Created a sign-in link'),
  'person.sign_in_refused': textOf('Failed to sign in'),
  'person.signed_in': textOf('Signed in'),
  'person.updated': textOf('Changed a person'),
  'personal_token.created': textOf('Created a personal token'),
  'personal_token.revoked': textOf('Revoked a personal token'),
  'reader.link_minted': textOf('Created a magic link'),
  'reader.link_opened': textOf('Opened a magic link'),
  'reader.revoked': textOf('Revoked a magic link'),
  'reader.updated': textOf('Changed a magic link'),
  'repo.created': textOf('Created a repo'),
  'repo.deleted': textOf('Deleted a repo'),
  'repo.fetched': textOf('Fetched a repo'),
  'repo.updated': textOf('Changed a repo'),
  'session.ended': textOf('Signed out'),
  'session.revoked': textOf('Ended a session'),
  'token.created': textOf('Created an agent token'),
  'token.previous_ended': textOf('Ended the old secret of an agent token'),
  'token.revoked': textOf('Revoked an agent token'),
  'token.rotated': textOf('Rotated an agent token'),
  'webhook.created': textOf('Created a webhook'),
  'webhook.deleted': textOf('Deleted a webhook'),
  'webhook.delivery_replayed': textOf('Sent a delivery again'),
  'webhook.previous_ended': textOf('Ended the old secret of a webhook'),
  'webhook.rotated': textOf('Rotated the secret of a webhook'),
  'webhook.tested': textOf('Tested a webhook'),
  'webhook.turned_off': textOf('A webhook failed and was turned off'),
  'webhook.updated': textOf('Changed a webhook'),
  'workspace.api_key_created': textOf('Created an API key'),
  'workspace.created': textOf('Created the workspace'),
  'workspace.deleted': textOf('Deleted the workspace'),
  'workspace.deletion_started': textOf('Started to delete the workspace'),
  'workspace.domain_checked': textOf('Checked the domain'),
  'workspace.domain_removed': textOf('Removed the domain'),
  'workspace.domain_set': textOf('Set the domain'),
  'workspace.exported': textOf('Exported the workspace'),
  'workspace.import_started': textOf('Started to import the workspace'),
  'workspace.imported': textOf('Imported the workspace'),
  'workspace.person_added': textOf('Added a person'),
  'workspace.token_created': textOf('Created an agent token'),
  'workspace.updated': textOf('Changed the settings'),
};

const kindNames: Readonly<Record<string, string>> = {
  api_key: textOf('api key'),
  assistant: textOf('assistant'),
  directory: textOf('directory'),
  ingest_secret: textOf('ingest secret'),
  magic_link: textOf('magic link'),
  operator: textOf('operator'),
  person: textOf('person'),
  personal_token: textOf('personal token'),
  pinned_token: textOf('pinned token'),
  reconciliation_secret: textOf('reconciliation secret'),
  session: textOf('session'),
  system: textOf('system'),
};

/** The kind of an actor in words. */
export function kindWords(kind: string): string {
  return kindNames[kind] ?? kind.replace('_', ' ');
}

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
