import { createHash } from 'node:crypto';
import { canonicalIdText, isRoundedId, limits, roundedId } from '@tessera/contract';
import {
  decimalText,
  ExactNumber,
  isJsonObject,
  isStorableText,
  type JsonObject,
  type JsonValue,
  ownValue,
} from '@tessera/json';
import { certainRelationOf, relationOf } from '@tessera/search-engine';
import type { CollectionConfig } from './config.js';

/** A canonical id, or the reason why there is none. */
export type CanonicalId =
  | { readonly id: string }
  | { readonly error: 'missing_id' | 'invalid_id'; readonly message: string; readonly hint: string };

/** Maximum bytes of an identifier key. An index row must have space for it and the longest id. */
const keyBytes = 512;

/**
 * Returns the canonical form of a record id. An integer becomes its digits, exactly and of any length. A string is
 * trimmed and loses a trailing `.0`; it must have 1-512 characters. Absent, null, `false` and blank ids are missing.
 * All others are invalid, including `.` and `..`, which clients remove from URL paths.
 */
export function canonicalId(value: JsonValue | undefined): CanonicalId {
  if (value === undefined || value === null || value === false) {
    return missingId;
  }
  if (value instanceof ExactNumber && hasTooManyDigits(value)) {
    return longId;
  }
  const text = idText(value);
  if (text === '') {
    return missingId;
  }
  if (text === undefined) {
    return invalidId(
      'A record id must be a string or a whole number.',
      'Send the id of the source system as a string.',
    );
  }
  // A code point has at most two UTF-16 units. Their number is checked first, because counting code points copies the
  // string.
  if (text.length > 2 * limits.idCharacters || [...text].length > limits.idCharacters) {
    return longId;
  }
  if (text === '.' || text === '..') {
    return invalidId('A record id must not be . or .., which no address can name.', 'Send another id.');
  }
  return isStorableText(text)
    ? { id: text }
    : invalidId('A record id holds NUL or a lone surrogate.', 'Remove those characters from the id.');
}

/** Returns the id of a record that a source sends or lists. Rejects an id that a spreadsheet has rounded. */
export function writtenId(value: JsonValue | undefined): CanonicalId {
  return typeof value === 'string' && isRoundedId(value)
    ? invalidId(roundedId.message, roundedId.hint)
    : canonicalId(value);
}

const missingId: CanonicalId = {
  error: 'missing_id',
  message: 'The record has no id.',
  hint: 'Send the id of the source system in the id field of the collection.',
};

function invalidId(message: string, hint: string): CanonicalId {
  return { error: 'invalid_id', message, hint };
}

const longId = invalidId(`A record id has at most ${limits.idCharacters} characters.`, 'Send a shorter id.');

/** Whether a number is too long, by its exponent. Its digits could take a hundred times the size of the input. */
function hasTooManyDigits({ source }: ExactNumber): boolean {
  const exponent = Number(/[eE]([-+]?[0-9]+)$/.exec(source)?.[1] ?? '0');
  return exponent - source.length > limits.idCharacters;
}

function idText(value: JsonValue): string | undefined {
  if (typeof value === 'string') {
    return canonicalIdText(value);
  }
  if (typeof value === 'number' || value instanceof ExactNumber) {
    const digits = decimalText(value);
    return /^-?[0-9]+$/.test(digits) ? digits : undefined;
  }
  return undefined;
}

/**
 * Normalizes an identifier value or a query, so that equal ones match: trimmed, integers as digits, case kept, hashed
 * above 512 bytes. Undefined for empty values, booleans, objects, and text that is longer than any query.
 */
export function canonicalKey(value: JsonValue | undefined): string | undefined {
  const text = keyText(value);
  if (text === undefined || text === '' || !isStorableText(text)) {
    return undefined;
  }
  if (Buffer.byteLength(text) <= keyBytes) {
    return text;
  }
  return [...text].length <= limits.queryCharacters ? hashOf(text) : undefined;
}

/** Starts with a control character, so that no code that people write can equal a hash. */
function hashOf(text: string): string {
  return `\u0001${createHash('sha256').update(text).digest('base64url')}`;
}

function keyText(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') {
    return canonicalIdText(value);
  }
  return typeof value === 'number' || value instanceof ExactNumber ? decimalText(value) : undefined;
}

/** The distinct identifier fields. Sorted, so that their order in the configuration does not matter. */
export function identifierFields({ id_match_fields }: Pick<CollectionConfig, 'id_match_fields'>): string[] {
  return [...new Set(id_match_fields)].sort();
}

/**
 * Returns the distinct canonical keys of the given fields of a record, in field order. Each element of a list is a key,
 * even if the list could be a relational value. An unambiguous relational value counts by its label, because its id
 * identifies another record.
 */
export function identifierValues(record: JsonObject, fields: readonly string[]): string[] {
  const values = fields.flatMap((field) => keysOf(ownValue(record, field)));
  return [...new Set(values)];
}

function keysOf(value: JsonValue | undefined): string[] {
  const relation = certainRelationOf(value);
  if (relation === undefined && Array.isArray(value)) {
    return value.filter((element) => !Array.isArray(element) || relationOf(element) !== undefined).flatMap(keysOf);
  }
  const key = canonicalKey(relation?.label ?? (isJsonObject(value) ? undefined : value));
  return key === undefined ? [] : [key];
}
