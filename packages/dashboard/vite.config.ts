import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const folder = fileURLToPath(new URL('.', import.meta.url));
const assets = join(folder, 'dist/assets');

/** Writes a brotli and a gzip copy beside every script and style, so that the server compresses nothing. */
const compressedCopies: Plugin = {
  name: 'compressed-copies',
  closeBundle() {
    for (const name of readdirSync(assets).filter((file) => /\.(js|css|svg)$/.test(file))) {
      const content = readFileSync(join(assets, name));
      writeFileSync(join(assets, `${name}.br`), brotliCompressSync(content));
      writeFileSync(join(assets, `${name}.gz`), gzipSync(content, { level: 9 }));
    }
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
    modulePreload: { polyfill: false },
    target: 'es2022',
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2_000,
  },
});
