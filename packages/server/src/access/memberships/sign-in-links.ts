import { limits } from '@tessera/contract';
import type { Operation } from '../../dispatch/operation.js';
import { originOf } from '../../http/domain.js';
import { memberLinkUrl } from '../../http/pages/paths.js';
import { insertMemberLink } from '../../identity/sign-in-links/queries.js';
import { uuidFrom } from '../../platform/identifiers.js';
import { newSecret } from '../../platform/secrets.js';
import { accessErrors } from '../errors.js';
import { type MembershipRow, requireMember } from './queries.js';

const create: Operation<'members.create_sign_in_link'> = async (context, _principal, { params, body }) => {
  const { services, workspaceReference } = context;
  const at = services.clock();
  const expiresAt = new Date(at.getTime() + limits.memberLinkSeconds * 1_000);
  const { secret, hash } = newSecret('', services.random);
  const id = uuidFrom(services.random);
  const origin = await context.transaction(async (transaction) => {
    const member = await requireMember(transaction, params.identifier, 'for update');
    requireCurrent(member);
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

/** Throws `member_revoked` if the grant is not current. */
function requireCurrent({ email, state }: MembershipRow): void {
  if (state === 'revoked') {
    throw accessErrors.memberRevoked(email);
  }
  if (state === 'expired') {
    throw accessErrors.memberExpired(email);
  }
  if (state === 'not_started') {
    throw accessErrors.memberNotStarted(email);
  }
}

/** Operations on links that sign a member in once. */
export const memberLinkOperations = { 'members.create_sign_in_link': create };
