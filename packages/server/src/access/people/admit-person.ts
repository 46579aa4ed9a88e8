import type { AccessLevel, Role } from '@tessera/contract';
import type { Transaction } from '../../platform/database/database.js';
import { uuidFrom } from '../../platform/identifiers.js';
import type { Services } from '../../platform/services.js';
import { accessErrors } from '../errors.js';
import { assignGroups, requireGroups } from '../groups/holders.js';
import { lockByEmail, type PersonRow, savePerson } from './queries.js';
import { lockSeats, requireFreeSeat } from './seats.js';

/** Who is admitted, as what. */
export interface Admission {
  readonly email: string;
  readonly name: string | null;
  readonly role: Role;
  readonly access: AccessLevel;
  /** Null leaves an editor unconfined; a reader is confined also without groups. */
  readonly groups: readonly string[] | null;
  /** Whose wording a refusal has: a grant over `/v1`, the settings or the operator. Only the operator may without billing. */
  readonly by: 'grant' | 'settings' | 'operator';
}

/** A person of the workspace who has just been admitted. */
export interface Admitted extends Pick<PersonRow, 'id' | 'name' | 'pending'> {
  /** The groups once each. */
  readonly groups: string[];
  /** Whether they had been here before and were removed. */
  readonly regranted: boolean;
}

/**
 * Puts a person into the workspace of the transaction, with groups; the one way in. A reader takes a seat. Throws
 * `member_exists`, `billing_inactive`, `seat_cap_reached` or `group_not_found`, in this order.
 */
export async function admitPerson(
  transaction: Transaction,
  services: Pick<Services, 'clock' | 'random'>,
  admission: Admission,
): Promise<Admitted> {
  const { email, name, role, access, by } = admission;
  // All of these travel together; what is wrong with the groups is told last.
  const asked = [lockSeats(transaction), lockByEmail(transaction, email)] as const;
  const foundGroups = requireGroups(transaction, admission.groups ?? []);
  foundGroups.catch(() => undefined);
  const [terms, known] = await Promise.all(asked);
  if (known?.status === 'active') {
    throw accessErrors.memberExists(email, known.role, by);
  }
  if (role === 'reader') {
    if (by !== 'operator' && !terms.billingActive) {
      throw accessErrors.billingInactive();
    }
    requireFreeSeat(terms);
  }
  const groups = await foundGroups;
  const confined = role === 'reader' || admission.groups !== null;
  const fields = { id: uuidFrom(services.random), email, name, role, access, confined, at: services.clock() };
  const person = await savePerson(transaction, fields);
  const assignments = groups.map((groupId) => ({ groupId, access }));
  assignGroups(transaction, { kind: 'membership', id: person.id }, assignments);
  return { ...person, groups, regranted: known !== undefined };
}
