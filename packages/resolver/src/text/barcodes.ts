/** Digits of a trade item number with all its zeros, and without those in front. */
const digitsMax = 14;
const significantMin = 7;

/** Whether the last of some digits is the check digit of a trade item number (GS1, modulo 10). */
export function hasCheckDigit(digits: string): boolean {
  // From the last digit back, so that zeros in front change nothing.
  const sum = [...digits].reverse().reduce((sum, digit, i) => sum + Number(digit) * (i % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

/**
 * A trade item number without zeros in front: UPC-A, EAN-13 and GTIN-14 write one number in 12, 13 and 14 digits, and a
 * source that stores numbers drops the zeros. Undefined for other digits, and where the check digit does not hold.
 */
export function tradeNumber(digits: string): string | undefined {
  if (!/^\d+$/.test(digits) || digits.length > digitsMax || !hasCheckDigit(digits)) {
    return undefined;
  }
  const significant = digits.replace(/^0+/, '');
  return significant.length < significantMin ? undefined : significant;
}
