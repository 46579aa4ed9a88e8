import { type JsonValue, parseNumber } from '@tessera/json';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../acceptance/full-size.mjs';
import { isFuture, readWriteDate } from './clock.js';
import { compareOrders } from './clock-order.js';
import { shownMoment } from './moments.js';

test.each<[JsonValue, string]>([
  ['2026-01-31 10:00:00', '2026-01-31T10:00:00.000000Z'],
  ['2026-01-31T10:00:00', '2026-01-31T10:00:00.000000Z'],
  ['2026-01-31T10:00:00.123456Z', '2026-01-31T10:00:00.123456Z'],
  ['2026-01-31T10:00:00.1234569Z', '2026-01-31T10:00:00.123456Z'],
  ['2026-01-31T10:00:00.1', '2026-01-31T10:00:00.100000Z'],
  ['2026-01-31T12:00:00+02:00', '2026-01-31T10:00:00.000000Z'],
  ['1960-01-31T10:00:00.000001Z', '1960-01-31T10:00:00.000001Z'],
  ['2026-01-31', '2026-01-31T00:00:00.000000Z'],
  [1769853600, '2026-01-31T10:00:00.000000Z'],
  [1769853600.5, '2026-01-31T10:00:00.500000Z'],
  [1769853600.123457, '2026-01-31T10:00:00.123457Z'],
  [parseNumber('1769853600.12345678'), '2026-01-31T10:00:00.123456Z'],
  [parseNumber('1769853600.1234567890123'), '2026-01-31T10:00:00.123456Z'],
  [1769853600123, '2026-01-31T10:00:00.123000Z'],
  [1769853600123.75, '2026-01-31T10:00:00.123750Z'],
  ['1769853600', '2026-01-31T10:00:00.000000Z'],
  ['1769853600123', '2026-01-31T10:00:00.123000Z'],
  ['20260131T100000Z', '2026-01-31T10:00:00.000000Z'],
  ['20260131T120000.25+0200', '2026-01-31T10:00:00.250000Z'],
  ['20260131T1000', '2026-01-31T10:00:00.000000Z'],
  ['20260131', '2026-01-31T00:00:00.000000Z'],
  ['20260131100000', '2026-01-31T10:00:00.000000Z'],
  ['20260131100000.1234567', '2026-01-31T10:00:00.123456Z'],
  [20260131, '2026-01-31T00:00:00.000000Z'],
  [20260131100000, '2026-01-31T10:00:00.000000Z'],
  [parseNumber('20260131100000.1234567'), '2026-01-31T10:00:00.123456Z'],
  ['1769853600.5', '2026-01-31T10:00:00.500000Z'],
  ['/Date(1769853600123)/', '2026-01-31T10:00:00.123000Z'],
  ['/Date(1769853600000+0200)/', '2026-01-31T10:00:00.000000Z'],
  ['/Date(-1000)/', '1969-12-31T23:59:59.000000Z'],
  ['Sat, 31 Jan 2026 10:00:00 GMT', '2026-01-31T10:00:00.000000Z'],
  ['Sat, 31 Jan 2026 12:00:00 +0200', '2026-01-31T10:00:00.000000Z'],
  ['31 jan 2026 05:00 EST', '2026-01-31T10:00:00.000000Z'],
  ['Sat, 31 Jan 2026 10:00:00 +0000 (UTC)', '2026-01-31T10:00:00.000000Z'],
])('readWriteDate > reads %j as %s', (value, at) => {
  expect(readWriteDate(value)).toEqual({ at, order: null, readable: true });
});

test.each<[JsonValue | undefined]>([[undefined], [null], [false], [''], [' '], [[]]])(
  'readWriteDate > reads %j as no clock',
  (value) => {
    expect(readWriteDate(value)).toEqual({ at: null, order: null, readable: true });
  },
);

