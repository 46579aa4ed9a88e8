import type { JsonValue } from '@tessera/json';
import { expect, test } from 'vitest';
import { readWriteDate } from './clock.js';

test.each<[JsonValue, string]>([
  ['2026-01-31 10:00:00', '2026-01-31T10:00:00.000Z'],
  ['2026-01-31T10:00:00', '2026-01-31T10:00:00.000Z'],
  ['2026-01-31T10:00:00.123456Z', '2026-01-31T10:00:00.123Z'],
  ['2026-01-31T12:00:00+02:00', '2026-01-31T10:00:00.000Z'],
  ['2026-01-31', '2026-01-31T00:00:00.000Z'],
  [1769853600, '2026-01-31T10:00:00.000Z'],
  [1769853600.5, '2026-01-31T10:00:00.500Z'],
  [1769853600123, '2026-01-31T10:00:00.123Z'],
  ['1769853600', '2026-01-31T10:00:00.000Z'],
  ['1769853600123', '2026-01-31T10:00:00.123Z'],
])('the clock %j is %s', (value, at) => {
  expect(readWriteDate(value)).toEqual({ at: new Date(at), readable: true });
});

test.each<[JsonValue | undefined]>([[undefined], [null], [false], [''], [' '], [[]]])('%j is no clock', (value) => {
  expect(readWriteDate(value)).toEqual({ at: null, readable: true });
});

test.each<[JsonValue]>([
  ['yesterday'],
  ['31.01.2026'],
  ['2026-02-30'],
  [5],
  [-1769853600],
  [1e15],
  [true],
  [{}],
  [[1, 'a']],
  ['123'],
])('%j cannot be read: it is no clock and says so', (value) => {
  expect(readWriteDate(value)).toEqual({ at: null, readable: false });
});
