import { layoutMail, type MailText } from './layout.js';

/** The mail that carries a one-time sign-in code. */
export function signInCodeMail(parts: { readonly code: string; readonly validMinutes: number }): MailText {
  return layoutMail({
    subject: `${parts.code} is your sign-in code`,
    opening: ['Hello,', 'type this code on the sign-in page:'],
    action: { code: parts.code },
    closing: [
      `It works once, for ${parts.validMinutes} minutes. If you did not ask for it, ignore this mail: nobody can sign in without it.`,
    ],
  });
}
