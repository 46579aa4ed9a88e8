import { colors } from '../design-tokens.js';

/** A mail's text before it is addressed. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The parts that every mail of the service has. Values are plain text; the layout escapes them. */
interface MailParts {
  readonly subject: string;
  /** Paragraphs before the action. */
  readonly opening: readonly string[];
  /** What to press, or the code to type. */
  readonly action: { readonly label: string; readonly url: string } | { readonly code: string };
  /** Paragraphs after it. */
  readonly closing: readonly string[];
}

/** Lays a mail out as plain text and as HTML with the same words. */
function layoutMail({ subject, opening, action, closing }: MailParts): MailText {
  const actionText = 'code' in action ? `    ${action.code}` : `${action.label}:\n${action.url}`;
  const actionHtml =
    'code' in action
      ? `<p style="font: 600 28px monospace; letter-spacing: 6px">${escapeHtml(action.code)}</p>`
      : `<p><a href="${escapeHtml(action.url)}" style="display: inline-block; padding: 10px 18px; border-radius: 6px; background: ${colors.action[0]}; color: ${colors['on-action'][0]}; text-decoration: none">${escapeHtml(action.label)}</a></p>
<p style="font-size: 13px; color: ${colors.soft[0]}">${escapeHtml(action.url)}</p>`;
  return {
    subject: oneLine(subject),
    text: `${[...opening.map(oneLine), actionText, ...closing.map(oneLine)].join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(oneLine(subject))}</title></head>
<body style="font: 16px/1.5 sans-serif; color: ${colors.text[0]}; max-width: 560px; margin: 24px auto; padding: 0 16px">
${[...opening.map(paragraph), actionHtml, ...closing.map(paragraph)].join('\n')}
</body>
</html>
`,
  };
}

/** Text escaped for HTML, also inside the quotes of an attribute. */
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
      'Your access belongs to your address alone: this mail contains no password, and nobody else can use it to sign in as you.',
    ],
  });
}

/** What a magic-link mail names; `expiresAt` is null for a link without an end. */
export interface MagicLinkParts {
  readonly name: string;
  readonly email: string;
  readonly workspaceName: string;
  readonly magicLink: string;
  readonly expiresAt: Date | null;
}

/** The mail with a magic link. */
export function magicLinkMail({ name, email, workspaceName, magicLink, expiresAt }: MagicLinkParts): MailText {
  return layoutMail({
    subject: `Your link to ${workspaceName}`,
    opening: [name === email ? 'Hello,' : `Hello ${name},`, `this link opens ${workspaceName} for you.`],
    action: { label: 'Open', url: magicLink },
    closing: [
      ...(expiresAt === null ? [] : [`It works until ${expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC.`]),
      'Anyone with this link can view without signing in, so share it only with people who are allowed to read this.',
    ],
  });
}

/** The mail that carries a one-time sign-in code. */
export function signInCodeMail(parts: { readonly code: string; readonly validMinutes: number }): MailText {
  return layoutMail({
    subject: `${parts.code} is your sign-in code`,
    opening: ['Hello,', 'type this code on the sign-in page:'],
    action: { code: parts.code },
    closing: [
      `It works once, for ${parts.validMinutes} minutes. If you did not request it, ignore this mail: nobody can sign in without the code.`,
    ],
  });
}

/** The mail that tells an admin that a webhook was turned off. */
export function webhookOffMail(parts: {
  readonly host: string;
  readonly workspaceName: string;
  readonly days: number;
  readonly settingsUrl: string;
}): MailText {
  const { host, workspaceName, days, settingsUrl } = parts;
  return layoutMail({
    subject: `A webhook of ${workspaceName} was turned off`,
    opening: [
      'Hello,',
      `the webhook to ${host} of ${workspaceName} has failed for ${days} days and was turned off. Pending events are kept.`,
    ],
    action: { label: 'Open the webhooks', url: settingsUrl },
    closing: ['Fix the receiver, then turn the webhook on. The pending events are then sent.'],
  });
}
