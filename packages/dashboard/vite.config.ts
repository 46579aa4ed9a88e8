import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const folder = fileURLToPath(new URL('.', import.meta.url));

const mermaid = dirname(fileURLToPath(import.meta.resolve('mermaid')));
// The names of all files except the first contain digests, so the folder name contains the version.
const mermaidFolder = `mermaid-${JSON.parse(readFileSync(join(mermaid, '../package.json'), 'utf8')).version}`;

/** Copies the diagram library as published. Bundling it again would take as long as bundling all pages. */
const diagrams: Plugin = {
  name: 'diagrams',
  generateBundle() {
    const chunks = readdirSync(join(mermaid, 'chunks/mermaid.esm.min')).filter((name) => name.endsWith('.mjs'));
    const names = ['mermaid.esm.min.mjs', ...chunks.map((name) => `chunks/mermaid.esm.min/${name}`)];
    for (const name of names) {
      const fileName = `assets/${mermaidFolder}/${name}`;
      this.emitFile({ type: 'asset', fileName, source: readFileSync(join(mermaid, name)) });
    }
  },
};

/**
 * Modules that are generated from the built server, so that pages of the server and the dashboard share one definition.
 */
const sharedModules = new Map<string, () => Promise<string>>([
  [
    // Loaded with the first page, which does not need the other tokens.
    'virtual:theme-tokens',
    async () => {
      const { brandShades, darkShades, radii } = await import('../server/dist/platform/design-tokens.js');
      return constantsOf({ brandShades, darkShades, radii });
    },
  ],
  ['virtual:design-tokens', async () => constantsOf(await import('../server/dist/platform/design-tokens.js'))],
]);

const shared: Plugin = {
  name: 'shared-with-server',
  resolveId: (id) => (sharedModules.has(id) ? `\0${id}` : undefined),
  load: (id) => sharedModules.get(id.slice(1))?.(),
};

/** Uses the style of the reading pages for documents, with the text size of the dashboard. */
const prose: Plugin = {
  name: 'prose',
  enforce: 'pre',
  async transform(code, id) {
    if (!id.endsWith('/prose.css')) {
      return undefined;
    }
    const { readingScale } = await import('../server/dist/platform/design-tokens.js');
    return code.replace(/([\d.]+)rem/g, (_, size: string) => `${Number(size) * readingScale}rem`);
  },
};

function constantsOf(values: Record<string, unknown>): string {
  return Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join('\n');
}

/** Replaces the schemas of the contract by the endpoints derived from them, so that pages load no schema. */
const addresses: Plugin = {
  name: 'addresses',
  load: async (id) => (id.endsWith('/contract/dist/endpoints.js') ? constantsOf(await import(id)) : undefined),
};

/** The parts of each page, by its path. A path with a slash at the end is that of the pages below it. */
const pageParts: Readonly<Record<string, readonly string[]>> = {
  '/app/': ['overview/page'],
  '/app/collections/': ['collection/page', 'collection/records'],
  '/app/groups/': ['groups/editor'],
  ...Object.fromEntries(
    'documents collections import people groups readers keys tokens webhooks audit settings operator'
      .split(' ')
      .map((area) => [`/app/${area}`, [`${area}/page`]]),
  ),
};

/** Writes the links that load the parts of a page together with the first script, by path, and those of each language. */
const preloads: Plugin = {
  name: 'preloads',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    const withImports = (names: readonly string[]): string[] => {
      const found = new Set(names);
      // A set also visits what is added while it is read.
      for (const name of found) for (const next of chunkNamed(name)?.imports ?? []) found.add(next);
      return [...found];
    };
    const chunkNamed = (name: string) => chunks.find(({ fileName }) => fileName === name);
    const chunkOf = (end: string) => {
      const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(end));
      if (chunk === undefined) throw new Error(`No part of the dashboard is ${end}`);
      return chunk.fileName;
    };
    const first = new Set(withImports([chunkOf('/dashboard/index.html')]));
    const links = (parts: readonly string[]): string => {
      const scripts = withImports(parts.map(chunkOf)).filter((name) => chunkNamed(name) && !first.has(name));
      const styles = scripts.flatMap((name) => [...(chunkNamed(name)?.viteMetadata?.importedCss ?? [])]);
      const link = (rel: string) => (name: string) => `<link rel="${rel}" crossorigin href="/app/${name}">`;
      return [...styles.map(link('preload" as="style')), ...scripts.map(link('modulepreload'))].join('');
    };
    const languages = ['de', 'fr', 'es'].map((name) => [name, [`/dashboard/${name}/index.js`]] as const);
    const byKey = [
      ...Object.entries(pageParts).map(([path, parts]) => [path, parts.map((part) => `/pages/${part}.tsx`)] as const),
      ...languages,
    ];
    const source = JSON.stringify(Object.fromEntries(byKey.map(([key, parts]) => [key, links(parts)])));
    this.emitFile({ type: 'asset', fileName: 'preloads.json', source });
  },
};

const brotli = promisify(brotliCompress);

/** Writes brotli and gzip copies of scripts and styles, so that the server need not compress them. */
const compressedCopies: Plugin = {
  name: 'compressed-copies',
  async writeBundle(_options, bundle) {
    const names = Object.keys(bundle).filter((name) => /\.(m?js|css|svg)$/.test(name));
    await Promise.all(
      names.map(async (name) => {
        const path = join(folder, 'dist', name);
        const content = readFileSync(path);
        // For most files, level 11 saves only 2 % and takes three times as long. For diagrams, level 9 saves only 1 %
        // and takes nine times as long.
        const quality = name.endsWith('.mjs') ? 6 : 10;
        writeFileSync(`${path}.br`, await brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }));
        writeFileSync(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
      }),
    );
  },
};

const base =
  /node_modules\/(?:react|@tanstack\/(?:react-router|react-store|store|router-core|history))\/|src\/text\.ts$|preload-helper/;

export default defineConfig({
  root: folder,
  base: '/app/',
  plugins: [react(), addresses, shared, prose, diagrams, preloads, compressedCopies],
  resolve: {
    // The main build of this parser needs Node.js.
    alias: [
      { find: /^csv-parse$/, replacement: 'csv-parse/browser/esm' },
      { find: /^csv-parse\/sync$/, replacement: 'csv-parse/browser/esm/sync' },
      // The Markdown parser of the editor would include a table of entities that browsers have built in.
      { find: /^entities$/, replacement: join(folder, 'src/pages/documents/rich/entities.ts') },
    ],
  },
  build: {
    // The content security policy forbids inline images, styles and scripts.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: {
        index: join(folder, 'index.html'),
        diagram: join(folder, 'diagram.html'),
        'reading-diagrams': join(folder, 'src/diagram/reading.ts'),
      },
      // These are served by the server: the diagram library and the font.
      external: ['mermaid', /^\/assets\//],
      checks: { pluginTimings: false },
      output: {
        paths: { mermaid: `./${mermaidFolder}/mermaid.esm.min.mjs` },
        // Most parts import these, and would otherwise name a file for each.
        codeSplitting: { groups: [{ name: 'base', test: base }] },
      },
    },
    modulePreload: { polyfill: false },
    target: 'es2022',
    // The first browser versions with `light-dark()`, which the style of documents uses.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2_000,
  },
});
