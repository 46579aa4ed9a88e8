import type { CallAnswer } from '@tessera/client';
import type { Person } from '../../data/people.js';
import { textOf } from '../../text.js';

/** The URL at which an invited person signs in with a mailed code. */
export function signInLink(email: string, workspace: string): string {
  return `${window.location.origin}/sign-in?${new URLSearchParams({ email, workspace })}`;
}

/** Whether a person may sign in but has not done so yet. */
export function isInvited({ pending, status, expired }: Person): boolean {
  return pending && status === 'active' && !expired;
}

type WhyNotSent = NonNullable<CallAnswer<'people.invite'>['reason']>;

/** Why an invitation was not sent, and what to do next. */
export const notSent: Readonly<Record<WhyNotSent, string>> = {
  no_mail_server: textOf(
    'No invite was sent, because the service has no mail server. Copy the link and send it yourself.',
  ),
  not_accepted: textOf(
    'No invite was sent, because the mail server did not accept it. Copy the link and send it yourself.',
  ),
};
