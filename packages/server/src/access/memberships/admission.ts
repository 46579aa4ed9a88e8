import type { AnswerOf, InputOf, OperationContext } from '../../dispatch/operation.js';
import { domainOrigin } from '../../http/domain.js';
import { signInLink } from '../../http/pages/paths.js';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import { uuidFrom } from '../../platform/identifiers.js';
import { findMailFace } from '../../platform/mail/face.js';
import { inviteMail } from '../../platform/mail/templates.js';
import { outboxEvent } from '../../platform/outbox/events.js';
import type { Services } from '../../platform/services.js';
import { roleOf, wireRoles } from '../../principals/wire.js';
import { accessErrors } from '../errors.js';
import { assignGroups, requireGroups } from '../groups/assignments.js';
import { takeMail } from '../mail-counts.js';
import type { Compose } from '../notify.js';
import {
  lockByEmail,
  type MembershipRow,
  type MembershipWithGroups,
  type NewMembership,
  requirePerson,
  saveMemberships,
} from './queries.js';
import { lockSeats, requireFreeSeat } from './seats.js';
import { presentTimes } from './times.js';

/** The person to admit and their role. */
export interface Admission extends Omit<NewMembership, 'id' | 'confined' | 'name'> {
  /** Default: the name of the existing membership, else the address. */
  readonly name?: string | undefined;
  /** Null leaves an editor unconfined. A member is confined even without groups. */
  readonly groups: readonly string[] | null;
  /**
   * The route that admits. It determines the error messages, and only the operator may admit without active billing.
   */
  readonly by: 'grant' | 'settings' | 'operator';
}

/** An admitted person. */
export interface Admitted extends MembershipRow {
  /** The distinct groups. */
  readonly groups: string[];
  /** Whether the person was in the workspace before and was removed. */
  readonly regranted: boolean;
}

/**
 * Adds a person to the workspace with groups. All routes use this function. A member takes a seat. Throws the first
 * that applies of `member_exists`, `billing_inactive`, `seat_cap_reached` and `group_not_found`.
 */
export async function admitPerson(
  transaction: Transaction,
  services: Pick<Services, 'clock' | 'random'>,
  { groups: sentGroups, by, ...fields }: Admission,
): Promise<Admitted> {
  const { email, role, access } = fields;
  // Both queries are pipelined with the check of the groups, whose error must be reported last.
  const asked = [lockSeats(transaction), lockByEmail(transaction, email)] as const;
  const foundGroups = requireGroups(transaction, sentGroups ?? []);
  foundGroups.catch(() => undefined);
  const [terms, known] = await Promise.all(asked);
  if (known?.state === 'current' || known?.state === 'not_started') {
    throw accessErrors.memberExists(email, known.role, by);
  }
  if (role === 'member' && by !== 'operator' && !terms.billingActive) {
    throw accessErrors.billingInactive();
  }
  const confined = role === 'member' || sentGroups !== null;
  const saved = { ...fields, name: fields.name ?? known?.name ?? email, id: uuidFrom(services.random), confined };
  const [membership] = await saveMemberships(transaction, [saved], services.clock());
  if (membership === undefined) {
    throw new Error('a membership was written but not returned');
  }
  if (role === 'member' && membership.state !== 'expired') {
    requireFreeSeat(terms);
  }
  const groups = await foundGroups;
  const assignments = groups.map((groupId) => ({ groupId, access }));
  assignGroups(transaction, { kind: 'membership', id: membership.id }, assignments);
  return { ...membership, groups, regranted: known !== undefined };
}

/** The person to add. */
export type NewPerson = InputOf<'operator.add_person'>['body'];

type Inside = Pick<OperationContext, 'services' | 'workspace' | 'workspaceReference' | 'audit'>;

/** Adds a person of any role, and writes the audit entry; see `admitPerson`. */
export async function addPerson(
  context: Inside,
  transaction: Transaction,
  { person, by }: { readonly person: NewPerson; readonly by: 'settings' | 'operator' },
): Promise<AnswerOf<'operator.add_person'>> {
  const { services, workspaceReference } = context;
  const role = roleOf(person.role);
  if (role === 'admin' && person.groups) {
    throw errors.invalidRequest([{ path: 'groups', message: 'an admin is not confined to groups: leave it out' }]);
  }
  const { id, regranted } = await admitPerson(transaction, services, {
    ...person,
    role,
    access: person.access ?? (role === 'member' ? 'read_only' : 'read_write'),
    groups: person.groups ?? null,
    by,
  });
  const added = presentPerson(await requirePerson(transaction, id));
  const { email, access, groups } = added;
  const detail = { email, role: added.role, access, groups, regranted };
  const events = role === 'member' ? [outboxEvent('member.granted', { id, ...detail })] : [];
  context.audit(transaction, { action: 'person.invited', target: id, detail, events });
  return { ...added, workspace: workspaceReference };
}

/** Composes the mail with the address of the sign-in page. */
export function inviteOf(
  context: Pick<Inside, 'services' | 'workspaceReference'>,
  person: { email: string; name: string },
): Compose {
  const parts = {
    name: person.name,
    email: person.email,
    workspaceName: context.workspaceReference.name,
  };
  const { baseUrl } = context.services;
  return (face) => {
    const origin = face.domain === undefined ? baseUrl : domainOrigin(baseUrl, face.domain);
    const signInUrl = signInLink(origin, person.email, context.workspaceReference.id);
    return inviteMail({ ...parts, signInUrl }, face);
  };
}

/**
 * Sends an operator's invitation after the commit, unless the address was sent too many mails. The response does not
 * wait for it.
 */
export async function sendInvite(
  context: Pick<Inside, 'services' | 'workspaceReference' | 'audit'>,
  transaction: Transaction,
  person: { email: string; name: string },
): Promise<void> {
  const { email } = person;
  const refusal = await takeMail(transaction, email, context.services);
  const face = await findMailFace(transaction, { workspaceId: transaction.workspaceId, email });
  const mail = { to: email, ...inviteOf(context, person)(face) };
  if (refusal !== undefined) {
    const detail = { subject: mail.subject, reason: refusal.reason };
    context.audit(transaction, { action: 'mail.failed', target: email, detail });
    return;
  }
  // Not awaited: a mailer never throws, and logs its failures.
  transaction.afterCommit(() => void context.services.mailer.send(mail));
}

/** A member in the format of the `/v1` routes. */
export function presentMember(row: MembershipRow): AnswerOf<'members.list'>['members'][number] {
  const { id, email, name, status, pending } = row;
  return { id, email, name, status, pending, identity_bound: true, ...presentTimes(row) };
}

/** A membership of any role in the format of responses to its change. */
export function presentPerson(row: MembershipWithGroups): Omit<AnswerOf<'people.update'>, 'workspace'> {
  const { id, email, name, role, status, pending, access } = row;
  const groups = row.confined ? row.groups : null;
  return { id, email, name, role: wireRoles[role], status, pending, groups, access };
}

/** The groups of a member, and the start and expiry of their grant. */
export function presentAccess(
  row: MembershipRow,
  access: AnswerOf<'members.get_access'>['access'],
): AnswerOf<'members.get_access'> {
  return { id: row.id, email: row.email, access, ...presentTimes(row) };
}
