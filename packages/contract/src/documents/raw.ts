import { z } from 'zod';
import { limits } from '../limits.js';
import { readingCredentials, workspaceCredentials } from '../policy.js';
import { defineRoute } from '../route.js';
import { changeMessage, documentWritten, versionId } from './schemas.js';

const rawParams = z.strictObject({
  repo: z.string().min(1),
  path: z.string().min(1).describe('The rest of the address, slashes included'),
});

/** A file as an answer: its bytes in `body`, in the order sent, and HTTP headers. */
export interface RawAnswer {
  readonly status: 200 | 206 | 304;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | ReadableStream<Uint8Array> | null;
}

/** Documents as files, for browsers and programs that only know HTTP. */
export const rawRoutes = {
  'documents.get_raw': defineRoute('documents.get_raw', 'GET /raw/{repo}/{path}', {
    summary: 'Fetch a file as it is',
    description: 'The ETag is the blob. One byte range is supported. Scripts in a file never run.',
    policy: { credentials: readingCredentials, effect: 'read', workspace: 'one' },
    params: rawParams,
    query: z.strictObject({
      version: versionId.optional(),
      range: z.string().optional(),
      'if-range': z.string().optional(),
      'if-none-match': z.string().optional(),
    }),
    headers: ['range', 'if-range', 'if-none-match'],
    bytes: 'answer',
    answer: z.custom<RawAnswer>().meta({ id: 'RawFile', type: 'string', format: 'binary' }),
    errors: ['invalid_path', 'document_not_found', 'locked', 'version_not_found', 'range_not_satisfiable'],
  }),
  'documents.put_raw': defineRoute('documents.put_raw', 'PUT /raw/{repo}/{path}', {
    summary: 'Write a file as it is',
    description:
      'Requires `If-Match` with the ETag last seen, or `If-None-Match: *` for a new file. A file has at most 200 MiB.',
    policy: { credentials: workspaceCredentials, effect: 'write', workspace: 'one' },
    params: rawParams,
    query: z.strictObject({
      message: changeMessage.optional(),
      'if-match': z.string().optional(),
      'if-none-match': z.string().optional(),
    }),
    headers: ['if-match', 'if-none-match'],
    bytes: 'body',
    body: z.custom<Uint8Array | Blob>().meta({ id: 'RawBytes', type: 'string', format: 'binary' }),
    answer: documentWritten,
    errors: [
      'invalid_path',
      'operation_not_allowed',
      'outside_scope',
      'repo_not_found',
      'path_taken',
      'precondition_failed',
      'precondition_required',
      'storage_full',
    ],
    bodyLimitBytes: limits.fileBytes,
  }),
} as const;
