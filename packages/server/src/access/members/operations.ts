import type { AnswerOf, Operation } from '../../dispatch/operation.js';
import { assignGroups } from '../groups/holders.js';
import { notifyGrantee } from '../notify.js';
import { inviteOf } from '../people/add-person.js';
import { admitPerson } from '../people/admit-person.js';
import { markRevoked } from '../people/queries.js';
import { listMembers, type MemberRow, requireMember } from './queries.js';

const grant: Operation<'members.grant'> = async (context, _principal, { body }) => {
  const { services, workspaceReference } = context;
  const { email, access } = body;
  const granted = await context.transaction(async (transaction) => {
    const { id, name, pending, groups, regranted } = await admitPerson(transaction, services, {
      email,
      name: body.name ?? null,
      role: 'reader',
      access,
      groups: body.groups,
      by: 'grant',
    });
    const detail = { email, groups, access, regranted };
    context.audit(transaction, { action: 'member.granted', target: id, detail });
    return { ...present({ id, email, name, status: 'active', pending }), groups, access };
  });
  const emailSent = body.send_email && (await notifyGrantee(context, granted.email, inviteOf(context, granted)));
  return { ...granted, email_sent: emailSent, workspace: workspaceReference };
};

const list: Operation<'members.list'> = (context, _principal, { query }) =>
  context.transaction(async (transaction) => {
    const { rows, count, next } = await listMembers(transaction, query);
    return { members: rows.map(present), count, ...next };
  });

const revoke: Operation<'members.revoke'> = (context, _principal, { params }) =>
  context.transaction(async (transaction) => {
    const member = await requireMember(transaction, params.identifier, 'for update');
    if (member.status === 'active') {
      await markRevoked(transaction, member.id, context.services.clock());
      assignGroups(transaction, { kind: 'membership', id: member.id }, []);
      context.audit(transaction, {
        action: 'member.revoked',
        target: member.id,
        detail: { email: member.email },
      });
    }
    return { id: member.id, email: member.email, status: 'revoked', workspace: context.workspaceReference };
  });

function present(row: Omit<MemberRow, 'created_at'>): AnswerOf<'members.list'>['members'][number] {
  const { id, email, name, status, pending } = row;
  return { id, email, name, status, pending, identity_bound: true };
}

/** Identity-bound members: granting, listing, revoking. */
export const memberOperations = {
  'members.grant': grant,
  'members.list': list,
  'members.revoke': revoke,
};
