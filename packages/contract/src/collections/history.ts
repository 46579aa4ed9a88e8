import { z } from 'zod';
import { count, nextCursor, pageQuery, pathText, timestamp, workspaceReference, zonedTimestamp } from '../common.js';
import { limits } from '../limits.js';
import { workspaceCredentials } from '../policy.js';
import { defineRoute } from '../route.js';
import { collectionParams, record, recordParams, sentId } from './schemas.js';

const readers = { credentials: workspaceCredentials, effect: 'read', workspace: 'one', permission: 'read' } as const;
const managers = {
  credentials: workspaceCredentials,
  effect: 'write',
  workspace: 'one',
  permission: 'manage',
} as const;

const recordVersion = z
  .object({
    version: z.string(),
    at: timestamp.describe('When it was written'),
    actor: z
      .object({ kind: z.string(), id: z.string(), name: z.string() })
      .nullable()
      .describe('Who wrote it, as in the audit log; null if the entry is not kept'),
    request_id: z.string().nullable().describe('`X-Request-Id` of the write; null if the audit entry is not kept'),
    status: z.enum(['created', 'updated', 'revived', 'tombstoned']),
    changed: z
      .array(z.string())
      .describe('Exposed fields that differ from the version before; empty if that one is not kept'),
  })
  .meta({ id: 'RecordVersion' });

/** One version of a record, without its attributes. */
export type RecordVersion = z.infer<typeof recordVersion>;

const oneSelection = 'send either request_id, or external_id with version, or since with until';

/** The writes that a revert undoes, and how. */
const revertFields = {
  request_id: z.string().min(1).max(128).optional().describe('Undo the writes of this request'),
  external_id: sentId.optional().describe('With version'),
  version: z.string().min(1).max(100).optional().describe('Undo the write that made this version'),
  since: zonedTimestamp.optional().describe('Undo writes from this time on'),
  until: zonedTimestamp.optional().describe('and up to this time'),
  actor: z.string().min(1).max(limits.nameCharacters).optional().describe('Only by this actor: id or name'),
  dry_run: z.boolean().default(false).describe('Check, store nothing'),
  force: z.boolean().default(false).describe('Undo later changes too'),
};

/** Requires exactly one of the ways to select writes, with all its keys. */
const revertBody = z
  .strictObject(revertFields)
  .superRefine(({ request_id, external_id, version, since, until, actor }, context) => {
    const given = [
      request_id !== undefined,
      external_id !== undefined || version !== undefined,
      since !== undefined || until !== undefined || actor !== undefined,
    ];
    const isWhole =
      (external_id === undefined) === (version === undefined) && (since === undefined) === (until === undefined);
    const hasSpan = actor === undefined || since !== undefined;
    if (given.filter(Boolean).length !== 1 || !isWhole || !hasSpan) {
      context.addIssue({ code: 'custom', message: oneSelection });
    }
  })
  .meta({ id: 'Revert' });

/** Earlier versions of records, and reverting to them. */
export const historyRoutes = {
  'collections.list_record_versions': defineRoute(
    'collections.list_record_versions',
    'GET /collections/{name}/records/{id}/history',
    {
      operation: 'list_record_versions',
      summary: 'List the versions of a record, newest first',
      description:
        'The current version is the first. A version is kept for `history_days` of the collection after it was ' +
        'replaced. Versions outside the slice of the caller are left out. The versions of a deleted record are only ' +
        'for callers who manage the collection.',
      policy: readers,
      params: recordParams,
      query: pageQuery,
      answer: z.object({ versions: z.array(recordVersion), next_cursor: nextCursor }).meta({ id: 'RecordVersionList' }),
      errors: ['collection_not_found', 'record_not_found'],
    },
  ),
  'collections.get_record_version': defineRoute(
    'collections.get_record_version',
    'GET /collections/{name}/records/{id}/history/{version}',
    {
      operation: 'get_record_version',
      summary: 'Fetch a record as it was in one version',
      description: 'Of a `tombstoned` version, the record as it was deleted.',
      policy: readers,
      params: z.strictObject({ ...recordParams.shape, version: pathText.describe('`version` of the list') }),
      answer: record
        .omit({ confirmed_at: true, overdue: true })
        .extend(recordVersion.shape)
        .meta({ id: 'FormerRecord' }),
      errors: ['collection_not_found', 'record_not_found'],
    },
  ),
  'collections.revert_records': defineRoute('collections.revert_records', 'POST /collections/{name}/revert', {
    operation: 'revert_records',
    summary: 'Undo writes: return records to the versions before',
    description:
      'Selects writes by `request_id`, by `external_id` and `version`, or by a span of time and optionally an actor. ' +
      'Each record that they changed returns to its version before the first of them; one that they created is ' +
      'deleted. A record that was changed since is a conflict and stays, unless `force` is true. So is one whose ' +
      'version before is not kept, or that the rules of the collection now refuse. Records are written in parts of ' +
      `${limits.recordsPerCall}: if a call is interrupted, repeat it. A revert is a write with a request id of its ` +
      `own, which another call can undo. One call reverts at most ${limits.recordsPerRevert.toLocaleString('en-US')} records.`,
    isRepeatable: true,
    takesTurns: true,
    policy: managers,
    params: collectionParams,
    body: revertBody,
    answer: z
      .object({
        reverted: count.describe('On a dry run, how many would be'),
        unchanged: count.describe('Records that are as they were before'),
        conflicts: z
          .array(z.object({ external_id: z.string(), message: z.string() }))
          .describe('Records that stay as they are, and why'),
        dry_run: z.boolean(),
        workspace: workspaceReference,
      })
      .meta({ id: 'RecordsReverted' }),
    errors: [
      'collection_not_found',
      'operation_not_allowed',
      'record_not_found',
      'append_only',
      'too_many_records',
      'storage_full',
    ],
  }),
} as const;
