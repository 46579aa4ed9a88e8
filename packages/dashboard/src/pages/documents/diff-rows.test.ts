import { expect, test } from 'vitest';
import { rowsOf, wordsOf } from './diff-rows.js';

test('rowsOf > puts removed and added lines side by side, and omits remarks', () => {
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

test('wordsOf > marks the words that changed in a line', () => {
  const { before = [], after = [] } = wordsOf('We price by the hour.', 'We price by the day.') ?? {};
  const marked = (words: readonly { text: string; changed: boolean }[]) =>
    words.map(({ text, changed }) => (changed ? `[${text}]` : text)).join('');
  expect(marked(before)).toBe('We price by the [hour].');
  expect(marked(after)).toBe('We price by the [day].');
});

test('wordsOf > does not compare the words of a line that is too long', () => {
  expect(wordsOf('a '.repeat(3_000), 'b '.repeat(3_000))).toBeUndefined();
});
