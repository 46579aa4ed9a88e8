import { z } from 'zod';
import { count, jsonObject, pathText, text, timestamp } from '../common.js';
import { recordErrorCodes } from '../errors.js';
import { limits } from '../limits.js';
import { permissions } from '../policy.js';
import { previousSecret } from '../rotation.js';

/** `{name}` in a collection's routes. An invalid name is reported as `collection_not_found`. */
export const collectionParams = z.strictObject({
  name: pathText.describe('Name of the collection'),
});

/** `{name}` and `{id}` in a record's routes. The id is read in the same way as the ids of records. */
export const recordParams = z.strictObject({
  ...collectionParams.shape,
  id: pathText.describe("The record's id in the source system"),
});

/** The name of a collection. */
export const collectionName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, { error: 'must be 1-64 of a-z, 0-9, _ and -, starting with a letter or digit' })
  .meta({ id: 'CollectionName' });

/** Levels of access to a collection, weakest first. */
export const collectionAccess = z.enum(permissions).meta({ id: 'CollectionAccess' });

/** Declared types of fields. */
export const fieldType = z.enum(['string', 'number', 'date', 'enum']).meta({ id: 'FieldType' });

/** A declared type. */
export type FieldType = z.infer<typeof fieldType>;

/** The role of a field. */
export const fieldRole = z
  .enum(['control', 'identifier', 'semantic', 'filterable', 'exposed'])
  .meta({ id: 'FieldRole' });

/** The role of a field. */
export type FieldRole = z.infer<typeof fieldRole>;

/** How undeclared fields are treated. */
export const unknownPolicy = z.enum(['accept', 'warn', 'reject']).meta({ id: 'UnknownPolicy' });

/** How undeclared fields are treated. */
export type UnknownPolicy = z.infer<typeof unknownPolicy>;

/** An id as sent: text, or an integer with the same digits. It is normalised together with the records. */
export const sentId = z.unknown().meta({ type: ['string', 'integer'] });

/** The name of a record's top-level field. */
export const fieldName = text(limits.fieldNameCharacters).min(1);

/** Field names in order; duplicates are refused. */
export const fieldNames = z
  .array(fieldName)
  .max(limits.fieldsPerRecord)
  .refine((names) => new Set(names).size === names.length, { error: 'names a field twice' });

/** Field names with their declared types. The object is not copied, so that a field named `__proto__` is kept. */
export const fieldTypes = z
  .custom<Readonly<Record<string, FieldType>>>((value) => jsonObject.safeParse(value).success, {
    error: 'must be an object of field name to type',
    abort: true,
  })
  .superRefine((types, context) => {
    const entries = Object.entries(types);
    if (entries.length > limits.fieldsPerRecord) {
      // One issue for all fields: an issue for each of 20,000 would take a second and block other requests.
      context.addIssue({ code: 'custom', message: `must name at most ${limits.fieldsPerRecord} fields` });
      return;
    }
    for (const [name, type] of entries) {
      const nameIssue = fieldName.safeParse(name).error?.issues[0];
      if (nameIssue !== undefined) {
        context.addIssue({ code: 'custom', message: `field name ${nameIssue.message}`, path: [name] });
      } else if (!fieldType.options.includes(type)) {
        context.addIssue({ code: 'custom', message: `must be one of ${fieldType.options.join(', ')}`, path: [name] });
      }
    }
  })
  .meta({ id: 'FieldTypes', type: 'object', additionalProperties: { type: 'string', enum: fieldType.options } });

/**
 * Columns of imported files with their fields. The object is not copied, so that a column named `__proto__` is kept.
 */
