import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

const folder = fileURLToPath(new URL('.', import.meta.url));

/** The files that an entry loads, at once or later. */
function filesOf(bundle: Rolldown.OutputBundle, entry: string): Set<string> {
  const found = new Set<string>();
  const follow = (name: string): void => {
    const file = bundle[name];
    if (!found.has(name) && file?.type === 'chunk') {
      found.add(name);
      for (const imported of [...file.imports, ...file.dynamicImports]) {
        follow(imported);
      }
    }
  };
  for (const file of Object.values(bundle)) {
    if (file.type === 'chunk' && file.isEntry && file.name === entry) {
      follow(file.fileName);
    }
  }
  return found;
}

const brotli = promisify(brotliCompress);

/** Writes a brotli and a gzip copy beside every script and style, so that the server compresses nothing. */
const compressedCopies: Plugin = {
  name: 'compressed-copies',
  async writeBundle(_options, bundle) {
    const pages = filesOf(bundle, 'index');
    const names = Object.keys(bundle).filter((name) => /\.(js|css|svg)$/.test(name));
    await Promise.all(
      names.map(async (name) => {
        const path = join(folder, 'dist', name);
        const content = readFileSync(path);
        // The best takes five times as long. What draws diagrams is large, and few wait for it.
        const quality = name.endsWith('.js') && !pages.has(name) ? 9 : constants.BROTLI_MAX_QUALITY;
        writeFileSync(`${path}.br`, await brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }));
        writeFileSync(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
      }),
    );
  },
};

export default defineConfig({
  root: folder,
  base: '/app/',
  plugins: [react(), compressedCopies],
  resolve: {
    // The parser's main build needs Node.js.
    alias: [
      { find: /^csv-parse$/, replacement: 'csv-parse/browser/esm' },
      { find: /^csv-parse\/sync$/, replacement: 'csv-parse/browser/esm/sync' },
    ],
  },
  build: {
    // The content security policy takes no inline image, style or script.
    assetsInlineLimit: 0,
    rolldownOptions: { input: [join(folder, 'index.html'), join(folder, 'diagram.html')] },
    modulePreload: { polyfill: false },
    target: 'es2022',
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2_000,
  },
});
