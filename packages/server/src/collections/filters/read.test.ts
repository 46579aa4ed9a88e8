import { matchesFilter } from '@tessera/search-engine';
import { expect, test } from 'vitest';
import { ServiceError } from '../../platform/errors.js';
import { readFilter } from './read.js';

const rules = { id_field: 'id', field_types: { price: 'number' } } as const;

function refusal(sent: unknown): ServiceError {
  try {
    readFilter(sent, rules, 'filters');
  } catch (error) {
    if (error instanceof ServiceError) {
      return error;
    }
  }
  throw new Error('expected a ServiceError');
}

test('readFilter > reads a filter according to the declared types', () => {
  const filter = readFilter({ price: { lte: '9.50' } }, rules, 'filters');
  expect(matchesFilter(filter, { price: 9.5 })).toBe(true);
  expect(matchesFilter(filter, { price: 10 })).toBe(false);
});

test.each([
  ['a malformed filter', { price: { between: 1 } }, 'filters.price.between'],
  ['a value of another type', { price: 'cheap' }, 'filters.price'],
  ['filters that are no object', 'price', 'filters'],
  ['too many fields', Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`f${index}`, 1])), 'filters'],
  ['too many values', { kind: { in: Array.from({ length: 1_001 }, (_, index) => index) } }, 'filters.kind.in'],
])('readFilter > rejects %s and names the path', (_, sent, path) => {
  const error = refusal(sent);
  expect(error.code).toBe('invalid_request');
  expect(error.extras.details?.map((detail) => detail.path)).toEqual([path]);
});
