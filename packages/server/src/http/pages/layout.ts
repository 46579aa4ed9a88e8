import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { type Appearance, appearanceStyle, logoView, withAppearance } from './appearance.js';
import { fontPreload, fontStyle } from './font.js';
import { mark } from './icon.js';
import { tokenStyle } from './token-style.js';

/** The whole style of the sign-in pages; readable in light and dark, at any width, with a visible focus. */
export const style = `
${fontStyle}${tokenStyle}* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--ground);
  color: var(--text); font: 1rem/1.5 var(--sans); overflow-wrap: anywhere; }
main { width: 100%; max-width: 26rem; padding: 2rem; background: var(--card); border: 1px solid var(--line);
  border-radius: var(--radius-lg); box-shadow: 0 1px 2px rgb(16 24 40 / .04); }
.mark { display: block; width: 2rem; height: 2rem; margin: 0 0 1rem; }
.workspace { display: flex; align-items: center; gap: .75rem; }
.workspace .mark { margin: 0; }
.logo { flex: none; max-width: 9rem; height: 2rem; object-fit: contain; }
h1 { margin: 0 0 .75rem; color: var(--strong); font-size: 1.375rem; line-height: 1.25; }
p { margin: 0 0 1rem; }
form { margin: 0 0 1rem; }
form:last-child, p:last-child { margin-bottom: 0; }
label { display: block; margin-bottom: .25rem; font-weight: 600; }
input:not([type=hidden], [type=checkbox], [type=radio]) { width: 100%; margin-bottom: 1rem; padding: .625rem .75rem; font: inherit; color: inherit;
  background: transparent; border: 1px solid var(--field); border-radius: var(--radius-md); }
input.code { font: 600 1.5rem/1.2 var(--mono); letter-spacing: .25em; text-align: center; }
button, a.button { display: block; width: 100%; padding: .625rem .75rem; font: inherit; font-weight: 600; text-align: center;
  text-decoration: none; color: var(--on-action); background: var(--action); border: 1px solid var(--action-line, var(--action));
  border-radius: var(--radius-md); cursor: pointer; }
button.quiet, a.button.quiet { color: var(--text); background: transparent; border-color: var(--field); }
button + button { margin-top: .5rem; }
a { color: var(--link); }
fieldset { margin: 0 0 1rem; padding: 0; border: 0; }
legend { margin-bottom: .25rem; font-weight: 600; }
.option { display: flex; gap: .5rem; align-items: baseline; margin: 0; padding: .375rem 0; font-weight: 400; }
.option .soft { margin-left: auto; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.alert { padding: .5rem .75rem; color: var(--alert); border: 1px solid var(--alert); border-radius: var(--radius-md); }
.soft { color: var(--soft); font-size: .875rem; }
h2 { margin: 1.5rem 0 .5rem; font-size: 1rem; }
ul { margin: 0 0 1rem; padding: 0; list-style: none; }
li { display: flex; justify-content: space-between; align-items: center; gap: 1rem; padding: .5rem 0;
  border-top: 1px solid var(--line); }
li form { flex: none; margin: 0; }
li p { margin: 0; }
li button { padding: .25rem .75rem; }
.choice { display: flex; justify-content: space-between; gap: 1rem; text-align: left; }
.choice span { flex: none; font-weight: 400; }
output { display: block; margin-bottom: 1rem; font: 600 1.75rem/1.2 var(--mono); letter-spacing: .1em;
  text-align: center; }
`;

/** The style's place in a content security policy: nothing else on these pages may style or run. */
const styleSource = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

/** Markup whose values have been escaped. */
export type Markup = ReturnType<typeof html>;

/** Headers of every page: nothing foreign loads, nothing frames it, nothing keeps it. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': `default-src 'none'; style-src ${styleSource}; font-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'Cache-Control': 'no-store',
  // Pages carry addresses and codes in their URL. "no-referrer" would make browsers send `Origin: null` with forms.
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

/** The headers that a page of a workspace has in place of those; none where it looks like the service's own. */
export function headersOf(appearance: Appearance | undefined): Record<string, string> {
  const name = 'Content-Security-Policy';
  return appearance === undefined ? {} : { [name]: withAppearance(pageHeaders[name] ?? '', appearance) };
}

/** One page: a title, which is also its heading, and what is below it. A workspace's has its name, logo and colour. */
export function page(title: string, content: Markup, appearance?: Appearance): Markup {
  return html`<!doctype html>
<html lang="en">
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

/** What went wrong, read out at once by a screen reader; nothing when nothing did. */
export function alert(message: string | undefined): Markup | '' {
  return message === undefined ? '' : html`<p class="alert" role="alert">${message}</p>`;
}
