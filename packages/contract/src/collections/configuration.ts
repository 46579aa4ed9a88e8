import { z } from 'zod';
import { changesSomething, count, jsonObject, label, queryInteger, text, timestamp } from '../common.js';
import { limits } from '../limits.js';
import { overlapHours, previousSecret } from '../rotation.js';
import { dryRun } from './forecast.js';
import { deletedValues, mapping, mappingBody } from './mapping.js';
import { measured } from './measured.js';
import {
  collectionAccess,
  collectionNumbers,
  fieldName,
  fieldNames,
  fieldRole,
  fieldType,
  fieldTypes,
  findingKind,
  importColumns,
  overdueEffect,
  unknownPolicy,
} from './schemas.js';

/** A collection's description. */
export const collectionDescription = text(limits.descriptionCharacters);

const deletedField = z.union([fieldName, z.strictObject({ field: fieldName, values: deletedValues })]);

/**
 * Body of a configuration update. A key that is given replaces the old value completely, null resets it to its default,
 * and an absent key keeps it.
 */
export const configurationBody = changesSomething(
  z.strictObject({
    description: collectionDescription.nullish(),
    guidance: text(limits.guidanceCharacters).nullish().describe("Owner's usage notes, returned by describe"),
    id_field: fieldName.nullish().describe('Field with the record id; default id. Changing it renames records'),
    write_date_field: fieldName.nullish().describe('Field with the update clock; default write_date'),
    embed_fields: fieldNames
      .min(1)
      .nullish()
      .describe('Fields searched by meaning, in this order; a change needs a reindex'),
    field_types: fieldTypes.nullish().describe('How filters compare fields'),
    id_match_fields: fieldNames.nullish().describe('Identifiers (SKU, EAN, e-mail), matched exactly; never semantic'),
    exposed_fields: fieldNames.nullish().describe('Returned attributes; null: all'),
    required_fields: fieldNames.nullish().describe('Fields that every record must have'),
    unknown_policy: unknownPolicy.nullish().describe('For undeclared fields; default warn'),
    append_only: z.boolean().nullish().describe('Refuse changes and deletes; default false'),
    deleted_field: deletedField
      .nullish()
      .describe('Field, or field and values, that mean that the source has deleted the record: it becomes a tombstone'),
    history_days: z
      .int()
      .min(0)
      .max(limits.historyDaysMax)
      .nullish()
      .describe(`Days that replaced versions of records are kept; default ${limits.historyDays}, 0: none are`),
    synonyms: z
      .array(z.array(label(limits.phraseCharacters)).min(1).max(limits.phrasesPerList))
      .max(limits.synonymLists)
      .nullish()
      .describe('Lists of phrases that find the same records'),
    phone_country: z
      .string()
      .regex(/^[A-Z]{2}$/, { error: 'must be a country code of ISO 3166 in capital letters, such as DE' })
      .nullish()
      .describe('Country (ISO 3166, such as DE) of telephone numbers without a country code'),
    expected_every: z.iso
      .duration()
      .refine((duration) => /[1-9]/.test(duration) && !/\d{5}/.test(duration), {
        error: 'must be an ISO 8601 duration such as P1D or PT6H, longer than zero, with numbers below 10,000',
      })
      .nullish()
      .describe('How often the source confirms each record (ISO 8601 duration: PT6H, P1D); null: no expectation'),
    overdue: overdueEffect.nullish().describe(`${overdueEffect.description}; default say`),
    high_errors_max: z
      .number()
      .min(limits.highErrorsMin)
      .max(limits.highErrorsMax)
      .nullish()
      .describe('Share of wrong `high` that labels must exclude at 95 %, such as 0.01; null: the usual rules'),
    import_columns: importColumns
      .nullish()
      .describe('Field that each column of an imported file becomes; applied by svc and the dashboard'),
    mapping: mappingBody.nullish().describe('How bodies at the ingest URL become records; null: they are records'),
    overlap_hours: overlapHours
      .optional()
      .describe('With a new `mapping.signature.secret`: hours for which the earlier works too'),
    dry_run: dryRun,
  }),
).meta({ id: 'CollectionConfigurationUpdate' });

/** The stored configuration. A key is null if its default applies. */
export const configuration = z
  .object({
    description: z.string().nullable(),
    guidance: z.string().nullable(),
    id_field: z.string(),
    write_date_field: z.string(),
    embed_fields: z.array(z.string()).nullable(),
    field_types: fieldTypes,
    id_match_fields: z.array(z.string()),
    exposed_fields: z.array(z.string()).nullable(),
    required_fields: z.array(z.string()),
    unknown_policy: unknownPolicy,
    append_only: z.boolean(),
    deleted_field: deletedField.nullable(),
    history_days: count,
    synonyms: z.array(z.array(z.string())),
    phone_country: z.string().nullable(),
    high_errors_max: z.number().nullable(),
    expected_every: z.string().nullable(),
    overdue: overdueEffect,
    import_columns: importColumns.optional(),
    mapping: mapping.nullable(),
  })
  .meta({ id: 'CollectionConfiguration' });

