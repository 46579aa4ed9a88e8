import { type JsonObject, type JsonValue, ownValue } from '@tessera/json';
import {
  type Comparison,
  type Condition,
  type EqualityValue,
  type Filter,
  FilterError,
  parseFilter,
  type RangeComparison,
  type RangeValue,
} from './parse.js';
import {
  compareCodePoints,
  compareMeasures,
  dayMs,
  dayOf,
  dayOfText,
  type Measure,
  type OrderOperator,
} from './scalars.js';
import {
  dateOf,
  equalityScalars,
  isEmpty,
  numberOf,
  rangeScalars,
  type Scalar,
  textOf,
  withoutLabels,
} from './values.js';

/** The types that a collection can declare for a field. */
export type DeclaredType = 'string' | 'number' | 'date' | 'enum';

/** How a field's values compare: text by code point, numbers exactly, dates as milliseconds. */
export type ComparisonType = 'text' | 'number' | 'date';

/** Declared types by field name. */
export type FieldTypes = ReadonlyMap<string, DeclaredType> | Readonly<Record<string, DeclaredType>>;

/** A value in a comparison: text, a number as `Measure`, or a date in milliseconds. */
export type Operand = string | Measure;

/**
 * One compiled comparison.
 * - `equals`: matches any of `operands`, a date on any of `days` (given by their start), `false` itself
 * (`matchesFalse`), or null and absent (`matchesNull`). `negated` inverts the result.
 * - `order`: compares the value with `operand` by `operator`.
 * - `exists`: whether the value is not empty.
 */
export type Test =
  | {
      readonly kind: 'equals';
      readonly operands: readonly Operand[];
      readonly days: readonly number[];
      readonly matchesFalse: boolean;
      readonly matchesNull: boolean;
      readonly negated: boolean;
    }
  | {
      readonly kind: 'order';
      readonly type: ComparisonType;
      readonly operator: OrderOperator;
      readonly operand: Operand;
    }
  | { readonly kind: 'exists'; readonly expected: boolean };

/** An order comparison. */
export type OrderTest = Extract<Test, { kind: 'order' }>;

/** The tests of one field, with its comparison type. */
export interface CompiledCondition {
  readonly field: string;
  readonly type: ComparisonType;
  readonly tests: readonly Test[];
  /** Whether a relational value is compared by its id only, as in slices. Otherwise by id or label. */
  readonly byId?: true;
}

/** A filter with its values converted to the declared types. */
export interface CompiledFilter {
  readonly conditions: readonly CompiledCondition[];
}

/** The values of an attribute that can be compared as one type. */
export interface Cell {
  readonly state: 'null' | 'false' | 'empty' | 'value';
  readonly equalities: readonly Operand[];
  readonly ranges: readonly Operand[];
}

/** Converts the values of a filter to the declared types. Throws `FilterError` for a value that cannot be converted. */
export function compileFilter(filter: Filter, fieldTypes: FieldTypes): CompiledFilter {
  return { conditions: filter.map((condition) => compileCondition(condition, fieldTypes)) };
}

/**
 * Compiles the stored filters of a slice. A filter whose values do not match a type that was declared later is omitted,
 * so it gives access to nothing. Relational values are compared by their id only.
 */
export function compileSlice(filters: readonly JsonValue[], fieldTypes: FieldTypes): CompiledFilter[] {
  return filters.flatMap((filter) => {
    try {
      const { conditions } = compileFilter(parseFilter(filter), fieldTypes);
      return [{ conditions: conditions.map((condition) => ({ ...condition, byId: true as const })) }];
    } catch (error) {
      if (error instanceof FilterError) {
        return [];
      }
      throw error;
    }
  });
}

/** Whether a record matches a filter. Columns and SQL must give the same result as this function. */
export function matchesFilter(filter: CompiledFilter, attributes: JsonObject): boolean {
  return filter.conditions.every((condition) => {
    const cell = readCell(ownValue(attributes, condition.field), condition);
    return condition.tests.every((test) => passes(cell, test));
  });
}

/** Whether a record matches at least one filter of a slice. */
export function matchesSlice(slice: readonly CompiledFilter[], attributes: JsonObject): boolean {
  return slice.some((filter) => matchesFilter(filter, attributes));
}

/** How values of a declared type compare. An undeclared field compares as text. */
export function comparisonType(declared: DeclaredType | undefined): ComparisonType {
  return declared === 'number' || declared === 'date' ? declared : 'text';
}

/** Converts a stored value to the values that can be compared as a type. An unreadable value has none. */
export function readCell(
  stored: JsonValue | undefined,
  { type, byId }: Pick<CompiledCondition, 'type' | 'byId'>,
): Cell {
  const value = byId ? withoutLabels(stored) : stored;
  if ((typeof value === 'string' && value !== '') || typeof value === 'number') {
    // A fast path for a single scalar, which most values are. The result is the same as below.
    const operand = readOperand(value, type);
    const operands = operand === undefined ? [] : [operand];
    return { state: 'value', equalities: operands, ranges: operands };
  }
  return {
    state: stateOf(value),
    equalities: readAll(equalityScalars(value), type),
    ranges: readAll(rangeScalars(value), type),
  };
}

