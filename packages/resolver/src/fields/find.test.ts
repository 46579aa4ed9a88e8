import { expect, test } from 'vitest';
import { indexOf } from '../testing/coded-items.js';
import { findByFields } from './find.js';

test.each([
  ['04006381333931', '4006381333931'],
  ['0049 40 1234567', '+49 40 1234567'],
])('an identifier without letters finds a record in another spelling: "%s" for "%s"', (sent, stored) => {
  const index = indexOf(
    [
      ['lamp', 'Desk lamp', stored],
      ['desk', 'Oak desk', '4006381333948'],
    ],
    true,
  );
  const query = { title: null, texts: [], identifiers: [sent], values: [sent], limit: 5 };
  expect(findByFields(index, query).ids[0]).toBe('lamp');
});
