import { timestamp } from '@tessera/contract';
import { isStorableText, parseJson, stringifyJson } from '@tessera/json';
import { decodeBase64url } from './base64url.js';
import { errors } from './errors.js';
import { isUuid } from './identifiers.js';

// The database would reject such values with an error. A forged cursor must be invalid input, not an internal error.
const checks = {
  text: isStorableText,
  uuid: isUuid,
  // PostgreSQL has no year 0.
  time: (value: string) => timestamp.safeParse(value).success && !value.startsWith('0000'),
};

/** The type of one value of a list's cursor. */
export type CursorKeyKind = keyof typeof checks;

/** Encodes the sort key of a page's last row as an opaque cursor. */
export function encodeCursor(key: readonly (string | number)[]): string {
  return Buffer.from(stringifyJson(key)).toString('base64url');
}

/**
 * Decodes a cursor whose values have the given types. `sent` names the parameter and the response field of the cursor.
 * Throws `invalid_request` for a cursor of another list.
 */
export function decodeCursor<const Kinds extends readonly CursorKeyKind[]>(
  cursor: string,
  kinds: Kinds,
  sent = { path: 'cursor', key: 'next_cursor' },
): { readonly [Index in keyof Kinds]: string } {
  const key = valuesOf(cursor);
  if (key.length !== kinds.length || !kinds.every((part, index) => checks[part](key[index] ?? ''))) {
    throw errors.invalidRequest([{ path: sent.path, message: `is not a ${sent.key} of this list` }]);
  }
  return key as { readonly [Index in keyof Kinds]: string };
}

/** The values of a cursor as strings; empty for an invalid cursor. */
function valuesOf(cursor: string): string[] {
  try {
    const key = parseJson(decodeBase64url(cursor)?.toString('utf8') ?? '');
    const fits = Array.isArray(key) && key.every((part) => typeof part === 'string' || typeof part === 'number');
    return fits ? key.map(String) : [];
  } catch {
    return [];
  }
}

/**
 * Returns one page and the cursor of the next. Query `limit + 1` rows: without the additional row, this is the last
 * page.
 */
export function toPage<Row>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => readonly (string | number)[],
): { rows: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, nextCursor: rows.length > limit && last !== undefined ? encodeCursor(keyOf(last)) : null };
}
