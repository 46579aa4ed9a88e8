import { ExactNumber, type JsonObject, type JsonValue, withoutTrailingZeros } from './json.js';

/** Whether a value is an object with fields (not null, an array or a number kept exactly). */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

/** The value of an object's own field, even if its name is `__proto__`. */
export function ownValue(object: JsonObject, field: string): JsonValue | undefined {
  return Object.hasOwn(object, field) ? object[field] : undefined;
}

/** Whether a database can store a string: it contains neither NUL nor a lone surrogate. */
export function isStorableText(text: string): boolean {
  return !/[\0\p{Surrogate}]/u.test(text);
}

/** Maximum digits of a number without exponent. PostgreSQL stores a few thousand after the point. */
const storableDigits = 1_000;

/** Whether a database can store a number exactly, because it has few enough digits without exponent. */
export function isStorableNumber(number: ExactNumber): boolean {
  const text = decimalText(number);
  return !/[eE]/.test(text) && text.length <= storableDigits;
}

// Beyond this exponent no supported database stores the number, and writing out its digits would only use memory.
const largestExponent = 140_000;

/**
 * A number in plain decimal digits: no exponent, no trailing zeros after the point, `-0` as `0`. The same as
 * PostgreSQL's `trim_scale(numeric)`. A literal too large to write out is returned unchanged.
 */
export function decimalText(value: number | ExactNumber): string {
  const literal = value instanceof ExactNumber ? value.source : String(value);
  // A double without exponent is written in plain digits already.
  if (typeof value === 'number' && !literal.includes('e')) {
    return literal;
  }
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
