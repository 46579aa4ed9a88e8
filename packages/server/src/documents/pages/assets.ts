import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Hono } from 'hono';
import { accepts } from 'hono/accepts';
import { builtFile } from '../../http/pages/built-file.js';
import type { RequestVariables } from '../../http/request.js';

const style = builtFile('reading.css');
const theme = builtFile('theme.js');
const script = builtFile('reading.js');

function named(text: string, ending: string): string {
  return `/assets/reading-${createHash('sha256').update(text).digest('hex').slice(0, 12)}.${ending}`;
}

/** Addresses of the pages' style and scripts. They contain a digest, so a changed file has a new address. */
export const assetPaths = {
  style: named(style, 'css'),
  theme: named(theme, 'js'),
  script: named(script, 'js'),
} as const;

/** Serves them with an unlimited cache time. */
export function addAssets(app: Hono<RequestVariables>): void {
  addAsset(app, assetPaths.style, { text: style, type: 'text/css' });
  addAsset(app, assetPaths.theme, { text: theme, type: 'text/javascript' });
  addAsset(app, assetPaths.script, { text: script, type: 'text/javascript' });
}

type Encoding = 'br' | 'gzip' | 'identity';

const encoders = {
  br: promisify<string, Buffer>(brotliCompress),
  gzip: promisify<string, Buffer>(gzip),
  identity: async (text: string) => Buffer.from(text),
} as const;

/** Compresses each asset once. */
function addAsset(app: Hono<RequestVariables>, path: string, { text, type }: { text: string; type: string }): void {
  const copies = new Map<Encoding, Promise<Buffer>>();
  app.get(path, async (c) => {
    const supports = ['br', 'gzip', 'identity'];
    const encoding = accepts(c, { header: 'Accept-Encoding', supports, default: 'identity' }) as Encoding;
    const copy = copies.get(encoding) ?? encoders[encoding](text);
    copies.set(encoding, copy);
    return c.body(new Uint8Array(await copy), 200, {
      'Content-Type': `${type}; charset=utf-8`,
      'Cache-Control': 'public, max-age=31536000, immutable',
      Vary: 'Accept-Encoding',
      ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
    });
  });
}
