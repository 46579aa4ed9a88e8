import { expect, test } from 'vitest';
import { ExactNumber } from './json.js';
import { decimalText } from './values.js';

test.each<[number | string, string]>([
  [12, '12'],
  [12.5, '12.5'],
  [-0, '0'],
  [1e21, '1000000000000000000000'],
  [1e-7, '0.0000001'],
  [-1.5e-7, '-0.00000015'],
  ['1e3', '1000'],
  ['12.50', '12.5'],
  ['0.0', '0'],
  ['-0.00', '0'],
  ['12345678901234567890.10', '12345678901234567890.1'],
  ['123e-2', '1.23'],
  ['1E+2', '100'],
])('decimalText > prints %s as %s', (value, text) => {
  expect(decimalText(typeof value === 'string' ? new ExactNumber(value) : value)).toBe(text);
});

test('decimalText > returns a literal with an extreme exponent unchanged', () => {
  expect(decimalText(new ExactNumber('1e999999999'))).toBe('1e999999999');
});
