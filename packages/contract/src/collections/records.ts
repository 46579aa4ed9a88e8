import { z } from 'zod';
import { count, nextCursor, pageQuery, queryInteger, workspaceReference } from '../common.js';
import { codedIssue } from '../issues.js';
import { limits } from '../limits.js';
import { guardHeader, guardQuery, misplacedFields } from '../misplaced.js';
import { workspaceCredentials } from '../policy.js';
import { defineRoute } from '../route.js';
import {
  change,
  collectionParams,
  expectedVersions,
  record,
  recordBodies,
  recordParams,
  recordResults,
  sentId,
  writeMode,
} from './schemas.js';

const read = { credentials: workspaceCredentials, effect: 'read', workspace: 'one', permission: 'read' } as const;
const write = { credentials: workspaceCredentials, effect: 'write', workspace: 'one', permission: 'write' } as const;

/** The order of a list of records. */
export const recordOrder = z
  .string()
  .min(1)
  .max(limits.fieldNameCharacters + ':desc'.length)
  .describe(
    '`asc` or `desc`: by id. `price:asc` or `price:desc`: by a field that is declared as number, date or enum, by ' +
      'the update clock, or by `updated_at`, the last change. Records without a value are last, equal ones by id',
  );

/** How an agent's write is applied; also arguments of the tool. */
export const writeFields = {
  records: recordBodies,
  mode: writeMode,
  expect: expectedVersions.optional(),
  dry_run: z.boolean().default(false).describe('Check, store nothing'),
};

const liveIds = z
  .array(sentId)
  .superRefine((ids, context) => {
    if (ids.length === 0) {
      context.addIssue(
        codedIssue('empty_live_ids', 'Send at least one id in live_ids: an empty set would delete every record.'),
      );
    }
  })
  .meta({ minItems: 1, description: 'Ids of every record that still exists in the source' });

