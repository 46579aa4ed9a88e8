import type { AccessLevel, EnsureResult } from '@tessera/contract';
import { errors, type ServiceError } from '../../platform/errors.js';
import type { Role } from '../../principals/wire.js';
import { accessErrors } from '../errors.js';
import type { GroupAssignment } from '../groups/assignments.js';
import type { MembershipRow } from './queries.js';
import type { SeatTerms } from './seats.js';
import { byHand, type Grant, grantOf, isOver, isStale, type Share } from './shares.js';

/** What is stated about the share of one source. Undefined fields keep their values. */
export interface StatedShare {
  readonly email: string;
  /** Null and undefined: granted by hand. */
  readonly source?: string | null | undefined;
  /** A moment. By default the database's time. */
  readonly asOf?: string | undefined;
  /** The source grants nothing. */
  readonly isEnded?: boolean | undefined;
  /** Whether a share that the source grants already is refused. */
  readonly isNew?: boolean | undefined;
  /**
   * Who states it. `grant` is the backend of a seller: it changes neither admins nor editors. Only the operator grants
   * without billing. What a person states in the settings is never stale and keeps an expiry that has passed.
   */
  readonly by: 'grant' | 'settings' | 'operator' | 'directory';
  readonly name?: string | undefined;
  readonly role?: Role | undefined;
  readonly confined?: boolean | undefined;
  readonly groups?: readonly string[] | undefined;
  /** Groups with levels, instead of `groups`. */
  readonly assignments?: readonly GroupAssignment[] | undefined;
  readonly access?: AccessLevel | undefined;
  readonly startsAt?: Date | null | undefined;
  readonly expiresAt?: Date | null | undefined;
}

/** What is known about an address: its membership, and what each source last stated. */
export interface Holder<Row = MembershipRow> {
  readonly row: Row | undefined;
  readonly shares: ReadonlyMap<string, Share>;
  /** Statements of any source up to this moment are stale. Empty if there is none. */
  readonly revokedAsOf: string;
}

/** The result of a statement. */
export type StateResult = EnsureResult | 'revoked';

/** The state on which decisions depend. `groups` are those that exist. */
export interface Conditions {
  readonly terms: SeatTerms;
  readonly groups: ReadonlySet<string>;
  readonly now: Date;
}

/** A decision, and how many seats it takes: 1, 0, or -1 if it frees one. */
export type Decision = { readonly result: StateResult; readonly seats: number } | { readonly refusal: ServiceError };

/** The share that a statement results in, completed from the last statement of the source. */
export function completeShare(
  stated: StatedShare,
  { last, now, moment }: { readonly last: Share | undefined; readonly now: Date; readonly moment: string },
): Share {
  const isByPerson = stated.by === 'settings' || stated.by === 'operator';
  const source = stated.source ?? byHand;
  const kept = last?.isEnded === false && stated.isNew !== true ? last : undefined;
  const times = kept && isOver(kept, now) && !isByPerson ? undefined : kept;
  const access = stated.access ?? kept?.access ?? 'read_only';
  const role = stated.role ?? kept?.role ?? 'member';
  const isTimed = role === 'member';
  return {
    source,
    asOf: stated.asOf ?? (isByPerson ? latest(last?.asOf, moment) : moment),
    isEnded: stated.isEnded === true,
    role,
    access,
    confined: stated.confined ?? kept?.confined ?? true,
    assignments: stated.isEnded === true ? [] : (stated.assignments ?? completeGroups(stated, kept, access)),
    startsAt: isTimed ? statedOr(stated.startsAt, times?.startsAt) : null,
    expiresAt: isTimed ? statedOr(stated.expiresAt, times?.expiresAt) : null,
  };
}

function latest(one: string | undefined, other: string): string {
  return one !== undefined && one > other ? one : other;
}

function statedOr(stated: Date | null | undefined, kept: Date | null = null): Date | null {
  return stated === undefined ? kept : stated;
}

function completeGroups(stated: StatedShare, kept: Share | undefined, access: AccessLevel): GroupAssignment[] {
  const levels = new Map(kept?.assignments.map(({ groupId, access: level }) => [groupId, level]));
  const ids = stated.groups === undefined ? levels.keys() : new Set(stated.groups.map((id) => id.toLowerCase()));
  return [...ids].map((groupId) => ({ groupId, access: stated.access ?? levels.get(groupId) ?? access }));
}

