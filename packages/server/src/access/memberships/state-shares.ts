import type { OperationContext } from '../../dispatch/operation.js';
import { lockAddresses } from '../../identity/people/queries.js';
import type { Transaction } from '../../platform/database/database.js';
import type { ServiceError } from '../../platform/errors.js';
import { isUuid, uuidFrom } from '../../platform/identifiers.js';
import type { Services } from '../../platform/services.js';
import { type Stored, withRole } from '../../principals/wire.js';
import { accessErrors } from '../errors.js';
import { assignGroups, assignGroupsToMany, lockGroups } from '../groups/assignments.js';
import {
  type Conditions,
  completeShare,
  decideShare,
  type Holder,
  type StatedShare,
  type StateResult,
  sharesAfter,
} from './decide-share.js';
import {
  isFullAdmin,
  listFullAdmins,
  type MembershipRow,
  markRevoked,
  membershipColumns,
  saveMemberships,
} from './queries.js';
import { lockSeats } from './seats.js';
import {
  type AddressedShare,
  endShares,
  heldGroups,
  type LockedHolders,
  lockHolders,
  saveShares,
} from './share-queries.js';
import { byHand, type Grant, grantOf, isOver, type Share } from './shares.js';

/** The result of one statement. */
export type Outcome = Applied | { readonly email: string; readonly refusal: ServiceError };

/** The result of a statement that was not refused. */
export interface Applied {
  readonly email: string;
  readonly result: StateResult;
  /** The membership; undefined if the address has none. */
  readonly id: string | undefined;
  /** The name of the person in the workspace. */
  readonly name: string;
  readonly share: Share;
  /** Whether the person had access before that has not expired, even if it starts later. */
  readonly hadAccess: boolean;
  /** What all sources grant together; undefined if they grant nothing. */
  readonly grant: Grant | undefined;
}

/** What earlier statements of a dry run would have changed: people, and the number of seats. */
export interface DryRun {
  seats: number;
  readonly people: Map<string, Person>;
}

/**
 * Applies statements about shares, in order and without audit entries. All routes that grant access to people, and
 * those that end it by source, use it. A refused statement does not affect the others. A dry run writes nothing.
 */
export async function stateShares(
  { services }: Pick<OperationContext, 'services'>,
  transaction: Transaction,
  statements: readonly StatedShare[],
  dryRun?: DryRun,
): Promise<Outcome[]> {
  const emails = [...new Set(statements.map(({ email }) => email))];
  const source = { kind: 'membership', columns: membershipColumns } as const;
  // One round trip: a connection runs its statements in the order in which they are sent.
  const [terms, , locked] = await Promise.all([
    lockSeats(transaction),
    lockAddresses(transaction, emails),
    lockHolders<Stored<MembershipRow>>(transaction, source, emails),
  ]);
  const groups = await lockGroups(transaction, groupIdsOf(statements, locked.holders));
  const people = new Map(
    [...locked.holders].map(([email, holder]) => [email, dryRun?.people.get(email) ?? personOf(email, holder)]),
  );
  const hasAdmin = [...people.values()].some(({ row }) => row !== undefined && isFullAdmin(row));
  const admins = new Set(hasAdmin ? await listFullAdmins(transaction) : []);
  const batch = new Batch(services, people, { ...locked, terms, groups, admins, seats: dryRun?.seats ?? 0 });
  const outcomes = statements.map((statement) => batch.apply(statement));
  if (dryRun === undefined) {
    batch.write(transaction, services.clock());
  } else {
    dryRun.seats = batch.conditions.seats;
    for (const [email, person] of people) dryRun.people.set(email, person);
  }
  return outcomes;
}

/** Applies one statement, and throws if it is refused; see `stateShares`. */
export async function stateShare(
  context: Pick<OperationContext, 'services'>,
  transaction: Transaction,
  statement: StatedShare,
): Promise<Applied> {
  const [outcome] = await stateShares(context, transaction, [statement]);
  if (outcome === undefined || 'refusal' in outcome) {
    throw outcome?.refusal ?? new Error('a statement was not decided about');
  }
  return outcome;
}

