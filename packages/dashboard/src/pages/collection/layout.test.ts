import { expect, test } from 'vitest';
import { layoutOf, moved } from './layout.js';

test('moved > moves a column by one position, but the first and last columns not beyond the ends', () => {
  expect(moved(['a', 'b', 'c'], 'c', -1)).toEqual(['a', 'c', 'b']);
  expect(moved(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c']);
  expect(moved(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c']);
  expect(moved(['a', 'b', 'c'], 'c', 1)).toEqual(['a', 'b', 'c']);
});

test.each([
  [null, {}],
  [{ order: ['a', 1], visible: [true], widths: { a: '90' } }, {}],
  [
    { order: ['a'], visible: { a: false }, widths: { a: 90 }, other: 1 },
    { order: ['a'], visible: { a: false }, widths: { a: 90 } },
  ],
])('reads only values of the right shape from %j', (stored, layout) => {
  expect(layoutOf(stored)).toEqual(layout);
});
