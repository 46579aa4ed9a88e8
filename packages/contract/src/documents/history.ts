import { z } from 'zod';
import { count, nextCursor, pageQuery, timestamp, uuid } from '../common.js';
import { workspaceCredentials } from '../policy.js';
import { defineRoute } from '../route.js';
import { documentPath, pathPrefix } from './path.js';
import { documentVersion, pathQuery, versionId } from './schemas.js';

const read = { credentials: workspaceCredentials, effect: 'read', workspace: 'one' } as const;

const hunk = z
  .object({
    old_start: z.int().min(0),
    old_lines: z.int().min(0),
    new_start: z.int().min(0),
    new_lines: z.int().min(0),
    lines: z.array(z.string()).describe('Each begins with a space, - or +; a line that begins with \\ is a remark'),
  })
  .meta({ id: 'DiffHunk' });

/** Earlier versions of documents. */
export const documentHistoryRoutes = {
  'documents.history': defineRoute('documents.history', 'GET /documents/history', {
    operation: 'document_history',
    summary: 'List the versions of a document, newest first',
    description: 'Follows the document through moves while the caller can read its earlier path.',
    policy: read,
    query: pageQuery.extend({ path: documentPath }),
    answer: z
      .object({ versions: z.array(documentVersion), count, next_cursor: nextCursor })
      .meta({ id: 'DocumentHistory' }),
    errors: ['invalid_path', 'document_not_found'],
  }),
  'documents.deleted': defineRoute('documents.deleted', 'GET /documents/deleted', {
    summary: 'List deleted documents that can be restored, latest first',
    description: 'Repo by repo. `version` is the last one with content; send it to `/documents/restore`.',
    policy: read,
    query: pageQuery.extend({ prefix: pathPrefix.default('') }),
    answer: z
      .object({
        documents: z.array(
          z
            .object({ path: z.string(), version: uuid, deleted_at: timestamp, deleted_by: z.string() })
            .meta({ id: 'DeletedDocument' }),
        ),
        count,
        next_cursor: nextCursor,
      })
      .meta({ id: 'DeletedDocumentList' }),
    errors: ['invalid_path'],
  }),
  'documents.diff': defineRoute('documents.diff', 'GET /documents/diff', {
    summary: 'Compare two versions of a document line by line',
    policy: read,
    query: pathQuery.extend({
      from: versionId.optional().describe('Default: the version before `to`, or an empty document'),
      to: versionId.optional().describe('Default: the newest version'),
    }),
    answer: z
      .object({
        hunks: z.array(hunk),
        binary: z.boolean().describe('true if a version is not text; then nothing is compared'),
        truncated: z
          .boolean()
          .describe('true if the comparison took too long; then all old lines precede all new ones'),
      })
      .meta({ id: 'DocumentDiff' }),
    errors: ['invalid_path', 'document_not_found', 'version_not_found', 'not_text'],
  }),
  'documents.blame': defineRoute('documents.blame', 'GET /documents/blame', {
    summary: 'Show which version each line of a document comes from',
    policy: read,
    query: pathQuery,
    answer: z
      .object({
        lines: z.array(
          z.object({
            version: documentVersion.shape.id,
            count: z.int().min(1).describe('Number of consecutive lines'),
          }),
        ),
        complete: z.boolean().describe('false: older lines are attributed to the oldest version that was inspected'),
      })
      .meta({ id: 'DocumentBlame' }),
    errors: ['invalid_path', 'document_not_found', 'not_text'],
  }),
} as const;
