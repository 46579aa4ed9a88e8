import type { InputOf, Operation } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import { outboxEvent } from '../../platform/outbox/events.js';
import { roleOf, wireRoles } from '../../principals/wire.js';
import { accessErrors } from '../errors.js';
import { takeMail } from '../mail-counts.js';
import { composedMail, notifyGrantee, sendMail } from '../notify.js';
import { addPerson, inviteOf, presentAccess, presentPerson } from './admission.js';
import { replaceAssignedGroups } from './assigned-groups.js';
import type { StatedShare } from './decide-share.js';
import {
  isFullAdmin,
  listCredentialsCreatedBy,
  listFullAdmins,
  listMemberships,
  type MembershipRow,
  renameMembership,
  requirePerson,
} from './queries.js';
import { lockSeats } from './seats.js';
import { findShareByHand, listGroupsByHand } from './share-queries.js';
import type { Share } from './shares.js';
import { revokeMembership, stateShare } from './state-shares.js';
import { presentTimes } from './times.js';

const list: Operation<'people.list'> = (context, _principal, { query }) =>
  context.transaction(async (transaction) => {
    const { rows, count, next } = await listMemberships(transaction, query, 'everyone');
    return { people: rows.map((row) => ({ ...presentPerson(row), ...presentTimes(row) })), count, ...next };
  });

const add: Operation<'people.add'> = async (context, _principal, { body }) => {
  const { send_email: sendEmail, ...person } = body;
  const added = await context.transaction((transaction) => addPerson(context, transaction, { person, by: 'settings' }));
  const emailSent = sendEmail && (await notifyGrantee(context, added.email, inviteOf(context, added)));
  return { ...added, email_sent: emailSent };
};

const invite: Operation<'people.invite'> = async (context, _principal, { params }) => {
  const { services, workspaceReference } = context;
  const { id, email, mail } = await context.transaction(async (transaction) => {
    const person = await requirePerson(transaction, params.id, 'for update');
    const ended = person.state === 'not_started' ? undefined : accessErrors.notCurrent(person);
    if (ended !== undefined || !person.pending) {
      throw ended ?? accessErrors.hasSignedIn(person.email);
    }
    const refusal = await takeMail(transaction, person.email, services);
    if (refusal !== undefined) {
      throw accessErrors.tooManyInvites(person.email, refusal);
    }
    context.audit(transaction, {
      action: 'person.invited_again',
      target: person.id,
      detail: { email: person.email },
    });
    const { id, email } = person;
    return { id, email, mail: await composedMail(context, transaction, { email, compose: inviteOf(context, person) }) };
  });
  const emailSent = await sendMail(context, mail);
  const whyNot = services.settings.SVC_SMTP_URL === undefined ? 'no_mail_server' : 'not_accepted';
  return { id, email, email_sent: emailSent, reason: emailSent ? null : whyNot, workspace: workspaceReference };
};

const update: Operation<'people.update'> = (context, _principal, { params, body }) =>
  context.transaction(async (transaction) => {
    await lockSeats(transaction);
    const before = await requirePerson(transaction, params.id, 'for update');
    if (before.status === 'revoked') {
      throw accessErrors.memberRevoked(before.email);
    }
    const { name, ...granted } = body;
    if (name !== undefined) {
      await renameMembership(transaction, before.id, name);
    }
    if (Object.keys(granted).length > 0) {
      const byHand = await findShareByHand(transaction, before.email);
      await stateShare(context, transaction, { email: before.email, by: 'settings', ...fieldsAfter(byHand, granted) });
    }
    context.audit(transaction, {
      action: 'person.updated',
      target: before.id,
      detail: { email: before.email, ...body },
    });
    return { ...presentPerson(await requirePerson(transaction, before.id)), workspace: context.workspaceReference };
  });

