import { errors } from './errors.js';

/** Returns when a new credential expires; null for never. Throws `invalid_request` for a time in the past. */
export function readExpiry(expiresAt: string | undefined, now: Date): Date | null {
  if (expiresAt === undefined) {
    return null;
  }
  const at = new Date(expiresAt);
  if (at <= now) {
    throw errors.invalidRequest([{ path: 'expires_at', message: 'must be in the future' }]);
  }
  return at;
}
