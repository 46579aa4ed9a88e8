import { type JsonObject, type JsonValue, parseNumber } from '@tessera/json';
import fc from 'fast-check';
import type { DeclaredType } from '../compile.js';

/** Strings that often compare as equal, and that are unusual in many ways. */
const text = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '',
      ' ',
      '5',
      '5.0',
      ' 5 ',
      '-5',
      '05',
      '1e3',
      '1000',
      '.5',
      '5.',
      '+5',
      '1e999',
      '1e-999',
      '12,5',
    ),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      'a',
      'A',
      'b',
      'ab',
      'é',
      '\u{ffff}',
      '\u{1f600}',
      'false',
      'true',
      'null',
      "o'clock",
      '$1',
      '\\',
    ),
  },
  { weight: 2, arbitrary: fc.constantFrom('P-1', 'M1', 'Chair 2', 'France', 'NaN', 'Infinity', '\u00a05', '5\n', '٣') },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      '2026-01-31',
      '2026-02-28 10:00:00',
      '2026-02-28T10:00:00.000Z',
      '2026-02-28T10:00:00.5',
      '0926-02-28',
      '2026/01/31',
      '2026-02-30',
      '2024-02-29',
      '1900-02-29',
      '0000-01-01',
      '0001-01-01',
      '9999-12-31T23:59:59.999Z',
      '2026-01-31 10:00:00',
      '2026-01-31T10:00:00Z',
      '2026-01-31T12:00:00.000+02:00',
      '2026-01-31t10:00',
      '2026-01-31 10:00:00.123456',
      '2026-01-31 10:00:00.123Z',
      '2026-01-31 10:00:00 UTC',
      '2026-01-31T04:30:00-0530',
      '2026-01-31T12:00:00+02',
      '2026-01-31T24:00:00Z',
      '2026-01-31T10:61:00Z',
      '2026-01/31',
      '31.01.2026',
      ' 2026-01-31 ',
    ),
  },
  fc
    .date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') })
    .map((date) => date.toISOString()),
  fc.string({ unit: 'binary', maxLength: 4 }).filter((value) => !/[\0\p{Surrogate}]/u.test(value)),
);

const number = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -6, max: 6 }) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      0.5,
      5.25,
      1e21,
      1e-7,
      1e299,
      1e300,
      1.7e308,
      1e-299,
      1e-301,
      5e-324,
      -1e301,
      1769853600000,
      75,
    ),
  },
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
);

/** Number literals of any size. Neighboring ones round to the same double. */
const longLiteral = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.constantFrom(
      '1234567890123456789',
      '12345678901234567890.5',
      '900719925474099',
      '0.1000000000000000000',
      '0.1000000000000000055511151231257827',
      `1${'0'.repeat(399)}`,
      `0.${'0'.repeat(399)}`,
    ),
    fc.nat({ max: 9 }),
    fc.constantFrom('', '', '0'),
  )
  .map(([sign, digits, last, padding]) => `${sign}${digits}${last}${digits.includes('.') ? padding : ''}`);

const exactNumber = fc
  .oneof(
    { weight: 3, arbitrary: longLiteral },
    fc.constantFrom('12345678901234567890', '12345678901234567890.50', '1e400', '-1e400', '1e-400'),
  )
  .map(parseNumber);

const numericText = longLiteral.map((literal) => literal.replace(/^0(?=[.])/, ''));

const scalar: fc.Arbitrary<JsonValue> = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 3, arbitrary: number },
  { weight: 2, arbitrary: exactNumber },
  numericText,
  fc.constantFrom(true, false, null),
);

const relation: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.tuple(fc.oneof(number, text, exactNumber), text).map((pair): JsonValue => pair),
  fc
    .tuple(fc.oneof(number, text), fc.constantFrom('label', 'name', 'display_name'), scalar)
    .map(([id, key, label]) => ({ id, [key]: label })),
  fc.record({ id: scalar, label: scalar, name: scalar, display_name: scalar }, { requiredKeys: [] }),
);

const element = fc.oneof({ weight: 3, arbitrary: scalar }, relation);

/** Attribute values: scalars, empty values, relational values, lists of these, and nested values that match nothing. */
export const attributeValue: fc.Arbitrary<JsonValue> = fc.oneof(
  { weight: 5, arbitrary: scalar },
  { weight: 2, arbitrary: relation },
  { weight: 2, arbitrary: fc.array(element, { maxLength: 3 }) },
  fc.constantFrom<JsonValue>({}, [[]], { a: { id: 1 } }, [{ id: 1 }], [[1, 2, 3]]),
);

const fieldNames = ['price', 'made', 'kind', 'note', '__proto__', 'toString', "o'field"] as const;

/** Declared and undeclared fields. One has the name of an inherited property. */
export const fieldTypes: ReadonlyMap<string, DeclaredType> = new Map([
  ['price', 'number'],
  ['made', 'date'],
  ['kind', 'enum'],
  ['toString', 'number'],
]);

/** An object with some of the field names. With a low maximum, a record more often matches all conditions. */
function objectOf(
  value: fc.Arbitrary<JsonValue>,
  sizes: { minLength: number; maxLength: number },
): fc.Arbitrary<JsonObject> {
  return fc
    .uniqueArray(fc.tuple(fc.constantFrom(...fieldNames), value), { selector: ([field]) => field, ...sizes })
    .map((entries): JsonObject => Object.fromEntries(entries));
}

/** Attributes of a record over a handful of field names. */
export const attributes: fc.Arbitrary<JsonObject> = objectOf(attributeValue, {
  minLength: 3,
  maxLength: fieldNames.length,
});

const equalityValue = fc.oneof(
  { weight: 5, arbitrary: scalar },
  fc.tuple(fc.integer({ min: 0, max: 80 }), text).map((pair): JsonValue => pair),
);
const rangeOperand: fc.Arbitrary<JsonValue> = fc.oneof(text, number, exactNumber, numericText);
const comparison: fc.Arbitrary<[string, JsonValue]> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constantFrom('lt', 'lte', 'gt', 'gte'), rangeOperand) },
  fc.tuple(fc.constant('ne'), equalityValue),
  fc.tuple(fc.constant('in'), fc.array(scalar, { maxLength: 4 })),
  fc.tuple(fc.constant('exists'), fc.boolean()),
);
const range: fc.Arbitrary<JsonValue> = fc
  .array(comparison, { minLength: 1, maxLength: 2 })
  .map((comparisons): JsonObject => Object.fromEntries(comparisons));

/** Filters as sent, including values that do not match the declared type, which are rejected. */
export const filters: fc.Arbitrary<JsonObject> = objectOf(fc.oneof(equalityValue, range), {
  minLength: 0,
  maxLength: 2,
});
