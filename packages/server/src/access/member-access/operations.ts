import type { Operation } from '../../dispatch/operation.js';
import { accessErrors } from '../errors.js';
import { explainGroups } from '../explanations/explain.js';
import { listHeldGroups, requireMember } from '../members/queries.js';
import { replaceAccess } from './replace-access.js';

const get: Operation<'members.get_access'> = (context, _principal, { params }) =>
  context.transaction(async (transaction) => {
    const { id, email } = await requireMember(transaction, params.identifier);
    return { id, email, access: await listHeldGroups(transaction, id) };
  });

const put: Operation<'members.put_access'> = (context, _principal, { params, body }) =>
  context.transaction(async (transaction) => {
    const member = await requireMember(transaction, params.identifier, 'for update');
    if (member.status === 'revoked') {
      throw accessErrors.memberRevoked(member.email);
    }
    return replaceAccess(context, transaction, { member, assignments: body.assignments });
  });

const explain: Operation<'members.explain_access'> = (context, _principal, { params, query }) =>
  context.transaction(async (transaction) => {
    const { id, email, status } = await requireMember(transaction, params.identifier);
    const asked = { id, email, path: query.path };
    if (status === 'revoked') {
      return { ...asked, readable: false, reason: 'revoked', matches: [] };
    }
    const held = await listHeldGroups(transaction, id);
    return { ...asked, ...explainGroups(held, query.path) };
  });

/** What a member's groups let them read. */
export const memberAccessOperations = {
  'members.get_access': get,
  'members.put_access': put,
  'members.explain_access': explain,
};
