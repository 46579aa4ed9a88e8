import { html, raw } from 'hono/html';
import { style, styleSource } from './style.js';

/** Markup whose values have been escaped. */
export type Markup = ReturnType<typeof html>;

/** Headers of every page: nothing foreign loads, nothing frames it, nothing keeps it. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': `default-src 'none'; style-src ${styleSource}; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'Cache-Control': 'no-store',
  // Pages carry addresses and codes in their URL. "no-referrer" would make browsers send `Origin: null` with forms.
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

/** One page: a title, which is also its heading, and what is below it. */
export function page(title: string, content: Markup): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Tessera</title>
<style>${raw(style)}</style>
</head>
<body>
<main>
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
