import { describe, expect, test } from 'vitest';
import { disambiguate } from './disambiguation.js';

const records = (...attributes: readonly Record<string, string | number | boolean | (string | number)[]>[]) =>
  attributes.map((each, i) => ({ external_id: String(i), attributes: each }));

describe('what to ask for between records', () => {
  test('is the field that splits them most evenly, with the ids of each value', () => {
    const desks = records(
      { name: 'Desk', wood: 'oak', size: 140 },
      { name: 'Desk', wood: 'oak', size: 160 },
      { name: 'Desk', wood: 'ash', size: 140 },
      { name: 'Desk', wood: 'oak', size: 160 },
    );
    expect(disambiguate(desks)).toEqual({
      field: 'size',
      values: [
        { value: '140', external_ids: ['0', '2'] },
        { value: '160', external_ids: ['1', '3'] },
      ],
    });
  });

  test('is of equal splits the field by which people know records', () => {
    expect(disambiguate(records({ sku: 'A1', name: 'Oak' }, { sku: 'A2', name: 'Ash' }))?.field).toBe('name');
  });

  test('reads a relation by its label and tells records without a value', () => {
    expect(disambiguate(records({ kind: [3, 'Desks'] }, { kind: false }))?.values).toEqual([
      { value: 'Desks', external_ids: ['0'] },
      { value: null, external_ids: ['1'] },
    ]);
  });

  test.each([
    ['no field differs', records({ name: 'Desk' }, { name: 'Desk' })],
    ['what differs is long or composed', records({ text: 'a'.repeat(100), tags: ['x', 'y'] }, { text: 'b', tags: [] })],
    ['there is one record', records({ name: 'Desk' })],
    ['there is none', []],
  ])('is nothing where %s', (_, found) => {
    expect(disambiguate(found)).toBeUndefined();
  });
});
