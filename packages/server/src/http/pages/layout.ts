import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { type Appearance, appearanceStyle, logoView, withAppearance } from './appearance.js';
import { builtFile } from './built-file.js';
import { fontPreload } from './font.js';
import { mark } from './icon.js';
import { pageLanguage } from './language.js';

const style = builtFile('sign-in.css');

/** A source of the content security policy: the hash of a style or script in a page. No others are allowed. */
const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Markup whose values have been escaped. */
export type Markup = ReturnType<typeof html>;

/** Headers of every page: no external resources, no framing, no caching. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': `default-src 'none'; style-src ${sourceOf(style)}; font-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'Cache-Control': 'no-store',
  // Pages send no URL to other sites, because URLs contain addresses and codes. With "no-referrer", browsers would send
  // `Origin: null` with forms.
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

/** Headers of a page with an appearance, and with a script if it contains one. */
export function headersOf(appearance: Appearance | undefined, script?: string): Record<string, string> {
  const policy = withAppearance(pageHeaders['Content-Security-Policy'] ?? '', appearance);
  return { 'Content-Security-Policy': script === undefined ? policy : `${policy}; script-src ${sourceOf(script)}` };
}

/** Renders a page with a title, also used as heading. A workspace's page has its name, logo and color. */
export function page(title: string, content: Markup, appearance?: Appearance): Markup {
  return html`<!doctype html>
<html lang="${pageLanguage()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Tessera</title>
${fontPreload}
<style>${raw(style)}</style>
${appearanceStyle(appearance)}
</head>
<body>
<main>
${appearance === undefined ? mark : html`<p class="workspace">${logoView(appearance, mark)}<strong>${appearance.name}</strong></p>`}
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
}

/** An error message that screen readers announce; empty without a message. */
export function alert(message: string | undefined): Markup | '' {
  return message === undefined ? '' : html`<p class="alert" role="alert">${message}</p>`;
}
