import { accentOf, type Language } from '@tessera/contract';
import { type TextKey, type TextValues, textIn } from '@tessera/languages';
import { colors } from '../design-tokens.js';
import { type MailFace, plainFace } from './face.js';
import { mailName } from './names.js';

/** The text of a mail without its recipient. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The name of the workspace that sends it; absent if the service itself does. */
  readonly sender?: string;
  /** An image that the HTML shows as `cid:logo`. */
  readonly logo?: { readonly type: string; readonly content: Buffer };
  /** Whether the mail is optional and needs an unsubscribe link. */
  readonly isOptional?: boolean;
}

/** The fields of every mail of the service, as plain text. The layout escapes them. */
interface MailFields {
  readonly subject: string;
  /** Paragraphs before the action. */
  readonly opening: readonly string[];
  /** The button to press, or the code to type. */
  readonly action: { readonly label: string; readonly url: string } | { readonly code: string };
  /** Paragraphs after the action. */
  readonly closing: readonly string[];
}

/** Renders a mail as plain text and as HTML with the same words. */
function layoutMail({ subject, opening, action, closing }: MailFields, { language, workspace }: MailFace): MailText {
  const actionText = 'code' in action ? `    ${action.code}` : `${action.label}:\n${action.url}`;
  const logo = logoOf(workspace?.logo);
  return {
    subject: oneLine(subject),
    text: `${[...opening.map(oneLine), actionText, ...closing.map(oneLine)].join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${escapeHtml(oneLine(subject))}</title></head>
<body style="font: 16px/1.5 sans-serif; color: ${colors.text[0]}; max-width: 560px; margin: 24px auto; padding: 0 16px">
${[...headingOf(workspace, logo !== undefined), ...opening.map(paragraph), actionView(action, workspace?.color), ...closing.map(paragraph)].join('\n')}
</body>
</html>
`,
    ...(workspace && { sender: mailName(workspace.name) }),
    ...(logo && { logo }),
  };
}

function headingOf(workspace: MailFace['workspace'], hasLogo: boolean): string[] {
  const image = hasLogo
    ? '<img src="cid:logo" alt="" height="32" style="vertical-align: middle; margin-right: 8px">'
    : '';
  return workspace === undefined ? [] : [`<p>${image}<strong>${escapeHtml(mailName(workspace.name))}</strong></p>`];
}

function actionView(action: MailFields['action'], color: string | null | undefined): string {
  if ('code' in action) {
    return `<p style="font: 600 28px monospace; letter-spacing: 6px">${escapeHtml(action.code)}</p>`;
  }
  const { fill, onFill } = color ? accentOf(color) : { fill: colors.action[0], onFill: colors['on-action'][0] };
  return `<p><a href="${escapeHtml(action.url)}" style="display: inline-block; padding: 10px 18px; border-radius: 6px; background: ${fill}; color: ${onFill}; text-decoration: none">${escapeHtml(action.label)}</a></p>
<p style="font-size: 13px; color: ${colors.soft[0]}">${escapeHtml(action.url)}</p>`;
}

/** Converts a data URL to an attached image. Many mail programs do not show images in data URLs. */
function logoOf(dataUrl: string | null | undefined): MailText['logo'] {
  const [, type, data] = /^data:([^;,]+);base64,(.+)$/.exec(dataUrl ?? '') ?? [];
  return type === undefined || data === undefined ? undefined : { type, content: Buffer.from(data, 'base64') };
}

/** Escapes text for HTML elements and quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

function paragraph(text: string): string {
  return `<p>${escapeHtml(oneLine(text))}</p>`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The values of an invitation. `signInUrl` contains no credential; it only fills in the address. */
export interface InviteFields {
  readonly name: string;
  readonly email: string;
  readonly workspaceName: string;
  readonly signInUrl: string;
}

function textsOf({ language }: { readonly language: Language }): (key: TextKey, values?: TextValues) => string {
  return (key, values) => textIn(language, key, values);
}

