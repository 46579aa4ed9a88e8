import type { AnswerOf, InputOf, OperationContext } from '../../dispatch/operation.js';
import { signInLink } from '../../http/pages/paths.js';
import type { SystemTransaction, Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import { inviteMail, type MailText } from '../../platform/mail/index.js';
import { admitPerson } from './admit-person.js';
import { type PersonRow, requirePerson } from './queries.js';

/** Who is to be added. */
export type NewPerson = InputOf<'operator.add_person'>['body'];

type Inside = Pick<OperationContext, 'services' | 'workspace' | 'workspaceReference' | 'audit'>;

/** Adds a person of any role to the workspace of the transaction, and says so in its audit log; see `admitPerson`. */
export async function addPerson(
  context: Inside,
  transaction: Transaction,
  { person, by }: { readonly person: NewPerson; readonly by: 'settings' | 'operator' },
): Promise<AnswerOf<'operator.add_person'>> {
  const { services, workspaceReference } = context;
  if (person.role === 'admin' && person.groups) {
    throw errors.invalidRequest([{ path: 'groups', message: 'an admin is not confined to groups: leave it out' }]);
  }
  const { id, regranted } = await admitPerson(transaction, services, {
    email: person.email,
    name: person.name ?? null,
    role: person.role,
    access: person.access ?? (person.role === 'reader' ? 'read_only' : 'read_write'),
    groups: person.groups ?? null,
    by,
  });
  const added = presentPerson(await requirePerson(transaction, id));
  const { email, role, access, groups } = added;
  context.audit(transaction, {
    action: 'person.invited',
    target: id,
    detail: { email, role, access, groups, regranted },
  });
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
  transaction: SystemTransaction,
  person: { email: string; name: string },
): void {
  // A mailer never throws, and logs what it could not send.
  transaction.afterCommit(() => void context.services.mailer.send({ to: person.email, ...inviteOf(context, person) }));
}

/** A person as the settings show them. */
export function presentPerson(row: PersonRow): AnswerOf<'people.list'>['people'][number] {
  const { id, email, name, role, status, pending, access } = row;
  return { id, email, name, role, status, pending, groups: row.confined ? row.groups : null, access };
}
