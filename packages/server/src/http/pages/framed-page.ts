import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';

const style = `body { margin: .75rem; font: .875rem/1.4 system-ui, sans-serif; color: #1d2433; background: #fff; overflow-wrap: anywhere; }
h1 { margin: 0 0 .5rem; font-size: 1rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem .75rem; margin: 0; }
dt { color: #5b6474; }
dd { margin: 0; }`;

const styleSource = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

/** Headers of a page that any site may frame. It loads nothing, runs no script and sends no referrer. */
export const framedPageHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': `default-src 'none'; style-src ${styleSource}; form-action 'none'; base-uri 'none'; sandbox; frame-ancestors *`,
  'Referrer-Policy': 'no-referrer',
};

/** A small page of names and values, all escaped. */
export function framedPage(title: string, rows: readonly (readonly [name: string, value: string])[]): string {
  const page = html`<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${raw(style)}</style>
</head>
<body>
<h1>${title}</h1>
<dl>${rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
</body>
</html>
`;
  return String(page);
}
