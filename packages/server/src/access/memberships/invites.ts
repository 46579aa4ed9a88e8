import type { Operation } from '../../dispatch/operation.js';
import { accessErrors } from '../errors.js';
import { takeMail } from '../mail-counts.js';
import { sendMail } from '../notify.js';
import { inviteOf } from './admission.js';
import { type MembershipRow, requirePerson } from './queries.js';

const invite: Operation<'people.invite'> = async (context, _principal, { params }) => {
  const { services, workspaceReference } = context;
  const { id, email, name } = await context.transaction(async (transaction) => {
    const person = await requirePerson(transaction, params.id, 'for update');
    requireInvited(person);
    const refusal = await takeMail(transaction, person.email, services);
    if (refusal !== undefined) {
      throw accessErrors.tooManyInvites(person.email, refusal);
    }
    context.audit(transaction, {
      action: 'person.invited_again',
      target: person.id,
      detail: { email: person.email },
    });
    return person;
  });
  const emailSent = await sendMail(context, email, inviteOf(context, { email, name }));
  const whyNot = services.settings.SVC_SMTP_URL === undefined ? 'no_mail_server' : 'not_accepted';
  return { id, email, email_sent: emailSent, reason: emailSent ? null : whyNot, workspace: workspaceReference };
};

/** Throws `member_revoked` if the person's access has ended, and `member_exists` if they have signed in. */
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

/** Operations on invitations of people who have not signed in. */
export const inviteOperations = { 'people.invite': invite };
