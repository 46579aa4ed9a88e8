import type { AnswerOf, InputOf, OperationContext } from '../../dispatch/operation.js';
import { domainOrigin } from '../../http/domain.js';
import { signInLink } from '../../http/pages/paths.js';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import { describeError } from '../../platform/log.js';
import { inviteMail } from '../../platform/mail/templates.js';
import { outboxEvent } from '../../platform/outbox/events.js';
import { roleOf, wireRoles } from '../../principals/wire.js';
import { type Compose, type NotifyContext, sendMail, takenMail } from '../notify.js';
import { listAssignedGroups } from './assigned-groups.js';
import { type MembershipRow, type MembershipWithGroups, requirePerson } from './queries.js';
import { listShares } from './share-queries.js';
import { stateShare } from './state-shares.js';
import { presentTimes } from './times.js';

/** The person to add. */
export type NewPerson = InputOf<'operator.add_person'>['body'];

/** A person who is invited. */
type Invited = { readonly email: string; readonly name: string };

type Inside = Pick<OperationContext, 'services' | 'workspace' | 'workspaceReference' | 'audit'>;

/** Adds a person of any role by hand, and writes the audit entry. Throws `member_exists` and what a seat requires. */
export async function addPerson(
  context: Inside,
  transaction: Transaction,
  { person, by }: { readonly person: NewPerson; readonly by: 'settings' | 'operator' },
): Promise<AnswerOf<'operator.add_person'>> {
  const { workspaceReference } = context;
  const role = roleOf(person.role);
  if (role === 'admin' && person.groups) {
    throw errors.invalidRequest([{ path: 'groups', message: 'an admin is not confined to groups: leave it out' }]);
  }
  const { id = '', result } = await stateShare(context, transaction, {
    ...person,
    role,
    access: person.access ?? (role === 'member' ? 'read_only' : 'read_write'),
    groups: person.groups ?? [],
    confined: role === 'member' || Boolean(person.groups),
    isNew: true,
    by,
  });
  const added = presentPerson(await requirePerson(transaction, id));
  const { email, access, groups } = added;
  const detail = { email, role: added.role, access, groups, regranted: result === 'regranted' };
  const events = role === 'member' ? [outboxEvent('member.granted', { id, ...detail })] : [];
  context.audit(transaction, { action: 'person.invited', target: id, detail, events });
  return { ...added, workspace: workspaceReference };
}

/** Composes the mail with the address of the sign-in page. */
export function inviteOf(
  { services: { baseUrl }, workspaceReference: { id, name: workspaceName } }: Omit<Inside, 'workspace' | 'audit'>,
  { email, name }: Invited,
): Compose {
  return (face) => {
    const origin = face.domain === undefined ? baseUrl : domainOrigin(baseUrl, face.domain);
    return inviteMail({ name, email, workspaceName, signInUrl: signInLink(origin, email, id) }, face);
  };
}

/** Sends an operator's invitation after the commit. The response does not wait for it. */
export async function sendInvite(context: NotifyContext, transaction: Transaction, person: Invited): Promise<void> {
  const { log } = context.services;
  const mail = await takenMail(context, transaction, { email: person.email, compose: inviteOf(context, person) });
  const failed = (error: unknown) => log.warn({ error: describeError(error) }, 'an invitation was not sent');
  transaction.afterCommit(() => void (mail && sendMail(context, mail).catch(failed)));
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

/** The groups of a membership, and what each source grants it. */
export async function presentAccess(transaction: Transaction, { id, email }: Pick<MembershipRow, 'id' | 'email'>) {
  const [access, sources] = await Promise.all([listAssignedGroups(transaction, id), listShares(transaction, id)]);
  return { id, email, access, sources };
}
