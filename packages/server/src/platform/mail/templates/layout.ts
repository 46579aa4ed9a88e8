/** A mail's text before it is addressed. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The parts that every mail of the service has. Values are plain text; the layout escapes them. */
export interface MailParts {
  readonly subject: string;
  /** Paragraphs before the action. */
  readonly opening: readonly string[];
  /** What to press, or the code to type. */
  readonly action: { readonly label: string; readonly url: string } | { readonly code: string };
  /** Paragraphs after it. */
  readonly closing: readonly string[];
}

/** Lays a mail out as plain text and as HTML with the same words. */
export function layoutMail({ subject, opening, action, closing }: MailParts): MailText {
  const actionText = 'code' in action ? `    ${action.code}` : `${action.label}:\n${action.url}`;
  const actionHtml =
    'code' in action
      ? `<p style="font: 600 28px monospace; letter-spacing: 6px">${escapeHtml(action.code)}</p>`
      : `<p><a href="${escapeHtml(action.url)}" style="display: inline-block; padding: 10px 18px; border-radius: 6px; background: #1c5dd6; color: #ffffff; text-decoration: none">${escapeHtml(action.label)}</a></p>
<p style="font-size: 13px; color: #555555">${escapeHtml(action.url)}</p>`;
  return {
    subject: oneLine(subject),
    text: `${[...opening.map(oneLine), actionText, ...closing.map(oneLine)].join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(oneLine(subject))}</title></head>
<body style="font: 16px/1.5 sans-serif; color: #1a1a1a; max-width: 560px; margin: 24px auto; padding: 0 16px">
${[...opening.map(paragraph), actionHtml, ...closing.map(paragraph)].join('\n')}
</body>
</html>
`,
  };
}

/** Text as it may stand in HTML, also inside an attribute's quotes. */
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
