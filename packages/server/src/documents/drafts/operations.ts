import type { AnswerOf, Operation, OperationContext } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { actorOf, type Principal } from '../../principals/principal.js';
import { rightsOf } from '../access/rights.js';
import { documentErrors } from '../model/errors.js';
import { locationOf } from '../model/path.js';
import { findDocument } from '../reads/find.js';
import {
  type DraftRow,
  deleteDraft,
  endOldDrafts,
  keepDraft,
  listDrafts,
  listEditing,
  type Writer,
} from './queries.js';

/** Drafts, and who is editing. They change no document, so they have no audit entries. */
export const draftOperations: {
  readonly 'documents.keep_draft': Operation<'documents.keep_draft'>;
  readonly 'documents.drafts': Operation<'documents.drafts'>;
  readonly 'documents.discard_draft': Operation<'documents.discard_draft'>;
} = {
  'documents.keep_draft': (context, principal, { body: { path, base, text } }) =>
    context.transaction(async (transaction) => {
      await requireWritable(transaction, principal, path);
      const { repoId } = await findDocument(transaction, principal, { path });
      const writer = writerOf(context, principal);
      const place = { repoId, path: locationOf(path).path };
      const draft = base === undefined || text === undefined ? undefined : { base, text };
      await keepDraft(transaction, writer, { ...place, draft });
      await endOldDrafts(transaction, writer);
      if (draft !== undefined) {
        await requireRoom(context, transaction);
      }
      const [kept] = await listDrafts(transaction, writer.id, path);
      const editing = await listEditing(transaction, writer, place);
      return {
        draft: kept === undefined ? null : presentDraft(kept),
        editing: editing.map(({ name, since }) => ({ name, since: since.toISOString() })),
        workspace: context.workspaceReference,
      };
    }),

  'documents.drafts': (context, principal, { query: { path } }) =>
    context.transaction(async (transaction) => {
      const rights = await rightsOf(transaction, principal);
      const rows = await listDrafts(transaction, writerOf(context, principal).id, path);
      const drafts = rows.filter((row) => rights.read.canRead(row.path)).map(presentDraft);
      return { drafts, count: drafts.length };
    }),

  'documents.discard_draft': (context, principal, { query: { path } }) =>
    context.transaction(async (transaction) => {
      await requireWritable(transaction, principal, path);
      const discarded = await deleteDraft(transaction, writerOf(context, principal).id, path);
      return { path, discarded, workspace: context.workspaceReference };
    }),
};

/** Throws `outside_scope` if the caller may not write the path, whether or not a document exists there. */
async function requireWritable(transaction: Transaction, principal: Principal, path: string): Promise<void> {
  if (!(await rightsOf(transaction, principal)).write.canRead(path)) {
    throw documentErrors.outsideScope(path);
  }
}

/** Throws `storage_full` if the workspace exceeds its storage. Concurrent drafts count exactly. */
async function requireRoom({ services }: OperationContext, transaction: Transaction): Promise<void> {
  await transaction.query(`select pg_advisory_xact_lock(hashtextextended('drafts:' || $1, 0))`, [
    transaction.workspaceId,
  ]);
  await services.storage.requireRoom(transaction);
}

function writerOf({ services }: OperationContext, principal: Principal): Writer {
  const { id, name } = actorOf(principal);
  return { id, name, at: services.clock() };
}

function presentDraft({
  path,
  title,
  base,
  blob,
  body,
  changed_at: at,
}: DraftRow): AnswerOf<'documents.drafts'>['drafts'][number] {
  return { path, title, base, blob: blob.toString('hex'), text: body, updated_at: at.toISOString() };
}
