import { z } from 'zod';
import { count, pathText, workspaceReference } from '../common.js';
import { limits } from '../limits.js';
import { defineRoute } from '../route.js';
import { recordApplied, recordBodies, recordBody, recordResults } from './schemas.js';

const policy = { credentials: ['ingest_secret'], effect: 'write', workspace: 'one' } as const;
const params = z.strictObject({ secret: pathText.describe('The secret of the ingest URL') });

/** Writes with the secret in the URL: only upsert, only one collection. */
export const ingestRoutes = {
  'ingest.record': defineRoute('ingest.record', 'POST /ingest/{secret}', {
    summary: 'Upsert one record',
    description:
      'The body is the record itself, as JSON; a Content-Type is optional. It is embedded before the answer.',
    isRepeatable: true,
    policy,
    params,
    body: recordBody,
    untypedBody: true,
    answer: recordApplied.extend({ workspace: workspaceReference }).meta({ id: 'RecordIngested' }),
    errors: [
      'invalid_ingest_secret',
      'read_only_here',
      'too_many_fields',
      'too_deep',
      'append_only',
      'missing_required_field',
      'unknown_field',
      'missing_id',
      'invalid_id',
      'invalid_text',
    ],
  }),
  'ingest.batch': defineRoute('ingest.batch', 'POST /ingest/{secret}/batch', {
    summary: 'Upsert up to 500 records, each on its own, without waiting for embeddings',
    description: 'Until it is embedded, a new or changed record is found by its words, identifiers and filters.',
    isRepeatable: true,
    policy,
    params,
    body: z.strictObject({ records: recordBodies }).meta({ id: 'IngestBatch' }),
    untypedBody: true,
    answer: z
      .object({
        accepted: count.describe('Records that did not fail'),
        failed: count,
        pending_embed: count.describe('Records of the collection awaiting embedding'),
        results: recordResults,
        workspace: workspaceReference,
      })
      .meta({ id: 'BatchIngested' }),
    errors: ['invalid_ingest_secret', 'read_only_here', 'too_many_records'],
  }),
  'ingest.embed_pending': defineRoute('ingest.embed_pending', 'POST /ingest/{secret}/embed-pending', {
    summary: 'Embed records that still wait for it; call again until `more` is false',
    description:
      `Up to ${limits.recordsPerCall} records, each of which is sent to the embedding provider by one call only, however ` +
      `many call at once. A record whose own text is refused ${limits.embedTries} times is left to a reindex; an outage of ` +
      'the provider is no such refusal. Where a call embeds nothing and `more` is true, wait before the next one.',
    isRepeatable: true,
    policy,
    params,
    answer: z
      .object({
        embedded: count,
        failed: count.describe('Records whose text the provider refused'),
        more: z.boolean().describe('Whether records still wait'),
        workspace: workspaceReference,
      })
      .meta({ id: 'PendingEmbedded' }),
    errors: ['invalid_ingest_secret', 'read_only_here'],
  }),
} as const;
