/** Numbers of digits of a trade item number, with and without leading zeros. */
const digitsMax = 14;
const significantMin = 7;

/** Whether the last digit is the check digit of a trade item number (GS1, modulo 10). */
export function hasCheckDigit(digits: string): boolean {
  // Counted from the last digit, so that leading zeros change nothing.
  const sum = [...digits].reverse().reduce((sum, digit, i) => sum + Number(digit) * (i % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

/**
 * A trade item number without leading zeros: UPC-A, EAN-13 and GTIN-14 write the same number with 12, 13 and 14 digits, and
 * sources that store numbers drop the zeros. Undefined for other digits, and if the check digit is wrong.
 */
export function tradeNumber(digits: string): string | undefined {
  if (!/^\d+$/.test(digits) || digits.length > digitsMax || !hasCheckDigit(digits)) {
    return undefined;
  }
  const significant = digits.replace(/^0+/, '');
  return significant.length < significantMin ? undefined : significant;
}

const kinds = /\b(ean|gtin|upc|isbn)[ -]?(?:8|1[0234]|a|e)(?=[\s:#]+["“„«']?\d)/gi;

/** A text whose trade item numbers follow the name of their kind alone: "EAN-13: 4006381333931" has one number. */
export function withoutNumberKinds(text: string): string {
  return text.replace(kinds, '$1');
}
