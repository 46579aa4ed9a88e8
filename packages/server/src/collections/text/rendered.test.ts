import type { JsonObject } from '@tessera/json';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderRecord } from './rendered.js';

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

test('the line starts with the id and what people know the record by; relational values show their label', () => {
  expect(renderRecord('27', desk, null)).toBe(
    '27 · Large Desk (oak) · desk@example.com · list_price: 1799 · categ_id: WorkspaceFixture Furniture · tags: New, sale · size: width 160, unit cm',
  );
});

test('a list of two words shows both, also where it could be a pair of an id and a label', () => {
  expect(renderRecord('1', { tags: ['4K', 'OLED'] }, null)).toBe('1 · tags: 4K, OLED');
});

test('only exposed fields show, and the id always does', () => {
  expect(renderRecord('27', desk, ['list_price', 'absent'])).toBe('27 · list_price: 1799');
  expect(renderRecord('27', desk, [])).toBe('27');
});

test('a long value is cut, and fields beyond the limit are omitted', () => {
  const line = renderRecord('1', { name: 'x'.repeat(300), note: 'short', text: 'y'.repeat(300), code: 'A-1' }, null);
  expect(line).toBe(`1 · ${'x'.repeat(79)}… · note: short · text: ${'y'.repeat(79)}… · code: A-1`);
});

test('a long id is there in full', () => {
  expect(renderRecord('i'.repeat(512), desk, null)).toBe('i'.repeat(512));
});

test('it is always one line of at most 200 characters that starts with the id, with no half characters', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }),
      fc.dictionary(
        fc.string({ unit: 'grapheme' }),
        fc.oneof(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.integer()),
      ),
      (id, attributes) => {
        const line = renderRecord(id, attributes, null);
        // Breaks inside an id show as a space.
        const shown = id.split(/[\p{Cc}\p{Zl}\p{Zp}]+/u).join(' ');
        expect(line.startsWith(shown)).toBe(true);
        expect([...line].length).toBeLessThanOrEqual(200);
        expect(/[\n\r\u2028\u2029]|\p{Surrogate}/u.test(line)).toBe(false);
      },
    ),
  );
});
