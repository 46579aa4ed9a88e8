import { ExactNumber, type JsonObject, type JsonValue } from '@tessera/json';
import { describe, expect, test } from 'vitest';
import { declaredFields, readConfig } from './config.js';
import { checkFields, matchesType } from './field-rules.js';

function outcome(record: JsonObject, stored: JsonValue): string[] {
  const answer = checkFields(record, readConfig(stored));
  return 'error' in answer
    ? [`${answer.error} ${answer.field}`]
    : answer.findings.map(({ kind, field }) => `${kind} ${field}`);
}

describe('checkFields > required', () => {
  test('null, empty and absent values are missing; false and zero are present', () => {
    const stored = { required_fields: ['name'] };
    for (const name of [null, '']) {
      expect(outcome({ id: 1, name }, stored)).toEqual(['missing_required_field name']);
    }
    expect(outcome({ id: 1 }, stored)).toEqual(['missing_required_field name']);
    for (const name of [false, 0, 'Desk', []]) {
      expect(outcome({ id: 1, name }, stored)).toEqual([]);
    }
  });

  test('an unsent field with the name of an inherited property is missing', () => {
    expect(outcome({ id: 1 }, { required_fields: ['toString'] })).toEqual(['missing_required_field toString']);
  });

  test('the error names the field and says what to do', () => {
    const answer = checkFields({ id: 1 }, readConfig({ required_fields: ['name'] }));
    expect(answer).toMatchObject({
      message: expect.stringContaining('"name"'),
      hint: expect.stringContaining('"name"'),
    });
  });
});

describe('checkFields > unknown fields', () => {
  const record = { id: 1, write_date: '2026-01-31', name: 'Desk', color: 'oak' };

  test('without roles no field counts as unknown; description and guidance are not roles', () => {
    expect(outcome(record, {})).toEqual([]);
    expect(outcome(record, { guidance: 'Ask for desks.' })).toEqual([]);
    expect(readConfig({ guidance: 'x', description: 'y' }).configured).toBe(false);
  });

  test('id and clock settings do not make other fields unknown', () => {
    expect(
      outcome({ sku: 'A', changed: '2026-01-31', name: 'Desk' }, { id_field: 'sku', write_date_field: 'changed' }),
    ).toEqual([]);
  });

  test.each<[string, JsonValue]>([
    ['warn by default', { embed_fields: ['name'] }],
    ['warn', { exposed_fields: ['name'], unknown_policy: 'warn' }],
  ])('%s: the record is stored with a finding', (_, stored) => {
    expect(outcome(record, stored)).toEqual(['unknown_field color']);
  });

  test('accept adds no finding, and reject refuses the record', () => {
    expect(outcome(record, { embed_fields: ['name'], unknown_policy: 'accept' })).toEqual([]);
    expect(outcome(record, { embed_fields: ['name'], unknown_policy: 'reject' })).toEqual(['unknown_field color']);
    expect(checkFields(record, readConfig({ embed_fields: ['name'], unknown_policy: 'reject' }))).toHaveProperty(
      'error',
    );
  });

  test('a field declared in any role is known', () => {
    const stored = {
      id_field: 'key',
      write_date_field: 'at',
      embed_fields: ['a'],
      field_types: { b: 'number' },
      id_match_fields: ['c'],
      exposed_fields: ['d'],
      required_fields: ['e'],
    };
    expect([...declaredFields(readConfig(stored))].sort()).toEqual(['a', 'at', 'b', 'c', 'd', 'e', 'key']);
  });
});

describe('checkFields > types', () => {
  test('a value of the wrong type adds a finding, even under accept, unless it is false or empty', () => {
    const stored = { field_types: { price: 'number', made: 'date' }, unknown_policy: 'accept' };
    expect(outcome({ id: 1, price: 'cheap', made: 'soon', extra: 1 }, stored)).toEqual([
      'type_mismatch price',
      'type_mismatch made',
    ]);
    for (const empty of [false, null, '', []]) {
      expect(outcome({ id: 1, price: empty, made: empty }, stored)).toEqual([]);
    }
  });

  test('a finding names the declared type, or says what to do about an undeclared field', () => {
    const messages = (stored: JsonValue) => {
      const checked = checkFields({ id: 1, kind: {}, extra: 1 }, readConfig(stored));
      return 'findings' in checked ? checked.findings.map(({ message }) => message) : [];
    };
    expect(messages({ field_types: { kind: 'enum' } })).toEqual([
      'Field "extra" arrives, such as 1, but is not declared: declare it, or set unknown_policy to accept.',
      'Field "kind" arrives with {}, which does not match its type, enum: send one value or a list of values.',
    ]);
  });

  test('an unreadable update clock adds one finding, whether or not fields are configured', () => {
    expect(outcome({ id: 1, write_date: 'soon' }, {})).toEqual(['type_mismatch write_date']);
    expect(outcome({ id: 1, write_date: 'soon' }, { field_types: { write_date: 'date' } })).toEqual([
      'type_mismatch write_date',
    ]);
    expect(outcome({ id: 1, write_date: '2026-01-31 10:00:00' }, {})).toEqual([]);
  });

  const fitting: Record<string, JsonValue[]> = {
    number: [5, '5.0', ' 5 ', [1, 2, '3'], new ExactNumber('12345678901234567890')],
    date: ['2026-01-31', '2026-01-31 10:00:00', '2026-01-31T10:00:00+02:00'],
    string: ['text', [75, 'France'], { id: 1, name: 'Acme' }, ['a', 'b']],
    enum: ['a', 1, true, [75, 'France'], ['a', 1]],
  };
  const mismatches: Record<string, JsonValue[]> = {
    number: ['five', true, [75, 'France'], [1, 'x'], {}, [[1]]],
    date: ['soon', 5, true, '2026-02-30'],
    string: [5, true, { a: 1 }, [5]],
    enum: [{ a: 1 }, [[1, 2]]],
  };
  test.each(['number', 'date', 'string', 'enum'] as const)(
    'matchesType: accepted and rejected values of %s',
    (type) => {
      expect(fitting[type]?.filter((value) => !matchesType(value, type))).toEqual([]);
      expect(mismatches[type]?.filter((value) => matchesType(value, type))).toEqual([]);
    },
  );
});
