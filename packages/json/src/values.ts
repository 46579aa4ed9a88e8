import { decimalText } from './decimal.js';
import { ExactNumber, type JsonObject, type JsonValue } from './json.js';

/** Whether a value is an object with fields (not null, an array or a number kept exactly). */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

/** The value of an object's own field, whatever its name. */
export function ownValue(object: JsonObject, field: string): JsonValue | undefined {
  return Object.hasOwn(object, field) ? object[field] : undefined;
}

/** Whether a database can store a string: it contains neither NUL nor a lone surrogate. */
export function isStorableText(text: string): boolean {
  return !/[\0\p{Surrogate}]/u.test(text);
}

/** Maximum digits of a number when written out. PostgreSQL stores a few thousand after the point. */
const storableDigits = 1_000;

/** Whether a database can store a number exactly as sent: it is not too long when written out. */
export function isStorableNumber(number: ExactNumber): boolean {
  const text = decimalText(number);
  return !/[eE]/.test(text) && text.length <= storableDigits;
}
