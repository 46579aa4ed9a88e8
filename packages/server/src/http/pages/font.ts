import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Hono } from 'hono';
import { html } from 'hono/html';
import type { RequestVariables } from '../request.js';

const file = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
const font = new Uint8Array(readFileSync(createRequire(import.meta.url).resolve(file)));

/** Address of Inter, which contains a digest of the file. */
export const fontPath = `/assets/inter-${createHash('sha256').update(font).digest('hex').slice(0, 12)}.woff2`;

const fontFace = `@font-face { font-family: Inter; src: url(${fontPath}) format("woff2"); font-weight: 100 900; font-display: swap; }\n`;

/** A typeface of the system at `percent` of its size, where English text is as wide as in Inter, with Inter's height of lines. */
function fallbackFace(families: readonly string[], percent: number): string {
  const sources = families.map((family) => `local("${family}")`).join(', ');
  const [ascent, descent] = [0.969, 0.241].map((height) => ((height / percent) * 10_000).toFixed(1));
  return `@font-face { font-family: "Inter fallback"; src: ${sources}; size-adjust: ${percent}%; ascent-override: ${ascent}%;
  descent-override: ${descent}%; line-gap-override: 0%; }\n`;
}

/** Inter with its fallbacks. Text in a fallback takes the same space, so that nothing moves when Inter arrives. */
export const fontStyle = [
  fontFace,
  // The last face that the system has is shown.
  fallbackFace(['DejaVu Sans'], 93.5),
  fallbackFace(['Arial', 'Liberation Sans', 'Helvetica', 'Roboto'], 107),
].join('');

/** Loads the font together with the page's style. */
export const fontPreload = html`<link rel="preload" href="${fontPath}" as="font" type="font/woff2" crossorigin>`;

/** Serves the font, to be kept for good. */
export function mountFont(app: Hono<RequestVariables>): void {
  const headers = { 'Content-Type': 'font/woff2', 'Cache-Control': 'public, max-age=31536000, immutable' };
  app.get(fontPath, (c) => c.body(font, 200, headers));
}
