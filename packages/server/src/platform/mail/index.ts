export { createMailer, type MailerParts } from './create-mailer.js';
export type { Mail, Mailer, MailOutcome } from './mailer.js';
export { type InviteParts, inviteMail } from './templates/invite.js';
export { escapeHtml, type MailText } from './templates/layout.js';
export { type MagicLinkParts, magicLinkMail } from './templates/magic-link.js';
export { signInCodeMail } from './templates/sign-in-code.js';
