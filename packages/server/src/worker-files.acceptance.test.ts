import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** What the search thread and the processes for documents load, in `dist`. */
const loaded = [
  'search-worker.js',
  'documents/isolation/child.js',
  'documents/rendering/outline.js',
  'documents/rendering/render-document.js',
  'documents/history/compare.js',
  'documents/git/push/read-pack.js',
];

/** The files that a built file imports, directly or through others, and the names of libraries among them. */
function reachedFrom(entry: string): string[] {
  const reached = new Set([entry]);
  for (const file of reached) {
    if (!file.startsWith('/')) {
      continue;
    }
    for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(/^(?:import|export)\s[^;]*?from '([^']+)'/gms)) {
      const isOurs = target.startsWith('.') || target.startsWith('@tessera/');
      reached.add(isOurs ? createRequire(file).resolve(target) : target);
    }
  }
  return [...reached];
}

// Loading the schemas takes a third of a second of processor time, for each process and at each start.
test.each(loaded)('workers > %s loads no schemas of requests', (name) => {
  const reached = reachedFrom(fileURLToPath(new URL(`../dist/${name}`, import.meta.url)));
  expect(reached.length).toBeGreaterThan(1);
  expect(reached.filter((file) => file === 'zod' || file.includes('/packages/contract/'))).toEqual([]);
});
