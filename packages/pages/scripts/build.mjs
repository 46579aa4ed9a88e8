/**
 * Part of `npm run build`: writes the minified styles and scripts of server-rendered pages to `dist/`. The server adds
 * digests to their addresses.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { tokenNames, tokensStyle } from './tokens.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

rmSync(`${root}dist`, { recursive: true, force: true });
mkdirSync(`${root}dist`);
writeFileSync(`${root}dist/tokens.css`, tokensStyle);
await write(
  ['reading', 'reference', 'sign-in', 'framed', 'choice'].map((name) => `src/${name}.css`),
  'es',
);
for (const name of ['reading', 'reference', 'sign-in']) dropUnusedTokens(`${root}dist/${name}.css`);
// One build per script: scripts that are not modules cannot share a chunk.
for (const name of ['theme', 'reading', 'reference', 'account', 'choice']) await write([`src/${name}.ts`], 'iife');

const [{ en }, { textIn }, { languages }] = await Promise.all([
  import('../../languages/dist/en.js'),
  import('../../languages/dist/index.js'),
  import('../../contract/dist/index.js'),
]);
for (const [, key = ''] of readFileSync(`${root}dist/reading.js`, 'utf8').matchAll(/\{\{([\w.]+)\}\}/g)) {
  if (!Object.hasOwn(en, key))
    throw new Error(`reading.js has the text ${key}, which is not in packages/languages/src/en.ts: add it.`);
}

// Agents' clients show this page from its text alone.
const [style, script] = ['choice.css', 'choice.js'].map((name) => {
  const text = readFileSync(`${root}dist/${name}`, 'utf8');
  rmSync(`${root}dist/${name}`);
  return text;
});
const questions = languages.map((language) => `data-${language}="${textIn(language, 'choice.question')}"`).join(' ');
writeFileSync(
  `${root}dist/choice.html`,
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Tessera</title><style>${style}</style>` +
    `<body><h1 ${questions} hidden></h1><ul></ul><script>${script}</script></body></html>`,
);

/**
 * Removes the design tokens that a style does not use. `--tile-…` is used by the logo in the HTML of every page.
 * @param {string} path of the minified style
 */
function dropUnusedTokens(path) {
  const style = readFileSync(path, 'utf8');
  const isUsed = (/** @type {string} */ name) => name.startsWith('tile-') || style.includes(`var(--${name})`);
  const smaller = style.replace(
    /--([\w-]+):(?:light-dark\([^()]*\)|#\w+);/g,
    (declaration, /** @type {string} */ name) => (tokenNames.includes(name) && !isUsed(name) ? '' : declaration),
  );
  writeFileSync(path, smaller);
}

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
      // The first versions with `light-dark()`.
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      reportCompressedSize: false,
    },
  });
}