/** Ends what all sources grant a person, whose row is locked. Older statements of any source are stale afterwards. */
export function revokeMembership(
  transaction: Transaction,
  { id, email, status }: Pick<MembershipRow, 'id' | 'email' | 'status'>,
  at: Date,
): void {
  endShares(transaction, { kind: 'membership', email, at });
  if (status === 'active') {
    markRevoked(transaction, [id], at);
    assignGroups(transaction, { kind: 'membership', id }, []);
  }
}

interface Person extends Holder {
  readonly email: string;
  id: string | undefined;
  name: string;
  shares: ReadonlyMap<string, Share>;
  isChanged: boolean;
}

function personOf(email: string, { row: stored, ...holder }: Holder<Stored<MembershipRow>>): Person {
  const row = stored && withRole<MembershipRow>(stored);
  return { ...holder, row, email, id: row?.id, name: row?.name ?? email, isChanged: false };
}

interface BatchConditions extends Conditions {
  readonly moment: string;
  /** The full admins who are left. */
  readonly admins: Set<string>;
  /** How many seats the statements so far have added. */
  seats: number;
}

/** The people of one call, as they are after the statements so far. */
class Batch {
  private readonly stated = new Map<string, AddressedShare>();

  constructor(
    private readonly services: Pick<Services, 'random'>,
    private readonly people: ReadonlyMap<string, Person>,
    readonly conditions: BatchConditions,
  ) {}

  apply(statement: StatedShare): Outcome {
    const { email } = statement;
    const { now, moment, admins, terms, seats } = this.conditions;
    const person = this.people.get(email) as Person;
    const last = person.shares.get(statement.source ?? byHand);
    const share = completeShare(statement, { last, now, moment });
    const current = { ...this.conditions, terms: { ...terms, takenSeats: terms.takenSeats + seats } };
    const decision = decideShare(person, { statement, share }, current);
    if ('refusal' in decision) {
      return { email, refusal: decision.refusal };
    }
    const { result } = decision;
    const before = grantOf(person.shares.values(), now);
    const hadAccess = before !== undefined && !isOver(before, now);
    if (result === 'stale') {
      return { email, result, id: person.id, name: person.name, share, hadAccess, grant: before };
    }
    const shares = sharesAfter(person, share);
    const grant = grantOf(shares.values(), now);
    if (person.id !== undefined && admins.has(person.id) && !(grant && isFullAdmin(grant))) {
      if (admins.size === 1) {
        return { email, refusal: accessErrors.lastAdmin() };
      }
      admins.delete(person.id);
    }
    this.conditions.seats += decision.seats;
    this.stated.set(`${email} ${share.source}`, { ...share, email });
    person.id ??= grant && uuidFrom(this.services.random);
    person.name = statement.name ?? person.name;
    person.shares = shares;
    person.isChanged ||= result !== 'unchanged';
    return { email, result, id: person.id, name: person.name, share, hadAccess, grant };
  }

  write(transaction: Transaction, at: Date): void {
    const changed = [...this.people.values()].flatMap((person) =>
      person.isChanged && person.id !== undefined ? [{ ...person, id: person.id }] : [],
    );
    const granted = changed.flatMap(({ id, email, name, shares }) => {
      const grant = grantOf(shares.values(), this.conditions.now);
      return grant === undefined ? [] : [{ id, email, name, ...grant }];
    });
    const isGranted = new Set(granted.map(({ id }) => id));
    const revoked = changed.map(({ id }) => id).filter((id) => !isGranted.has(id));
    if (granted.length > 0) {
      saveMemberships(transaction, granted, at);
    }
    if (revoked.length > 0) {
      markRevoked(transaction, revoked, at);
    }
    const holders = changed.map(({ id, shares }) => ({ id, assignments: heldGroups(shares.values()) }));
    assignGroupsToMany(transaction, 'membership', holders);
    saveShares(transaction, 'membership', { shares: [...this.stated.values()], at });
  }
}

function groupIdsOf(statements: readonly StatedShare[], holders: LockedHolders<unknown>['holders']): string[] {
  const sent = statements.flatMap(({ groups = [], assignments = [] }) => [
    ...groups.map((id) => id.toLowerCase()),
    ...assignments.map(({ groupId }) => groupId),
  ]);
  const held = [...holders.values()].flatMap(({ shares }) => heldGroups(shares.values()));
  return [...new Set([...sent.filter(isUuid), ...held.map(({ groupId }) => groupId)])];
}
