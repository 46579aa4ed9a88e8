import { z } from 'zod';
import { count, timestamp, workspaceReference } from '../common.js';
import { limits } from '../limits.js';
import { workspaceCredentials } from '../policy.js';
import { defineRoute } from '../route.js';
import { documentPath } from './path.js';
import { blobId, pathQuery, sentText } from './schemas.js';

const write = { credentials: workspaceCredentials, effect: 'write', workspace: 'one' } as const;
const errors = ['invalid_path', 'operation_not_allowed', 'outside_scope', 'document_not_found'] as const;

const draft = z
  .object({
    path: z.string(),
    title: z.string().describe('Of the document as it is saved'),
    base: blobId.describe('The content that was edited'),
    blob: blobId.describe('The content that is saved; another one than `base` if the document has changed since'),
    text: z.string().nullable().describe('null in a list: send `path` to read it'),
    updated_at: timestamp,
  })
  .meta({ id: 'DocumentDraft' });

const editing = z
  .array(z.object({ name: z.string(), since: timestamp.describe('Their last sign of editing') }))
  .describe(`Others who had the document open for editing in the last ${limits.editingSeconds} seconds`);

/** Routes of drafts: unsaved text, which only the person who typed it can read. */
export const documentDraftRoutes = {
  'documents.keep_draft': defineRoute('documents.keep_draft', 'PUT /documents/drafts', {
    summary: 'Keep what you have typed in a document and not saved',
    description:
      'A draft belongs to the person who calls, on all of their devices. Others see only that you are editing. ' +
      `Call it without \`text\` about every ${limits.editingSeconds / 3} seconds while the document is open: that ` +
      'keeps an earlier draft as it is. ' +
      `Drafts end after ${limits.draftDays} days without a change; a person keeps the latest ${limits.draftsPerWriter}.`,
    policy: write,
    body: z
      .strictObject({
        path: documentPath,
        base: blobId.optional().describe('The content that is edited; required with `text`'),
        text: sentText.refine((value) => !value.includes('\0'), { error: 'must not contain NUL' }).optional(),
      })
      .refine(({ base, text }) => (base === undefined) === (text === undefined), {
        error: 'send base and text together',
        path: ['base'],
      })
      .meta({ id: 'DocumentDraftToKeep' }),
    answer: z
      .object({ draft: draft.nullable(), editing, workspace: workspaceReference })
      .meta({ id: 'DocumentDraftKept' }),
    errors: [...errors, 'storage_full'],
    bodyLimitBytes: limits.documentBodyBytes,
  }),
  'documents.drafts': defineRoute('documents.drafts', 'GET /documents/drafts', {
    summary: 'List your drafts, latest first, or read the one of a document',
    description: 'Lists drafts of documents that you can read.',
    policy: { ...write, effect: 'read' },
    query: z.strictObject({ path: documentPath.optional().describe('Only the draft of this document, with its text') }),
    answer: z.object({ drafts: z.array(draft), count }).meta({ id: 'DocumentDraftList' }),
    errors: ['invalid_path'],
  }),
  'documents.discard_draft': defineRoute('documents.discard_draft', 'DELETE /documents/drafts', {
    summary: 'Discard your draft of a document',
    description: 'Also after saving. Without a draft, `discarded` is false.',
    policy: write,
    query: pathQuery,
    answer: z
      .object({ path: z.string(), discarded: z.boolean(), workspace: workspaceReference })
      .meta({ id: 'DocumentDraftDiscarded' }),
    errors: ['invalid_path', 'operation_not_allowed', 'outside_scope'],
  }),
} as const;
