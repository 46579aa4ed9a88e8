import { expect, test } from 'vitest';
import { shownValue } from './values.js';

test.each([
  [[3, 'Desks'], 'Desks'],
  [{ id: 3, display_name: 'Desks' }, 'Desks'],
  [false, '–'],
  ['', '–'],
  [[], '–'],
  [0, '0'],
  [true, 'true'],
  [['oak', 'oiled', 'solid'], 'oak, oiled, solid'],
  [{ width: 160 }, '{"width":160}'],
])('%j is shown as %s', (value, shown) => {
  expect(shownValue(value)).toBe(shown);
});
