import { z } from 'zod';
import {
  count,
  jsonObject,
  label,
  nextCursor,
  pageQuery,
  pathText,
  queryBoolean,
  text,
  timestamp,
  workspaceReference,
} from '../common.js';
import { limits } from '../limits.js';
import { workspaceCredentials } from '../policy.js';
import { defineRoute } from '../route.js';
import { dryRun, dryRunDescription, forecast } from './forecast.js';
import { requireRecordAlone } from './query.js';
import { collectionParams } from './schemas.js';

const readers = { credentials: workspaceCredentials, effect: 'read', workspace: 'one', permission: 'read' } as const;
const writers = { credentials: workspaceCredentials, effect: 'write', workspace: 'one', permission: 'write' } as const;

/** The keys of a correction as sent. */
export const correctionFields = {
  query: label(limits.queryCharacters).optional().describe('The query'),
  record: jsonObject.optional().describe('Instead of a query: known fields, as in resolve_records'),
  external_id: text(limits.idCharacters).min(1).nullable().describe('The record that is meant; null: none'),
};

const correctionBody = z
  .strictObject({ ...correctionFields, dry_run: dryRun })
  .superRefine((body, context) => {
    if (body.record !== undefined) {
      requireRecordAlone(body, context);
    } else if (body.query === undefined) {
      context.addIssue({ code: 'custom', message: 'send a query or a record', path: ['query'] });
    }
  })
  .meta({ id: 'CorrectionRequest' });

const correction = z
  .object({
    id: z.string(),
    query: z.string().describe('The query; for a record the values of its identifiers and title'),
    record: jsonObject.optional().describe('The identifiers and title of a corrected record; absent for a query'),
    external_id: z.string().nullable().describe('The record that is meant; null: none'),
    by: z.string().describe('Who chose it'),
    at: timestamp,
  })
  .meta({ id: 'Correction' });

/** Which record a person chose for the words of a query, or for the identifiers and title of a sent record. */
export type Correction = z.infer<typeof correction>;

/** Which records people chose for the words of a query. */
export const correctionRoutes = {
  'collections.correct_resolution': defineRoute(
    'collections.correct_resolution',
    'POST /collections/{name}/corrections',
    {
      operation: 'correct_resolution',
      summary: 'Choose the record that the words of a query mean, or none',
      description:
        'Queries with the same words then return this record first, with `high`. Case, space, punctuation and the ' +
        'order of the words do not matter, except punctuation between digits. With null, the query is never ' +
        '`high`. A correction applies to callers who see the record, while the record is live. If several apply, ' +
        'the newest counts. With a `record`, the correction applies to entries of `resolve_records` with the same ' +
        `identifiers and title. A collection keeps up to ${limits.correctionsPerCollection.toLocaleString('en-US')}. ` +
        dryRunDescription,
      takesTurns: 'for work that calls share',
      policy: writers,
      params: collectionParams,
      body: correctionBody,
      answer: z
        .union([correction.extend({ workspace: workspaceReference }).meta({ id: 'CorrectionWritten' }), forecast])
        .meta({ id: 'CorrectionChange' }),
      errors: ['collection_not_found', 'record_not_found', 'storage_full'],
    },
  ),
  'collections.list_corrections': defineRoute('collections.list_corrections', 'GET /collections/{name}/corrections', {
    operation: 'list_corrections',
    summary: 'List the corrections that apply to you, newest first',
    policy: readers,
    params: collectionParams,
    query: pageQuery,
    answer: z
      .object({ corrections: z.array(correction), count, next_cursor: nextCursor })
      .meta({ id: 'CorrectionList' }),
    errors: ['collection_not_found'],
  }),
  'collections.delete_correction': defineRoute(
    'collections.delete_correction',
    'DELETE /collections/{name}/corrections/{id}',
    {
      operation: 'delete_correction',
      summary: 'Delete a correction',
      description: dryRunDescription,
      takesTurns: 'for work that calls share',
      policy: writers,
      params: z.strictObject({ ...collectionParams.shape, id: pathText }),
      query: z.strictObject({ dry_run: queryBoolean.optional().describe('Store nothing; see the description') }),
      answer: z
        .union([
          z
            .object({ id: z.string(), deleted: z.literal(true), workspace: workspaceReference })
            .meta({ id: 'CorrectionDeleted' }),
          forecast,
        ])
        .meta({ id: 'CorrectionDeletion' }),
      errors: ['collection_not_found', 'correction_not_found'],
    },
  ),
} as const;
