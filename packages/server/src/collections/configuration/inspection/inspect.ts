import type { FieldRole } from '@tessera/contract';
import { type JsonObject, type JsonValue, ownValue, stringifyJson } from '@tessera/json';
import {
  type CollectionConfig,
  declaredFields,
  detectField,
  isControlField,
  otherRank,
  titleRank,
} from '@tessera/records';
import { isEmpty } from '@tessera/search-engine';
import type { AnswerOf } from '../../../dispatch/operation.js';

/** The statistics of a field in the sampled records, with its suggested configuration. */
export type InspectedField = AnswerOf<'collections.fields'>['fields'][number];

/** The result of an inspection, without the current configuration. */
export type FieldInspection = Omit<AnswerOf<'collections.fields'>, 'configured'>;

const exampleCount = 3;
const exampleCharacters = 200;

/**
 * Inspects sampled records, including control fields, and suggests a type and a role for each field. A field that is
 * empty in the first record gets no type. `unknown_fields` are configured names that no record has.
 */
export function inspectFields(records: readonly JsonObject[], config: CollectionConfig): FieldInspection {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const seen = new Set(names);
  return {
    sampled_records: records.length,
    fields: names.map((name) => inspectField(name, records, config)),
    unknown_fields: [...declaredFields(config)].filter((name) => !seen.has(name) && !isDefaultControl(name, config)),
  };
}

/** The share of different values from which on a field without a telling name can name records. */
const namingShare = 0.9;

/**
 * The fields with the one that names a record first: one that is called so, or else the first searched field whose
 * values differ from record to record. It becomes the title.
 */
export function namingFirst(fields: readonly InspectedField[], sampled: number): InspectedField[] {
  const searched = fields.filter(({ suggested_role: role }) => role === 'semantic');
  const [titled] = searched
    .filter(({ name }) => titleRank(name) < otherRank)
    .sort((one, other) => titleRank(one.name) - titleRank(other.name));
  const isNaming = ({ distinct_count: count = 0, coverage }: InspectedField) =>
    coverage >= namingShare && count >= namingShare * coverage * sampled;
  const naming = titled ?? searched.find(isNaming);
  return naming === undefined ? [...fields] : [naming, ...fields.filter((field) => field !== naming)];
}

function inspectField(name: string, records: readonly JsonObject[], config: CollectionConfig): InspectedField {
  const all = records.map((record) => ownValue(record, name));
  // Some sources send false for every empty field, so a field is boolean only if it also contains true.
  const isBoolean = all.some((value) => value === true);
  const values = all.filter(
    (value): value is JsonValue => value !== undefined && (!isEmpty(value) || (isBoolean && value === false)),
  );
  const detection = detectField(name, values);
  const isTyped = !isEmpty(all[0]) && detection.type !== null;
  return {
    name,
    detected_type: detection.type,
    suggested_type: isTyped ? detection.type : null,
    suggested_role: suggestRole(detection.role, isTyped, isControlField(name, config)),
    coverage: records.length === 0 ? 0 : values.length / records.length,
    ...(detection.distinctCount === undefined ? {} : { distinct_count: detection.distinctCount }),
    examples: pickExamples(values),
  };
}

/** Filters need a declared type, so a field without a suggested type is not suggested for filters. */
function suggestRole(detected: FieldRole | null, isTyped: boolean, isControl: boolean): FieldRole | null {
  if (isControl) {
    return 'control';
  }
  return detected === 'filterable' && !isTyped ? null : detected;
}

/** Returns the first distinct values as stored. Long text is cut. */
function pickExamples(values: readonly JsonValue[]): JsonValue[] {
  const distinct = new Map<string, JsonValue>();
  for (const value of values) {
    const text = stringifyJson(value);
    const short = text.length <= exampleCharacters ? value : cut(value, text);
    if (!distinct.has(text)) {
      distinct.set(text, short);
    }
    if (distinct.size === exampleCount) {
      break;
    }
  }
  return [...distinct.values()];
}

function cut(value: JsonValue, json: string): string {
  const characters = [...(typeof value === 'string' ? value : json)];
  return `${characters.slice(0, exampleCharacters).join('')}…`;
}

function isDefaultControl(name: string, config: CollectionConfig): boolean {
  return isControlField(name, config) && (name === 'id' || name === 'write_date');
}
