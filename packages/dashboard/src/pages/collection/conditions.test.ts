import { expect, test } from 'vitest';
import { type Condition, conditionsIn, conditionsOf, conditionsText, filterInWords, filterOf } from './conditions.js';

const types = { price: 'number', sold_on: 'date' };
const condition = (field: string, operator: Condition['operator'], value = ''): Condition => ({
  field,
  operator,
  value,
});

test('conditions become a filter of the service, numbers by their declared type', () => {
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

test('incomplete conditions result in no filter', () => {
  expect(filterOf([condition('price', 'gte', ' '), condition('', 'is', 'x')], types)).toBeUndefined();
});

test('accepts any field name', () => {
  expect(Object.keys(filterOf([condition('__proto__', 'is', 'x')], types) ?? {})).toEqual(['__proto__']);
});

test('a stored filter is shown as its conditions, or not at all', () => {
  const conditions = [
    condition('price', 'gte', '100'),
    condition('category', 'is', 'Desks'),
    condition('ean', 'absent'),
  ];
  expect(conditionsOf(filterOf(conditions, types) ?? {})).toEqual(conditions);
  expect(conditionsOf({ price: { lt: 3 } })).toBeUndefined();
});

test('a stored filter reads as words', () => {
  const conditions = [condition('price', 'gte', '100'), condition('size', 'in', 'S, M'), condition('ean', 'absent')];
  expect(filterInWords(filterOf(conditions, types) ?? {})).toBe(
    'price at least 100 and size is one of S, M and ean has none',
  );
  expect(filterInWords({ price: { lt: 3 } })).toBe('{"price":{"lt":3}}');
});

test('the address contains each condition, and invalid conditions in it are ignored', () => {
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