test.each<[JsonValue]>([
  ['yesterday'],
  ['31.01.2026'],
  ['2026-02-30'],
  ['9999-12-31T23:59:59-01:00'],
  ['0001-01-01T00:00:00+01:00'],
  [5],
  [-1769853600],
  [1e15],
  [true],
  [{}],
  [[1, 'a']],
  ['123'],
  ['20260230T100000Z'],
  ['20260230'],
  [20260230],
  ['20260131250000'],
  ['00000101T000000Z'],
  ['NaN'],
  ['Infinity'],
  ['20260131T250000Z'],
  ['/Date(12345678901234567890)/'],
  ['Sat, 31 Foo 2026 10:00:00 GMT'],
  ['Sat, 31 Jan 2026 10:00:00 XYZ'],
  ['Sat, 31 Jan 2026 10:00:00'],
])('readWriteDate > rejects %j as unreadable', (value) => {
  expect(readWriteDate(value)).toEqual({ at: null, order: null, readable: false });
});

const [earliest, latest] = [-62_135_596_800_000_000n, 253_402_300_799_999_999n];

/** Microseconds since 1970, in the years 1 to 9999. */
const microseconds = fc.bigInt({ min: earliest, max: latest });

const neighbours = fc.tuple(microseconds, fc.bigInt({ min: -2_000n, max: 2_000n })).map(([one, distance]) => {
  const other = one + distance;
  return [one, other < earliest || other > latest ? one : other] as const;
});

function spelled(value: bigint): string {
  const below = ((value % 1000n) + 1000n) % 1000n;
  return new Date(Number((value - below) / 1000n)).toISOString().replace('Z', `${String(below).padStart(3, '0')}Z`);
}

test('readWriteDate > sorts clocks of any year by microseconds', () => {
  fc.assert(
    fc.property(fc.oneof(neighbours, fc.tuple(microseconds, microseconds)), ([left, right]) => {
      const [a = '', b = ''] = [left, right].map((value) => readWriteDate(spelled(value)).at ?? undefined);
      expect([a < b, a === b]).toEqual([left < right, left === right]);
    }),
    { numRuns: propertyRuns(5_000) },
  );
});

test('shownMoment > shows microseconds only if they are not zero', () => {
  expect(shownMoment('2026-01-31T10:00:00.123000Z')).toBe('2026-01-31T10:00:00.123Z');
  expect(shownMoment('2026-01-31T10:00:00.123400Z')).toBe('2026-01-31T10:00:00.123400Z');
});

test('isFuture > is true for a clock more than a day ahead', () => {
  const now = new Date('2026-01-31T10:00:00Z');
  expect(isFuture('2026-02-01T10:00:00.000000Z', now)).toBe(false);
  expect(isFuture('2026-02-01T10:00:00.000001Z', now)).toBe(true);
});

test.each<[readonly JsonValue[], string | null, string | null, boolean]>([
  [['2026-01-31', 5], '2026-01-31T00:00:00.000000Z', '5000000', true],
  [['2026-01-31', null, '1769853600.5'], '2026-01-31T00:00:00.000000Z', '- 1769853600500000', true],
  [['2026-01-31', '2026-01-31T10:00:00.000001Z'], '2026-01-31T00:00:00.000000Z', '1769853600000001', true],
  [['2026-01-31', null], '2026-01-31T00:00:00.000000Z', null, true],
  [['2026-01-31', 'soon'], '2026-01-31T00:00:00.000000Z', null, false],
  [[null, 5], null, null, true],
  [['soon', 5], null, null, false],
])('compareOrders > the clocks %j are %s, then %s', (value, at, order, readable) => {
  expect(readWriteDate([...value])).toEqual({ at, order, readable });
});

test('compareOrders > compares the first clocks that both have and that differ', () => {
  const further = fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 2 }), fc.bigInt({ min: 0n, max: 10n ** 30n }));
  const clocks = fc.array(further, { minLength: 1, maxLength: 3 });
  const ordered = (values: readonly (number | bigint | null)[]) =>
    readWriteDate(['2026-01-31', ...values.map((value) => (typeof value === 'bigint' ? String(value) : value))]).order;
  fc.assert(
    fc.property(clocks, clocks, (left, right) => {
      const index = left.findIndex((value, at) => {
        const other = right[at] ?? null;
        return value !== null && other !== null && BigInt(value) !== BigInt(other);
      });
      const [one, other] = [left[index] ?? 0, right[index] ?? 0];
      expect(Math.sign(compareOrders(ordered(left), ordered(right)))).toBe(one < other ? -1 : Number(one > other));
    }),
  );
});
