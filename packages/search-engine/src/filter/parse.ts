import { ExactNumber, isJsonObject, isStorableNumber, isStorableText, type JsonValue, ownValue } from '@tessera/json';
import type { OrderOperator } from './scalars.js';
import { isScalar, relationOf } from './values.js';

/** A value of an equality. A relational pair compares by its id. */
export type EqualityValue = string | number | boolean | null | ExactNumber;

/** A value of a range. */
export type RangeValue = string | number | ExactNumber;

/** An order comparison. */
export interface RangeComparison {
  readonly operator: OrderOperator;
  readonly value: RangeValue;
}

/** One comparison of one field. */
export type Comparison =
  | RangeComparison
  | { readonly operator: 'eq' | 'ne'; readonly value: EqualityValue }
  | { readonly operator: 'in'; readonly value: readonly EqualityValue[] }
  | { readonly operator: 'exists'; readonly value: boolean };

/** All comparisons of one field. */
export interface Condition {
  readonly field: string;
  readonly comparisons: readonly Comparison[];
}

/** A parsed filter. A record matches if it satisfies every condition. */
export type Filter = readonly Condition[];

/** An invalid filter; `path` is the field, or `field.operator`. */
export class FilterError extends Error {
  override readonly name = 'FilterError';

  constructor(
    readonly path: string,
    message: string,
  ) {
    super(message);
  }
}

const operatorNames = ['lt', 'lte', 'gt', 'gte', 'ne', 'in', 'exists'] as const;

/** Parses `{field: value}` and `{field: {lt, lte, gt, gte, ne, in, exists}}`. Throws `FilterError`. */
export function parseFilter(filters: unknown): Filter {
  const value = filters as JsonValue | undefined;
  if (!isJsonObject(value)) {
    throw new FilterError('', 'Filters must be an object of field to value or range.');
  }
  return Object.entries(value).map(([field, wanted]) => {
    assertStorable(field, field);
    return { field, comparisons: isJsonObject(wanted) ? readRange(field, wanted) : [readEquality(field, wanted)] };
  });
}

function readEquality(field: string, wanted: JsonValue): Comparison {
  return { operator: 'eq', value: equalityValue(field, wanted) };
}

function readRange(field: string, range: Record<string, JsonValue>): Comparison[] {
  const entries = Object.entries(range);
  if (entries.length === 0) {
    throw new FilterError(field, `Name at least one of ${operatorNames.join(', ')}.`);
  }
  return entries.map(([operator, value]) => readComparison(`${field}.${operator}`, operator, value));
}

function readComparison(path: string, operator: string, value: JsonValue): Comparison {
  switch (operator) {
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      return { operator, value: rangeValue(path, value) };
    case 'ne':
      return { operator, value: equalityValue(path, value) };
    case 'in':
      return { operator, value: listValue(path, value) };
    case 'exists':
      if (typeof value !== 'boolean') {
        throw new FilterError(path, 'exists takes true or false.');
      }
      return { operator, value };
    default:
      throw new FilterError(path, `Unknown operator; use one of ${operatorNames.join(', ')}.`);
  }
}

function listValue(path: string, value: JsonValue): EqualityValue[] {
  if (!Array.isArray(value)) {
    throw new FilterError(path, 'in takes an array of values.');
  }
  return value.map((element, index) => equalityValue(`${path}.${index}`, element));
}

function equalityValue(path: string, value: JsonValue): EqualityValue {
  if (value === null || isScalar(value)) {
    assertStorable(path, value);
    return value;
  }
  // A list of values needs `in`. An `[id, label]` pair is only recognised by a numeric id.
  const relation = Array.isArray(value) ? relationOf(value) : undefined;
  if (relation !== undefined && typeof relation.id !== 'string') {
    assertStorable(path, relation.id);
    // The label is not compared, but the filter of a slice is stored as sent, so it must be storable.
    assertStorable(path, relation.label);
    return relation.id;
  }
  throw new FilterError(path, 'Give a string, number, boolean or null; for several values use {"in": [...]}.');
}

function rangeValue(path: string, value: JsonValue): RangeValue {
  if (typeof value === 'string' || typeof value === 'number' || value instanceof ExactNumber) {
    assertStorable(path, value);
    return value;
  }
  throw new FilterError(path, 'A range takes a string or a number.');
}

/** Rejects values that no record can contain. A database accepts them neither as parameters nor in stored filters. */
function assertStorable(path: string, value: EqualityValue): void {
  if (typeof value === 'string' && !isStorableText(value)) {
    throw new FilterError(isStorableText(path) ? path : '', 'Text holds NUL or a lone surrogate.');
  }
  if (value instanceof ExactNumber && !isStorableNumber(value)) {
    throw new FilterError(path, 'The number is too long to be stored exactly.');
  }
}

/**
 * The value that a filter requires of each field, as sent (including pairs). It comes from an equality, or from `in`
 * with one value.
 */
export function fixedValues(filters: JsonValue): ReadonlyMap<string, JsonValue> {
  if (!isJsonObject(filters)) {
    return new Map();
  }
  return new Map(
    Object.keys(filters).flatMap((field) => {
      const wanted = ownValue(filters, field) ?? null;
      const values = isJsonObject(wanted) ? ownValue(wanted, 'in') : [wanted];
      const [only, ...others] = Array.isArray(values) ? values : [];
      return only === undefined || others.length > 0 ? [] : [[field, only] as const];
    }),
  );
}
