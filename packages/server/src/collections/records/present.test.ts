import type { JsonObject } from '@tessera/json';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderRecord } from './present.js';

const desk: JsonObject = {
  list_price: 1799,
  categ_id: [8, 'WorkspaceFixture Furniture'],
  barcode: false,
  name: 'Large  Desk\n(oak)',
  notes: '',
  email: 'desk@example.com',
  tags: [[1, 'New'], 'sale'],
  size: { width: 160, unit: 'cm' },
};

test('renderRecord > starts with the id and title fields, and shows labels of relational values', () => {
  expect(renderRecord('27', desk, null)).toBe(
    '27 · Large Desk (oak) · desk@example.com · list_price: 1799 · categ_id: WorkspaceFixture Furniture · tags: New, sale · size: width 160, unit cm',
  );
});

test('renderRecord > shows both of two words in a list, even if the list resembles an id with a label', () => {
  expect(renderRecord('1', { tags: ['4K', 'OLED'] }, null)).toBe('1 · tags: 4K, OLED');
});

test('renderRecord > shows the id and only exposed fields', () => {
  expect(renderRecord('27', desk, ['list_price', 'absent'])).toBe('27 · list_price: 1799');
  expect(renderRecord('27', desk, [])).toBe('27');
});

test('renderRecord > cuts long values, and omits fields beyond the limit', () => {
  const line = renderRecord('1', { name: 'x'.repeat(300), note: 'short', text: 'y'.repeat(300), code: 'A-1' }, null);
  expect(line).toBe(`1 · ${'x'.repeat(79)}… · note: short · text: ${'y'.repeat(79)}… · code: A-1`);
});

test('renderRecord > never cuts the id', () => {
  expect(renderRecord('i'.repeat(512), desk, null)).toBe('i'.repeat(512));
});

test('renderRecord > is one line of at most 200 characters, starting with the id, without half characters', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }),
      fc.dictionary(
        fc.string({ unit: 'grapheme' }),
        fc.oneof(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.integer()),
      ),
      (id, attributes) => {
        const line = renderRecord(id, attributes, null);
        // A line shows the line breaks of an id as spaces.
        const shown = id.split(/[\p{Cc}\p{Zl}\p{Zp}]+/u).join(' ');
        expect(line.startsWith(shown)).toBe(true);
        expect([...line].length).toBeLessThanOrEqual(200);
        expect(/[\n\r\u2028\u2029]|\p{Surrogate}/u.test(line)).toBe(false);
      },
    ),
  );
});
