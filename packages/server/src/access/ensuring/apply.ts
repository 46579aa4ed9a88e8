import type { EnsureResult } from '@tessera/contract';
import type { OperationContext } from '../../dispatch/operation.js';
import { lockAddresses } from '../../identity/people/queries.js';
import type { Transaction } from '../../platform/database/database.js';
import type { ServiceError } from '../../platform/errors.js';
import { isUuid, uuidFrom } from '../../platform/identifiers.js';
import { outboxEvent } from '../../platform/outbox/events.js';
import { assignGroupsToMany, lockGroups } from '../groups/assignments.js';
import { saveMemberships } from '../memberships/queries.js';
import { lockSeats } from '../memberships/seats.js';
import { recordedTimes } from '../memberships/times.js';
import {
  completeGrant,
  decideGrant,
  type FullGrant,
  type GrantCase,
  type KnownMembership,
  type RequestedGrant,
} from './plan.js';
import { haveExpired, lockMemberships } from './queries.js';

/** The result of one requested grant. */
export type Ensured = { readonly email: string } & (
  | { readonly result: EnsureResult; readonly isOver: boolean }
  | { readonly refusal: ServiceError }
);

type Changed = GrantCase & { readonly result: Exclude<EnsureResult, 'unchanged'> };

/**
 * Applies grants in order; each address may occur once. A refused grant does not affect the others. Returns the
 * results, and how many seats the grants add.
 */
export async function ensureGrants(
  context: Pick<OperationContext, 'services' | 'audit'>,
  transaction: Transaction,
  wanted: readonly RequestedGrant[],
  { seatsTaken, isDryRun }: { readonly seatsTaken: number; readonly isDryRun: boolean },
): Promise<{ readonly outcomes: Ensured[]; readonly seats: number }> {
  const emails = wanted.map(({ email }) => email);
  const terms = await lockSeats(transaction);
  await lockAddresses(transaction, emails);
  const known = await lockMemberships(transaction, emails);
  const groups = await lockGroups(transaction, groupIdsOf(wanted, known));
  const grants = wanted.map((entry) => completeGrant(entry, known.get(entry.email)));
  const over = await haveExpired(transaction, grants);
  const changed: Changed[] = [];
  let seats = 0;
  const outcomes = grants.map((grant, index): Ensured => {
    const { email } = grant;
    const isOver = over[index] === true;
    const grantCase = { known: known.get(email), grant, isOver };
    const now = { ...terms, takenSeats: terms.takenSeats + seatsTaken + seats };
    const decision = decideGrant(grantCase, { terms: now, groups });
    if ('refusal' in decision) {
      return { email, refusal: decision.refusal };
    }
    const { result } = decision;
    seats += decision.seats;
    if (result !== 'unchanged') {
      changed.push({ ...grantCase, result });
    }
    return { email, result, isOver };
  });
  if (!isDryRun && changed.length > 0) {
    await write(context, transaction, changed);
  }
  return { outcomes, seats };
}

async function write(
  { services, audit }: Pick<OperationContext, 'services' | 'audit'>,
  transaction: Transaction,
  changed: readonly Changed[],
): Promise<void> {
  const memberships = changed.map(({ known, grant }) => ({
    ...grant,
    id: known?.id ?? uuidFrom(services.random),
    role: 'member' as const,
    confined: true,
  }));
  await saveMemberships(transaction, memberships, services.clock());
  assignGroupsToMany(transaction, 'membership', memberships);
  changed.forEach(({ grant, result }, index) => {
    const id = memberships[index]?.id ?? '';
    if (result === 'updated') {
      audit(transaction, { action: 'member.updated', target: id, detail: detailOf(grant) });
      return;
    }
    const detail = { ...detailOf(grant), regranted: result === 'regranted' };
    const events = [outboxEvent('member.granted', { id, ...detail })];
    audit(transaction, { action: 'member.granted', target: id, detail, events });
  });
}

function detailOf({ email, access, assignments, startsAt, expiresAt }: FullGrant) {
  const groups = assignments.map(({ groupId }) => groupId);
  return { email, groups, access, ...recordedTimes({ starts_at: startsAt, expires_at: expiresAt }) };
}

function groupIdsOf(wanted: readonly RequestedGrant[], known: ReadonlyMap<string, KnownMembership>): string[] {
  const sent = wanted.flatMap(({ groups = [] }) => groups.map((id) => id.toLowerCase())).filter(isUuid);
  const assignedIds = [...known.values()].flatMap(({ assignments }) => assignments.map(({ groupId }) => groupId));
  return [...new Set([...sent, ...assignedIds])];
}
