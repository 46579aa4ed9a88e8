import { email as emailSchema, uuid } from '@tessera/contract';
import { errors, type NotFoundCode } from './errors.js';
import type { Random } from './secrets.js';

/** Whether text is a UUID. No other id exists, and comparing one with a `uuid` column would be an error. */
export function isUuid(text: string): boolean {
  return uuid.safeParse(text).success;
}

/** A random UUID (version 4) from the given source. */
export function uuidFrom(random: Random): string {
  const bytes = random(16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Returns an object that was looked up. Throws `code` if it is undefined. */
export function existing<Found>(code: NotFoundCode, found: Found | undefined): Found {
  if (found === undefined) {
    throw errors.notFound(code);
  }
  return found;
}

/** Finds an object by its id, after converting it to lower case as stored. Throws `code` if there is none. */
export async function requireById<Found>(
  code: NotFoundCode,
  id: string,
  find: (id: string) => Promise<Found | undefined>,
): Promise<Found> {
  return existing(code, isUuid(id) ? await find(id.toLowerCase()) : undefined);
}

/** The canonical form of an address in a path. Throws `invalid_request` if it is none. */
export function requireAddress(text: string): string {
  const { data } = emailSchema.safeParse(text);
  if (data === undefined) {
    throw errors.invalidRequest([{ path: 'email', message: 'must be an e-mail address' }]);
  }
  return data;
}
