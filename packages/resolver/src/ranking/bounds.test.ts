import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseStrictness, errorsAt, upperBound } from './bounds.js';

describe('upperBound', () => {
  // Published values: the rule of three and its exact form, and tables of Clopper-Pearson limits (one-sided 95 %).
  it.each([
    [0, 1, 0.95],
    [0, 10, 0.2589],
    [0, 59, 0.0495],
    [0, 299, 0.00997],
    [1, 10, 0.3942],
    [2, 10, 0.5069],
    [5, 10, 0.7776],
    [10, 100, 0.1637],
    [4, 1_000, 0.00913],
    [50, 5_000, 0.01264],
  ])('of %i wrong in %i cases is %f', (wrong, given, expected) => {
    expect(upperBound(wrong, given)).toBeCloseTo(expected, 4);
  });

  it('is 1 without cases and if all are wrong', () => {
    expect([upperBound(0, 0), upperBound(3, 3)]).toEqual([1, 1]);
  });

  it('grows with errors and falls with cases', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3_000 }), fc.nat(), (given, any) => {
        const wrong = any % given;
        expect(upperBound(wrong, given)).toBeLessThanOrEqual(upperBound(wrong + 1, given));
        expect(upperBound(wrong, given + 1)).toBeLessThan(upperBound(wrong, given));
      }),
    );
  });
});

describe('chooseStrictness', () => {
  const labels = (...rows: [strength: number, given: number, wrong: number][]) =>
    rows.map(([strength, given, wrong]) => ({ strength, given, wrong }));

  it('is undefined with too few labels', () => {
    expect(chooseStrictness(labels([4, 100, 0]), { errorsMax: 0.01, strictest: 4 })).toBeUndefined();
  });

  it('is the loosest rule of those that pass with all stricter ones', () => {
    const rows = labels([4, 400, 0], [2, 100, 0], [1, 50, 20]);
    expect(chooseStrictness(rows, { errorsMax: 0.01, strictest: 4 })).toMatchObject({ strictness: 2, given: 500 });
    expect(chooseStrictness(rows, { errorsMax: 0.1, strictest: 4 })).toMatchObject({ strictness: 0, wrong: 20 });
  });

  it('leaves no `high` of the ranking if even the strictest rule fails', () => {
    expect(chooseStrictness(labels([4, 400, 100]), { errorsMax: 0.01, strictest: 4 })).toMatchObject({
      strictness: 5,
      given: 0,
    });
  });

  it('exceeds the limit in at most 5 of 100 samples, whatever the rates of error are', () => {
    let seed = 1;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    const rates = [0.2, 0.05, 0.021, 0.011, 0.001];
    const rateAt = (strictness: number) => {
      const kept = rates.slice(strictness);
      return kept.reduce((sum, rate) => sum + rate, 0) / kept.length;
    };
    let exceeded = 0;
    for (let trial = 0; trial < 400; trial += 1) {
      const rows = rates.map((rate, strength) => ({
        strength,
        given: 200,
        wrong: Array.from({ length: 200 }, random).filter((value) => value < rate).length,
      }));
      const { strictness = 5 } = chooseStrictness(rows, { errorsMax: 0.02, strictest: 4 }) ?? {};
      exceeded += strictness <= 4 && rateAt(strictness) > 0.02 ? 1 : 0;
    }
    expect(exceeded).toBeLessThanOrEqual(30);
    expect(errorsAt([], 0).upperBound).toBe(1);
  });
});
