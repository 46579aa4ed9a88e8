import type { CallAnswer } from '@tessera/client';
import type { Person } from '../../data/api.js';
import { textOf } from '../../text.js';

/** The buttons that give a person a role. */
export const roleActions = {
  admin: (name: string) => textOf('Make {name} an admin', { name }),
  member: (name: string) => textOf('Make {name} an editor', { name }),
  reader: (name: string) => textOf('Make {name} a member', { name }),
};

/** The roles to choose from, each with its rights in words. The text is short enough for a phone. */
export const roleChoices = [
  { value: 'reader', label: textOf('Member: reads by groups') },
  { value: 'member', label: textOf('Editor: reads and writes') },
  { value: 'admin', label: textOf('Admin: manages everything') },
];

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
