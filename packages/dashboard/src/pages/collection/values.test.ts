import { expect, test } from 'vitest';
import { changedFields, editableText, shownValue } from './values.js';

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

const record = { name: 'Desk', code: '007', price: 12.5, tags: ['oak'], sold: false, note: null };
const edited = (texts: Record<string, string>) =>
  changedFields(record, (field) => texts[field] ?? editableText(new Map(Object.entries(record)).get(field)));

test.each([
  ['nothing that is untouched', {}, {}],
  ['a string as it is typed', { name: '12', code: '008' }, { name: '12', code: '008' }],
  [
    'a number, list and boolean by their JSON',
    { price: '13', tags: '["elm"]', sold: 'true' },
    { price: 13, tags: ['elm'], sold: true },
  ],
  ['what is no JSON as a string', { price: 'on request' }, { price: 'on request' }],
  ['null for what was emptied', { name: '', price: '' }, { name: null, price: null }],
])('an edited record sends %s', (_, texts, sent) => {
  expect(edited(texts)).toEqual(sent);
});
