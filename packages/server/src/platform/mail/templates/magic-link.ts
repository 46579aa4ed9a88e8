import { layoutMail, type MailText } from './layout.js';

/** What a magic-link mail names; `expiresAt` is null for a link without an end. */
export interface MagicLinkParts {
  readonly name: string;
  readonly email: string;
  readonly workspaceName: string;
  readonly magicLink: string;
  readonly expiresAt: Date | null;
}

/** The mail that carries a reader's magic link. */
export function magicLinkMail({ name, email, workspaceName, magicLink, expiresAt }: MagicLinkParts): MailText {
  return layoutMail({
    subject: `Your link to ${workspaceName}`,
    opening: [name === email ? 'Hello,' : `Hello ${name},`, `this link opens ${workspaceName} for you.`],
    action: { label: 'Open', url: magicLink },
    closing: [
      ...(expiresAt === null ? [] : [`It works until ${expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC.`]),
      'Anyone with this link can view without signing in, so share it only with people who may read this.',
    ],
  });
}
