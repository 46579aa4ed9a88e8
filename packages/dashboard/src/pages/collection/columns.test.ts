import { expect, test } from 'vitest';
import { columnsOf, kindOf } from './columns.js';

test.each([
  [{ type: 'number' }, 'number'],
  [{ type: null, example: 12.5 }, 'number'],
  [{ type: null, example: true }, 'boolean'],
  [{ type: null, example: '2026-02-02 10:00:00' }, 'date'],
  [{ type: null, example: '2026-02-02-A' }, 'text'],
  [{ type: null, example: [3, 'Desks'] }, 'object'],
  [{ type: 'enum', example: 'oak' }, 'enum'],
  [{ type: 'string', example: 12 }, 'text'],
  [undefined, 'text'],
] as const)('the kind of %j is %s', (field, kind) => {
  expect(kindOf(field)).toBe(kind);
});

test('columnsOf > keeps the order of the file, with the name of the record first', () => {
  const fields = ['zone', 'Product Name', 'brand', 'title'];
  expect(columnsOf({ exposed_fields: fields, fields: [] }).map(({ field }) => field)).toEqual([
    'title',
    'zone',
    'Product Name',
    'brand',
  ]);
  const [first] = columnsOf({ exposed_fields: fields.slice(0, 3), fields: [] });
  expect(first?.field).toBe('Product Name');
});

test("columnsOf > puts the record's name first, and keeps a field named like the id column as a separate column", () => {
  const columns = columnsOf({ exposed_fields: ['id', '__proto__', 'name'], fields: [] });
  expect(columns.map(({ field }) => field)).toEqual(['name', 'id', '__proto__']);
  expect(columns.map(({ id }) => id)).toEqual(['field:name', 'field:id', 'field:__proto__']);
});
