import { momentOfText } from '@tessera/records';
import { errors } from '../../platform/errors.js';
import type { MembershipRow } from './queries.js';

/** The times of a grant as sent: undefined if absent, null for no limit. */
export interface SentTimes {
  readonly starts_at?: string | null | undefined;
  readonly expires_at?: string | null | undefined;
  readonly as_of?: string | undefined;
}

/** The times of a grant: its start, its expiry, and the moment of the statement. */
export interface ReadTimes {
  readonly startsAt: Date | null | undefined;
  readonly expiresAt: Date | null | undefined;
  readonly asOf: string | undefined;
}

/** Reads the times of a grant. Throws `invalid_request` unless the expiry is after the start. */
export function readTimes(sent: SentTimes): ReadTimes {
  const [startsAt, expiresAt] = [readTime(sent.starts_at), readTime(sent.expires_at)];
  if (startsAt && expiresAt && expiresAt <= startsAt) {
    throw errors.invalidRequest([{ path: 'expires_at', message: 'must be after starts_at' }]);
  }
  return { startsAt, expiresAt, asOf: sent.as_of === undefined ? undefined : momentOfText(sent.as_of) };
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

/** The times of a grant for its audit entry, without null ones. */
export function recordedTimes(row: Pick<TimedRow, 'starts_at' | 'expires_at'>) {
  return {
    ...(row.starts_at === null ? {} : { starts_at: row.starts_at.toISOString() }),
    ...(row.expires_at === null ? {} : { expires_at: row.expires_at.toISOString() }),
  };
}