/** Whether the last statement of the source, or the revocation of the holder, outweighs a share. */
export function isOutdated({ shares, revokedAsOf }: Pick<Holder, 'shares' | 'revokedAsOf'>, share: Share): boolean {
  return isStale(share, shares.get(share.source)) || isStale(share, { asOf: revokedAsOf, isEnded: true });
}

/** A statement, and the share that it results in. */
interface Stated {
  readonly statement: StatedShare;
  readonly share: Share;
}

/** Decides whether a statement is refused, is stale, changes nothing, or is written, and how many seats it takes. */
export function decideShare(holder: Holder, stated: Stated, conditions: Conditions): Decision {
  const { row, shares } = holder;
  const { share, statement } = stated;
  const { now } = conditions;
  if (isOutdated(holder, share)) {
    return { result: 'stale', seats: 0 };
  }
  const before = grantOf(shares.values(), now);
  const seats = seatOf(grantOf(sharesAfter(holder, share).values(), now), now) - seatOf(before, now);
  const last = shares.get(share.source);
  const granted = last?.isEnded === false ? last : undefined;
  const foreign = refusalOfHolder(row, statement, { granted, now });
  if (foreign !== undefined) {
    return { refusal: foreign };
  }
  if (share.isEnded) {
    return { result: granted === undefined ? 'unchanged' : 'revoked', seats };
  }
  if (granted !== undefined && isSame(granted, share) && (statement.name ?? row?.name) === row?.name) {
    return { result: 'unchanged', seats: 0 };
  }
  const refusal = refusalOfGrant(stated, conditions, seats);
  if (refusal !== undefined) {
    return { refusal };
  }
  if (granted !== undefined && (!isOver(granted, now) || isOver(share, now))) {
    return { result: 'updated', seats };
  }
  const isReturn = row !== undefined && (last !== undefined || before === undefined);
  return { result: isReturn ? 'regranted' : 'granted', seats };
}

/** The backend of a seller neither grants to admins and editors nor ends what they are granted. */
function refusalOfHolder(
  row: MembershipRow | undefined,
  { email, by, isNew, isEnded }: StatedShare,
  { granted, now }: { readonly granted: Share | undefined; readonly now: Date },
): ServiceError | undefined {
  if (isEnded === true) {
    const isForeign = by === 'grant' && granted !== undefined && granted.role !== 'member';
    return isForeign ? errors.notFound('member_not_found') : undefined;
  }
  const isForeign = by === 'grant' && row?.status === 'active' && row.role !== 'member';
  const isHeld = isNew === true && granted !== undefined && !isOver(granted, now);
  return isForeign || isHeld ? accessErrors.memberExists(email, row?.role ?? 'member', by) : undefined;
}

function refusalOfGrant(
  { statement: { by, isNew }, share }: Stated,
  { terms, groups }: Conditions,
  seats: number,
): ServiceError | undefined {
  if (share.startsAt !== null && share.expiresAt !== null && share.expiresAt <= share.startsAt) {
    return errors.invalidRequest([{ path: 'expires_at', message: 'must be after starts_at' }]);
  }
  const needsBilling = by !== 'operator' && (by !== 'settings' || isNew === true);
  if (seats > 0 && !terms.billingActive && needsBilling) {
    return accessErrors.billingInactive();
  }
  if (seats > 0 && terms.takenSeats >= terms.memberSeats) {
    return accessErrors.seatCapReached(terms.memberSeats);
  }
  return share.assignments.every(({ groupId }) => groups.has(groupId)) ? undefined : errors.notFound('group_not_found');
}

/** The shares of a holder after a statement. */
export function sharesAfter({ shares }: Pick<Holder, 'shares'>, share: Share): ReadonlyMap<string, Share> {
  return new Map(shares).set(share.source, share);
}

function seatOf(grant: Grant | undefined, now: Date): number {
  return grant?.role === 'member' && !isOver(grant, now) ? 1 : 0;
}

function isSame(last: Share, share: Share): boolean {
  const levels = new Map(last.assignments.map(({ groupId, access }) => [groupId, access]));
  return (
    last.role === share.role &&
    last.access === share.access &&
    last.confined === share.confined &&
    last.startsAt?.getTime() === share.startsAt?.getTime() &&
    last.expiresAt?.getTime() === share.expiresAt?.getTime() &&
    levels.size === share.assignments.length &&
    share.assignments.every(({ groupId, access }) => levels.get(groupId) === access)
  );
}