export const importColumns = z
  .custom<Readonly<Record<string, string>>>((value) => jsonObject.safeParse(value).success, {
    error: 'must be an object of column name to field name',
    abort: true,
  })
  .superRefine((columns, context) => {
    const entries = Object.entries(columns);
    if (entries.length > limits.fieldsPerRecord) {
      context.addIssue({ code: 'custom', message: `must name at most ${limits.fieldsPerRecord} columns` });
      return;
    }
    for (const [column, field] of entries) {
      const issue = fieldName.safeParse(column).error?.issues[0] ?? fieldName.safeParse(field).error?.issues[0];
      if (issue !== undefined) {
        context.addIssue({ code: 'custom', message: `field name ${issue.message}`, path: [column] });
      }
    }
  })
  .meta({ id: 'ImportColumns', type: 'object', additionalProperties: { type: 'string' } });

/**
 * A record as sent, which can be any JSON object. It is passed on unchanged, because a copy would lose a field named
 * `__proto__` or an exact number. Records are validated later.
 */
export const recordBody = z.unknown().meta({
  id: 'Record',
  type: 'object',
  additionalProperties: true,
  description: 'A flat record of the source system. Every field is stored as sent.',
});

/** How a sent record is combined with the stored one. */
export const writeMode = z
  .enum(['replace', 'merge'])
  .default('replace')
  .describe('merge: omitted fields are kept, null removes one');

/** How a sent record is combined with the stored one. */
export type WriteMode = z.output<typeof writeMode>;

/** The required current version of each record, by id. */
export const expectedVersions = jsonObject
  .refine((versions) => Object.values(versions).every((version) => typeof version === 'string'), {
    error: 'must be an object of external_id to version',
  })
  .refine((versions) => Object.keys(versions).length <= limits.recordsPerCall, {
    error: `must name at most ${limits.recordsPerCall} records`,
  })
  .meta({ type: 'object', additionalProperties: { type: 'string' } })
  .describe('{external_id: version as read}; a record that has changed since then fails');

/** Records as sent. Their number is checked with the records (`too_many_records`). */
export const recordBodies = z
  .array(recordBody)
  .describe(`At most ${limits.recordsPerCall} records; each is applied separately`);

/** Conditions on fields: `{field: value}` or `{field: {lt, lte, gt, gte, ne, in, exists}}`; validated with the query. */
export const filters = z.unknown().meta({
  id: 'Filters',
  type: 'object',
  additionalProperties: true,
  description:
    'Conditions that must all hold: {field: value} for equality, or {field: {lt, lte, gt, gte, ne, in: [...], exists: true|false}}. ' +
    'Example: {"category": "Chairs", "list_price": {"lte": 200}}. A date without a time is the whole day in UTC. ' +
    'Without manage, a field that is not exposed is one that no record has.',
});

/** Attributes of a stored record that the caller may see. */
export const attributes = jsonObject.describe("The record's fields, limited to exposed_fields");

/** Identifies the content of a record, for `expect` of a later write. */
const recordVersion = z.string().describe('Changes with every write of the record; send it in `expect`');

/** Freshness of a record, in records and query results. */
export const freshness = {
  confirmed_at: timestamp.describe('When the source last sent the record, changed or not, or listed its id'),
  overdue: z
    .literal(true)
    .optional()
    .describe('Present if the record has not been confirmed for `expected_every` of the collection'),
};

/** A record as returned. */
export const record = z
  .object({
    external_id: z.string().describe('The id in the source system; use it for live lookups there'),
    rendered: z.string().describe('One readable line'),
    attributes,
    version: recordVersion,
    write_date: z.iso
      .datetime()
      .nullable()
      .describe('Update clock of the source, to the microsecond; null if no write had one'),
    created_at: timestamp,
    updated_at: timestamp,
    ...freshness,
  })
  .meta({ id: 'StoredRecord' });

/** A record as returned. */
export type StoredRecord = z.infer<typeof record>;

/** A change of a record in a change feed. */
export const change = z
  .object({
    external_id: z.string(),
    status: z
      .enum(['upserted', 'tombstoned'])
      .describe('also tombstoned if the record has left the slice of the caller'),
    record: record.optional().describe('The current record; absent if it is tombstoned'),
    changed_at: timestamp,
  })
  .meta({ id: 'RecordChange' });

