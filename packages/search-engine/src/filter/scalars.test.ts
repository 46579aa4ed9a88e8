import { decimalText, ExactNumber } from '@tessera/json';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../../acceptance/full-size.mjs';
import { compareMeasures, doubleTest, measureOf, measureOfText } from './scalars.js';

/** Decimals with up to 40 digits on each side of the point. Many of them are neighbors. */
const decimal = fc.tuple(
  fc.oneof(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.bigInt({ min: -20n, max: 20n })),
  fc.constantFrom(0n, 12345678901234567890n, 10n ** 17n, 2n ** 53n),
  fc.nat({ max: 40 }),
);

/** A decimal as an integer in units of 10^-40, and as its measure. */
function read([offset, base, digits]: [bigint, bigint, number]) {
  const unscaled = base + offset;
  const measure = measureOfText(`${unscaled}e-${digits}`);
  return { exact: unscaled * 10n ** BigInt(40 - digits), measure: measure as NonNullable<typeof measure> };
}

test('compareMeasures > compares decimals of any size like integers in a small enough unit', () => {
  fc.assert(
    fc.property(decimal, decimal, (one, other) => {
      const [a, b] = [read(one), read(other)];
      expect(Math.sign(compareMeasures(a.measure, b.measure))).toBe(a.exact < b.exact ? -1 : Number(a.exact > b.exact));
      expect(a.measure === b.measure).toBe(a.exact === b.exact);
    }),
    { numRuns: propertyRuns(5_000) },
  );
});

test('doubleTest > matches the same doubles as the exact bound, for any bound', () => {
  const bound = decimal.map(read).map(({ measure }) => measure);
  const near = fc
    .tuple(bound, fc.constantFrom(-1, 0, 1))
    .map(([measure, step]) => [measure, nextDouble(Number(measure), step)] as const);
  fc.assert(
    fc.property(near, fc.constantFrom('lt', 'lte', 'gt', 'gte'), ([operand, double], operator) => {
      const order = compareMeasures(double, operand);
      const expected = { lt: order < 0, lte: order <= 0, gt: order > 0, gte: order >= 0 }[operator];
      const asked = doubleTest(operator, operand);
      const found = {
        lt: double < asked.operand,
        lte: double <= asked.operand,
        gt: double > asked.operand,
        gte: double >= asked.operand,
      }[asked.operator];
      expect(found).toBe(expected);
    }),
    { numRuns: propertyRuns(5_000) },
  );
});

function nextDouble(double: number, step: number): number {
  const bits = new BigInt64Array(1);
  const view = new Float64Array(bits.buffer);
  view[0] = double;
  bits[0] = (bits[0] ?? 0n) + BigInt(double === 0 ? 0 : step);
  return view[0] ?? 0;
}

test.each(['1e400', '-1e400'])('compareMeasures > orders every double correctly relative to %s', (literal) => {
  const beyond = measureOf(new ExactNumber(literal));
  const sign = literal.startsWith('-') ? 1 : -1;
  for (const double of [0, Number.MAX_VALUE, -Number.MAX_VALUE]) {
    expect(compareMeasures(double, beyond)).toBe(sign);
    for (const operator of ['lt', 'lte', 'gt', 'gte'] as const) {
      const asked = doubleTest(operator, beyond);
      const isBelow = asked.operator === 'lt' ? double < asked.operand : double <= asked.operand;
      const isAbove = asked.operator === 'gt' ? double > asked.operand : double >= asked.operand;
      expect(asked.operator.startsWith('l') ? isBelow : isAbove).toBe(operator.startsWith('l') === sign < 0);
    }
  }
});

test('measureOfText > returns one value for equal numbers in any spelling', () => {
  for (const [spellings, expected] of [
    [['5', '5.0', ' 5 ', '+5', '05', '5.', '50e-1'], 5],
    [['.5', '+.5', '5e-1', '0.50'], 0.5],
    [
      ['12345678901234567890', '012345678901234567890.', '+12345678901234567890.0', '1234567890123456789e1'],
      '12345678901234567890',
    ],
    [['9007199254740993', '9007199254740993.000'], '9007199254740993'],
    [['-.10000000000000000001', '-0.100000000000000000010'], '-0.10000000000000000001'],
    [['1e400'], decimalText(new ExactNumber('1e400'))],
  ] as const) {
    expect(spellings.map(measureOfText)).toEqual(spellings.map(() => expected));
  }
});