/** Records over a bearer credential. */
export const recordRoutes = {
  'collections.list_records': defineRoute('collections.list_records', 'GET /collections/{name}/records', {
    operation: 'list_records',
    summary: 'Browse the records of a collection',
    policy: read,
    params: collectionParams,
    query: pageQuery.extend({
      order: recordOrder.default('asc'),
      offset: queryInteger(0, limits.offsetMax).default(0).describe('Skip so many records, to jump to a position'),
      filters: z.string().optional().describe('Only records that match: `filters` of a query, as JSON'),
    }),
    answer: z
      .object({
        records: z.array(record),
        count,
        next_cursor: nextCursor,
        note: z
          .string()
          .optional()
          .describe('Present if the page is in order of ids because the search index is being built'),
      })
      .meta({ id: 'RecordList' }),
    errors: ['collection_not_found'],
  }),
  'collections.get_record': defineRoute('collections.get_record', 'GET /collections/{name}/records/{id}', {
    operation: 'get_record',
    summary: 'Fetch one record by its id in the source system',
    policy: read,
    params: recordParams,
    answer: record,
    errors: ['collection_not_found', 'record_not_found'],
  }),
  'collections.list_changes': defineRoute('collections.list_changes', 'GET /collections/{name}/changes', {
    operation: 'list_changes',
    summary: 'List the changes since a mark, in order',
    description:
      'Start without `since`, which also returns every live record. Then send `next` of each response as ' +
      '`since`. Every change is returned at least once; a record that changed several times is returned once, in ' +
      'its current state. A record that leaves the slice of the caller is `tombstoned`. Start again after a ' +
      "change of the grant's filter. A mark of another collection, or from before a change of `id_field`, is " +
      '`invalid_mark`: start again.',
    policy: read,
    params: collectionParams,
    query: z.strictObject({
      since: z.string().min(1).max(limits.cursorCharacters).optional().describe('`next` of the previous response'),
      limit: pageQuery.shape.limit,
    }),
    answer: z
      .object({
        changes: z.array(change),
        next: z.string().describe('Send it as `since` of the next call, also if there were no changes'),
        more: z.boolean().describe('Whether there are more changes'),
      })
      .meta({ id: 'RecordChanges' }),
    errors: ['collection_not_found', 'invalid_mark'],
  }),
  'collections.upsert_records': defineRoute('collections.upsert_records', 'POST /collections/{name}/records', {
    operation: 'upsert_records',
    summary: 'Write records with the credential of the caller',
    description:
      'A record replaces the stored one: fields that the caller can see and does not send are removed. With ' +
      '`mode: "merge"` they are kept, and `null` removes one. Fields that the caller cannot see stay, and what it ' +
      'sends for one is `ignored`. A deleted record has no fields to keep. `expect` ' +
      'names the version that a record must have; otherwise the record fails with `version_mismatch`. Each ' +
      'record is applied separately: an invalid one does not affect the others. Retries are idempotent. Every ' +
      'accepted record is embedded before the response, or later if the embedder fails. `dry_run` runs every check, ' +
      'stores nothing and adds no entry to the audit trail.',
    isRepeatable: true,
    takesTurns: true,
    policy: write,
    params: collectionParams,
    query: guardQuery,
    headers: [guardHeader],
    body: z.strictObject(writeFields).meta({ id: 'RecordUpsert' }),
    answer: z
      .object({
        written: count.describe(
          'Records that are stored as sent, also if that changed nothing; on a dry run, that would be',
        ),
        stale: count.describe('Records that are older than the stored ones, and were ignored'),
        failed: count,
        dry_run: z.boolean(),
        results: recordResults,
        ...misplacedFields,
        workspace: workspaceReference,
      })
      .meta({ id: 'RecordsWritten' }),
    errors: ['collection_not_found', 'operation_not_allowed', 'too_many_records', 'daily_write_cap', 'storage_full'],
    bodyLimitBytes: limits.largeBodyBytes,
  }),
  'collections.import_records': defineRoute('collections.import_records', 'POST /collections/{name}/import', {
    operation: 'import_records',
    summary: 'Import one page of records from the source system',
    isRepeatable: true,
    takesTurns: true,
    policy: write,
    params: collectionParams,
    body: z.strictObject({ records: recordBodies }).meta({ id: 'RecordImport' }),
    answer: z
      .object({
        imported: count.describe('Records that are stored as sent, also if that changed nothing'),
        stale: count.describe('Records that are older than the stored ones, and were ignored'),
        failed: count,
        embedded: count,
        results: recordResults,
        ...misplacedFields,
        workspace: workspaceReference,
      })
      .meta({ id: 'RecordsImported' }),
    errors: ['collection_not_found', 'operation_not_allowed', 'too_many_records', 'storage_full'],
    bodyLimitBytes: limits.largeBodyBytes,
  }),
  'collections.delete_record': defineRoute('collections.delete_record', 'DELETE /collections/{name}/records/{id}', {
    operation: 'delete_record',
    summary: 'Delete one record',
    policy: write,
    params: recordParams,
    answer: z
      .object({ external_id: z.string(), status: z.literal('tombstoned'), workspace: workspaceReference })
      .meta({ id: 'RecordTombstoned' }),
    errors: ['collection_not_found', 'operation_not_allowed', 'record_not_found', 'append_only'],
  }),
  'collections.reconcile_records': defineRoute('collections.reconcile_records', 'POST /collections/{name}/reconcile', {
    operation: 'reconcile_records',
    summary: 'Delete every record whose id the source no longer lists',
    description:
      'Send the time at which the source started to list its ids as `as_of`: records that it wrote or sent unchanged ' +
      'later are kept. Use ' +
      '`time` of `GET /health`, the clock of this service. If more than `max_tombstones` records would be ' +
      'deleted, nothing changes. Without `max_tombstones`, a list that has no id of a live record is refused as ' +
      '`unknown_ids`: it is probably not a list of ids. `dry_run` runs every check, stores nothing and adds no entry ' +
      'to the audit trail.',
    isRepeatable: true,
    takesTurns: true,
    policy: write,
    params: collectionParams,
    body: z
      .strictObject({
        live_ids: liveIds,
        as_of: z.iso.datetime({ offset: true }).optional().describe('Keep records confirmed after this time'),
        dry_run: z.boolean().default(false).describe('Only count'),
        max_tombstones: z
          .int()
          .min(0)
          .optional()
          .describe(
            'Refuse if more would be deleted; default: half of the live records, at least ' +
              `${limits.tombstonesAtLeast}`,
          ),
      })
      .meta({ id: 'Reconcile' }),
    answer: z
      .object({
        tombstoned: count.describe('On a dry run, how many would be'),
        kept_newer: count.describe('Records that live_ids lacks and that were confirmed after as_of'),
        live: count.describe('Sent ids of live records'),
        unknown: count.describe('Sent ids without a live record'),
        dry_run: z.boolean(),
        ...misplacedFields,
        workspace: workspaceReference,
      })
      .meta({ id: 'Reconciled' }),
    errors: [
      'collection_not_found',
      'operation_not_allowed',
      'empty_live_ids',
      'append_only',
      'unknown_ids',
      'too_many_tombstones',
    ],
    bodyLimitBytes: limits.largeBodyBytes,
  }),
} as const;
