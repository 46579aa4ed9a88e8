import { expect, test } from 'vitest';
import { rowsOf, wordsOf } from './diff-rows.js';

test('removed and added lines are side by side, without remarks', () => {
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

test('a changed line marks the words that changed', () => {
  const { before = [], after = [] } = wordsOf('We price by the hour.', 'We price by the day.') ?? {};
  const marked = (words: readonly { text: string; changed: boolean }[]) =>
    words.map(({ text, changed }) => (changed ? `[${text}]` : text)).join('');
  expect(marked(before)).toBe('We price by the [hour].');
  expect(marked(after)).toBe('We price by the [day].');
});

test('a line that is too long to compare by words is compared as a whole', () => {
  expect(wordsOf('a '.repeat(3_000), 'b '.repeat(3_000))).toBeUndefined();
});
