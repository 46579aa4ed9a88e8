import { z } from 'zod';
import { count, label, nextCursor, pageCursor, pageQuery, queryInteger, text } from '../common.js';
import { limits } from '../limits.js';
import { offer } from '../offers.js';
import { readingCredentials, workspaceCredentials } from '../policy.js';
import { defineRoute } from '../route.js';
import { documentPath, pathPrefix } from './path.js';
import {
  deadLink,
  documentContent,
  documentEntry,
  documentWarning,
  lockedQuery,
  position,
  renderedDocument,
  searchWarnings,
  sentText,
  versionQuery,
} from './schemas.js';

const read = { credentials: workspaceCredentials, effect: 'read', workspace: 'one' } as const;
const readByAll = { ...read, credentials: readingCredentials } as const;
const absent = ['invalid_path', 'document_not_found', 'locked'] as const;

const folder = z
  .object({
    path: z.string(),
    documents: count.describe('Documents in it and below it that the caller can read'),
    locked: count.optional().describe('Locked documents in it and below it, if `locked` was sent'),
    position,
  })
  .meta({ id: 'DocumentFolder' });

/** Arguments of a list of documents. */
export const documentListQuery = pageQuery.extend({
  prefix: pathPrefix.default(''),
  depth: queryInteger(1, limits.pathCharacters)
    .optional()
    .describe('Levels below the prefix; deeper documents are returned as folders; absent: all levels'),
});

/** Routes that read documents. Unreadable documents are reported as missing. */
export const documentReadRoutes = {
  'documents.list': defineRoute('documents.list', 'GET /documents', {
    operation: 'list_documents',
    summary: 'List the documents that the caller can read',
    description: '`folders` are those that `depth` cuts off; the first page contains them.',
    policy: readByAll,
    query: documentListQuery.extend({
      order: z.enum(['path', 'changed']).default('path').describe('`changed`: latest change first'),
      updated_by: label(limits.nameCharacters)
        .optional()
        .describe('Only documents that the caller can read and whose `updated_by` is this name'),
      named: label(limits.queryCharacters)
        .optional()
        .describe('Only documents that `[[named]]` can refer to: by title, file name or end of the path'),
      locked: lockedQuery,
    }),
    answer: z
      .object({
        documents: z.array(documentEntry),
        folders: z.array(folder),
        locked: z
          .array(z.object({ path: z.string(), title: z.string(), position, offer }))
          .optional()
          .describe('Locked documents of this page of the list, if `locked` was sent'),
        count,
        next_cursor: nextCursor,
      })
      .meta({ id: 'DocumentList' }),
    errors: ['invalid_path'],
  }),
  'documents.read': defineRoute('documents.read', 'GET /documents/content', {
    operation: 'read_document',
    summary: 'Read a document, or one of its versions, as text',
    description:
      `With \`offset\`, returns at most ${limits.documentPieceCharacters} characters (UTF-16) from there, and ` +
      '`next_offset` if there are more.',
    policy: readByAll,
    query: versionQuery.extend({
      offset: queryInteger(0, limits.documentBytes).optional().describe('The first character (UTF-16)'),
    }),
    answer: documentContent,
    errors: [...absent, 'version_not_found'],
  }),
  'documents.rendered': defineRoute('documents.rendered', 'GET /documents/rendered', {
    summary: 'Read a document as HTML that is safe to show',
    policy: readByAll,
    query: versionQuery,
    answer: renderedDocument,
    errors: [...absent, 'version_not_found'],
  }),
  'documents.render': defineRoute('documents.render', 'POST /documents/render', {
    summary: 'Render text as a document at a path, without storing it',
    isRepeatable: true,
    policy: read,
    body: z
      .strictObject({ path: documentPath, text: sentText.max(limits.documentBytes) })
      .meta({ id: 'DocumentRender' }),
    answer: renderedDocument,
    errors: ['invalid_path', 'not_text'],
    bodyLimitBytes: limits.documentBodyBytes,
  }),
  'documents.check': defineRoute('documents.check', 'GET /documents/check', {
    summary: 'List links that lead nowhere and front matter that cannot be read',
    description: 'Checks one page of Markdown documents at a time, by path. A link leads where the caller can read.',
    policy: read,
    query: z.strictObject({
      prefix: pathPrefix.default(''),
      cursor: pageCursor,
      limit: queryInteger(1, limits.checkedDocumentsMax).default(limits.checkedDocumentsMax),
    }),
    answer: z
      .object({
        checked: count.describe('Documents that this page checked'),
        pending: z.array(z.string()).describe('Documents that are still being rendered: check them again'),
        dead_links: z.array(deadLink.extend({ path: z.string() })),
        warnings: z.array(documentWarning.extend({ path: z.string() })),
        next_cursor: nextCursor,
      })
      .meta({ id: 'DocumentCheck' }),
    errors: ['invalid_path'],
  }),
  'documents.search': defineRoute('documents.search', 'POST /documents/search', {
    operation: 'search_documents',
    summary: 'Search what the caller can read',
    description:
      'Order and relevance are those of an index that contains only what the caller can read. A write is found ' +
      'within 5 seconds; `warnings` tells if some are not indexed yet. Deletions and lost access apply at once.',
    isRepeatable: true,
    policy: readByAll,
    body: z
      .strictObject({
        query: text(limits.queryCharacters).refine((value) => value.trim() !== '', { error: 'must contain words' }),
        prefix: pathPrefix.optional(),
        limit: z.int().min(1).max(limits.documentSearchMax).default(limits.documentSearchDefault),
      })
      .meta({ id: 'DocumentSearch' }),
    answer: z
      .object({
        results: z.array(
          z.object({
            path: z.string(),
            title: z.string(),
            heading: z.string().nullable().describe('The heading under which it was found; null before the first'),
            anchor: z.string().nullable().describe("That heading's id in the HTML"),
            snippet: z.string(),
            highlights: z
              .array(z.tuple([z.int().min(0), z.int().min(0)]))
              .describe('Where words of the query are in the snippet: [start, end) in UTF-16 units'),
            relevance: z.number().min(0).max(1),
          }),
        ),
        count,
        warnings: searchWarnings,
      })
      .meta({ id: 'DocumentSearchAnswer' }),
    errors: ['invalid_path'],
  }),
} as const;
