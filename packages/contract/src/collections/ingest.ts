import { z } from 'zod';
import { count, pathText, text, workspaceReference } from '../common.js';
import { limits } from '../limits.js';
import { defineRoute } from '../route.js';
import { recordApplied, recordBodies, recordBody, recordResults } from './schemas.js';

const policy = { credentials: ['ingest_secret'], effect: 'write', workspace: 'one' } as const;
const params = z.strictObject({ secret: pathText.describe('The secret of the ingest URL') });

const batchIngested = z
  .object({
    accepted: count.describe('Records that did not fail'),
    failed: count,
    pending_embed: count.describe('Records of the collection awaiting embedding'),
    results: recordResults,
    workspace: workspaceReference,
  })
  .meta({ id: 'BatchIngested' });

const delivered = z
  .union([
    recordApplied.extend({ workspace: workspaceReference }).meta({ id: 'RecordIngested' }),
    batchIngested,
    z.string().meta({
      id: 'Handshake',
      description: 'The `validationToken`, or `pong` to the test of WooCommerce, as plain text',
    }),
  ])
  .meta({ id: 'Delivered' });

const challenge = text(limits.validationTokenCharacters).optional();

/** Writes with the secret in the URL: only upserts to one collection. */
export const ingestRoutes = {
  'ingest.confirm': defineRoute('ingest.confirm', 'GET /ingest/{secret}', {
    summary: 'Confirm the URL to a source: returns its challenge, or `ok`, as plain text',
    description: 'Reads and writes nothing. Sources that test a URL with `HEAD` get the status only.',
    policy: { ...policy, effect: 'read' },
    params,
    query: z.strictObject({
      challenge: challenge.describe('Returned, as to Dropbox'),
      validationToken: challenge.describe('Returned, as to Microsoft Graph'),
      'hub.challenge': challenge.describe('Returned, as to WebSub and Meta'),
      'hub.mode': challenge,
      'hub.topic': challenge,
      'hub.verify_token': challenge,
      'hub.lease_seconds': challenge,
    }),
    answer: z.string().meta({ id: 'UrlConfirmed', description: 'The challenge, or `ok`' }),
    errors: ['invalid_ingest_secret'],
  }),
  'ingest.record': defineRoute('ingest.record', 'POST /ingest/{secret}', {
    summary: 'Upsert one record',
    description:
      'The body is the record as JSON of any `Content-Type`. With `application/x-ndjson` each line is a record, and the ' +
      'response is that of a batch. The record is embedded before ' +
      'the response, or later if the embedder fails. If the collection has a `mapping`, the ' +
      'body is what the mapping reads. If the mapping has `records`, the ' +
      'response is that of a batch. A missing or wrong signature returns `invalid_credential`. An event of another ' +
      'kind than `events` of the mapping, and a body in which no mapped field has a value, return ' +
      '`invalid_request` and change nothing. Bodies may be packed with gzip.',
    isRepeatable: true,
    takesTurns: 'for work that calls share',
    policy,
    params,
    query: z.strictObject({
      validationToken: text(limits.validationTokenCharacters)
        .optional()
        .describe('Sent by Business Central for a new subscription; it is returned, and nothing is written'),
    }),
    body: recordBody,
    sentBody: true,
    answer: delivered,
    errors: [
      'invalid_ingest_secret',
      'invalid_credential',
      'read_only_here',
      'too_many_fields',
      'too_deep',
      'append_only',
      'too_many_records',
      'missing_required_field',
      'unknown_field',
      'missing_id',
      'invalid_id',
      'invalid_text',
      'storage_full',
    ],
  }),
  'ingest.batch': defineRoute('ingest.batch', 'POST /ingest/{secret}/batch', {
    summary: 'Upsert up to 500 records, each on its own, without waiting for embeddings',
    description: 'Until it is embedded, a new or changed record is found by its words, identifiers and filters.',
    isRepeatable: true,
    takesTurns: true,
    policy,
    params,
    body: z.strictObject({ records: recordBodies }).meta({ id: 'IngestBatch' }),
    sentBody: true,
    answer: batchIngested,
    errors: ['invalid_ingest_secret', 'invalid_credential', 'read_only_here', 'too_many_records', 'storage_full'],
  }),
  'ingest.embed_pending': defineRoute('ingest.embed_pending', 'POST /ingest/{secret}/embed-pending', {
    summary: 'Embed pending records; repeat until `more` is false',
    description:
      `Embeds up to ${limits.recordsPerCall} records. Concurrent calls never send the same record to the ` +
      `embedding provider. A record whose text the provider refuses ${limits.embedTries} times waits for a ` +
      'reindex. Outages of the provider do not count. If a call embeds nothing and `more` is true, wait before ' +
      'the next call.',
    isRepeatable: true,
    takesTurns: true,
    policy,
    params,
    answer: z
      .object({
        embedded: count,
        failed: count.describe('Records whose text the provider refused'),
        more: z.boolean().describe('Whether records are still pending'),
        workspace: workspaceReference,
      })
      .meta({ id: 'PendingEmbedded' }),
    errors: ['invalid_ingest_secret', 'read_only_here'],
  }),
} as const;
