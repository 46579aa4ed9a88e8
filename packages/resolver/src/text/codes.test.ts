import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasCheckDigit, tradeNumber } from './codes.js';

/** Digits of a trade item number with a correct check digit. */
const checked = fc
  .tuple(fc.integer({ min: 1, max: 9 }), fc.stringMatching(/^\d{6,11}$/))
  .map(([first, rest]) => [...'0123456789'].map((digit) => `${first}${rest}${digit}`).find(hasCheckDigit) as string);

describe('tradeNumber', () => {
  test('ignores leading zeros, up to 14 digits', () => {
    fc.assert(
      fc.property(checked, fc.nat(7), (digits, zeros) => {
        const padded = '0'.repeat(zeros) + digits;
        expect(tradeNumber(padded)).toBe(padded.length > 14 ? undefined : digits);
      }),
    );
  });

  test('is undefined for a wrong check digit', () => {
    fc.assert(
      fc.property(checked, fc.integer({ min: 1, max: 9 }), (digits, more) => {
        const other = digits.slice(0, -1) + ((Number(digits.at(-1)) + more) % 10);
        expect(tradeNumber(other)).toBeUndefined();
      }),
    );
  });

  test.each(['', '0000000', '00000000000000', '12a', '123456', '٤٠٠٦٣٨١٣٣٣٩٣١'])('is undefined for "%s"', (digits) => {
    expect(tradeNumber(digits)).toBeUndefined();
  });
});
