import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const built = fileURLToPath(new URL('../../packages/dashboard/dist', import.meta.url));
const assets = join(built, 'assets');
const kilobyte = 1_000;

const compressedBytes = (name: string): number => statSync(join(assets, `${name}.br`)).size;

const atOnce = /(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g;
const everSo = /["'`]\.\/([^"'`]+\.js)["'`]/g;

/** Files with everything that they import. The pattern selects static imports or all. */
function loadOf(names: readonly string[], imports: RegExp): string[] {
  const found = new Set<string>();
  const follow = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    if (!name.endsWith('.js')) return;
    const script = readFileSync(join(assets, name), 'utf8');
    for (const [, imported] of script.matchAll(imports)) follow(String(imported));
  };
  names.forEach(follow);
  return [...found];
}

/** The files that a page refers to. */
function filesOf(page: string): string[] {
  const text = readFileSync(join(built, page), 'utf8');
  return [...text.matchAll(/\/app\/assets\/([^"]+\.(?:js|css))"/g)].map((match) => String(match[1]));
}

const sum = (names: readonly string[]): number => names.reduce((total, name) => total + compressedBytes(name), 0);

describe('the size of the dashboard, compressed with Brotli', () => {
  const first = loadOf(filesOf('index.html'), atOnce);
  const pages = readdirSync(assets).filter((name) => /^page-.*\.js$/.test(name));

  it('is at most 200 kB for the first page, and for the overview with all of its imports', () => {
    const largestPage = Math.max(...pages.map(compressedBytes));
    expect(sum(first) + largestPage).toBeLessThan(200 * kilobyte);
    const overview = pages.filter((name) => readFileSync(join(assets, name), 'utf8').includes('Changed last'));
    expect(overview.length).toBe(1);
    expect(sum(loadOf([...filesOf('index.html'), ...overview], atOnce))).toBeLessThan(200 * kilobyte);
  });

  it('is at most 30 kB for a part of a page, 100 kB for an editor, and 130 kB for one with writing help', () => {
    const chunks = loadOf(filesOf('index.html'), everSo).filter(
      (name) => name.endsWith('.js') && !first.includes(name),
    );
    expect(chunks.length).toBeGreaterThan(20);
    const importsEditor = (name: string) => readFileSync(join(assets, name), 'utf8').includes('./editor-view-');
    const before = loadOf(
      chunks.filter((name) => name.startsWith('page-') && importsEditor(name)),
      atOnce,
    );
    const loadedWith = (part: RegExp): string[] =>
      loadOf(
        chunks.filter((name) => part.test(name)),
        atOnce,
      ).filter((name) => !first.includes(name) && !before.includes(name));
    const [rich, source] = [loadedWith(/^(editor-view|rich-pane)-/), loadedWith(/^(editor-view|source-pane)-/)];
    expect(before.length).toBeGreaterThan(0);
    for (const editor of [rich, source]) {
      expect(editor.length).toBeGreaterThan(2);
      expect(sum(editor)).toBeLessThan(100 * kilobyte);
    }
    expect(sum(loadedWith(/^(editor-view|source-pane|assist)-/))).toBeLessThan(130 * kilobyte);
    const editors = new Set([...rich, ...source]);
    expect(chunks.filter((name) => !editors.has(name) && compressedBytes(name) > 30 * kilobyte)).toEqual([]);
  });

  it('excludes the code that draws diagrams, which is loaded in its frame', () => {
    const importsMermaid = (name: string) => readFileSync(join(assets, name), 'utf8').includes('mermaid.esm.min.mjs');
    expect(loadOf(filesOf('diagram.html'), everSo).some(importsMermaid)).toBe(true);
    expect(loadOf(filesOf('index.html'), everSo).filter(importsMermaid)).toEqual([]);
  });
});
