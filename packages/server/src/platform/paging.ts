import { parseJson, stringifyJson } from '@tessera/resolver';
import { errors } from './errors.js';

/** Packs the sort key of a page's last row into an opaque cursor. */
export function encodeCursor(key: readonly (string | number)[]): string {
  return Buffer.from(stringifyJson(key)).toString('base64url');
}

/** Unpacks a cursor of `length` parts. Throws `invalid_request` for one that this service did not make. */
export function decodeCursor(cursor: string, length: number): string[] {
  try {
    const key = parseJson(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (
      Array.isArray(key) &&
      key.length === length &&
      key.every((part) => typeof part === 'string' || typeof part === 'number')
    ) {
      return key.map(String);
    }
  } catch {
    // Refused below like any other text that is no cursor.
  }
  throw errors.invalidRequest([{ path: 'cursor', message: 'is not a next_cursor of this list' }]);
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
