import { createHash, timingSafeEqual } from 'node:crypto';

/** SHA-256 of a code together with the secret of its attempt, so that both are needed. */
export function hashCode(attempt: string, code: string): Buffer {
  return createHash('sha256').update(`${attempt}:${code}`).digest();
}

/** Whether two hashes are the same, in constant time. */
export function sameHash(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
