import { type EnsureResult, limits } from '@tessera/contract';
import type { AnswerOf, Operation, OperationContext } from '../../dispatch/operation.js';
import { originOf } from '../../http/domain.js';
import { memberLinkUrl } from '../../http/pages/paths.js';
import { insertMemberLink } from '../../identity/sign-in-links/queries.js';
import { existing, uuidFrom } from '../../platform/identifiers.js';
import { outboxEvent } from '../../platform/outbox/events.js';
import { newSecret } from '../../platform/secrets.js';
import { accessErrors } from '../errors.js';
import { explainHolder, findGrantee, listPathGroups } from '../explain.js';
import { readIdentifier } from '../identifier.js';
import { notifyGrantee } from '../notify.js';
import { inviteOf, presentAccess, presentMember } from './admission.js';
import { replaceAssignedGroups } from './assigned-groups.js';
import type { StatedShare } from './decide-share.js';
import { listMemberships, requireMember, requirePerson } from './queries.js';
import { recordShares } from './record-shares.js';
import { revokeMembership, stateShare } from './state-shares.js';
import { presentTimes, readTimes } from './times.js';

const grant: Operation<'members.grant'> = async (context, _principal, { body }) => {
  const { startsAt = null, expiresAt = null, asOf } = readTimes(body);
  const { result, ...granted } = await stateMember(context, { ...body, asOf, startsAt, expiresAt, isNew: true });
  // A new statement is never an update.
  return { ...granted, result: result as 'granted' | 'regranted' | 'stale' };
};

/** An address without a membership, in the format of a stale statement about it. */
function strangerOf(email: string) {
  const times = { starts_at: null, expires_at: null, expired: false };
  return { id: null, email, name: email, status: 'revoked', pending: true, identity_bound: true, ...times } as const;
}

/** States the share of a source, sends an invite to a person who had no access, and returns the member. */
export async function stateMember(
  context: OperationContext,
  { send_email: sendEmail, ...statement }: Omit<StatedShare, 'by'> & { readonly send_email: boolean },
): Promise<AnswerOf<'members.ensure'>> {
  const { email } = statement;
  const stated = await context.transaction(async (transaction) => {
    const outcome = await stateShare(context, transaction, { ...statement, by: 'grant' });
    recordShares(context, transaction, [outcome]);
    const { id, result, hadAccess } = outcome;
    const isNew = result === 'granted' || result === 'regranted';
    const member = id === undefined ? undefined : await requirePerson(transaction, id);
    const shown = {
      ...(member ? presentMember(member) : strangerOf(email)),
      groups: member?.groups ?? [],
      access: member?.access ?? 'read_only',
    };
    return { shown, result: result as EnsureResult, isInvited: isNew && !hadAccess };
  });
  const { shown, result, isInvited } = stated;
  const emailSent =
    sendEmail && isInvited && !shown.expired && (await notifyGrantee(context, email, inviteOf(context, shown)));
  return { ...shown, result, email_sent: emailSent, workspace: context.workspaceReference };
}

const list: Operation<'members.list'> = (context, _principal, { query }) =>
  context.transaction(async (transaction) => {
    const { rows, count, next } = await listMemberships(transaction, query, 'members');
    return { members: rows.map(presentMember), count, ...next };
  });

const revoke: Operation<'members.revoke'> = (context, _principal, { params }) =>
  context.transaction(async (transaction) => {
    const member = await requireMember(transaction, params.identifier, 'for update');
    revokeMembership(transaction, member, context.services.clock());
    if (member.status === 'active') {
      context.audit(transaction, {
        action: 'member.revoked',
        target: member.id,
        detail: { email: member.email },
        events: [outboxEvent('member.revoked', { id: member.id, email: member.email })],
      });
    }
    return { id: member.id, email: member.email, status: 'revoked', workspace: context.workspaceReference };
  });

const endSource: Operation<'members.end_source'> = (context, _principal, { params, query }) =>
  context.transaction(async (transaction) => {
    const { email } = readIdentifier(params.identifier);
    const address = email ?? (await requireMember(transaction, params.identifier)).email;
    const statement = { email: address, source: params.source, asOf: readTimes(query).asOf, isEnded: true };
    const outcome = await stateShare(context, transaction, { ...statement, by: 'grant' });
    recordShares(context, transaction, [outcome]);
    const person = outcome.id === undefined ? undefined : await requirePerson(transaction, outcome.id);
    return {
      result: outcome.result as 'revoked' | 'unchanged' | 'stale',
      member: person?.role === 'member' ? presentMember(person) : null,
      workspace: context.workspaceReference,
    };
  });

const getAccess: Operation<'members.get_access'> = (context, _principal, { params }) =>
  context.transaction(async (transaction) => {
    const member = await requireMember(transaction, params.identifier);
    return { ...(await presentAccess(transaction, member)), ...presentTimes(member) };
  });

const putAccess: Operation<'members.put_access'> = (context, _principal, { params, body }) =>
  context.transaction(async (transaction) => {
    const member = await requireMember(transaction, params.identifier, 'for update');
    await replaceAssignedGroups(context, transaction, { membership: member, assignments: body.assignments });
    const changed = await requireMember(transaction, params.identifier);
    const access = await presentAccess(transaction, changed);
    return { ...access, ...presentTimes(changed), workspace: context.workspaceReference };
  });

const explainAccess: Operation<'members.explain_access'> = (context, _principal, { params, query: { path } }) =>
  context.transaction(async (transaction) => {
    const { id, email } = await requireMember(transaction, params.identifier);
    const holder = await findGrantee(transaction, { kind: 'membership', id, at: context.services.clock() });
    const groups = await listPathGroups(transaction, null);
    const { reason, ...explained } = explainHolder(existing('member_not_found', holder), groups, path);
    // A member is always confined.
    return { id, email, path, ...explained, reason: reason as Exclude<typeof reason, 'unconfined'> };
  });

const createSignInLink: Operation<'members.create_sign_in_link'> = async (context, _principal, { params, body }) => {
  const { services, workspaceReference } = context;
  const at = services.clock();
  const expiresAt = new Date(at.getTime() + limits.memberLinkSeconds * 1_000);
  const { secret, hash } = newSecret('', services.random);
  const id = uuidFrom(services.random);
  const origin = await context.transaction(async (transaction) => {
    const member = await requireMember(transaction, params.identifier, 'for update');
    const ended = accessErrors.notCurrent(member);
    if (ended !== undefined) {
      throw ended;
    }
    const next = body.next ?? null;
    const link = { id, membership_id: member.id, next, created_at: at, expires_at: expiresAt };
    await insertMemberLink(transaction, hash, link);
    const detail = { email: member.email, next, expires_at: expiresAt.toISOString() };
    context.audit(transaction, { action: 'member.sign_in_link_created', target: member.id, detail });
    return originOf(transaction, transaction.workspaceId, services.baseUrl);
  });
  return {
    url: memberLinkUrl(origin, secret),
    expires_at: expiresAt.toISOString(),
    workspace: workspaceReference,
  };
};

/** Operations that let a billing backend grant and revoke memberships. */
export const memberOperations = {
  'members.grant': grant,
  'members.list': list,
  'members.revoke': revoke,
  'members.end_source': endSource,
  'members.get_access': getAccess,
  'members.put_access': putAccess,
  'members.explain_access': explainAccess,
  'members.create_sign_in_link': createSignInLink,
};
