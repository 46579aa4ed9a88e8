import { z } from 'zod';
import { text, timestamp } from '../common.js';
import { limits } from '../limits.js';
import { workspaceCredentials } from '../policy.js';
import { defineRoute } from '../route.js';
import { documentPath } from './path.js';
import { searchWarnings } from './schemas.js';

const read = { credentials: workspaceCredentials, effect: 'read', workspace: 'one' } as const;

const found = {
  id: z.string().describe("The document's path"),
  title: z.string(),
  url: z.url().describe("Address of the document's page, to cite"),
};

/** Search and fetch in the format of ChatGPT's connectors and deep research. Unreadable documents are omitted. */
export const documentAssistantRoutes = {
  'documents.find': defineRoute('documents.find', 'GET /search', {
    operation: 'search',
    summary: 'Find documents to cite, each once, best first',
    policy: read,
    query: z.strictObject({
      query: text(limits.queryCharacters).refine((value) => value.trim() !== '', { error: 'must contain words' }),
    }),
    answer: z.object({ results: z.array(z.object(found)), warnings: searchWarnings }).meta({ id: 'FoundDocuments' }),
  }),
  'documents.fetch': defineRoute('documents.fetch', 'GET /fetch', {
    operation: 'fetch',
    summary: 'Fetch a document that a search found, as text',
    policy: read,
    query: z.strictObject({ id: documentPath }),
    answer: z
      .object({
        ...found,
        text: z.string().describe(`The first ${limits.documentPieceCharacters} characters (UTF-16); empty for no text`),
        metadata: z.object({
          media_type: z.string(),
          updated_at: timestamp,
          updated_by: z.string(),
          next_offset: z.int().optional().describe('Offset for read_document; absent: the text is complete'),
        }),
      })
      .meta({ id: 'FetchedDocument' }),
    errors: ['invalid_path', 'document_not_found', 'locked'],
  }),
} as const;
