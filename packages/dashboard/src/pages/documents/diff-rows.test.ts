import { expect, test } from 'vitest';
import { rowsOf } from './diff-rows.js';

test('removed and added lines stand side by side, remarks are left out', () => {
  const lines = [' a', '-b', '-c', '+B', ' d', '+e', '\\ No newline at end of file'];
  const rows = rowsOf({ old_start: 5, new_start: 7, lines });
  const shown = rows.map(({ before, after }) => [
    before && `${before.line}${before.text}`,
    after && `${after.line}${after.text}`,
  ]);
  expect(shown).toEqual([
    ['5a', '7a'],
    ['6b', '8B'],
    ['7c', undefined],
    ['8d', '9d'],
    [undefined, '10e'],
  ]);
  expect(rows.map(({ before, after }) => before?.changed ?? after?.changed)).toEqual([false, true, true, false, true]);
});
