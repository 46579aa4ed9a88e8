import {
  type ComparisonType,
  type CompiledCondition,
  type CompiledFilter,
  dayMs,
  type Test,
} from '@tessera/search-engine';

/** A boolean SQL expression over the attributes of `records`, and the values of its parameters, in order. */
export interface FilterSql {
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * Translates a filter to SQL that matches the same records as `matchesFilter`. Its parameters are numbered from
 * `firstParameter` on. Field names and values are always parameters.
 */
export function filterSql(filter: CompiledFilter, firstParameter: number): FilterSql {
  const parameters = new Parameters(firstParameter);
  return { text: allOf(filter, parameters), values: parameters.values };
}

/** SQL for the union of a slice's filters. A slice without filters matches nothing. */
export function sliceSql(slice: readonly CompiledFilter[], firstParameter: number): FilterSql {
  const parameters = new Parameters(firstParameter);
  const alternatives = slice.map((filter) => allOf(filter, parameters));
  return { text: join(alternatives, 'or', 'false'), values: parameters.values };
}

class Parameters {
  readonly values: unknown[] = [];

  constructor(private readonly first: number) {}

  /** Adds a parameter, and returns its placeholder with a cast to its type. */
  add(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.first + this.values.length - 1}::${type}`;
  }
}

function allOf(filter: CompiledFilter, parameters: Parameters): string {
  return join(
    filter.conditions.map((condition) => conditionSql(condition, parameters)),
    'and',
    'true',
  );
}

function join(expressions: readonly string[], operator: 'and' | 'or', none: string): string {
  return expressions.length === 0 ? none : `(${expressions.join(` ${operator} `)})`;
}

function conditionSql({ field, type, byId, tests }: CompiledCondition, parameters: Parameters): string {
  const stored = `attributes -> ${parameters.add(field, 'text')}`;
  const value = { stored: `(${stored})`, counted: byId ? `filter_without_labels(${stored})` : `(${stored})` };
  return join(
    tests.map((test) => testSql({ test, type, value }, parameters)),
    'and',
    'true',
  );
}

/**
 * SQL for the stored value of a field, and for its value in comparisons. They differ for relational values: slices
 * compare ids only, never labels.
 */
interface ValueSql {
  readonly stored: string;
  readonly counted: string;
}

/** SQL that is true for an empty or absent value. */
export function isEmptySql(value: string): string {
  return `coalesce(${value}, 'null') in ('null', 'false', '""', '[]')`;
}

const readers: Record<ComparisonType, { readonly call: string; readonly operand: string; readonly collation: string }> =
  {
    text: { call: 'filter_texts', operand: 'text', collation: ' collate "C"' },
    number: { call: 'filter_numbers', operand: 'numeric', collation: '' },
    date: { call: 'filter_dates', operand: 'float8', collation: '' },
  };

/** Operators for `operand > any(values)`, which is how "some value is less than the operand" is written in SQL. */
const mirrored = { lt: '>', lte: '>=', gt: '<', gte: '<=' } as const;

function testSql(input: { test: Test; type: ComparisonType; value: ValueSql }, parameters: Parameters): string {
  const { test, type, value } = input;
  const reader = readers[type];
  switch (test.kind) {
    case 'exists': {
      const isEmpty = isEmptySql(value.counted);
      return test.expected ? `not ${isEmpty}` : isEmpty;
    }
    case 'order': {
      const operand = parameters.add(test.operand, reader.operand);
      return `${operand}${reader.collation} ${mirrored[test.operator]} any(${reader.call}(${value.counted}, true))`;
    }
    case 'equals': {
      // Without operands, the field's parameter must still be used: PostgreSQL cannot determine the type of an unused
      // parameter.
      const equal = join(equalities({ test, reader, value }, parameters), 'or', `(false and ${value.stored} is null)`);
      return test.negated ? `not ${equal}` : equal;
    }
  }
}

function equalities(
  input: { test: Extract<Test, { kind: 'equals' }>; reader: { call: string; operand: string }; value: ValueSql },
  parameters: Parameters,
): string[] {
  const { test, reader } = input;
  const { stored, counted } = input.value;
  const ways: string[] = [];
  if (test.operands.length > 0) {
    const operands = parameters.add([...test.operands], `${reader.operand}[]`);
    const anyEqual = `${reader.call}(${counted}, false) && ${operands}`;
    // Most values are strings, so they are compared without a function call, which would take most of the time.
    ways.push(
      reader.operand === 'text'
        ? `case when jsonb_typeof(${stored}) = 'string' then ${stored} #>> '{}' = any(${operands}) else ${anyEqual} end`
        : anyEqual,
    );
  }
  if (test.days.length > 0) {
    const days = parameters.add([...test.days], 'float8[]');
    const daysOf = `array(select floor(at / ${dayMs}) * ${dayMs} from unnest(filter_dates(${counted}, false)) as at)`;
    ways.push(`${daysOf} && ${days}`);
  }
  if (test.matchesFalse) {
    ways.push(`coalesce(${counted} = 'false', false)`);
  }
  if (test.matchesNull) {
    ways.push(`coalesce(${counted}, 'null') = 'null'`);
  }
  return ways;
}
