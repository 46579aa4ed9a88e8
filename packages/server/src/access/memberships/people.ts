import type { InputOf, Operation } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import { outboxEvent } from '../../platform/outbox/events.js';
import { roleOf, wireRoles } from '../../principals/wire.js';
import { accessErrors } from '../errors.js';
import { assignGroups, requireGroups } from '../groups/assignments.js';
import { notifyGrantee } from '../notify.js';
import { addPerson, inviteOf, presentPerson } from './admission.js';
import { listAssignedGroups, replaceAssignedGroups } from './assigned-groups.js';
import {
  hasOtherAdmin,
  listCredentialsCreatedBy,
  listPeople,
  type MembershipFields,
  type MembershipRow,
  markRevoked,
  requirePerson,
  updateMembership,
} from './queries.js';
import { lockSeats, requireFreeSeat } from './seats.js';
import { presentTimes } from './times.js';

const list: Operation<'people.list'> = (context, _principal, { query }) =>
  context.transaction(async (transaction) => {
    const { rows, count, next } = await listPeople(transaction, query);
    return { people: rows.map((row) => ({ ...presentPerson(row), ...presentTimes(row) })), count, ...next };
  });

const add: Operation<'people.add'> = async (context, _principal, { body }) => {
  const { send_email: sendEmail, ...person } = body;
  const added = await context.transaction((transaction) => addPerson(context, transaction, { person, by: 'settings' }));
  const emailSent = sendEmail && (await notifyGrantee(context, added.email, inviteOf(context, added)));
  return { ...added, email_sent: emailSent };
};

const update: Operation<'people.update'> = (context, _principal, { params, body }) =>
  context.transaction(async (transaction) => {
    const terms = await lockSeats(transaction);
    const before = await requirePerson(transaction, params.id, 'for update');
    if (before.status === 'revoked') {
      throw accessErrors.memberRevoked(before.email);
    }
    const fields = fieldsAfter(before, body);
    if (isFullAdmin(before) && !isFullAdmin(fields)) {
      await refuseLastAdmin(transaction, before.id);
    }
    if (fields.role === 'member' && before.role !== 'member') {
      requireFreeSeat(terms);
    }
    await updateMembership(transaction, before.id, fields);
    // If neither groups nor a level are sent, every group keeps its level.
    if (body.groups !== undefined || body.access !== undefined || !fields.confined) {
      const groups = await requireGroups(transaction, fields.confined ? (body.groups ?? before.groups) : []);
      const assignments = groups.map((groupId) => ({ groupId, access: fields.access }));
      assignGroups(transaction, { kind: 'membership', id: before.id }, assignments);
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
      if (isFullAdmin(person)) {
        await refuseLastAdmin(transaction, person.id);
      }
      await markRevoked(transaction, [person.id], context.services.clock());
      assignGroups(transaction, { kind: 'membership', id: person.id }, []);
      const detail = { email: person.email, role: wireRoles[person.role] };
      const events = person.role === 'member' ? [outboxEvent('member.revoked', { id: person.id, ...detail })] : [];
      context.audit(transaction, { action: 'person.removed', target: person.id, detail, events });
    }
    return {
      id: person.id,
      email: person.email,
      status: 'revoked',
      still_working: (await listCredentialsCreatedBy(transaction, person.id)).map((made) => ({
        ...made,
        revoke: `DELETE /settings/${made.kind === 'api_key' ? 'api-keys' : 'tokens'}/${made.id}`,
      })),
      workspace: context.workspaceReference,
    };
  });

const getAccess: Operation<'settings.get_access'> = (context, _principal, { params }) =>
  context.transaction(async (transaction) => {
    const { id, email } = await requirePerson(transaction, params.id);
    return { id, email, access: await listAssignedGroups(transaction, id) };
  });

const putAccess: Operation<'settings.put_access'> = (context, _principal, { params, body }) =>
  context.transaction(async (transaction) => {
    const person = await requirePerson(transaction, params.id, 'for update');
    if (person.status === 'revoked') {
      throw accessErrors.memberRevoked(person.email);
    }
    if (person.role === 'admin') {
      throw errors.invalidRequest([{ path: 'assignments', message: 'an admin is not confined to groups' }]);
    }
    await updateMembership(transaction, person.id, { ...person, confined: true });
    const access = await replaceAssignedGroups(context, transaction, {
      membership: person,
      assignments: body.assignments,
    });
    return { id: person.id, email: person.email, access, workspace: context.workspaceReference };
  });

/**
 * The fields of a person after a change. Admins are never confined, members always. For an editor, `groups: null`
 * removes the confinement.
 */
function fieldsAfter(before: MembershipRow, body: InputOf<'people.update'>['body']): MembershipFields {
  const role = body.role === undefined ? before.role : roleOf(body.role);
  const becomesAdmin = role === 'admin' && before.role !== 'admin';
  if (role === 'admin' && body.groups) {
    throw errors.invalidRequest([{ path: 'groups', message: 'an admin is not confined to groups' }]);
  }
  if (role === 'member' && body.groups === null) {
    throw errors.invalidRequest([{ path: 'groups', message: 'a reader is always confined: send a list' }]);
  }
  const confined = body.groups === undefined ? before.confined || role === 'member' : body.groups !== null;
  return {
    name: body.name ?? before.name,
    role,
    access: body.access ?? (becomesAdmin ? 'read_write' : before.access),
    confined: role === 'admin' ? false : confined,
  };
}

function isFullAdmin(person: Pick<MembershipRow, 'role' | 'access' | 'confined'>): boolean {
  return person.role === 'admin' && person.access === 'read_write' && !person.confined;
}

async function refuseLastAdmin(transaction: Transaction, id: string): Promise<void> {
  if (!(await hasOtherAdmin(transaction, id))) {
    throw errors.forbidden('This is the last admin of the workspace: make someone else an admin first.');
  }
}

/** Operations on memberships of all roles, for admins. */
export const peopleOperations = {
  'people.list': list,
  'people.add': add,
  'people.update': update,
  'people.remove': remove,
  'settings.get_access': getAccess,
  'settings.put_access': putAccess,
};
