import {
  type CollectionConfiguration,
  limits,
  type Mapping,
  type OverdueEffect,
  type UnknownPolicy,
} from '@tessera/contract';
import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '@tessera/json';
import type { DeclaredType } from '@tessera/search-engine';

/** A field, or a field and its values. */
export type DeletedField = NonNullable<CollectionConfiguration['deleted_field']>;

/** The configuration of a collection with defaults. Null means that a key is not set, so it restricts nothing. */
export interface CollectionConfig {
  readonly embed_fields: readonly string[] | null;
  readonly field_types: ReadonlyMap<string, DeclaredType>;
  readonly id_match_fields: readonly string[];
  readonly exposed_fields: readonly string[] | null;
  readonly id_field: string;
  readonly write_date_field: string;
  readonly required_fields: readonly string[];
  readonly unknown_policy: UnknownPolicy;
  readonly append_only: boolean;
  /** What of a record means that its source has deleted it. */
  readonly deleted_field: DeletedField | null;
  /** Days that earlier versions of records are kept; 0 keeps none. */
  readonly history_days: number;
  /** The country (ISO 3166) of telephone numbers without a country code. */
  readonly phone_country: string | null;
  /** How often the source confirms each record, as an ISO 8601 duration. Null expects nothing. */
  readonly expected_every: string | null;
  /** The effect of an overdue record on a verdict. */
  readonly overdue: OverdueEffect;
  /** Share of wrong `high` that labels must exclude. Null requires none. */
  readonly high_errors_max: number | null;
  /** Columns of an imported file and the fields that they become. Null renames no column. */
  readonly import_columns: Readonly<Record<string, string>> | null;
  readonly mapping: Mapping | null;
  readonly guidance: string | null;
  /**
   * Whether unknown fields add findings, because a role or field rule is set. Control fields, description and guidance
   * do not count.
   */
  readonly configured: boolean;
}

/**
 * Keys that describe the fields of a collection. If one is set, other fields count as undeclared. Id and clock settings
 * do not count, because they do not describe other fields.
 */
const roleAndContractKeys = [
  'embed_fields',
  'field_types',
  'id_match_fields',
  'exposed_fields',
  'required_fields',
  'unknown_policy',
  'append_only',
] as const;

/** Reads a stored configuration: an object of the keys that were set. It was validated when it was saved. */
export function readConfig(stored: JsonValue): CollectionConfig {
  const settings: JsonObject = isJsonObject(stored) ? stored : {};
  const types = ownValue(settings, 'field_types');
  const days = ownValue(settings, 'history_days');
  const errorsMax = ownValue(settings, 'high_errors_max');
  return {
    embed_fields: fieldList(settings, 'embed_fields'),
    field_types: new Map(isJsonObject(types) ? (Object.entries(types) as [string, DeclaredType][]) : []),
    id_match_fields: fieldList(settings, 'id_match_fields') ?? [],
    exposed_fields: fieldList(settings, 'exposed_fields'),
    id_field: text(settings, 'id_field') ?? 'id',
    write_date_field: text(settings, 'write_date_field') ?? 'write_date',
    required_fields: fieldList(settings, 'required_fields') ?? [],
    unknown_policy: (text(settings, 'unknown_policy') as UnknownPolicy | null) ?? 'warn',
    append_only: ownValue(settings, 'append_only') === true,
    deleted_field: (ownValue(settings, 'deleted_field') as DeletedField | undefined) ?? null,
    history_days: typeof days === 'number' ? days : limits.historyDays,
    phone_country: text(settings, 'phone_country'),
    expected_every: text(settings, 'expected_every'),
    overdue: (text(settings, 'overdue') as OverdueEffect | null) ?? 'say',
    high_errors_max: typeof errorsMax === 'number' ? errorsMax : null,
    import_columns: (ownValue(settings, 'import_columns') as Readonly<Record<string, string>> | undefined) ?? null,
    mapping: (ownValue(settings, 'mapping') as Mapping | undefined) ?? null,
    guidance: text(settings, 'guidance'),
    configured: roleAndContractKeys.some((key) => (ownValue(settings, key) ?? null) !== null),
  };
}

/** Cached, because every record of a call is compared with them. */
const declaredFieldsOf = new WeakMap<CollectionConfig, ReadonlySet<string>>();

/** All fields that the configuration names in any role. */
export function declaredFields(config: CollectionConfig): ReadonlySet<string> {
  const known = declaredFieldsOf.get(config);
  if (known !== undefined) {
    return known;
  }
  const declared = new Set([
    config.id_field,
    config.write_date_field,
    ...(config.embed_fields ?? []),
    ...config.field_types.keys(),
    ...config.id_match_fields,
    ...(config.exposed_fields ?? []),
    ...config.required_fields,
    ...(config.deleted_field === null ? [] : [deletedName(config.deleted_field)]),
  ]);
  declaredFieldsOf.set(config, declared);
  return declared;
}

/** The name of the field that means deletion. */
export function deletedName(deleted: DeletedField): string {
  return typeof deleted === 'string' ? deleted : deleted.field;
}

/** Whether a field is the id or clock of records. */
export function isControlField(field: string, config: CollectionConfig): boolean {
  return field === config.id_field || field === config.write_date_field;
}

/** Returns a record without its two control fields. */
export function attributesOf(record: JsonObject, config: CollectionConfig): JsonObject {
  const { [config.id_field]: _id, [config.write_date_field]: _clock, ...attributes } = record;
  return attributes;
}

/**
 * Returns the attributes that callers without `manage` see: those in the allowlist, in its order. Without an allowlist,
 * all.
 */
export function exposedAttributes(attributes: JsonObject, exposedFields: readonly string[] | null): JsonObject {
  if (exposedFields === null) {
    return attributes;
  }
  const present = exposedFields.map((field) => [field, ownValue(attributes, field)] as const);
  return Object.fromEntries(present.filter((entry): entry is [string, JsonValue] => entry[1] !== undefined));
}

function fieldList(settings: JsonObject, key: string): readonly string[] | null {
  const value = ownValue(settings, key);
  return Array.isArray(value) ? value.filter((field) => typeof field === 'string') : null;
}

function text(settings: JsonObject, key: string): string | null {
  const value = ownValue(settings, key);
  return typeof value === 'string' ? value : null;
}
