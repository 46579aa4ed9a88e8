import { createHash } from 'node:crypto';
import type { JsonObject, JsonValue } from '@tessera/json';
import { decimalText } from '@tessera/json';
import {
  type ComparisonType,
  type CompiledCondition,
  type CompiledFilter,
  type Operand,
  readCell,
  type Test,
} from '@tessera/search-engine';

// Attributes are indexed as keywords in one field, so that filters are exact and attributes need no mapping. A keyword
// contains the variant (how the field is compared), the field, its kind (state, equality or range), and the value.

/** A query in the query language of OpenSearch. */
export type EngineQuery = Readonly<Record<string, unknown>>;

/** Excludes deleted records and the state of the index. */
export const liveQuery: EngineQuery = { term: { gone: false } };

/** The field of the keywords. */
const cellsField = 'cells';
const types = ['text', 'number', 'date'] as const;
/** Longer text is compared by its hash, and in ranges by its beginning. */
const longestText = 8_000;
const dayMs = 86_400_000;

/** The keywords of a record's attributes, one for every way to compare them. */
export function cellsOf(attributes: JsonObject): string[] {
  return Object.entries(attributes).flatMap(([field, value]) => [
    ...keywordsOf(field, value, {}),
    ...keywordsOf(field, value, { byId: true }),
  ]);
}

function keywordsOf(field: string, value: JsonValue | undefined, by: { readonly byId?: true }): string[] {
  const { state } = readCell(value, { type: 'text', ...by });
  const states = state === 'null' ? [] : [stateKeyword({ field, type: 'text', ...by }, state)];
  const values = types.flatMap((type) => {
    const key = { field, type, ...by };
    const { equalities, ranges } = readCell(value, key);
    return [
      ...equalities.map((operand) => keyword(key, 'e', equalityText(type, operand))),
      ...ranges.map((operand) => keyword(key, 'r', rangeText(type, operand))),
    ];
  });
  return [...new Set([...states, ...values])];
}

/** A query for the records that match any of the filters; for all records if `slice` is null. */
export function sliceQuery(slice: readonly CompiledFilter[] | null): EngineQuery {
  return slice === null ? { match_all: {} } : anyOf(slice.map(filterQuery));
}

/** A query for the records that match a filter. */
export function filterQuery({ conditions }: CompiledFilter): EngineQuery {
  return {
    bool: { filter: conditions.flatMap((condition) => condition.tests.map((test) => testQuery(condition, test))) },
  };
}

function testQuery(condition: CompiledCondition, test: Test): EngineQuery {
  switch (test.kind) {
    case 'exists': {
      const hasValue = oneOf([stateKeyword(condition, 'value')]);
      return test.expected ? hasValue : { bool: { must_not: [hasValue] } };
    }
    case 'order': {
      const bound = keyword(condition, 'r', rangeText(condition.type, test.operand));
      const isUpper = test.operator === 'lt' || test.operator === 'lte';
      const other = isUpper ? { gte: keyword(condition, 'r', '') } : { lt: keywordsEnd(condition, 'r') };
      return { range: { [cellsField]: { [test.operator]: bound, ...other } } };
    }
    case 'equals': {
      const states = (['false', 'empty', 'value'] as const).map((state) => stateKeyword(condition, state));
      const equal = anyOf([
        oneOf(test.operands.map((operand) => keyword(condition, 'e', equalityText(condition.type, operand)))),
        ...(test.matchesFalse ? [oneOf([stateKeyword(condition, 'false')])] : []),
        ...(test.matchesNull ? [{ bool: { must_not: [oneOf(states)] } }] : []),
        ...test.days.map((day) => ({
          range: {
            [cellsField]: {
              gte: keyword(condition, 'e', equalityText('date', day)),
              lt: keyword(condition, 'e', equalityText('date', day + dayMs)),
            },
          },
        })),
      ]);
      return test.negated ? { bool: { must_not: [equal] } } : equal;
    }
  }
}

function oneOf(keywords: readonly string[]): EngineQuery {
  return { terms: { [cellsField]: keywords } };
}

function anyOf(queries: readonly EngineQuery[]): EngineQuery {
  return queries.length === 0 ? { match_none: {} } : { bool: { should: queries, minimum_should_match: 1 } };
}

type Key = Pick<CompiledCondition, 'field' | 'type' | 'byId'>;

/** A keyword for the state of a field, which does not depend on the type. */
function stateKeyword(key: Key, state: string): string {
  return keyword({ ...key, type: 'text' }, 's', state);
}

function keyword({ field, type, byId }: Key, kind: 's' | 'e' | 'r', value: string): string {
  return `${type}${byId ? ' by id' : ''} ${JSON.stringify(field)}${kind}=${value}`;
}

/** The lowest string above all keywords of a field and kind. The character after `=` is `>`. */
function keywordsEnd(key: Key, kind: 'e' | 'r'): string {
  return keyword(key, kind, '').replace(/=$/, '>');
}

function equalityText(type: ComparisonType, operand: Operand): string {
  if (type !== 'text') {
    return sortableNumber(operand);
  }
  const text = String(operand);
  return text.length > longestText ? `hash ${createHash('sha256').update(text).digest('hex')}` : `text ${text}`;
}

function rangeText(type: ComparisonType, operand: Operand): string {
  return type === 'text' ? String(operand).slice(0, longestText) : sortableNumber(operand);
}

/** A number as text that sorts like the numbers: its double, and then its decimal for equal doubles. */
export function sortableNumber(measure: Operand): string {
  const number = Number(measure) + 0;
  const bits = Buffer.alloc(8);
  bits.writeDoubleBE(number);
  const isNegative = number < 0;
  const ordered = bits.map((byte, at) => (isNegative ? ~byte : at === 0 ? byte | 0x80 : byte));
  return `${Buffer.from(ordered).toString('hex')}${sortableDecimal(measure)}`;
}

/** Digits of the count that a sortable decimal starts with. The digits of a request are fewer than ten million. */
const countDigits = 7;

/**
 * The number of digits before the point is first, because decimals with the same number of these digits sort as text.
 * Digits of negative numbers are inverted. More than `longestText` characters are not compared.
 */
function sortableDecimal(measure: Operand): string {
  const decimal = typeof measure === 'number' ? decimalText(measure) : measure;
  const isNegative = decimal.startsWith('-');
  const magnitude = isNegative ? decimal.slice(1) : decimal;
  const hasDigits = magnitude !== 'Infinity';
  const [whole = ''] = magnitude.split('.', 1);
  const count = hasDigits ? String(whole.length).padStart(countDigits, '0') : '9'.repeat(countDigits);
  const text = `${count}${hasDigits ? magnitude : ''}`.slice(0, longestText);
  // A negative number can be so small that its double is 0, so the sign is first.
  return isNegative ? `-${text.replace(/\d/g, (digit) => String(9 - Number(digit))).replace('.', '~')}~~` : text;
}
