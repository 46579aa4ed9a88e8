import { limits } from '@tessera/contract';
import type { Operation } from '../../dispatch/operation.js';
import { accessErrors } from '../errors.js';
import { notifyGrantee } from '../notify.js';
import { inviteOf } from './admission.js';
import { listInvitesSince, type MembershipRow, requirePerson } from './queries.js';

const dayMs = 24 * 3_600_000;

const invite: Operation<'people.invite'> = async (context, _principal, { params }) => {
  const { services, workspaceReference } = context;
  const { id, email, name } = await context.transaction(async (transaction) => {
    // Of two calls at the same moment, the second one counts the first.
    const person = await requirePerson(transaction, params.id, 'for update');
    requireInvited(person);
    const at = services.clock().getTime();
    const most = limits.invitesPerDay;
    const earlier = await listInvitesSince(transaction, { id: person.id, since: new Date(at - dayMs), most });
    const oldest = earlier.at(most - 1);
    if (oldest !== undefined) {
      throw accessErrors.tooManyInvites(person.email, Math.ceil((oldest.getTime() + dayMs - at) / 1_000));
    }
    context.audit(transaction, {
      action: 'person.invited_again',
      target: person.id,
      detail: { email: person.email },
    });
    return person;
  });
  const emailSent = await notifyGrantee(context, email, inviteOf(context, { email, name }));
  const whyNot = services.settings.SVC_SMTP_URL === undefined ? 'no_mail_server' : 'not_accepted';
  return { id, email, email_sent: emailSent, reason: emailSent ? null : whyNot, workspace: workspaceReference };
};

/** Throws `member_revoked` for someone whose access has ended, and `member_exists` for someone who has signed in. */
function requireInvited({ email, state, pending }: MembershipRow): void {
  if (state === 'revoked') {
    throw accessErrors.memberRevoked(email);
  }
  if (state === 'expired') {
    throw accessErrors.memberExpired(email);
  }
  if (!pending) {
    throw accessErrors.hasSignedIn(email);
  }
}

/** Invites of people who have not signed in. */
export const inviteOperations = { 'people.invite': invite };
