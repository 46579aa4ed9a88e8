import { inject } from 'vitest';
import { makeToken, makeWorkspace, ok } from '../http.js';

const records = [
  { id: 1, name: 'Blue desk lamp', sku: 'L-100', price: 39.9, color: 'blue' },
  { id: 2, name: 'Blue desk lamp', sku: 'L-101', price: 59, color: 'red' },
  { id: 3, name: 'Green armchair', sku: 'C-200', price: 240, color: 'green', note: '<script>alert(1)</script>' },
];

/** Creates a collection of products, and returns its reconciliation URL. */
export async function reconciliationUrl(): Promise<string> {
  const { id } = await makeWorkspace();
  const token = await makeToken(id);
  await ok('POST /collections', { token, body: { name: 'products' } });
  const configuration = { id_match_fields: ['sku'], field_types: { price: 'number', color: 'enum' } };
  await ok('PATCH /collections/products', { token, body: configuration });
  await ok('POST /collections/products/import', { token, body: { records } });
  const { secret } = await ok<{ secret: string }>('POST /collections/products/reconciliation-url', { token });
  return `${inject('target').url}/reconcile/${secret}`;
}
