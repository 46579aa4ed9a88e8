import { ExactNumber, withoutTrailingZeros } from './json.js';

// Beyond this exponent no supported database stores the number, and writing out its digits would only use memory.
const largestExponent = 140_000;

/**
 * A number in plain decimal digits: no exponent, no trailing zeros after the point, `-0` as `0`. The same as
 * PostgreSQL's `trim_scale(numeric)`. A literal too large to write out is returned unchanged.
 */
export function decimalText(value: number | ExactNumber): string {
  const literal = value instanceof ExactNumber ? value.source : String(value);
  if (/^-?[1-9][0-9]*$/.test(literal)) {
    return literal;
  }
  const match = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([-+]?[0-9]+))?$/.exec(literal);
  const exponent = Number(match?.[4] ?? '0');
  if (match === null || Math.abs(exponent) > largestExponent) {
    return literal;
  }
  return placePoint(match[1] ?? '', match[2] ?? '', { fraction: match[3] ?? '', exponent });
}

function placePoint(sign: string, whole: string, rest: { fraction: string; exponent: number }): string {
  const digits = whole + rest.fraction;
  const point = whole.length + rest.exponent;
  const before = point <= 0 ? '' : digits.slice(0, point).padEnd(point, '0');
  const after = point < 0 ? '0'.repeat(-point) + digits : digits.slice(point);
  const integer = before.replace(/^0+/, '') || '0';
  const fraction = withoutTrailingZeros(after);
  const text = fraction === '' ? integer : `${integer}.${fraction}`;
  return text === '0' ? text : sign + text;
}