/** The stored configuration. */
export type CollectionConfiguration = z.infer<typeof configuration>;

const describedField = z
  .object({
    name: z.string(),
    type: fieldType.nullable().describe('Declared type, or null'),
    roles: z.array(fieldRole),
    example: z.unknown().optional().describe('A value of the field; absent if none was observed'),
    required: z.boolean(),
    values: z
      .array(z.object({ value: z.string(), count }))
      .optional()
      .describe(`For an enum: the ${limits.describedValues} most frequent values, with their number of records`),
  })
  .meta({ id: 'DescribedField' });

/** Everything that a caller needs to know to use a collection. */
export const describeAnswer = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    access: collectionAccess.describe('Access level of the caller'),
    id_field: z.string(),
    write_date_field: z.string(),
    id_match_fields: z.array(z.string()),
    filterable_fields: fieldTypes,
    exposed_fields: z
      .array(z.string())
      .describe('Fields returned with results; without an allowlist all that were observed'),
    required_fields: z.array(z.string()),
    unknown_policy: unknownPolicy,
    append_only: z.boolean(),
    history_days: count.describe('Days that replaced versions of records are kept; 0: none are'),
    high_errors_max: z.number().nullable().describe('As configured; null: the usual rules'),
    measured: measured.nullable().describe('What labels say about errors; null: too few labels, or a slice'),
    phone_country: z.string().nullable().describe('Country of telephone numbers without a country code'),
    overdue: overdueEffect,
    freshness: z
      .object({
        expected_every: z.string().nullable().describe('As configured; null: no expectation'),
        overdue: count.describe(
          'Records that have not been confirmed for so long. In a slice, of the 2000 records of the collection that were ' +
            'confirmed longest ago',
        ),
        oldest: timestamp
          .nullable()
          .describe('The earliest `confirmed_at`; null without records, and in a slice without `expected_every`'),
        last_delivery_at: timestamp.nullable().describe('When records or a list of ids last arrived'),
      })
      .describe('How recently the source confirmed the records that the caller sees'),
    fields: z.array(describedField),
    operations: z.array(z.string()).describe('What this credential may do here; anything else is refused'),
    constraints: z.array(z.string()).describe('Rules that differ from the defaults, in short sentences'),
    import_columns: importColumns.optional().describe('For callers who write: as in the configuration'),
    mapping: mapping.optional().describe('How bodies at the ingest URL become records; only for callers who manage'),
    previous_mapping: previousSecret.optional().describe('The earlier secret of its signature while it still works'),
    previous_reconciliation: previousSecret.optional().describe('The earlier reconciliation URL while it still works'),
    guidance: z.string().nullable().describe("The owner's notes, verbatim"),
    guidance_source: z
      .literal('collection_owner')
      .describe('Guidance is content of the workspace, not an instruction of the platform'),
    record_filter: jsonObject.optional().describe("The slice that confines the caller's view"),
    ...collectionNumbers.shape,
  })
  .meta({ id: 'CollectionDescription' });

/** The answer of describe. */
export type CollectionDescription = z.infer<typeof describeAnswer>;

/** `?sample=` of field inspection. */
export const fieldsQuery = z.strictObject({
  sample: queryInteger(1, limits.fieldSampleMax)
    .default(limits.fieldSampleDefault)
    .describe('Number of newest records to inspect'),
});

const inspectedField = z
  .object({
    name: z.string(),
    detected_type: fieldType.nullable().describe('null: not detected'),
    suggested_type: fieldType.nullable().describe('also null if the oldest sampled record has no value'),
    suggested_role: fieldRole.nullable(),
    coverage: z.number().min(0).max(1).describe('Share of records that have a value'),
    distinct_count: count.optional(),
    examples: z.array(z.unknown()),
  })
  .meta({ id: 'InspectedField' });

/** The fields of the stored records, with suggestions what to declare. */
export const fieldsAnswer = z
  .object({
    sampled_records: count,
    fields: z.array(inspectedField),
    configured: configuration,
    unknown_fields: z
      .array(z.string())
      .describe('Configured fields that no sampled record has; a larger sample is more reliable'),
  })
  .meta({ id: 'FieldInspection' });

/** One entry of the list of collections. */
export const collectionEntry = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    access: collectionAccess,
    ...collectionNumbers.shape,
    deleted_at: timestamp.optional().describe('Only with `deleted`'),
    restorable_until: timestamp.optional().describe('Only with `deleted`'),
  })
  .meta({ id: 'Collection' });

/** A violation of the field rules that was accepted. Violations of a field are counted together. */
export const finding = z
  .object({
    id: z.string(),
    field: z.string(),
    kind: findingKind,
    count,
    first_seen_at: timestamp,
    last_seen_at: timestamp,
    example_ids: z.array(z.string()),
    message: z.string(),
  })
  .meta({ id: 'Finding' });
