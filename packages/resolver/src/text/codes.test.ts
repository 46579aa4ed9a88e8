import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasCheckDigit, tradeNumbers } from './codes.js';

/** Digits of a trade item number with a correct check digit. */
const checked = fc
  .tuple(fc.integer({ min: 1, max: 9 }), fc.stringMatching(/^\d{6,11}$/))
  .map(([first, rest]) => [...'0123456789'].map((digit) => `${first}${rest}${digit}`).find(hasCheckDigit) as string);

/** The ISBN of 13 digits for ten digits with the check digit of an ISBN. */
function isbn(digits: string): string[] {
  const sum = [...digits].reduce((sum, digit, at) => sum + Number(digit) * (10 - at), 0);
  const long = [...'0123456789'].map((check) => `978${digits.slice(0, 9)}${check}`).filter(hasCheckDigit);
  return sum % 11 === 0 ? long : [];
}

describe('tradeNumbers', () => {
  test('ignore leading zeros, up to 14 digits', () => {
    fc.assert(
      fc.property(checked, fc.nat(7), (digits, zeros) => {
        const padded = '0'.repeat(zeros) + digits;
        expect(tradeNumbers(padded).includes(digits)).toBe(padded.length <= 14);
      }),
    );
  });

  test('are none for a wrong check digit, unless it is an ISBN of ten digits', () => {
    fc.assert(
      fc.property(checked, fc.integer({ min: 1, max: 9 }), (digits, more) => {
        const other = digits.slice(0, -1) + ((Number(digits.at(-1)) + more) % 10);
        expect(tradeNumbers(other)).toEqual(other.length === 10 ? isbn(other) : []);
      }),
    );
  });

  test.each(['', '0000000', '00000000000000', '12a', '123456', '٤٠٠٦٣٨١٣٣٣٩٣١'])('are none for "%s"', (digits) => {
    expect(tradeNumbers(digits)).toEqual([]);
  });
});
