import { z } from 'zod';
import {
  count,
  optionalNextCursor,
  optionalPageQuery,
  queryBoolean,
  timestamp,
  uuid,
  workspaceReference,
} from '../common.js';
import { workspaceCredentials } from '../policy.js';
import { previousEnded, rotated, rotationBody } from '../rotation.js';
import { defineRoute } from '../route.js';
import { collectionEntry, configurationBody, describeAnswer, fieldsAnswer, fieldsQuery } from './configuration.js';
import { dryRunDescription, forecast } from './forecast.js';
import { collectionName, collectionParams } from './schemas.js';

const ingestUrlAnswer = z
  .object({
    id: uuid,
    name: z.string(),
    ingest_url: z.string().describe('{base_url}/ingest/<secret>; anyone who has it can write records here'),
    secret: z.string().describe('Shown once'),
    note: z.string(),
    workspace: workspaceReference,
  })
  .meta({ id: 'IngestUrl' });

const manage = { credentials: workspaceCredentials, workspace: 'one', permission: 'manage' } as const;

/** A new collection has no earlier secret. */
const { overlap_hours: _overlap, dry_run: _dryRun, ...newConfiguration } = configurationBody.shape;

const endsPrevious = {
  policy: { ...manage, effect: 'write', endsAccess: true },
  params: collectionParams,
  answer: previousEnded,
  errors: ['collection_not_found', 'operation_not_allowed'],
} as const;

