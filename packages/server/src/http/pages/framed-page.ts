import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { builtFile } from './built-file.js';

const style = builtFile('framed.css');

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
