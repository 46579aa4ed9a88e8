import { canonicalIdText, isRoundedId } from '@tessera/contract';
import { fieldsOf } from './record-fields.js';

/**
 * The canonical id in the JSON of a record; undefined if there is no valid one. An id rounded by a spreadsheet counts
 * as none, because different records share it.
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
  // An exponent is expanded; digits are kept, also beyond a double.
  const digits = /[eE]/.test(value) && Number.isInteger(parsed) ? BigInt(parsed).toString() : canonicalIdText(value);
  return /^-?\d+$/.test(digits) ? digits : undefined;
}

/** Whether the id in the JSON of a record was rounded by a spreadsheet. */
export function hasRoundedId(text: string, idField: string): boolean {
  const value = fieldsOf(text).findLast(([name]) => name === idField)?.[1] ?? '';
  return value.startsWith('"') && isRoundedId(JSON.parse(value) as string);
}
