import { expect, test } from 'vitest';
import { dateText, numberText, shownValue } from './values.js';

test.each([
  [[3, 'Desks'], 'Desks'],
  [{ id: 3, display_name: 'Desks' }, 'Desks'],
  [false, '✗'],
  [true, '✓'],
  ['', '–'],
  [[], '–'],
  [null, '–'],
  [0, '0'],
  [['a', 'b'], 'a, b'],
  [['oak', 'oiled', 'solid'], 'oak, oiled, solid'],
  [{ width: 160 }, '{"width":160}'],
])('%j is shown as %s', (value, shown) => {
  expect(shownValue(value)).toBe(shown);
});

test.each([
  [1234567.5, (1234567.5).toLocaleString()],
  ['12.50', (12.5).toLocaleString(undefined, { minimumFractionDigits: 2 })],
  ['0012a', '0012a'],
  ['12345678901234567890', '12345678901234567890'],
])('the number %s is shown in the language of the page without losing a digit', (value, shown) => {
  expect(numberText(value)).toBe(shown);
});

test.each(['2026-13-45', 'soon', '2026'])('%s is not a date and is shown unchanged', (value) => {
  expect(dateText(value)).toBe(value);
});
