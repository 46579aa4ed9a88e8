import { accessErrors } from '../../access/errors.js';
import { assignGroups, requireGroups } from '../../access/groups/holders.js';
import { lockByEmail } from '../../access/members/queries.js';
import { lockSeats, requireFreeSeat } from '../../access/members/seats.js';
import type { AnswerOf, InputOf, OperationContext } from '../../dispatch/operation.js';
import { signInLink } from '../../identity/pages/paths.js';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import { uuidFrom } from '../../platform/identifiers.js';
import { inviteMail, type MailText } from '../../platform/mail/index.js';
import { lockPerson, type PersonRow, savePerson } from './queries.js';

/** Who is to be added. */
export type NewPerson = InputOf<'operator.add_person'>['body'];

type Inside = Pick<OperationContext, 'services' | 'workspace' | 'workspaceReference' | 'audit'>;

/**
 * Puts a person into the workspace of the transaction; the settings and the operator share it. A reader takes a seat
 * under the same rules as a member's grant, but only an admin's own addition asks whether billing is active.
 */
export async function addPerson(
  context: Inside,
  transaction: Transaction,
  { person, needsBilling }: { readonly person: NewPerson; readonly needsBilling: boolean },
): Promise<AnswerOf<'operator.add_person'>> {
  const { services, workspace, workspaceReference } = context;
  if (person.role === 'admin' && person.groups) {
    throw errors.invalidRequest([{ path: 'groups', message: 'an admin is not confined to groups: leave it out' }]);
  }
  const terms = await lockSeats(transaction, workspace.id);
  const known = await lockByEmail(transaction, person.email);
  if (known?.status === 'active') {
    throw accessErrors.memberExists(person.email, known.role, needsBilling ? 'settings' : 'operator');
  }
  if (person.role === 'reader') {
    if (needsBilling && !terms.billingActive) {
      throw accessErrors.billingInactive();
    }
    await requireFreeSeat(transaction, workspace.id, terms);
  }
  const groups = await requireGroups(transaction, person.groups ?? []);
  const access = person.access ?? (person.role === 'reader' ? 'read_only' : 'read_write');
  const id = await savePerson(transaction, {
    workspaceId: workspace.id,
    id: uuidFrom(services.random),
    email: person.email,
    name: person.name ?? null,
    role: person.role,
    access,
    confined: person.role === 'reader' || (person.groups ?? null) !== null,
    at: services.clock(),
  });
  const assignments = groups.map((groupId) => ({ groupId, access }));
  await assignGroups(transaction, { workspaceId: workspace.id, holder: { kind: 'membership', id }, assignments });
  const added = presentPerson(await requirePerson(transaction, id));
  const { email, role } = added;
  const detail = { email, role, access, groups: added.groups, regranted: known !== undefined };
  await context.audit(transaction, { action: 'person.invited', target: id, detail });
  return { ...added, workspace: workspaceReference };
}

/** The mail that tells a person where to sign in. */
export function inviteOf(
  context: Pick<Inside, 'services' | 'workspaceReference'>,
  person: { email: string; name: string },
): MailText {
  return inviteMail({
    name: person.name,
    email: person.email,
    workspaceName: context.workspaceReference.name,
    signInUrl: signInLink(context.services.baseUrl, person.email),
  });
}

/** Mails an operator's invite after the commit; the operator's answer does not wait for a mail server. */
export function sendInvite(
  context: Pick<Inside, 'services' | 'workspaceReference'>,
  transaction: Transaction,
  person: { email: string; name: string },
): void {
  // A mailer never throws, and logs what it could not send.
  transaction.afterCommit(() => void context.services.mailer.send({ to: person.email, ...inviteOf(context, person) }));
}

/** One person, locked, or `person_not_found`. */
export async function requirePerson(transaction: Transaction, id: string): Promise<PersonRow> {
  const person = await lockPerson(transaction, id);
  if (person === undefined) {
    throw errors.notFound('person_not_found');
  }
  return person;
}

/** A person as the settings show them. */
export function presentPerson(row: PersonRow): AnswerOf<'people.list'>['people'][number] {
  const { id, email, name, role, status, pending, access } = row;
  return { id, email, name, role, status, pending, groups: row.confined ? row.groups : null, access };
}
