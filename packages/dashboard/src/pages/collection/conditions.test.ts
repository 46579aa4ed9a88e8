import { expect, test } from 'vitest';
import { type Condition, conditionsIn, conditionsOf, conditionsText, filterInWords, filterOf } from './conditions.js';

const types = { price: 'number', sold_on: 'date' };
const condition = (field: string, operator: Condition['operator'], value = ''): Condition => ({
  field,
  operator,
  value,
});

test('filterOf > converts conditions to a filter of the service, with numbers by their declared type', () => {
  const conditions = [
    condition('category', 'is', ' Desks '),
    condition('price', 'gte', '100'),
    condition('price', 'lte', '200.5'),
    condition('size', 'in', 'S, M'),
    condition('code', 'is', '007'),
    condition('ean', 'exists'),
  ];
  expect(filterOf(conditions, types)).toEqual({
    category: 'Desks',
    price: { gte: 100, lte: 200.5 },
    size: { in: ['S', 'M'] },
    code: '007',
    ean: { exists: true },
  });
});

test('filterOf > returns no filter for incomplete conditions', () => {
  expect(filterOf([condition('price', 'gte', ' '), condition('', 'is', 'x')], types)).toBeUndefined();
});

test('filterOf > accepts any field name', () => {
  expect(Object.keys(filterOf([condition('__proto__', 'is', 'x')], types) ?? {})).toEqual(['__proto__']);
});

test('conditionsOf > returns the conditions of a stored filter, or undefined if the editor cannot show it', () => {
  const conditions = [
    condition('price', 'gte', '100'),
    condition('category', 'is', 'Desks'),
    condition('ean', 'absent'),
  ];
  expect(conditionsOf(filterOf(conditions, types) ?? {})).toEqual(conditions);
  expect(conditionsOf({ price: { lt: 3 } })).toBeUndefined();
});

test('filterInWords > describes a stored filter in words', () => {
  const conditions = [condition('price', 'gte', '100'), condition('size', 'in', 'S, M'), condition('ean', 'absent')];
  expect(filterInWords(filterOf(conditions, types) ?? {})).toBe(
    'price at least 100 and size is one of S, M and ean has none',
  );
  expect(filterInWords({ price: { lt: 3 } })).toBe('{"price":{"lt":3}}');
});

test('conditionsIn > reads each condition from the URL, and ignores invalid ones', () => {
  const conditions: Condition[] = [
    { field: 'price', operator: 'gte', value: '100' },
    { field: 'a "b"', operator: 'exists', value: '' },
  ];
  expect(conditionsIn(conditionsText(conditions))).toEqual(conditions);
  expect(conditionsText([])).toBeUndefined();
  expect(conditionsIn(undefined)).toEqual([]);
  expect(conditionsIn('[["price","is","1"],["price","like","1"],["price",1],7]')).toEqual([
    { field: 'price', operator: 'is', value: '1' },
  ]);
  expect(conditionsIn('{')).toEqual([]);
});