function greeting({ language }: MailFace, person: { readonly name: string; readonly email: string }): string {
  const name = person.name === person.email ? '' : mailName(person.name);
  return name === '' ? textIn(language, 'mail.hello') : textIn(language, 'mail.helloName', { name });
}

/** The mail that asks a new member to sign in. */
export function inviteMail(fields: InviteFields, face = plainFace): MailText {
  const { email, signInUrl } = fields;
  const workspace = mailName(fields.workspaceName);
  const t = textsOf(face);
  const mail: MailFields = {
    subject: t('mail.invite.subject', { workspace }),
    opening: [greeting(face, fields), t('mail.invite.text', { workspace, email })],
    action: { label: t('signIn'), url: signInUrl },
    closing: [t('mail.invite.yours')],
  };
  return { ...layoutMail(mail, face), isOptional: true };
}

/** Values of a magic-link mail; `expiresAt` is null if the link does not expire. */
export interface MagicLinkFields {
  readonly name: string;
  readonly email: string;
  readonly workspaceName: string;
  readonly magicLink: string;
  readonly expiresAt: Date | null;
}

/** The mail with a magic link. */
export function magicLinkMail(fields: MagicLinkFields, face = plainFace): MailText {
  const { magicLink, expiresAt } = fields;
  const workspace = mailName(fields.workspaceName);
  const t = textsOf(face);
  const time = expiresAt === null ? undefined : `${expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const mail: MailFields = {
    subject: t('mail.link.subject', { workspace }),
    opening: [greeting(face, fields), t('mail.link.text', { workspace })],
    action: { label: t('mail.link.open'), url: magicLink },
    closing: [...(time === undefined ? [] : [t('mail.link.until', { time })]), t('mail.link.warning')],
  };
  return { ...layoutMail(mail, face), isOptional: true };
}

/** The mail with a one-time sign-in code. */
export function signInCodeMail(
  { code, host, validMinutes }: { readonly code: string; readonly host: string; readonly validMinutes: number },
  face = plainFace,
): MailText {
  const t = textsOf(face);
  const mail: MailFields = {
    subject: t('mail.code.subject', { code }),
    opening: [t('mail.hello'), t('mail.code.text', { host })],
    action: { code },
    closing: [t('mail.code.once', { minutes: validMinutes })],
  };
  return layoutMail(mail, face);
}

/** The mail to an admin of a workspace whose collection received no delivery in time. */
export function overdueMail(fields: {
  readonly collection: string;
  readonly workspaceName: string;
  /** The last delivery; null if none ever arrived. */
  readonly last: Date | null;
  readonly url: string;
}): MailText {
  const { collection, last, url } = fields;
  const workspaceName = mailName(fields.workspaceName);
  const since = last === null ? 'has received no data yet' : `last received data at ${last.toISOString()}`;
  const mail: MailFields = {
    subject: `The collection ${collection} of ${workspaceName} is overdue`,
    opening: [
      'Hello,',
      `the collection ${collection} of ${workspaceName} ${since}, later than its configuration expects.`,
    ],
    action: { label: 'Open the collection', url },
    closing: ['Check the source that sends its records. The next mail follows only after it has delivered again.'],
  };
  return { ...layoutMail(mail, plainFace), isOptional: true };
}

/** The mail to an admin whose webhook was disabled. */
export function webhookOffMail(fields: {
  readonly host: string;
  readonly workspaceName: string;
  readonly days: number;
  readonly settingsUrl: string;
}): MailText {
  const { host, days, settingsUrl } = fields;
  const workspaceName = mailName(fields.workspaceName);
  const mail: MailFields = {
    subject: `A webhook of ${workspaceName} was turned off`,
    opening: [
      'Hello,',
      `the webhook to ${host} of ${workspaceName} has failed for ${days} days and was turned off. Pending events are kept.`,
    ],
    action: { label: 'Open the webhooks', url: settingsUrl },
    closing: ['Fix the receiver, then turn the webhook on. The pending events are then sent.'],
  };
  return { ...layoutMail(mail, plainFace), isOptional: true };
}
