import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Hono } from 'hono';
import { html } from 'hono/html';
import type { RequestVariables } from '../request.js';

const file = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
const font = new Uint8Array(readFileSync(createRequire(import.meta.url).resolve(file)));

/** Path of the font Inter. It contains a digest of the file, so that the font can be cached permanently. */
export const fontPath = `/assets/inter-${createHash('sha256').update(font).digest('hex').slice(0, 12)}.woff2`;

/** Preloads the font together with the page's style. */
export const fontPreload = html`<link rel="preload" href="${fontPath}" as="font" type="font/woff2" crossorigin>`;

/** Serves the font, which browsers may cache permanently. */
export function mountFont(app: Hono<RequestVariables>): void {
  const headers = { 'Content-Type': 'font/woff2', 'Cache-Control': 'public, max-age=31536000, immutable' };
  app.get(fontPath, (c) => c.body(font, 200, headers));
}
