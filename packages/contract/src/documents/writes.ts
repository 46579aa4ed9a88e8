import { z } from 'zod';
import { count, uuid, workspaceReference } from '../common.js';
import { limits } from '../limits.js';
import { guardHeader, guardQuery, misplacedFields } from '../misplaced.js';
import { workspaceCredentials } from '../policy.js';
import { defineRoute } from '../route.js';
import { documentPath, repoName } from './path.js';
import {
  base,
  baseInQuery,
  changeMessage,
  documentEntry,
  documentWarning,
  documentWritten,
  pathQuery,
  sentText,
  versionId,
  writeStatus,
} from './schemas.js';

const write = { credentials: workspaceCredentials, effect: 'write', workspace: 'one' } as const;
const message = changeMessage.optional();

const sentBase64 = z.base64().describe('The bytes of a file that is not text');

const content = { text: sentText.optional(), base64: sentBase64.optional() };
const oneContent = { error: 'send either text or base64', path: ['text'] };
const hasOneContent = (value: { text?: string | undefined; base64?: string | undefined }): boolean =>
  (value.text === undefined) !== (value.base64 === undefined);

const documentDeleted = z
  .object({ path: z.string(), version: uuid, status: z.literal('deleted'), workspace: workspaceReference })
  .meta({ id: 'DocumentDeleted' });

/** Error codes of every write of a document. */
const writeErrors = [
  'invalid_path',
  'operation_not_allowed',
  'outside_scope',
  'repo_not_found',
  'document_changed',
  'storage_full',
] as const;

const change = z
  .discriminatedUnion('action', [
    z
      .strictObject({ action: z.literal('put'), path: documentPath, base, ...content })
      .refine(hasOneContent, oneContent),
    z.strictObject({ action: z.literal('delete'), path: documentPath, base }),
    z.strictObject({ action: z.literal('move'), path: documentPath, to: documentPath, base }),
  ])
  .meta({ id: 'DocumentChange' });

/** One change in a commit, as sent. */
export type DocumentChange = z.input<typeof change>;

/** Writing documents. Every write is one commit in the repo's git history. */
export const documentWriteRoutes = {
  'documents.write': defineRoute('documents.write', 'PUT /documents/content', {
    operation: 'write_document',
    summary: 'Write a document',
    description:
      'Send the blob that you last read as `base`, so that no change of someone else is overwritten unseen: ' +
      'after such a change, the response is `document_changed` with the current document. The same content is ' +
      '`unchanged` and creates no version.',
    policy: write,
    query: guardQuery,
    headers: [guardHeader],
    body: z
      .strictObject({ path: documentPath, ...content, base, message })
      .refine(hasOneContent, oneContent)
      .meta({ id: 'DocumentWrite' }),
    answer: documentWritten,
    errors: [...writeErrors, 'path_taken'],
    bodyLimitBytes: limits.documentBodyBytes,
  }),
  'documents.delete': defineRoute('documents.delete', 'DELETE /documents/content', {
    operation: 'delete_document',
    summary: 'Delete a document; its versions are kept and can be restored',
    policy: write,
    query: pathQuery.extend({ base: baseInQuery, message }),
    answer: documentDeleted,
    errors: [...writeErrors, 'document_not_found'],
  }),
  'documents.move': defineRoute('documents.move', 'POST /documents/move', {
    operation: 'move_document',
    summary: 'Move a document within its repo, with its history',
    policy: write,
    body: z.strictObject({ from: documentPath, to: documentPath, base, message }).meta({ id: 'DocumentMove' }),
    answer: documentWritten,
    errors: [...writeErrors, 'document_not_found', 'path_taken'],
  }),
  'documents.restore': defineRoute('documents.restore', 'POST /documents/restore', {
    summary: 'Make an earlier version the newest one',
    policy: write,
    body: z.strictObject({ path: documentPath, version: versionId, base, message }).meta({ id: 'DocumentRestore' }),
    answer: documentWritten,
    errors: [...writeErrors, 'document_not_found', 'version_not_found', 'path_taken'],
  }),
  'documents.commit': defineRoute('documents.commit', 'POST /documents/commit', {
    summary: 'Change up to 1,000 documents of a repo in one commit, all or none',
    description: 'Each path can occur once. Documents that already have the content are `unchanged`.',
    takesTurns: true,
    policy: write,
    body: z
      .strictObject({
        repo: repoName,
        message: changeMessage,
        changes: z.array(change).min(1).max(limits.changesPerCommit),
      })
      .meta({ id: 'DocumentCommit' }),
    answer: z
      .object({
        results: z.array(
          z.object({
            path: z.string(),
            status: writeStatus,
            version: uuid,
            document: documentEntry.nullable().describe('null: deleted'),
            warnings: z.array(documentWarning).describe('Front matter that cannot be read and stays text'),
          }),
        ),
        count,
        commit: z.string().optional().describe("Git's id of the commit; for callers who can read the whole repo"),
        ...misplacedFields,
        workspace: workspaceReference,
      })
      .meta({ id: 'DocumentsCommitted' }),
    errors: [...writeErrors, 'document_not_found', 'path_taken'],
    bodyLimitBytes: limits.documentBodyBytes,
  }),
} as const;
