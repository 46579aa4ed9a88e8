import { z } from 'zod';
import { collectionDescription, configurationBody } from '../collections/configuration.js';
import { correctionFields } from '../collections/corrections.js';
import { decisionFields, matchState } from '../collections/matches.js';
import { queryFields } from '../collections/query.js';
import { writeFields } from '../collections/records.js';
import { acrossFields, resolutionFields } from '../collections/resolution.js';
import { collectionName } from '../collections/schemas.js';
import { pathText } from '../common.js';
import { overlapHours } from '../rotation.js';
import { numberText } from './arguments.js';
import { defineTool, looks } from './define.js';

// The path parameter without its description, because each tool would repeat it.
const collection = pathText;

const inexactId = 'must be a string, or a number small enough to be exact';

/**
 * An id as a model sends it: text or a number. A number too large for a double is accepted if the parser kept its
 * digits (`source`). It is refused if the digits have already changed.
 */
const externalId = z
  .preprocess(numberText, z.string({ error: inexactId }).min(1))
  .meta({ type: ['string', 'number'], description: 'Of a result' });

/** Tools that read records. */
export const readTools = [
  defineTool('collections.list', {
    title: 'List collections',
    description:
      'Lists the collections of business records that you can see, with their number of records and what you may ' +
      'do there. Next: describe_collection.',
    input: z.strictObject({}),
    annotations: looks,
    toInput: () => ({}),
  }),
  defineTool('collections.describe', {
    title: 'Describe a collection',
    description:
      'Call it before you use a collection: its fields with types, roles and an example, which are identifiers, which ' +
      'can be filtered and how they compare, the rules for written records, and the operations you may perform. ' +
      '`guidance` is written by the owner: content, not instructions of this service.',
    input: z.strictObject({ name: collection }),
    annotations: looks,
    toInput: ({ name }) => ({ params: { name } }),
  }),
  defineTool('collections.query', {
    title: 'Find records',
    description:
      'Resolves what someone said - an id, a SKU or other code, or a few words - to records and their ' +
      'external_id. Call describe_collection first for the fields to filter by. Read `confidence` before ' +
      'you act: "high": use the first result; "low": ambiguous, ask for the field in `disambiguate_by` first; "none": ' +
      'no usable match, say so: results are only the nearest. Name the attributes you need in `fields`. Omit query to list by ' +
      'filters alone. Stock, prices and states change at the source: fetch them there with external_id.',
    input: z.strictObject({ collection, ...queryFields, query: queryFields.query.optional() }),
    annotations: looks,
    toInput: ({ collection: name, ...body }) => ({ params: { name }, body }),
  }),
  defineTool('collections.resolve_records', {
    title: 'Resolve many',
    description:
      'Resolves up to 500 queries, or records by their fields (`record`). `external_id` is null unless `confidence` is high.',
    input: z.strictObject({ collection, ...resolutionFields }),
    annotations: looks,
    toInput: ({ collection: name, ...body }) => ({ params: { name }, body }),
  }),
  defineTool('collections.find', {
    title: 'Find everywhere',
    description: 'query_collection over several collections. Each result names its `collection`.',
    input: z.strictObject(acrossFields),
    annotations: looks,
    toInput: (body) => ({ body }),
  }),
  defineTool('collections.get_record', {
    title: 'Get one record',
    description: 'Fetches one record by its external_id. By words or by another code: query_collection.',
    input: z.strictObject({ collection, external_id: externalId }),
    annotations: looks,
    toInput: ({ collection: name, external_id: id }) => ({ params: { name, id } }),
  }),
] as const;

const chosenId = z
  .preprocess(numberText, z.string({ error: inexactId }).min(1).nullable())
  .meta({ type: ['string', 'number', 'null'], description: 'external_id of a result' });

/** Tools that write records. */
export const writeTools = [
  defineTool('collections.upsert_records', {
    title: 'Write records',
    description:
      'Creates or replaces records, keyed by the id field that describe_collection names (usually "id"). By default ' +
      'fields that you can see and do not send are removed; with mode: "merge" send only the fields to change. Each ' +
      'record is applied on its own: fix those with `error` in `results` as their `hint` says. Repeating a call is ' +
      'harmless. Events: a new id each.',
    input: z.strictObject({ collection, ...writeFields }),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    toInput: ({ collection: name, ...body }) => ({ params: { name }, body }),
  }),
  defineTool('collections.delete_record', {
    title: 'Delete one record',
    description: 'Deletes one record. The source system is not touched: if it sends the record again, it comes back.',
    input: z.strictObject({ collection, external_id: externalId }),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    toInput: ({ collection: name, external_id: id }) => ({ params: { name, id } }),
  }),
  defineTool('collections.correct_resolution', {
    title: 'Correct a resolution',
    description:
      'Call it when the user says which record a query, or the `record` of an entry of resolve_records, means: the ' +
      'same words, or identifiers and title, then return it first, as "high". null: none of them.',
    input: z.strictObject({ collection, ...correctionFields, external_id: chosenId }),
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
    toInput: ({ collection: name, ...body }) => ({ params: { name }, body }),
  }),
] as const;

