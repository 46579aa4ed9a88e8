import { errors } from '../../platform/errors.js';
import type { MembershipRow } from './queries.js';

/** From when to when a grant counts, as a caller sends it: undefined where it is left out, null for no limit. */
export interface SentTimes {
  readonly starts_at?: string | null | undefined;
  readonly expires_at?: string | null | undefined;
}

/** The times of a grant as they were sent. Throws `invalid_request` unless the end is after the start. */
export function readTimes(sent: SentTimes): { startsAt: Date | null | undefined; expiresAt: Date | null | undefined } {
  const [startsAt, expiresAt] = [readTime(sent.starts_at), readTime(sent.expires_at)];
  if (startsAt && expiresAt && expiresAt <= startsAt) {
    throw errors.invalidRequest([{ path: 'expires_at', message: 'must be after starts_at' }]);
  }
  return { startsAt, expiresAt };
}

function readTime(sent: string | null | undefined): Date | null | undefined {
  return typeof sent === 'string' ? new Date(sent) : sent;
}

type TimedRow = Pick<MembershipRow, 'starts_at' | 'expires_at' | 'state'>;

/** The times of a grant, as responses show them. */
export function presentTimes(row: TimedRow) {
  return {
    starts_at: row.starts_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    expired: row.state === 'expired',
  };
}

/** The times of a grant as its audit entry names them: those that it has. */
export function recordedTimes(row: Pick<TimedRow, 'starts_at' | 'expires_at'>) {
  return {
    ...(row.starts_at === null ? {} : { starts_at: row.starts_at.toISOString() }),
    ...(row.expires_at === null ? {} : { expires_at: row.expires_at.toISOString() }),
  };
}
