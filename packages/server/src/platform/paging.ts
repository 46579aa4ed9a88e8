import { timestamp } from '@tessera/contract';
import { isStorableText, parseJson, stringifyJson } from '@tessera/json';
import { errors } from './errors.js';
import { isUuid } from './identifiers.js';

// What the database would refuse must not reach it: a forged cursor is refused as invalid, not reported as a fault.
const checks = {
  text: isStorableText,
  uuid: isUuid,
  // The database knows no year 0.
  time: (value: string) => timestamp.safeParse(value).success && !value.startsWith('0000'),
};

/** What one value of a list's cursor is. */
export type CursorKeyKind = keyof typeof checks;

/** Packs the sort key of a page's last row into an opaque cursor. */
export function encodeCursor(key: readonly (string | number)[]): string {
  return Buffer.from(stringifyJson(key)).toString('base64url');
}

/**
 * Unpacks a cursor whose values have the given kinds; `sent` names the parameter and the key of the response that it came from.
 * Throws `invalid_request` for one that is not a cursor of such a list.
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

/** The values in a cursor as text; none for text that is not a cursor. */
function valuesOf(cursor: string): string[] {
  try {
    const key = parseJson(Buffer.from(cursor, 'base64url').toString('utf8'));
    const fits = Array.isArray(key) && key.every((part) => typeof part === 'string' || typeof part === 'number');
    return fits ? key.map(String) : [];
  } catch {
    return [];
  }
}

/** One page and where the next one starts. Ask the database for `limit + 1` rows, so that the last page is known. */
export function toPage<Row>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => readonly (string | number)[],
): { rows: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, nextCursor: rows.length > limit && last !== undefined ? encodeCursor(keyOf(last)) : null };
}
