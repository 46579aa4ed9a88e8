import type { Operation } from '../../dispatch/operation.js';
import { outboxEvent } from '../../platform/outbox/events.js';
import { accessErrors } from '../errors.js';
import { explainGroups } from '../explain.js';
import { assignGroups } from '../groups/assignments.js';
import { notifyGrantee } from '../notify.js';
import { admitPerson, inviteOf, presentAccess, presentMember } from './admission.js';
import { listAssignedGroups, listReadGroups, replaceAssignedGroups } from './assigned-groups.js';
import { listMembers, markRevoked, requireMember } from './queries.js';
import { readTimes, recordedTimes } from './times.js';

const grant: Operation<'members.grant'> = async (context, _principal, { body }) => {
  const { services, workspaceReference } = context;
  const { startsAt = null, expiresAt = null } = readTimes(body);
  const granted = await context.transaction(async (transaction) => {
    const admitted = await admitPerson(transaction, services, {
      ...body,
      startsAt,
      expiresAt,
      role: 'member',
      by: 'grant',
    });
    const { email, groups, access, regranted } = admitted;
    const detail = { email, groups, access, regranted, ...recordedTimes(admitted) };
    const events = [outboxEvent('member.granted', { id: admitted.id, ...detail })];
    context.audit(transaction, { action: 'member.granted', target: admitted.id, detail, events });
    return { ...presentMember(admitted), groups, access };
  });
  const emailSent =
    body.send_email && !granted.expired && (await notifyGrantee(context, granted.email, inviteOf(context, granted)));
  return { ...granted, email_sent: emailSent, workspace: workspaceReference };
};

const list: Operation<'members.list'> = (context, _principal, { query }) =>
  context.transaction(async (transaction) => {
    const { rows, count, next } = await listMembers(transaction, query);
    return { members: rows.map(presentMember), count, ...next };
  });

const revoke: Operation<'members.revoke'> = (context, _principal, { params }) =>
  context.transaction(async (transaction) => {
    const member = await requireMember(transaction, params.identifier, 'for update');
    if (member.status === 'active') {
      await markRevoked(transaction, [member.id], context.services.clock());
      assignGroups(transaction, { kind: 'membership', id: member.id }, []);
      context.audit(transaction, {
        action: 'member.revoked',
        target: member.id,
        detail: { email: member.email },
        events: [outboxEvent('member.revoked', { id: member.id, email: member.email })],
      });
    }
    return { id: member.id, email: member.email, status: 'revoked', workspace: context.workspaceReference };
  });

const getAccess: Operation<'members.get_access'> = (context, _principal, { params }) =>
  context.transaction(async (transaction) => {
    const member = await requireMember(transaction, params.identifier);
    return presentAccess(member, await listAssignedGroups(transaction, member.id));
  });

const putAccess: Operation<'members.put_access'> = (context, _principal, { params, body }) =>
  context.transaction(async (transaction) => {
    const member = await requireMember(transaction, params.identifier, 'for update');
    if (member.status === 'revoked') {
      throw accessErrors.memberRevoked(member.email);
    }
    const access = await replaceAssignedGroups(context, transaction, {
      membership: member,
      assignments: body.assignments,
    });
    return { ...presentAccess(member, access), workspace: context.workspaceReference };
  });

const explainAccess: Operation<'members.explain_access'> = (context, _principal, { params, query }) =>
  context.transaction(async (transaction) => {
    const { id, email, state } = await requireMember(transaction, params.identifier);
    const asked = { id, email, path: query.path };
    if (state !== 'current') {
      return { ...asked, readable: false, reason: state, matches: [] };
    }
    return { ...asked, ...explainGroups(await listReadGroups(transaction, id), query.path) };
  });

/** Operations that let a billing backend grant and revoke memberships. */
export const memberOperations = {
  'members.grant': grant,
  'members.list': list,
  'members.revoke': revoke,
  'members.get_access': getAccess,
  'members.put_access': putAccess,
  'members.explain_access': explainAccess,
};
