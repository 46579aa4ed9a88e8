import { parseJson } from '@tessera/json';
import type { DeclaredType } from '@tessera/search-engine';
import { expect, it } from 'vitest';
import { hintFor, shownValue } from './shown-value.js';

it('shownValue > shows at most 60 characters of a value', () => {
  expect(shownValue('12,50')).toBe('"12,50"');
  expect(shownValue('x'.repeat(60))).toBe(`"${'x'.repeat(60)}"`);
  expect(shownValue('x'.repeat(500_000))).toBe(`"${'x'.repeat(59)}…`);
  expect(shownValue('\u{1F600}'.repeat(500))).toBe(`"${'\u{1F600}'.repeat(59)}…`);
  expect(shownValue(parseJson('12345678901234567890.10'))).toBe('12345678901234567890.1');
  expect(shownValue(parseJson('{"a": [1, "b", null], "c": {}}'))).toBe('{"a": [1, "b", null], "c": {}}');
  expect(shownValue(Array.from({ length: 20_000 }, () => 'long text'))).toMatch(/^\["long text", .*…$/);
  expect([...shownValue([{ deep: ['x'.repeat(100)] }])]).toHaveLength(61);
});

it.each<[string, DeclaredType, string]>([
  ['12,50', 'number', 'decimal comma: send 12.50'],
  ['-1.234.567,5', 'number', 'decimal comma: send -1234567.5'],
  ['1,234', 'number', 'decimal comma or thousands separator? Send 1.234 or 1234'],
  ['1,234.50', 'number', 'thousands separator: send 1234.50'],
  ['12 EUR', 'number', 'send the digits alone, without a unit or currency'],
  ['many', 'number', 'send a number'],
  ['03/04/2026', 'date', 'day or month first? Send 2026-04-03 or 2026-03-04'],
  ['31.12.2026', 'date', 'send 2026-12-31'],
  ['12/31/2026 10:00', 'date', 'send 2026-12-31'],
  ['soon', 'date', 'send YYYY-MM-DD or an ISO 8601 time'],
])('hintFor > %s is not a %s: %s', (value, type, hint) => {
  expect(hintFor(value, type)).toBe(hint);
});
