import type { RawAnswer } from '@tessera/contract';
import type { Dispatcher } from '../../dispatch/dispatcher.js';
import type { PageRequest } from './calls.js';
import { publicCaching } from './public-page.js';
import { pathAfter, siteOf } from './site.js';

const sentHeaders = ['range', 'if-range', 'if-none-match'];

/** Responds with a public file. Throws the error of the operation. */
export async function publicFile(c: PageRequest, dispatcher: Dispatcher): Promise<Response> {
  const { slug = '', files } = siteOf(c);
  const [, repo = '', path = ''] = /^([^/]*)\/?(.*)$/s.exec(pathAfter(c, files)) ?? [];
  const headers = sentHeaders.map((name) => [name, c.req.header(name)]).filter(([, value]) => value !== undefined);
  c.set('operation', 'documents.get_raw');
  const outcome = await dispatcher.call({
    operation: 'documents.get_raw',
    credentials: { visited: slug },
    workspaceHeader: undefined,
    requestId: c.get('requestId'),
    input: async () => ({
      params: { repo, path },
      query: { ...c.req.query(), ...Object.fromEntries(headers) },
      body: undefined,
    }),
  });
  c.set('principal', outcome.principal);
  if (outcome.refusal !== undefined) {
    c.set('fault', outcome.fault);
    throw outcome.refusal;
  }
  const { status, headers: answered, body } = outcome.answer as RawAnswer;
  for (const [name, value] of Object.entries({ ...answered, 'Cache-Control': publicCaching })) {
    c.header(name, value);
  }
  return c.newResponse(body as ReadableStream | null, status as 200);
}