/** Whether a cell matches one test. */
export function passes(cell: Cell, test: Test): boolean {
  switch (test.kind) {
    case 'exists':
      return (cell.state === 'value') === test.expected;
    case 'order':
      return cell.ranges.some((value) => inOrder(value, test));
    case 'equals': {
      const equal =
        (test.matchesFalse && cell.state === 'false') ||
        (test.matchesNull && cell.state === 'null') ||
        test.operands.some((operand) => cell.equalities.includes(operand)) ||
        (test.days.length > 0 && cell.equalities.some((value) => test.days.includes(dayOf(Number(value)))));
      return equal !== test.negated;
    }
  }
}

function stateOf(value: JsonValue | undefined): Cell['state'] {
  if (value === undefined || value === null) {
    return 'null';
  }
  if (value === false) {
    return 'false';
  }
  return isEmpty(value) ? 'empty' : 'value';
}

function readAll(scalars: readonly Scalar[], type: ComparisonType): Operand[] {
  return scalars.map((scalar) => readOperand(scalar, type)).filter((operand) => operand !== undefined);
}

function readOperand(scalar: Scalar, type: ComparisonType): Operand | undefined {
  if (type === 'text') {
    return textOf(scalar);
  }
  return type === 'number' ? numberOf(scalar) : dateOf(scalar);
}

/** Whether a value satisfies an order comparison. */
export function inOrder(value: Operand, { type, operator, operand }: OrderTest): boolean {
  const order = type === 'text' ? compareCodePoints(String(value), String(operand)) : compareMeasures(value, operand);
  switch (operator) {
    case 'lt':
      return order < 0;
    case 'lte':
      return order <= 0;
    case 'gt':
      return order > 0;
    case 'gte':
      return order >= 0;
  }
}

function compileCondition(condition: Condition, fieldTypes: FieldTypes): CompiledCondition {
  const { field } = condition;
  const type = comparisonType(declaredType(fieldTypes, field));
  return { field, type, tests: condition.comparisons.map((comparison) => compileTest(field, type, comparison)) };
}

function declaredType(fieldTypes: FieldTypes, field: string): DeclaredType | undefined {
  if (fieldTypes instanceof Map) {
    return fieldTypes.get(field);
  }
  const record = fieldTypes as Readonly<Record<string, DeclaredType>>;
  return Object.hasOwn(record, field) ? record[field] : undefined;
}

function compileTest(field: string, type: ComparisonType, comparison: Comparison): Test {
  switch (comparison.operator) {
    case 'eq':
      return compileEquality({ path: field, type, values: [comparison.value], negated: false });
    case 'ne':
      return compileEquality({ path: `${field}.ne`, type, values: [comparison.value], negated: true });
    case 'in':
      return compileEquality({ path: `${field}.in`, type, values: comparison.value, negated: false });
    case 'exists':
      return { kind: 'exists', expected: comparison.value };
    default:
      return compileOrder(field, type, comparison);
  }
}

/** A date without a time means the whole day: `lte` includes its end, and `gt` starts after its end. */
function compileOrder(field: string, type: ComparisonType, { operator, value }: RangeComparison): Test {
  const operand = readWanted(`${field}.${operator}`, type, value);
  const day = type === 'date' ? wholeDay(value) : undefined;
  if (day !== undefined && (operator === 'lte' || operator === 'gt')) {
    return { kind: 'order', type, operator: operator === 'lte' ? 'lt' : 'gte', operand: day + dayMs };
  }
  return { kind: 'order', type, operator, operand };
}

function wholeDay(value: EqualityValue): number | undefined {
  return typeof value === 'string' ? dayOfText(value) : undefined;
}

function compileEquality(input: {
  path: string;
  type: ComparisonType;
  values: readonly EqualityValue[];
  negated: boolean;
}): Test {
  const { path, type, values, negated } = input;
  const compared = values.filter((value) => value !== null && value !== false);
  const days = type === 'date' ? compared.map(wholeDay) : [];
  const others = compared.filter((_, index) => days[index] === undefined);
  return {
    kind: 'equals',
    operands: [...new Set(others.map((value) => readWanted(path, type, value)))],
    days: [...new Set(days.filter((day) => day !== undefined))],
    matchesFalse: values.includes(false),
    matchesNull: values.includes(null),
    negated,
  };
}

function readWanted(path: string, type: ComparisonType, value: RangeValue | true): Operand {
  const operand = readOperand(value, type);
  if (operand === undefined) {
    const field = path.replace(/\.(?:lt|lte|gt|gte|ne|in)$/, '');
    const example = type === 'date' ? ' such as 2026-01-31 or 2026-01-31T10:00:00Z' : '';
    throw new FilterError(path, `Field "${field}" is declared as ${type}: give a ${type}${example}.`);
  }
  return operand;
}
