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
 * Reads a relational value: `[id, label]` or an object with `id` and `label`, `name` or `display_name` (the first that
 * is a string). A pair of two strings counts if only the first resembles an id. It could also be a list of two strings;
 * filters treat both equally.
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
 * Like `relationOf`, but only for unambiguous values. A pair of two strings may be a list, of which neither must be
 * lost.
 */
export function certainRelationOf(value: JsonValue | undefined): Relation | undefined {
  return Array.isArray(value) && typeof value[0] === 'string' ? undefined : relationOf(value);
}

/**
 * The value that a slice compares. A relational value is reduced to its id, and so is a pair that ends in a string,
 * which could also be a list. Otherwise a writer of one slice could put a record into another slice by a label.
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
 * A value as one string: strings unchanged, numbers as plain decimals (`12.0` is `12`), `true`, `false`, the label of a
 * relational value, '' for null; anything else as JSON.
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

/** The number of a value in a declared number field: numbers and numeric strings; otherwise `undefined`. */
export function numberOf(value: JsonValue | undefined): Measure | undefined {
  if (typeof value === 'number' || value instanceof ExactNumber) {
    return measureOf(value);
  }
  return typeof value === 'string' ? measureOfText(value) : undefined;
}

/** The milliseconds since 1970 of a value in a declared date field: ISO 8601 strings; otherwise `undefined`. */
export function dateOf(value: JsonValue | undefined): number | undefined {
  return typeof value === 'string' ? dateOfText(value) : undefined;
}

/**
 * The scalars that an equality compares, any of which may match: the value itself, id and label of a relational value,
 * and the same for each list element. Null, other objects and nested arrays have none.
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
 * The scalars that a range compares: as for equality, but relational values by label only, and without empty values.
 */
export function rangeScalars(value: JsonValue | undefined): Scalar[] {
  const relation = relationOf(value);
  const single = relation === undefined && Array.isArray(value) ? value : [value];
  return single
    .map((element) => relationOf(element)?.label ?? element)
    .filter((element): element is Scalar => isScalar(element) && !isEmpty(element));
}
