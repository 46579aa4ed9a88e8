import { canonicalIdText, isRoundedId } from '@tessera/contract';
import { fieldsOf } from './record-fields.js';

/**
 * The id in the JSON of a record, in its canonical spelling; undefined where there is none that the service takes. One that a
 * spreadsheet has rounded is none: the records that share it are different ones.
 */
export function recordId(text: string, idField: string): string | undefined {
  const value = fieldsOf(text).findLast(([name]) => name === idField)?.[1];
  const id = value === undefined ? undefined : idOfJson(value);
  return id === undefined || isRoundedId(id) ? undefined : id;
}

/** The id that a JSON value is, in its canonical spelling. */
export function idOfJson(value: string): string | undefined {
  const parsed: unknown = JSON.parse(value);
  if (typeof parsed === 'string') return canonicalIdText(parsed) || undefined;
  if (typeof parsed !== 'number') return undefined;
  // An exponent is written out; digits stay as they are, also those that a double cannot hold.
  const digits = /[eE]/.test(value) && Number.isInteger(parsed) ? BigInt(parsed).toString() : canonicalIdText(value);
  return /^-?\d+$/.test(digits) ? digits : undefined;
}

/** Whether the id in the JSON of a record is one that a spreadsheet has rounded. */
export function hasRoundedId(text: string, idField: string): boolean {
  const value = fieldsOf(text).findLast(([name]) => name === idField)?.[1] ?? '';
  return value.startsWith('"') && isRoundedId(JSON.parse(value) as string);
}
