import { expect, it } from 'vitest';
import { compareFields } from './compared-fields.js';

it('lists the fields of two records, those that differ first', () => {
  const best = { name: 'Desk oak', category: [4, 'Desks'], size: 160, stock: false };
  const second = { name: 'Desk oak', category: [4, 'Desks'], size: 140, colour: 'natural', stock: null };
  expect(compareFields(best, second)).toEqual([
    { field: 'size', best: 160, second: 140, isDifferent: true },
    { field: 'stock', best: false, second: null, isDifferent: true },
    { field: 'colour', best: undefined, second: 'natural', isDifferent: true },
    { field: 'name', best: 'Desk oak', second: 'Desk oak', isDifferent: false },
    { field: 'category', best: [4, 'Desks'], second: [4, 'Desks'], isDifferent: false },
  ]);
});
