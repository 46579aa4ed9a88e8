import type { AccessLevel, EnsureResult } from '@tessera/contract';
import { errors, type ServiceError } from '../../platform/errors.js';
import { accessErrors } from '../errors.js';
import type { GroupAssignment } from '../groups/assignments.js';
import type { MembershipRow } from '../memberships/queries.js';
import type { SeatTerms } from '../memberships/seats.js';

/** A requested grant. Undefined fields keep their values. */
export interface RequestedGrant {
  readonly email: string;
  readonly name?: string | undefined;
  readonly groups?: readonly string[] | undefined;
  readonly access?: AccessLevel | undefined;
  readonly startsAt?: Date | null | undefined;
  readonly expiresAt?: Date | null | undefined;
}

/** An existing membership with its groups. */
export interface KnownMembership extends MembershipRow {
  readonly assignments: readonly GroupAssignment[];
}

/** A grant with a value for every field. */
export interface FullGrant {
  readonly email: string;
  readonly name: string;
  readonly access: AccessLevel;
  readonly assignments: readonly GroupAssignment[];
  readonly startsAt: Date | null;
  readonly expiresAt: Date | null;
}

/** The state of the workspace on which a decision depends. */
export interface PlanSetting {
  readonly terms: SeatTerms;
  readonly groups: ReadonlySet<string>;
}

/**
 * The input of a decision: the existing membership, the requested grant, and whether that grant has already expired by
 * the database clock.
 */
export interface GrantCase {
  readonly known: KnownMembership | undefined;
  readonly grant: FullGrant;
  readonly isOver: boolean;
}

/** The result of one grant, and how many seats it takes: 1, 0, or -1 if it frees one. */
export type Decision = { readonly result: EnsureResult; readonly seats: number } | { readonly refusal: ServiceError };

/**
 * Completes a requested grant from the existing membership. If that has expired, its groups are kept but not its times.
 */
export function completeGrant(wanted: RequestedGrant, known: KnownMembership | undefined): FullGrant {
  const kept = known === undefined || known.state === 'revoked' ? undefined : known;
  const times = kept === undefined || kept.state === 'expired' ? undefined : kept;
  const access = wanted.access ?? kept?.access ?? 'read_only';
  const levels = new Map(kept?.assignments.map(({ groupId, access: level }) => [groupId, level]));
  const groupIds =
    wanted.groups === undefined ? [...levels.keys()] : new Set(wanted.groups.map((id) => id.toLowerCase()));
  return {
    email: wanted.email,
    name: wanted.name ?? known?.name ?? wanted.email,
    access,
    assignments: [...groupIds].map((groupId) => ({ groupId, access: wanted.access ?? levels.get(groupId) ?? access })),
    startsAt: wanted.startsAt === undefined ? (times?.starts_at ?? null) : wanted.startsAt,
    expiresAt: wanted.expiresAt === undefined ? (times?.expires_at ?? null) : wanted.expiresAt,
  };
}

/** Decides whether a grant is refused, changes nothing, or is written, and how many seats it takes. */
export function decideGrant({ known, grant, isOver }: GrantCase, { terms, groups }: PlanSetting): Decision {
  const isActive = known !== undefined && known.state !== 'revoked';
  if (isActive && known.role !== 'member') {
    return { refusal: accessErrors.memberExists(grant.email, known.role, 'grant') };
  }
  if (isActive && isSame(known, grant)) {
    return { result: 'unchanged', seats: 0 };
  }
  if (grant.startsAt !== null && grant.expiresAt !== null && grant.expiresAt <= grant.startsAt) {
    return { refusal: errors.invalidRequest([{ path: 'expires_at', message: 'must be after starts_at' }]) };
  }
  const before = isActive && known.state !== 'expired' ? 1 : 0;
  const seats = (isOver ? 0 : 1) - before;
  if (seats > 0 && !terms.billingActive) {
    return { refusal: accessErrors.billingInactive() };
  }
  if (seats > 0 && terms.takenSeats >= terms.memberSeats) {
    return { refusal: accessErrors.seatCapReached(terms.memberSeats) };
  }
  if (!grant.assignments.every(({ groupId }) => groups.has(groupId))) {
    return { refusal: errors.notFound('group_not_found') };
  }
  const isChange = before === 1 || (isActive && isOver);
  return { result: known === undefined ? 'granted' : isChange ? 'updated' : 'regranted', seats };
}

function isSame(known: KnownMembership, grant: FullGrant): boolean {
  const levels = new Map(known.assignments.map(({ groupId, access }) => [groupId, access]));
  return (
    known.name === grant.name &&
    known.access === grant.access &&
    known.starts_at?.getTime() === grant.startsAt?.getTime() &&
    known.expires_at?.getTime() === grant.expiresAt?.getTime() &&
    levels.size === grant.assignments.length &&
    grant.assignments.every(({ groupId, access }) => levels.get(groupId) === access)
  );
}
