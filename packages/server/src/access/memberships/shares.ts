import type { AccessLevel } from '@tessera/contract';
import type { Role } from '../../principals/wire.js';
import type { GroupAssignment } from '../groups/assignments.js';

/** The name of the share that is granted by hand: the null of requests and responses. */
export const byHand = '';

/** The last statement of a source about a holder. */
export interface Statement {
  /** A moment; see `momentOf`. */
  readonly asOf: string;
  readonly isEnded: boolean;
}

/** What one source grants a holder. */
export interface Share extends Statement {
  readonly source: string;
  readonly role: Role;
  readonly access: AccessLevel;
  readonly confined: boolean;
  readonly assignments: readonly GroupAssignment[];
  readonly startsAt: Date | null;
  readonly expiresAt: Date | null;
}

/** What all shares grant together. Only members have times. */
export type Grant = Pick<Share, 'role' | 'access' | 'confined' | 'startsAt' | 'expiresAt'>;

/**
 * Whether the last statement of a source outweighs another one. At equal times an end wins, otherwise the later call.
 */
export function isStale(statement: Statement, last: Statement | undefined): boolean {
  return (
    last !== undefined &&
    (statement.asOf < last.asOf || (statement.asOf === last.asOf && last.isEnded && !statement.isEnded))
  );
}

/** Whether a share has expired. */
export function isOver({ expiresAt }: Pick<Share, 'expiresAt'>, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now;
}

const ranks: Readonly<Record<Role, number>> = { member: 0, editor: 1, admin: 2 };

/**
 * What shares grant together: the highest role with its access, and the time from the first start to the last expiry.
 * Inside that time, the groups of each share have times of their own. Expired shares count only if there are no others.
 * Undefined if all have ended.
 */
export function grantOf(shares: Iterable<Share>, now: Date): Grant | undefined {
  const granted = [...shares].filter(({ isEnded }) => !isEnded);
  const unexpired = granted.filter((share) => !isOver(share, now));
  const counted = unexpired.length > 0 ? unexpired : granted;
  const [first] = counted;
  if (first === undefined) {
    return undefined;
  }
  const role = counted.reduce<Role>((best, share) => (ranks[share.role] > ranks[best] ? share.role : best), 'member');
  const isWriter = counted.some((share) => share.role === role && share.access === 'read_write');
  const isMember = role === 'member';
  return {
    role,
    access: isWriter ? 'read_write' : 'read_only',
    confined: counted.every(({ confined }) => confined),
    startsAt: isMember ? outermost(counted, 'startsAt', (one, other) => one < other) : null,
    expiresAt: isMember ? outermost(counted, 'expiresAt', (one, other) => one > other) : null,
  };
}

function outermost(
  shares: readonly Share[],
  field: 'startsAt' | 'expiresAt',
  isFurther: (one: Date, other: Date) => boolean,
): Date | null {
  return shares
    .map((share) => share[field])
    .reduce((one, other) => (one === null || other === null ? null : isFurther(one, other) ? one : other));
}
