import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { actionNames } from '../packages/dashboard/src/pages/audit/actions.js';

it('the audit page has words for every action that the server records', () => {
  const root = new URL('../packages/server/src/', import.meta.url).pathname;
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!test)\.ts$/.test(file));
  const actions = files.flatMap((file) =>
    Array.from(
      readFileSync(root + file, 'utf8').matchAll(/\baction: '([a-z_]+\.[a-z_]+)'/g),
      ([, action]) => action ?? '',
    ),
  );
  expect(actions.length).toBeGreaterThan(50);
  expect(actions.filter((action) => !(action in actionNames))).toEqual([]);
});