const remove: Operation<'people.remove'> = (context, _principal, { params }) =>
  context.transaction(async (transaction) => {
    // All changes of admins and seats take this lock, so concurrent ones run one after another.
    await lockSeats(transaction);
    const person = await requirePerson(transaction, params.id, 'for update');
    if (person.status === 'active') {
      if (isFullAdmin(person) && (await listFullAdmins(transaction)).every((id) => id === person.id)) {
        throw accessErrors.lastAdmin();
      }
      revokeMembership(transaction, person, context.services.clock());
      const detail = { email: person.email, role: wireRoles[person.role] };
      const events = person.role === 'member' ? [outboxEvent('member.revoked', { id: person.id, ...detail })] : [];
      context.audit(transaction, { action: 'person.removed', target: person.id, detail, events });
    }
    return {
      id: person.id,
      email: person.email,
      status: 'revoked',
      still_working: (await listCredentialsCreatedBy(transaction, person.id)).map((credential) => ({
        ...credential,
        revoke: `DELETE /settings/${credential.kind === 'api_key' ? 'api-keys' : 'tokens'}/${credential.id}`,
      })),
      workspace: context.workspaceReference,
    };
  });

const getAccess: Operation<'settings.get_access'> = (context, _principal, { params }) =>
  context.transaction(async (transaction) => {
    return presentPersonAccess(transaction, await requirePerson(transaction, params.id));
  });

const putAccess: Operation<'settings.put_access'> = (context, _principal, { params, body }) =>
  context.transaction(async (transaction) => {
    const person = await requirePerson(transaction, params.id, 'for update');
    if (person.role === 'admin') {
      throw errors.invalidRequest([{ path: 'assignments', message: 'an admin is not confined to groups' }]);
    }
    await replaceAssignedGroups(context, transaction, { membership: person, assignments: body.assignments });
    return { ...(await presentPersonAccess(transaction, person)), workspace: context.workspaceReference };
  });

async function presentPersonAccess(transaction: Transaction, person: Pick<MembershipRow, 'id' | 'email'>) {
  const byHand = await listGroupsByHand(transaction, person.id);
  return { ...(await presentAccess(transaction, person)), by_hand: byHand };
}

/**
 * What is granted by hand after a change. Admins are never confined, members always. For an editor, `groups: null`
 * removes the confinement. If neither groups nor a level are sent, every group keeps its level.
 */
function fieldsAfter(
  before: Pick<Share, 'role' | 'access' | 'confined' | 'assignments'>,
  body: InputOf<'people.update'>['body'],
): Pick<StatedShare, 'role' | 'access' | 'confined' | 'assignments'> {
  const role = body.role === undefined ? before.role : roleOf(body.role);
  const becomesAdmin = role === 'admin' && before.role !== 'admin';
  if (role === 'admin' && body.groups) {
    throw errors.invalidRequest([{ path: 'groups', message: 'an admin is not confined to groups' }]);
  }
  if (role === 'member' && body.groups === null) {
    throw errors.invalidRequest([{ path: 'groups', message: 'a reader is always confined: send a list' }]);
  }
  const isConfined = body.groups === undefined ? before.confined || role === 'member' : body.groups !== null;
  const confined = role === 'admin' ? false : isConfined;
  const access = body.access ?? (becomesAdmin ? 'read_write' : before.access);
  const groups = [
    ...new Set((body.groups ?? before.assignments.map(({ groupId }) => groupId)).map((id) => id.toLowerCase())),
  ];
  const isKept = body.groups === undefined && body.access === undefined;
  const assignments = isKept ? before.assignments : groups.map((groupId) => ({ groupId, access }));
  return { role, access, confined, assignments: confined ? assignments : [] };
}

/** Operations on memberships of all roles, for admins. */
export const peopleOperations = {
  'people.list': list,
  'people.add': add,
  'people.invite': invite,
  'people.update': update,
  'people.remove': remove,
  'settings.get_access': getAccess,
  'settings.put_access': putAccess,
};
