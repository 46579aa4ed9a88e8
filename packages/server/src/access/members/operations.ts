import type { AnswerOf, Operation } from '../../dispatch/operation.js';
import { signInLink } from '../../identity/pages/paths.js';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import { uuidFrom } from '../../platform/identifiers.js';
import { inviteMail } from '../../platform/mail/index.js';
import { accessErrors } from '../errors.js';
import { assignGroups, requireGroups } from '../groups/holders.js';
import { readIdentifier } from '../identifier.js';
import { notifyGrantee } from '../notify.js';
import { listPage } from '../paging.js';
import {
  countMembers,
  findMember,
  type Grant,
  insertMember,
  listMembers,
  lockByEmail,
  lockMember,
  type MemberRow,
  markRevoked,
  regrantMember,
} from './queries.js';
import { lockSeats, requireFreeSeat } from './seats.js';

const grant: Operation<'members.grant'> = async (context, _principal, { body }) => {
  const { services, workspace, workspaceReference } = context;
  const granted = await context.transaction(async (transaction) => {
    const grantee = {
      workspaceId: workspace.id,
      id: uuidFrom(services.random),
      email: body.email,
      name: body.name ?? null,
      access: body.access,
      at: services.clock(),
    };
    const { member, regranted } = await takeSeat(transaction, grantee);
    const groups = await requireGroups(transaction, body.groups);
    await assignGroups(transaction, {
      workspaceId: workspace.id,
      holder: { kind: 'membership', id: member.id },
      assignments: groups.map((groupId) => ({ groupId, access: body.access })),
    });
    const detail = { email: member.email, groups, access: body.access, regranted };
    await context.audit(transaction, { action: 'member.granted', target: member.id, detail });
    return { ...present(member), groups, access: body.access };
  });
  const invite = inviteMail({
    name: granted.name,
    email: granted.email,
    workspaceName: workspaceReference.name,
    signInUrl: signInLink(services.baseUrl, granted.email),
  });
  const emailSent = body.send_email && (await notifyGrantee(context, granted.email, invite));
  return { ...granted, email_sent: emailSent, workspace: workspaceReference };
};

/** Adds the member or brings a revoked one back, when the address is free, billing is active and a seat is left. */
async function takeSeat(transaction: Transaction, grantee: Grant): Promise<{ member: MemberRow; regranted: boolean }> {
  const terms = await lockSeats(transaction, grantee.workspaceId);
  const known = await lockByEmail(transaction, grantee.email);
  if (known?.status === 'active') {
    throw accessErrors.memberExists(grantee.email, known.role, 'grant');
  }
  if (!terms.billingActive) {
    throw accessErrors.billingInactive();
  }
  await requireFreeSeat(transaction, grantee.workspaceId, terms);
  const member =
    known === undefined
      ? await insertMember(transaction, grantee)
      : await regrantMember(transaction, { ...grantee, id: known.id });
  return { member, regranted: known !== undefined };
}

const list: Operation<'members.list'> = (context, _principal, { query }) =>
  context.transaction(async (transaction) => {
    const page = await listPage(query, (after, limit) => listMembers(transaction, { after, limit }));
    return { members: page.rows.map(present), count: await countMembers(transaction), ...page.next };
  });

const revoke: Operation<'members.revoke'> = (context, _principal, { params }) =>
  context.transaction(async (transaction) => {
    const member = await lockMember(transaction, readIdentifier(params.identifier));
    if (member === undefined) {
      throw errors.notFound('member_not_found');
    }
    if (member.status === 'active') {
      await markRevoked(transaction, member.id, context.services.clock());
      await assignGroups(transaction, {
        workspaceId: context.workspace.id,
        holder: { kind: 'membership', id: member.id },
        assignments: [],
      });
      await context.audit(transaction, {
        action: 'member.revoked',
        target: member.id,
        detail: { email: member.email },
      });
    }
    return { id: member.id, email: member.email, status: 'revoked', workspace: context.workspaceReference };
  });

function present(row: MemberRow): AnswerOf<'members.list'>['members'][number] {
  const { id, email, name, status, pending } = row;
  return { id, email, name, status, pending, identity_bound: true };
}

/** One member, or `member_not_found`. */
export async function requireMember(transaction: Transaction, identifier: string): Promise<MemberRow> {
  const member = await findMember(transaction, readIdentifier(identifier));
  if (member === undefined) {
    throw errors.notFound('member_not_found');
  }
  return member;
}

/** Identity-bound members: granting, listing, revoking. */
export const memberOperations = {
  'members.grant': grant,
  'members.list': list,
  'members.revoke': revoke,
};
