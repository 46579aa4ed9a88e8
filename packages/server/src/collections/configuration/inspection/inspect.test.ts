import { type JsonObject, type JsonValue, parseJson } from '@tessera/json';
import { readConfig } from '@tessera/records';
import { describe, expect, test } from 'vitest';
import { type InspectedField, inspectFields } from './inspect.js';

function inspected(records: readonly JsonObject[], stored: JsonValue = {}): Map<string, InspectedField> {
  return new Map(inspectFields(records, readConfig(stored)).fields.map((field) => [field.name, field]));
}

function column(name: string, values: readonly JsonValue[]): InspectedField | undefined {
  return inspected(values.map((value) => ({ [name]: value }))).get(name);
}

function repeat(values: readonly JsonValue[], times: number): JsonValue[] {
  return Array.from({ length: times }, () => values).flat();
}

const numbers = Array.from({ length: 20 }, (_, index) => index);

describe('inspectFields: suggestions', () => {
  const cases: [title: string, name: string, values: JsonValue[], type: string | null, role: string | null][] = [
    ['few values that repeat are an enum', 'state', repeat(['draft', 'sent', 'sale'], 4), 'enum', 'filterable'],
    [
      'relational pairs that repeat are an enum by label',
      'stage_id',
      repeat(
        [
          [1, 'New'],
          [2, 'Won'],
        ],
        5,
      ),
      'enum',
      'filterable',
    ],
    [
      'relational pairs that do not repeat are searched by label',
      'partner_id',
      numbers.map((n) => [n, `Partner ${n} Ltd`]),
      'string',
      'semantic',
    ],
    ['booleans with false for empty are an enum', 'active', [true, false, true, false], 'enum', 'filterable'],
    ['flags written as 0 and 1 are an enum', 'is_in_stock', ['1', '0', '1', '1'], 'enum', 'filterable'],
    ['numbers are numbers', 'list_price', [5, 7.5, 5, 7.5, false], 'number', 'filterable'],
    ['numbers in strings are numbers', 'price', ['52.00', '70', '63.5'], 'number', 'filterable'],
    [
      'Odoo date-times are dates',
      'date_order',
      ['2023-02-04 10:00:00', false, '2023-03-07 10:00:00'],
      'date',
      'filterable',
    ],
    [
      'ISO dates are dates',
      'made',
      ['2023-02-04', '2023-02-05T10:00:00Z', '2023-02-06T10:00:00+02:00'],
      'date',
      'filterable',
    ],
    ['unique codes are identifiers', 'whatever', numbers.map((n) => `MH${n}-XS-Black`), 'string', 'identifier'],
    [
      'unique e-mail addresses are identifiers',
      'contact',
      numbers.map((n) => `p${n}@example.com`),
      'string',
      'identifier',
    ],
    [
      'EANs are identifiers, not numbers',
      'number',
      numbers.map((n) => String(4006381333900 + n)),
      'string',
      'identifier',
    ],
    [
      'unique ids of a source are identifiers',
      'orderID',
      numbers.map((n) => String(10248 + n)),
      'string',
      'identifier',
    ],
    [
      'codes without digits are identifiers where the name says so',
      'sku',
      ['ALFKI', 'ANATR', 'ANTON'],
      'string',
      'identifier',
    ],
    [
      'codes of two words are identifiers where the name says so',
      'sku',
      numbers.map((n) => `CD ${n}`),
      'string',
      'identifier',
    ],
    [
      'unique whole numbers are identifiers where the name counts documents',
      'invoice_number',
      numbers.map((n) => 9_000 + n),
      'string',
      'identifier',
    ],
    [
      'the same numbers are numbers where they repeat, as on the lines of an order',
      'orderNumber',
      [...numbers, ...numbers].map((n) => 9_000 + n),
      'number',
      'filterable',
    ],
    ['unique prices are no identifiers', 'price', numbers.map((n) => `$${n}.50`), 'string', 'semantic'],
    ['unique percentages are no identifiers', 'margin', numbers.map((n) => `${n},5%`), 'string', 'semantic'],
    [
      'a word for want of a date does not make a text of dates',
      'shipped',
      ['2023-02-04', 'NULL', '2023-02-06', 'n/a', '2023-02-07'],
      'date',
      'filterable',
    ],
    ['nor of numbers', 'weight', ['1.5', '-', '2.25', '3'], 'number', 'filterable'],
    ['but words alone are a text', 'made', ['NULL', 'n/a', '2023-02-06'], 'string', 'semantic'],
    ['unique measures are numbers', 'popularity', numbers.map((n) => 21_000 + n), 'number', 'filterable'],
    ['leading zeros make digits a text', 'plant', ['0012', '0044', '0012'], 'string', 'semantic'],
    ['postal codes are no numbers', 'zip', ['94134', '10001', '33000'], 'string', 'semantic'],
    [
      'long integers are no numbers',
      'amount',
      ['12345678901234567890', '12345678901234567891', '12345678901234567890'].map(parseJson),
      'string',
      'exposed',
    ],
    [
      'unique digits of which two can be the same double are identifiers',
      'tracking',
      numbers.map((n) => String(123_456_789_012_345_600n + BigInt(n))),
      'string',
      'identifier',
    ],
    [
      'unique digits are identifiers where one alone is too long for a double',
      'parcel',
      ['123456789012345', ' 1234567890123456 ', '79927398713'],
      'string',
      'identifier',
    ],
    [
      'such digits that repeat are a text, no number',
      'tracking',
      [...numbers, 0].map((n) => String(9_007_199_254_740_993n + BigInt(n))),
      'string',
      'exposed',
    ],
    [
      'such digits are no number either with a sign or a fraction of zeros',
      'balance',
      ['-12345678901234567.00', '5', '5'],
      'string',
      'semantic',
    ],
    ['15 digits are a number', 'balance', ['123456789012345', '-5', '999999999999999'], 'number', 'filterable'],
    [
      'fractions are numbers in however many digits',
      'ratio',
      ['0.30000000000000004', '0.1234567890123456789'],
      'number',
      'filterable',
    ],
    ['text is searched by meaning', 'note', numbers.map((n) => `A note about thing ${n}`), 'string', 'semantic'],
    ['long text that repeats is no enum', 'description', repeat(['<p>Soft and warm</p>'], 9), 'string', 'semantic'],
    [
      'names that repeat are no enum',
      'name',
      repeat(['WorkspaceFixture Lamp', 'WorkspaceFixture Chair'], 5),
      'string',
      'semantic',
    ],
    ['URLs are only shown', 'image', numbers.map((n) => `https://example.com/${n}.jpg`), 'string', 'exposed'],
    [
      'telephone numbers are identifiers',
      'call',
      numbers.map((n) => `+1 (650) 691-32${10 + n}`),
      'string',
      'identifier',
    ],
    [
      'telephone numbers without a plus are so by name',
      'mobile',
      numbers.map((n) => `0171 55 66 ${10 + n}`),
      'string',
      'identifier',
    ],
    [
      'telephone numbers that many share are no identifiers',
      'phone',
      repeat(['030 1234567', '040 1234567'], 3),
      'enum',
      'filterable',
    ],
    ['unique postal codes are no identifiers', 'zip_code', numbers.map((n) => `D-101${10 + n}`), 'string', 'semantic'],
    [
      'postal codes in digits are no identifiers',
      'Postal Code',
      numbers.map((n) => String(10_110 + n)),
      'string',
      'semantic',
    ],
    ['lists of text have no type', 'categories', [['Phones', 'All'], ['Tablets']], null, 'semantic'],
    ['objects have no type', 'size', [{ width: 1 }, { width: 2 }], null, 'exposed'],
    ['a field that is always empty is nothing', 'vat', [false, '', null, []], null, null],
  ];
  for (const [title, name, values, type, role] of cases) {
    test(title, () => {
      expect(column(name, values)).toMatchObject({ detected_type: type, suggested_type: type, suggested_role: role });
    });
  }

  test('detects the role of a field that is empty in the first record, but suggests no type', () => {
    for (const empty of [false, null, '', []]) {
      expect(column('price', [empty, 5, 6])).toMatchObject({
        detected_type: 'number',
        suggested_type: null,
        suggested_role: null,
      });
    }
    const later = inspected([{ id: 1 }, { id: 2, price: 5 }]).get('price');
    expect(later).toMatchObject({ detected_type: 'number', suggested_type: null });
  });

  test('suggests control fields under any name', () => {
    const fields = inspected([{ sku: 'A-1', changed: '2026-01-31' }], { id_field: 'sku', write_date_field: 'changed' });
    expect([...fields.values()].map((field) => field.suggested_role)).toEqual(['control', 'control']);
  });
});