/** Routes of collections: create, list, describe, configure, reindex, rotate the secret, delete. */
export const collectionRoutes = {
  'collections.create': defineRoute('collections.create', 'POST /collections', {
    operation: 'create_collection',
    summary: 'Create a collection with its ingest URL',
    description:
      'The ingest URL and its secret are shown once; only a hash is kept. The body takes the keys of the ' +
      'configuration too: they apply before the first record.',
    policy: { ...manage, effect: 'write', unconfined: true },
    body: z.strictObject({ name: collectionName, ...newConfiguration }).meta({ id: 'CollectionCreate' }),
    answer: ingestUrlAnswer,
    errors: ['collection_exists', 'identifier_is_semantic', 'storage_full'],
  }),
  'collections.list': defineRoute('collections.list', 'GET /collections', {
    operation: 'list_collections',
    summary: 'List the collections that the caller can see',
    policy: { credentials: workspaceCredentials, effect: 'read', workspace: 'one' },
    query: optionalPageQuery.extend({
      deleted: queryBoolean
        .default(false)
        .describe(
          'Instead, the deleted collections that the caller can restore: of each name, the one that was deleted last',
        ),
    }),
    answer: z
      .object({ collections: z.array(collectionEntry), count, next_cursor: optionalNextCursor })
      .meta({ id: 'CollectionList' }),
    errors: ['operation_not_allowed'],
  }),
  'collections.describe': defineRoute('collections.describe', 'GET /collections/{name}/describe', {
    operation: 'describe_collection',
    summary: 'Describe a collection: its fields, rules and what the caller may do',
    policy: { credentials: workspaceCredentials, effect: 'read', workspace: 'one', permission: 'read' },
    params: collectionParams,
    answer: describeAnswer,
    errors: ['collection_not_found'],
  }),
  'collections.update': defineRoute('collections.update', 'PATCH /collections/{name}', {
    operation: 'update_collection',
    summary: "Change a collection's description, field roles, contract or guidance",
    description:
      'Saving never re-embeds records. `reindex_required` is true if the change requires a reindex, or if this ' +
      'is not certain. A type that makes the filter of a grant invalid is refused. Another `id_field`, ' +
      '`write_date_field` or `id_match_fields` applies to all records at once. Until then, reads use the earlier ' +
      'ids and writes wait, or return `unavailable` after 10 seconds. If two live records would get the same id, ' +
      'or a record none, the response is `id_conflict` and nothing changes. If a deleted record and a live one ' +
      `would, the live one is kept. ${dryRunDescription}`,
    takesTurns: true,
    policy: { ...manage, effect: 'write' },
    params: collectionParams,
    body: configurationBody,
    answer: z
      .union([
        describeAnswer
          .extend({
            reindex_required: z.boolean(),
            previous_expires_at: rotated.previous_expires_at
              .optional()
              .describe('With a new secret of a signature only'),
            workspace: workspaceReference,
          })
          .meta({ id: 'CollectionUpdated' }),
        forecast,
      ])
      .meta({ id: 'CollectionChange' }),
    errors: ['collection_not_found', 'operation_not_allowed', 'identifier_is_semantic', 'id_conflict'],
  }),
  'collections.fields': defineRoute('collections.fields', 'GET /collections/{name}/fields', {
    operation: 'collection_fields',
    summary: 'Inspect the fields of stored records and suggest types and roles',
    takesTurns: true,
    policy: { ...manage, effect: 'read' },
    params: collectionParams,
    query: fieldsQuery,
    answer: fieldsAnswer,
    errors: ['collection_not_found', 'operation_not_allowed'],
  }),
  'collections.reindex': defineRoute('collections.reindex', 'POST /collections/{name}/reindex', {
    operation: 'reindex_collection',
    summary: 'Preview or apply a re-embedding of the collection',
    description:
      'With `dry_run` (the default) nothing changes. Without it, records whose text changed are embedded in the ' +
      'background; `pending_embed` of describe is the number of those left. Until then, queries use the old ' +
      'vectors.',
    isRepeatable: true,
    takesTurns: true,
    policy: { ...manage, effect: 'write' },
    params: collectionParams,
    query: z.strictObject({
      dry_run: queryBoolean.default(true).describe('Only estimate the cost'),
    }),
    answer: z
      .object({
        records: count,
        would_reembed: count.describe("Records whose text or embedder differs from their vector's"),
        estimated_tokens: count,
        estimated_cost_usd: z.number().min(0),
        applied: z.boolean(),
        reembedding: count.optional().describe('Records queued; only when applied'),
        workspace: workspaceReference.optional().describe('Only when applied'),
      })
      .meta({ id: 'Reindex' }),
    errors: ['collection_not_found', 'operation_not_allowed'],
  }),
  'collections.rotate_secret': defineRoute('collections.rotate_secret', 'POST /collections/{name}/rotate-secret', {
    operation: 'regenerate_ingest_url',
    summary: 'Create a new ingest URL',
    policy: { ...manage, effect: 'write' },
    params: collectionParams,
    optionalBody: true,
    body: rotationBody,
    answer: ingestUrlAnswer.extend(rotated).meta({ id: 'IngestUrlRotated' }),
    errors: ['collection_not_found', 'operation_not_allowed'],
  }),
  'collections.end_previous_url': defineRoute('collections.end_previous_url', 'DELETE /collections/{name}/previous', {
    operation: 'regenerate_ingest_url',
    summary: 'End the earlier ingest URL now',
    ...endsPrevious,
  }),
  'collections.end_previous_mapping_secret': defineRoute(
    'collections.end_previous_mapping_secret',
    'DELETE /collections/{name}/mapping/previous',
    {
      operation: 'update_collection',
      summary: 'End the earlier secret of the signature of the mapping now',
      ...endsPrevious,
    },
  ),
  'collections.delete': defineRoute('collections.delete', 'DELETE /collections/{name}', {
    operation: 'delete_collection',
    summary: 'Delete a collection and everything in it',
    description:
      'It can be restored for the `history_days` of the collection; with 0 the deletion is final. Its name is free, and ' +
      'its URLs are refused meanwhile.',
    policy: { ...manage, effect: 'write' },
    params: collectionParams,
    query: z.strictObject({
      confirm: z.string().optional().describe('The name of the collection. Another name is refused'),
    }),
    answer: z
      .object({
        id: uuid,
        name: z.string(),
        deleted: z.literal(true),
        restorable_until: timestamp.nullable().describe('null: it is gone for good'),
        workspace: workspaceReference,
      })
      .meta({ id: 'CollectionDeleted' }),
    errors: ['collection_not_found', 'operation_not_allowed'],
  }),
  'collections.restore': defineRoute('collections.restore', 'POST /collections/{name}/restore', {
    operation: 'restore_collection',
    summary: 'Restore a deleted collection with its records, sharing and URLs',
    description: 'Of several deleted collections of this name, the one that was deleted last.',
    policy: { ...manage, effect: 'write', unconfined: true },
    params: collectionParams,
    answer: z
      .object({ id: uuid, name: z.string(), restored: z.literal(true), workspace: workspaceReference })
      .meta({ id: 'CollectionRestored' }),
    errors: ['collection_not_found', 'collection_exists', 'operation_not_allowed'],
  }),
} as const;
