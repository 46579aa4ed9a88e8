import { describe, expect, it } from 'vitest';
import { partOf, valuesIn, withPart } from './body-paths.js';

const body = JSON.stringify({
  event: 'updated',
  items: [{ no: 7, 'list-price': 549, variants: [{ sku: 'D-1' }, { sku: 'D-2' }], at: '2026-01-31' }],
});

describe('a mapping of a delivery', () => {
  it('offers each value with its path, of a list the first entry', () => {
    expect(valuesIn(body).map(({ path }) => path)).toEqual([
      'event',
      'items[0].no',
      'items[0]."list-price"',
      'items[0].variants[0].sku',
      'items[0].at',
    ]);
    expect(valuesIn('<xml>')).toEqual([]);
  });

  it('reads the records of the list that contains the id', () => {
    const identified = withPart(undefined, 'items[0].no', 'id');
    expect(identified).toEqual({ records: 'items', id: 'no' });
    const timed = withPart(identified, 'items[0].at', 'write_date');
    const mapping = withPart(timed, 'items[0].variants[0].sku', 'field');
    expect(mapping).toEqual({ records: 'items', id: 'no', write_date: 'at', fields: { sku: 'variants[*].sku' } });
    expect(partOf(mapping, 'items[0].variants[0].sku')).toBe('field');
    expect(withPart(mapping, 'items[0].variants[0].sku', 'field')).toEqual(timed);
  });

  it('reads one record of a body without a list', () => {
    expect(withPart(undefined, 'data.object.id', 'id')).toEqual({ id: 'data.object.id' });
  });
});
