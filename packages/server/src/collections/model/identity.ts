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

/** A canonical id, or why there is none. */
export type CanonicalId =
  | { readonly id: string }
  | { readonly error: 'missing_id' | 'invalid_id'; readonly message: string; readonly hint: string };

/** The identifier key that fits an index row beside the longest id, in bytes of UTF-8. */
const keyBytes = 512;

/**
 * The one spelling of a record id: integers in digits (kept exactly, however long), strings trimmed and without a
 * trailing `.0`, 1-512 characters. Absent, null, `false` and blank ids are missing; anything else is invalid, and so are
 * `.` and `..`, which clients drop from the path of an address.
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
  // A character takes up to two places.
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

/** The id of a record that its source sends or lists: a canonical one that no spreadsheet has rounded. */
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

/** Asked of the exponent: to write the digits out would cost a hundred times what was sent. */
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
 * The spelling under which identifier values and queries meet: trimmed, integers as integers, case kept; of more than 512
 * bytes a hash. `undefined` for what names nothing: empty values, booleans, objects, text longer than any query.
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

/** Begins with a control character, which no code that people write does. */
function hashOf(text: string): string {
  return `\u0001${createHash('sha256').update(text).digest('base64url')}`;
}

function keyText(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') {
    return canonicalIdText(value);
  }
  return typeof value === 'number' || value instanceof ExactNumber ? decimalText(value) : undefined;
}

/** The fields that give records their identifiers, each once: in whichever order they are listed, they give the same. */
export function identifierFields({ id_match_fields }: Pick<CollectionConfig, 'id_match_fields'>): string[] {
  return [...new Set(id_match_fields)].sort();
}

/**
 * Canonical keys of some fields of a record, each once, in field order. Every element of a list counts, also of
 * one that could be a relational value; what can be nothing else counts by its label, since its id names another record.
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
