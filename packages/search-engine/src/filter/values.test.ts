import { expect, test } from 'vitest';
import { compareCodePoints } from './scalars.js';
import { dateOf, numberOf, relationOf, textOf } from './values.js';

test('relationOf > reads a pair as relational if its first part is an id, and as a list if both parts could be one', () => {
  expect(relationOf([75, 'France'])?.label).toBe('France');
  expect(relationOf(['P-1', 'Chair'])?.label).toBe('Chair');
  expect(relationOf(['0035g00000', 'Acme 2000'])?.label).toBe('Acme 2000');
  expect(relationOf(['red', 'blue'])).toBeUndefined();
  expect(relationOf(['256GB', '512GB'])).toBeUndefined();
  expect(relationOf([1, 2])).toBeUndefined();
  expect(relationOf({ id: 1, name: false })).toBeUndefined();
});

test('textOf > returns the label of a relational value', () => {
  expect(textOf([75, 'France'])).toBe('France');
  expect(textOf({ a: 1 })).toBe('{"a":1}');
});

test.each<[string, string | undefined]>([
  ['2026-01-31', '2026-01-31T00:00:00.000Z'],
  ['2026/01/31', '2026-01-31T00:00:00.000Z'],
  ['2026-01-31 10:00:00', '2026-01-31T10:00:00.000Z'],
  ['2026-01-31T10:00', '2026-01-31T10:00:00.000Z'],
  ['2026-01-31T10:00:00.1239Z', '2026-01-31T10:00:00.123Z'],
  ['2026-01-31T10:00:00,5', '2026-01-31T10:00:00.500Z'],
  ['2026-01-31T10:00:00+05:30', '2026-01-31T04:30:00.000Z'],
  ['2026-01-31T10:00:00-08', '2026-01-31T18:00:00.000Z'],
  ['2026-01-31 10:00:00 UTC', '2026-01-31T10:00:00.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['2023-02-29', undefined],
  ['2026-13-01', undefined],
  ['2026-01-31T25:00:00', undefined],
  ['31.01.2026', undefined],
  ['20260131', undefined],
  ['2026-1-31', undefined],
  ['', undefined],
])('dateOfText > reads %j as %s', (text, expected) => {
  const ms = dateOf(text);
  expect(ms === undefined ? undefined : new Date(ms).toISOString()).toBe(expected);
});

test('numberOf > reads only complete numeric strings', () => {
  expect(['1', ' -1.5 ', '.5', '5.', '1e3'].map(numberOf)).toEqual([1, -1.5, 0.5, 5, 1000]);
  expect(['', ' ', '1,5', '$5', '0x10', 'NaN', 'Infinity', '1 000', '٣', true, null].map(numberOf)).toEqual(
    Array.from({ length: 11 }),
  );
});

test('compareCodePoints > orders by code point, not by UTF-16 unit', () => {
  expect(compareCodePoints('\u{ffff}', '\u{1f600}')).toBeLessThan(0);
  expect(compareCodePoints('a', 'ab')).toBeLessThan(0);
  expect(compareCodePoints('é', 'z')).toBeGreaterThan(0);
});
