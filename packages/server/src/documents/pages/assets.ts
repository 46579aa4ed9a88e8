import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, type ZlibOptions } from 'node:zlib';
import { type Language, languages } from '@tessera/contract';
import { type TextKey, textIn } from '@tessera/languages';
import type { Hono } from 'hono';
import { accepts } from 'hono/accepts';
import { builtFile } from '../../http/pages/built-file.js';
import type { RequestVariables } from '../../http/request.js';

const style = builtFile('reading.css');
const theme = builtFile('theme.js');
const script = builtFile('reading.js');
const scripts = new Map(languages.map((language) => [language, scriptIn(language)]));

function named(text: string, ending: string): string {
  return `/assets/reading-${createHash('sha256').update(text).digest('hex').slice(0, 12)}.${ending}`;
}

/** URLs of the pages' style and scripts. They contain a digest of the file, so a changed file has a new URL. */
export const assetPaths = {
  style: named(style, 'css'),
  theme: named(theme, 'js'),
} as const;

/** The URL of the script in a language. */
export function scriptPath(language: Language): string {
  return named(scripts.get(language) ?? script, 'js');
}

/** Translates the script. Each `{{key}}` in it names a string of the catalogue. */
function scriptIn(language: Language): string {
  return script.replace(/\{\{([\w.]+)\}\}/g, (_, key: TextKey) =>
    // The values are inserted into string literals, whose kind of quotes the minifier chooses. Escape all kinds.
    textIn(language, key).replace(/["'`\\$\n]/g, (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`),
  );
}

/** Serves the assets, which browsers may cache forever. */
export function addAssets(app: Hono<RequestVariables>): void {
  addAsset(app, assetPaths.style, { text: style, type: 'text/css' });
  addAsset(app, assetPaths.theme, { text: theme, type: 'text/javascript' });
  for (const [language, text] of scripts) {
    addAsset(app, scriptPath(language), { text, type: 'text/javascript' });
  }
}

type Encoding = 'br' | 'gzip' | 'identity';

const encoders = {
  br: promisify<string, Buffer>(brotliCompress),
  gzip: (text: string) => promisify<string, ZlibOptions, Buffer>(gzip)(text, { level: constants.Z_BEST_COMPRESSION }),
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
