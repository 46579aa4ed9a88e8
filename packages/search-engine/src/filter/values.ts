import { decimalText, ExactNumber, isJsonObject, type JsonValue, ownValue, stringifyJson } from '@tessera/json';
import { dateOfText, type Measure, measureOf, measureOfText } from './scalars.js';

/** A value that is neither array nor object nor null. */
export type Scalar = string | number | boolean | ExactNumber;

/** A reference to another record: its id and label. */
export interface Relation {
  readonly id: string | number | ExactNumber;
  readonly label: string;
}

/** Whether a value is empty: absent, `false`, `null`, `""` or `[]`. */
export function isEmpty(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || value === false || value === '' || isEmptyArray(value);
}

function isEmptyArray(value: JsonValue): boolean {
  return Array.isArray(value) && value.length === 0;
}

const labelFields = ['label', 'name', 'display_name'] as const;

/**
 * Reads a relational value: `[id, label]`, or an object with `id` and one of `label`, `name` and `display_name` (the
 * first that is a string). A pair of two strings counts if only the first looks like an id. Such a pair could also be a
 * list of two strings; filters give the same result for both.
 */
export function relationOf(value: JsonValue | undefined): Relation | undefined {
  if (Array.isArray(value)) {
    const [id, label] = value;
    const isPair = value.length === 2 && isId(id) && typeof label === 'string';
    return isPair && (typeof id !== 'string' || looksLikeId(id, label)) ? { id, label } : undefined;
  }
  if (!isJsonObject(value)) {
    return undefined;
  }
  const id = ownValue(value, 'id');
  const label = labelFields.map((field) => ownValue(value, field)).find((text) => typeof text === 'string');
  return isId(id) && label !== undefined ? { id, label } : undefined;
}

/**
 * Like `relationOf`, but for unambiguous values only. A pair of two strings may be a list, and then neither string must
 * be lost.
 */
export function certainRelationOf(value: JsonValue | undefined): Relation | undefined {
  return Array.isArray(value) && typeof value[0] === 'string' ? undefined : relationOf(value);
}

/**
 * The value that a slice compares. A relational value is reduced to its id, and so is a pair that ends in a string,
 * although it could be a list. Otherwise a writer of one slice could use a label to put a record into another slice.
 */
export function withoutLabels(value: JsonValue | undefined): JsonValue | undefined {
  const id = idOf(value);
  if (id !== undefined) {
    return id;
  }
  return Array.isArray(value) ? value.map((element) => idOf(element) ?? element) : value;
}

function idOf(value: JsonValue | undefined): Relation['id'] | undefined {
  if (Array.isArray(value)) {
    const [id, label] = value;
    return value.length === 2 && isId(id) && typeof label === 'string' ? id : undefined;
  }
  return relationOf(value)?.id;
}

function isId(value: JsonValue | undefined): value is Relation['id'] {
  return typeof value === 'string' || typeof value === 'number' || value instanceof ExactNumber;
}

function looksLikeId(id: string, label: string): boolean {
  return !id.includes(' ') && /[0-9]/.test(id) && (label.includes(' ') || !/[0-9]/.test(label));
}

/** Whether a value is a string, number or boolean. */
export function isScalar(value: JsonValue | undefined): value is Scalar {
  return typeof value === 'boolean' || isId(value);
}

/**
 * A value as one string. Strings are unchanged, numbers become plain decimals (`12.0` becomes `12`), a relational value
 * becomes its label, and null becomes ''. `true` and `false` are words; anything else becomes JSON.
 */
export function textOf(value: JsonValue): string {
  if (typeof value === 'string') {
    return value;
  }
  if (typeof value === 'number' || value instanceof ExactNumber) {
    return decimalText(value);
  }
  if (value === null) {
    return '';
  }
  return relationOf(value)?.label ?? stringifyJson(value);
}

/** The number in a value of a declared number field: a number or a numeric string. Undefined for anything else. */
export function numberOf(value: JsonValue | undefined): Measure | undefined {
  if (typeof value === 'number' || value instanceof ExactNumber) {
    return measureOf(value);
  }
  return typeof value === 'string' ? measureOfText(value) : undefined;
}

/**
 * The time of a value in a declared date field, in milliseconds since 1970: ISO 8601 strings. Undefined for anything
 * else.
 */
export function dateOf(value: JsonValue | undefined): number | undefined {
  return typeof value === 'string' ? dateOfText(value) : undefined;
}

/**
 * The scalars of a value that an equality compares; any of them may match. These are the value itself, the id and label
 * of a relational value, and the same for each element of a list. Null, other objects and nested arrays have none.
 */
export function equalityScalars(value: JsonValue | undefined): Scalar[] {
  const one = elementScalars(value);
  return one.length === 0 && Array.isArray(value) ? value.flatMap(elementScalars) : one;
}

function elementScalars(value: JsonValue | undefined): Scalar[] {
  if (isScalar(value)) {
    return [value];
  }
  const relation = relationOf(value);
  return relation === undefined ? [] : [relation.id, relation.label];
}

/**
 * The scalars of a value that a range compares. They are those of an equality, but relational values count by label
 * only, and empty values do not count.
 */
export function rangeScalars(value: JsonValue | undefined): Scalar[] {
  const relation = relationOf(value);
  const single = relation === undefined && Array.isArray(value) ? value : [value];
  return single
    .map((element) => relationOf(element)?.label ?? element)
    .filter((element): element is Scalar => isScalar(element) && !isEmpty(element));
}
