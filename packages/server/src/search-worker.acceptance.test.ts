import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const built = fileURLToPath(new URL('../dist/search-worker.js', import.meta.url));

/** The packages and files that a built file imports, directly or through others. */
function reachedFrom(entry: string): Set<string> {
  const reached = new Set([entry]);
  for (const file of reached) {
    if (!file.startsWith('/') || !/\.m?js$/.test(file)) {
      continue;
    }
    for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(/^(?:import|export)\s[^;]*?from '([^']+)'/gms)) {
      const isOurs = target.startsWith('.') || target.startsWith('@tessera/');
      reached.add(isOurs ? pathOf(target, file) : target);
    }
  }
  return reached;
}

function pathOf(target: string, importer: string): string {
  return target.startsWith('.')
    ? fileURLToPath(new URL(target, `file://${importer}`))
    : createRequire(importer).resolve(target);
}

// Loading them would take a third of a second of processor time at each start.
test('the search thread loads no schemas of requests', () => {
  const reached = [...reachedFrom(built)];
  expect(reached.filter((file) => file.includes('/resolver/')).length).toBeGreaterThan(10);
  expect(reached.filter((file) => file === 'zod' || file.includes('/packages/contract/'))).toEqual([]);
});
