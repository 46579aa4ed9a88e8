import type { Operation } from '../../dispatch/operation.js';
import { errors } from '../../platform/errors.js';
import { accessErrors } from '../errors.js';
import { replaceAccess } from '../member-access/replace-access.js';
import { listHeldGroups } from '../members/queries.js';
import { requirePerson, updatePerson } from './queries.js';

const get: Operation<'settings.get_access'> = (context, _principal, { params }) =>
  context.transaction(async (transaction) => {
    const { id, email } = await requirePerson(transaction, params.id);
    return { id, email, access: await listHeldGroups(transaction, id) };
  });

const put: Operation<'settings.put_access'> = (context, _principal, { params, body }) =>
  context.transaction(async (transaction) => {
    const person = await requirePerson(transaction, params.id, 'for update');
    if (person.status === 'revoked') {
      throw accessErrors.memberRevoked(person.email);
    }
    if (person.role === 'admin') {
      throw errors.invalidRequest([{ path: 'assignments', message: 'an admin is not confined to groups' }]);
    }
    await updatePerson(transaction, person.id, { ...person, confined: true });
    return replaceAccess(context, transaction, { member: person, assignments: body.assignments });
  });

/** What a person of the workspace may read and write, by groups. */
export const personAccessOperations = { 'settings.get_access': get, 'settings.put_access': put };
