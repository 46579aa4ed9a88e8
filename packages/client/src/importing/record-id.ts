import { canonicalIdText, isRoundedId } from '@tessera/contract';
import { fieldsOf } from './record-fields.js';

/**
 * The canonical id in the JSON of a record. Undefined if the id is missing or invalid. An id that a spreadsheet has rounded is
 * not valid, because different records would share it.
 */
export function recordId(text: string, idField: string): string | undefined {
  const value = fieldsOf(text).findLast(([name]) => name === idField)?.[1];
  const id = value === undefined ? undefined : idOfJson(value);
  return id === undefined || isRoundedId(id) ? undefined : id;
}

/** The canonical id of a JSON value. */
export function idOfJson(value: string): string | undefined {
  const parsed: unknown = JSON.parse(value);
  if (typeof parsed === 'string') return canonicalIdText(parsed) || undefined;
  if (typeof parsed !== 'number') return undefined;
  // An exponent is written out. Digits are kept, even if a double cannot represent them.
  const digits = /[eE]/.test(value) && Number.isInteger(parsed) ? BigInt(parsed).toString() : canonicalIdText(value);
  return /^-?\d+$/.test(digits) ? digits : undefined;
}

/** Whether a spreadsheet has rounded the id in the JSON of a record. */
export function hasRoundedId(text: string, idField: string): boolean {
  const value = fieldsOf(text).findLast(([name]) => name === idField)?.[1] ?? '';
  return value.startsWith('"') && isRoundedId(JSON.parse(value) as string);
}
