import { expect, it } from 'vitest';
import { objectAddress } from './recent.js';

it.each([
  ['/app/documents', '?path=a%2Fb.md&view=edit', '/app/documents?path=a%2Fb.md'],
  ['/app/collections/products', '?filter=x&record=7', '/app/collections/products?record=7'],
  ['/app/collections/products', '', '/app/collections/products'],
  ['/app/groups/1', '', '/app/groups/1'],
  ['/app/groups/new', '', undefined],
  ['/app/people', '?find=ada', undefined],
  ['/app/documents', '', undefined],
])('the object of %s%s is %s', (path, search, address) => {
  expect(objectAddress(path, search)).toBe(address);
});
