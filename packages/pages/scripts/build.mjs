/**
 * Part of `npm run build`: writes the styles and scripts of the pages that the server renders to `dist/`, minified. The
 * server puts a digest into their addresses.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { tokensStyle } from './tokens.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

rmSync(`${root}dist`, { recursive: true, force: true });
mkdirSync(`${root}dist`);
writeFileSync(`${root}dist/tokens.css`, tokensStyle);
await write(
  ['reading', 'reference', 'sign-in'].map((name) => `src/${name}.css`),
  'es',
);
// One build per script: scripts that are not modules cannot share a chunk.
for (const name of ['theme', 'reading', 'reference']) await write([`src/${name}.ts`], 'iife');

/**
 * @param {string[]} input paths in this package
 * @param {'es' | 'iife'} format
 */
function write(input, format) {
  return build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      emptyOutDir: false,
      rolldownOptions: {
        input: input.map((path) => root + path),
        // The server serves the font.
        external: [/^\/assets\//],
        output: { format, entryFileNames: '[name].js', assetFileNames: '[name][extname]' },
      },
      modulePreload: { polyfill: false },
      target: 'es2022',
      // The first that know `light-dark()`.
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      reportCompressedSize: false,
    },
  });
}