/** A change of a record in a change feed. */
export type StoredChange = z.infer<typeof change>;

/** Kinds of findings. */
export const findingKind = z
  .enum(['unknown_field', 'type_mismatch', 'future_clock', 'delivery', 'id_spelling'])
  .meta({ id: 'FindingKind' });

/** A kind of finding. */
export type FindingKind = z.infer<typeof findingKind>;

/** A finding about an accepted record. */
export const recordFinding = z
  .object({
    field: z.string(),
    kind: findingKind,
    message: z.string(),
    records: count.optional().describe('Records of the call that raised it, if several; only the first shows it'),
  })
  .meta({ id: 'RecordFinding' });

const repeated = z.boolean().optional().describe('An earlier record has the id');

/** The result of a record that was applied or, in a dry run, would be. */
export const recordApplied = z
  .object({
    external_id: z.string(),
    status: z
      .enum(['created', 'updated', 'unchanged', 'stale', 'revived', 'tombstoned'])
      .describe('tombstoned: `deleted_field` says that the source has deleted it'),
    embedded: z
      .boolean()
      .describe(
        'Whether this call computed the embedding; false if it existed or is pending. For a caller who cannot see all ' +
          'fields: whether the record has its embedding after a change of what the caller sees of its text',
      ),
    version: recordVersion.optional().describe('Of the record after this call; absent if a dry run would change it'),
    repeated,
    findings: z.array(recordFinding).optional(),
    ignored: z
      .array(z.string())
      .optional()
      .describe('Sent fields that the caller cannot see: they are not written, and stored values stay'),
  })
  .meta({ id: 'RecordApplied' });

/** The result of a record that was applied. */
export type RecordApplied = z.infer<typeof recordApplied>;

/** The result of a record that was refused. The other records of the call are not affected. */
export const recordRefused = z
  .object({
    index: z.int().min(0).describe('Index in the sent array'),
    external_id: z.string().optional(),
    repeated,
    error: z.enum(recordErrorCodes),
    message: z.string(),
    field: z.string().nullable().describe('The field that caused the error, if one did'),
    hint: z.string().nullable().describe('How to fix the record; for `version_mismatch` it names the current version'),
  })
  .meta({ id: 'RecordRefused' });

/** The result of a record that was refused. */
export type RecordRefused = z.infer<typeof recordRefused>;

/** One result per sent record, in the order sent. */
export const recordResults = z.array(z.union([recordApplied, recordRefused]));

/** The effect of an overdue record on a verdict. */
export const overdueEffect = z
  .enum(['say', 'low'])
  .describe('Effect of an overdue first result. say: a reason of the verdict; low: also lowers high to low');

/** The effect of an overdue record on a verdict. */
export type OverdueEffect = z.infer<typeof overdueEffect>;

/** Match types of results and answers. */
export const matchType = z.enum(['exact_id', 'semantic', 'filter']).meta({ id: 'MatchType' });

/** How reliable a result is. */
export const confidence = z.enum(['high', 'low', 'none']).meta({
  id: 'Confidence',
  description:
    'high: strong and unambiguous, safe to act on. low: plausible but ambiguous, disambiguate first. ' +
    'none: no usable match; results, if any, are only the nearest.',
});

/** How reliable a result is. */
export type Confidence = z.infer<typeof confidence>;

/** Numbers for the owner of a collection. */
export const collectionNumbers = z.object({
  records: count.describe('Records the caller can see'),
  pending_embed: count.describe('Records awaiting embedding'),
  failed_embed: count.describe('Records whose embedding failed'),
  cut_texts: count.describe('Records of which only the beginning is searched, because their text is very long'),
  last_ingest_at: timestamp.nullable().describe('null: no data has ever arrived'),
  previous: previousSecret
    .optional()
    .describe('The earlier ingest URL while it still works; only for callers who manage'),
});
