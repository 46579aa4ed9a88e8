import { expect, it } from 'vitest';
import { isWithin, positionsIn, tabSeparated } from './cell-range.js';

it('quotes the cells that contain a tab, a line break or a quote', () => {
  expect(
    tabSeparated([
      ['1', 'Oak desk', ''],
      ['2', 'two\nlines', '24" wide'],
    ]),
  ).toBe('1\tOak desk\t\n2\t"two\nlines"\t"24"" wide"');
});

it('has both ends of a span', () => {
  expect(positionsIn([2, 4])).toEqual([2, 3, 4]);
  expect([1, 2, 4, 5].map((position) => isWithin([2, 4], position))).toEqual([false, true, true, false]);
});
