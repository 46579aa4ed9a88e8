import type { FieldRole } from '@tessera/contract';
import { type JsonObject, type JsonValue, ownValue, stringifyJson } from '@tessera/json';
import { isEmpty } from '@tessera/search-engine';
import type { AnswerOf } from '../../../dispatch/operation.js';
import { type CollectionConfig, declaredFields, isControlField } from '../../model/config.js';
import { detectField } from '../../text/field-detection.js';

/** What one field of the sampled records looks like and what to declare it as. */
export type InspectedField = AnswerOf<'collections.fields'>['fields'][number];

/** Field inspection without the current configuration. */
export type FieldInspection = Omit<AnswerOf<'collections.fields'>, 'configured'>;

const exampleCount = 3;
const exampleCharacters = 200;

/**
 * Looks at sampled records (control fields included, the first first) and suggests a type and role for each field. A
 * field that is empty on the first record gets no type suggested. `unknown_fields` are configured names never seen.
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

function inspectField(name: string, records: readonly JsonObject[], config: CollectionConfig): InspectedField {
  const all = records.map((record) => ownValue(record, name));
  // Sources that send false for every empty field do not send true in it.
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

/** Filtering needs a declared type, so a field without one suggested is not suggested for it. */
function suggestRole(detected: FieldRole | null, isTyped: boolean, isControl: boolean): FieldRole | null {
  if (isControl) {
    return 'control';
  }
  return detected === 'filterable' && !isTyped ? null : detected;
}

/** The first distinct values as stored; long text is cut. */
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
