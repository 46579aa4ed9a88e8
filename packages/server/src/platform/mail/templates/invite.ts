import { layoutMail, type MailText } from './layout.js';

/** What an invite names. `signInUrl` is not a credential: it only fills the address in. */
export interface InviteParts {
  readonly name: string;
  readonly email: string;
  readonly workspaceName: string;
  readonly signInUrl: string;
}

/** The mail that tells a new member to sign in. */
export function inviteMail({ name, email, workspaceName, signInUrl }: InviteParts): MailText {
  return layoutMail({
    subject: `You have access to ${workspaceName}`,
    opening: [
      name === email ? 'Hello,' : `Hello ${name},`,
      `you have been given access to ${workspaceName}. Sign in as ${email} to open it.`,
    ],
    action: { label: 'Sign in', url: signInUrl },
    closing: [
      'Your access belongs to your address alone: this mail holds no password, and a person it is forwarded to cannot sign in as you.',
    ],
  });
}
