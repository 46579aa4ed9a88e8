import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const built = fileURLToPath(new URL('../../packages/dashboard/dist', import.meta.url));
const assets = join(built, 'assets');
const kilobyte = 1_000;

const compressedBytes = (name: string): number => statSync(join(assets, `${name}.br`)).size;

/** The files that the first page loads: those of the page itself and what these import at once. */
function firstLoad(): string[] {
  const page = readFileSync(join(built, 'index.html'), 'utf8');
  const named = [...page.matchAll(/\/app\/assets\/([^"]+\.(?:js|css))"/g)].map((match) => String(match[1]));
  const found = new Set<string>();
  const follow = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    if (!name.endsWith('.js')) return;
    const text = readFileSync(join(assets, name), 'utf8');
    for (const [, imported] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) follow(String(imported));
  };
  named.forEach(follow);
  return [...found];
}

const sum = (names: readonly string[]): number => names.reduce((total, name) => total + compressedBytes(name), 0);

describe('what a browser loads of the dashboard, brotli', () => {
  const first = firstLoad();
  const overview = readdirSync(assets).filter((name) => /^page-.*\.js$/.test(name));

  it('is at most 200 kB for the first page', () => {
    const largestPage = Math.max(...overview.map(compressedBytes));
    expect(sum(first) + largestPage).toBeLessThan(200 * kilobyte);
  });

  it('is at most 30 kB for a part of a page, and 100 kB for the editor', () => {
    const parts = readdirSync(assets).filter((name) => name.endsWith('.js') && !first.includes(name));
    const large = parts.filter((name) => compressedBytes(name) > 30 * kilobyte);
    expect(large.map((name) => name.replace(/-[\w-]{8}\.js$/, ''))).toEqual(['editor-view']);
    expect(large.map(compressedBytes).every((bytes) => bytes <= 100 * kilobyte)).toBe(true);
  });
});
