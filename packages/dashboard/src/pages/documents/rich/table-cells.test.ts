import { describe, expect, it } from 'vitest';
import { cellsOf, cellText, extended } from './table-cells.js';

const contents = (text: string) => cellsOf(text).map((row) => row.map(({ from, to }) => text.slice(from, to)));

describe('cellsOf', () => {
  it.each([
    [
      '| a | b |\n|---|--:|\n| c d |  |',
      [
        ['a', 'b'],
        ['c d', ''],
      ],
    ],
    [
      'a | b\n:-- | ---\nc | d\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      '  | a\\|b | `c\\|d` |\n| - | - |\n||x|',
      [
        ['a\\|b', '`c\\|d`'],
        ['', 'x'],
      ],
    ],
    ['| a |\n| --- |', [['a']]],
    [
      '| ü é | 😀 |\r\n|---|---|\r\n| 1 | 2 |\r\n',
      [
        ['ü é', '😀'],
        ['1', '2'],
      ],
    ],
  ])('finds what is in each cell of %j', (text, rows) => {
    expect(contents(text)).toEqual(rows);
  });

  it.each(['', 'text', '| a |', '| a |\n| b |'])('finds none in %j', (text) => {
    expect(cellsOf(text)).toEqual([]);
  });

  it('replaces one cell and keeps every other byte', () => {
    const text = '|a| b  |\n|-|:-:|\n| c\\|d||';
    const cells = cellsOf(text).flat();
    for (const { from, to } of cells) {
      const changed = `${text.slice(0, from)}new${text.slice(to)}`;
      expect(
        contents(changed)
          .flat()
          .filter((cell) => cell === 'new'),
      ).toHaveLength(1);
      expect(contents(changed).flat()).toHaveLength(cells.length);
    }
  });
});

it('cellText > keeps what was typed in one cell', () => {
  expect(cellText(' a | b\\|c\n d ')).toBe('a \\| b\\|c d');
});

it('extended > adds an empty row or column, also to a table without outer bars', () => {
  expect(extended('| a | b |\n| - | - |\n| c \\| | d |', 'row')).toBe('| a | b |\n| - | - |\n| c \\| | d |\n|  |  |');
  expect(extended('| a |\n| - |\n| c |', 'column')).toBe('| a | Column |\n| - | --- |\n| c |  |');
  const open = extended('a | b\n- | -\nc | d \\|', 'column');
  expect(cellsOf(open).map((row) => row.length)).toEqual([3, 3]);
});