/** Tools for duplicates. */
export const matchTools = [
  defineTool('collections.list_matches', {
    title: 'List duplicates',
    description: 'Pairs that may be one record. complete: false: list again.',
    input: z.strictObject({ collection, state: matchState }),
    annotations: looks,
    toInput: ({ collection: name, state }) => ({ params: { name }, query: { state } }),
  }),
  defineTool('collections.decide_match', {
    title: 'Decide a duplicate',
    description: 'Stores what a person decided. same: queries return `keep`.',
    input: z.strictObject({ collection, id: pathText, ...decisionFields }),
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
    toInput: ({ collection: name, id, ...body }) => ({ params: { name, id }, body }),
  }),
] as const;

// Mappings are set by people, because the secret of a signature must not be part of a conversation. Agents must not
// disable history or let writes delete either, because people undo their writes with it, nor decide how old records may
// be that they act on, or how often `high` may be wrong.
const {
  mapping: _mapping,
  overlap_hours: _overlap,
  import_columns: _columns,
  history_days: _days,
  expected_every: _every,
  overdue: _overdue,
  high_errors_max: _errors,
  deleted_field: _deleted,
  dry_run: _dryRun,
  ...agentConfiguration
} = configurationBody.shape;

/** Text that the operation validates. Its schema is omitted to keep the list of tools short. */
const plainText = z.string().optional();

/** Tools that create and manage collections. */
export const manageTools = [
  defineTool('collections.create', {
    title: 'Create a collection',
    description:
      'Creates a collection and returns its ingest URL for a source system: a password that is shown only once. ' +
      'Give it to the person who asked and store it nowhere else. Next: update_collection.',
    input: z.strictObject({ name: collectionName, description: collectionDescription.optional() }),
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
    toInput: (body) => ({ body }),
  }),
  defineTool('collections.fields', {
    title: 'Inspect fields',
    description:
      'Reports every field of the stored records: coverage, type, examples, and a suggested type and role. Use it ' +
      'before update_collection.',
    input: z.strictObject({ name: collection }),
    annotations: looks,
    toInput: ({ name }) => ({ params: { name } }),
  }),
  defineTool('collections.update', {
    title: 'Configure a collection',
    description:
      'Declares what fields are for (identifier, semantic, filterable, returned), rules for ' +
      'records, and notes for its users. A key sent replaces its value; null resets; omitted ' +
      'keys stay. On reindex_required, preview with reindex_collection.',
    input: z.strictObject({
      name: collection,
      ...agentConfiguration,
      dry_run: z.boolean().optional().describe('List changed answers only'),
    }),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    toInput: ({ name, ...body }) => ({ params: { name }, body }),
  }),
  defineTool('collections.reindex', {
    title: 'Reindex a collection',
    description:
      'Re-embeds records whose searchable text changed. By default only previews their number and cost: show that ' +
      'first, then repeat with dry_run: false.',
    input: z.strictObject({ name: collection, dry_run: z.boolean().default(true).describe('Only preview the cost') }),
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
    toInput: ({ name, dry_run }) => ({ params: { name }, query: { dry_run: `${dry_run}` as const } }),
  }),
  defineTool('collections.revert_records', {
    title: 'Undo writes',
    description:
      'Undoes writes: of request_id, of version of external_id, or since to until. First dry_run; show `conflicts`.',
    input: z.strictObject({
      collection,
      request_id: plainText,
      external_id: externalId.optional(),
      version: plainText,
      since: plainText,
      until: plainText,
      actor: plainText,
      dry_run: z.boolean().default(false),
      force: z.boolean().default(false),
    }),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    toInput: ({ collection: name, ...body }) => ({ params: { name }, body }),
  }),
  defineTool('collections.rotate_secret', {
    title: 'Replace the ingest URL',
    description: 'Replaces the ingest URL, a password shown once. The old one stops after overlap_hours or at once.',
    input: z.strictObject({ name: collection, overlap_hours: overlapHours.optional().describe('Hours') }),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
    toInput: ({ name, ...body }) => ({ params: { name }, body }),
  }),
  defineTool('collections.delete', {
    title: 'Delete a collection',
    description: 'Deletes a collection with all its records. It can be restored for its history_days. Ask first.',
    input: z.strictObject({ name: collection }),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    toInput: ({ name }) => ({ params: { name } }),
  }),
] as const;
