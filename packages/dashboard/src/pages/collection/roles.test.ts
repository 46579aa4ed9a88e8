import { expect, test } from 'vitest';
import {
  accept,
  type InspectedField,
  isSuggested,
  patchOf,
  type Roles,
  setIdentifier,
  setSemantic,
  setType,
} from './roles.js';

const none: Roles = { types: {}, identifiers: [], embed: null };
const field = (name: string, part: Partial<InspectedField>): InspectedField => ({
  name,
  detected_type: null,
  suggested_type: null,
  suggested_role: null,
  coverage: 1,
  examples: [],
  ...part,
});
const sku = field('sku', { suggested_role: 'identifier', suggested_type: 'string' });
const price = field('price', { suggested_role: 'filterable', suggested_type: 'number' });

test('patchOf > contains only the differences after accepting suggestions one by one', () => {
  const roles = [sku, price].reduce(accept, none);
  expect(patchOf(none, roles)).toEqual({ field_types: { sku: 'string', price: 'number' }, id_match_fields: ['sku'] });
  expect([sku, price].some((entry) => isSuggested(roles, entry))).toBe(false);
  expect(patchOf(roles, roles)).toEqual({});
});

test('setIdentifier > removes an identifier from the fields searched by meaning', () => {
  const searched = setSemantic(setSemantic(none, 'sku', true), 'name', true);
  expect(setIdentifier(searched, 'sku', true)).toMatchObject({ identifiers: ['sku'], embed: ['name'] });
});

test('setSemantic > restores the default when the last field is removed', () => {
  const searched = setSemantic(none, 'name', true);
  expect(patchOf(searched, setSemantic(searched, 'name', false))).toEqual({ embed_fields: null });
});

test('setType > declares and removes a type', () => {
  expect(setType(setType(none, 'price', 'number'), 'price', null)).toEqual(none);
});
