import type { AnswerOf, Operation } from '../../dispatch/operation.js';
import { errors } from '../../platform/errors.js';
import { accessErrors } from '../errors.js';
import { readIdentifier } from '../identifier.js';
import { requireMember } from '../members/operations.js';
import { listHeldGroups, lockMember } from '../members/queries.js';
import { readAccess } from '../read-access.js';
import { replaceAccess } from './replace-access.js';

const get: Operation<'members.get_access'> = (context, _principal, { params }) =>
  context.transaction(async (transaction) => {
    const { id, email } = await requireMember(transaction, params.identifier);
    return { id, email, access: await listHeldGroups(transaction, id) };
  });

const put: Operation<'members.put_access'> = (context, _principal, { params, body }) =>
  context.transaction(async (transaction) => {
    const member = await lockMember(transaction, readIdentifier(params.identifier));
    if (member === undefined) {
      throw errors.notFound('member_not_found');
    }
    if (member.status === 'revoked') {
      throw accessErrors.memberRevoked(member.email);
    }
    return replaceAccess(context, transaction, { member, assignments: body.assignments });
  });

const explain: Operation<'members.explain_access'> = (context, _principal, { params, query }) =>
  context.transaction(async (transaction) => {
    const { id, email, status } = await requireMember(transaction, params.identifier);
    const held = await listHeldGroups(transaction, id);
    const groups = held.map((group) => ({ id: group.group_id, name: group.name, paths: group.paths }));
    const decision = readAccess(status === 'revoked' ? [] : groups).explain(query.path);
    const levels = new Map(held.map((group) => [group.group_id, group.access]));
    const matches = decision.matches.map(({ group, pattern }) => ({
      group_id: group.id,
      name: group.name,
      access: levels.get(group.id) ?? 'read_only',
      pattern,
    }));
    return {
      id,
      email,
      path: query.path,
      readable: decision.allowed,
      reason: reasonOf(status, groups.length, decision.allowed),
      matches,
    };
  });

function reasonOf(
  status: 'active' | 'revoked',
  groups: number,
  allowed: boolean,
): AnswerOf<'members.explain_access'>['reason'] {
  if (status === 'revoked') {
    return 'revoked';
  }
  if (groups === 0) {
    return 'no_groups';
  }
  return allowed ? 'pattern_matches' : 'no_pattern_matches';
}

/** What a member's groups let them read. */
export const memberAccessOperations = {
  'members.get_access': get,
  'members.put_access': put,
  'members.explain_access': explain,
};