describe('inspectFields: counts', () => {
  test('reports coverage as the share of records with a value', () => {
    expect(column('a', [1, false, null, 2])?.coverage).toBe(0.5);
    expect(column('a', [false, '', null, []])).toMatchObject({ coverage: 0, examples: [] });
    expect(column('a', [false, '', null, []])).not.toHaveProperty('distinct_count');
  });

  test('counts false as a value only if true occurs too', () => {
    expect(column('active', [true, false])?.coverage).toBe(1);
  });

  test('counts distinct values, and returns stored values as examples', () => {
    const field = column('country_id', [
      [75, 'France'],
      [75, 'France'],
      [233, 'United States'],
    ]);
    expect(field).toMatchObject({
      distinct_count: 2,
      examples: [
        [75, 'France'],
        [233, 'United States'],
      ],
    });
  });

  test('cuts long examples', () => {
    expect(column('text', ['x'.repeat(1_000)])?.examples).toEqual([`${'x'.repeat(200)}…`]);
  });

  test('reports configured fields that no record has, except default control fields', () => {
    const config = readConfig({ embed_fields: ['name', 'nmae'], field_types: { price: 'number' } });
    expect(inspectFields([{ name: 'Desk' }], config).unknown_fields).toEqual(['nmae', 'price']);
    expect(inspectFields([], readConfig({ id_field: 'sku' }))).toEqual({
      sampled_records: 0,
      fields: [],
      unknown_fields: ['sku'],
    });
  });
});
