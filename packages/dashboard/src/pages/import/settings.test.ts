import { describe, expect, it } from 'vitest';
import { changesOf, guessedSettings, nameFor, noSettings, purposeOf, withPurpose } from './settings.js';

describe('the settings of an import', () => {
  it('name a new collection after the file', () => {
    const names = ['Größen & Maße.csv', 'archive.tar.gz', '商品.xlsx', '.csv', '_a.csv'].map(nameFor);
    expect(names).toEqual(['grossen-masse', 'archive-tar', 'records', 'csv', 'a']);
    expect(nameFor(`${'x'.repeat(80)}.csv`)).toHaveLength(64);
  });

  it('take as id the column that is called so, a unique one first, or else the first unique column', () => {
    const rows = [
      { brand: 'Oak', sku: 'A', order_no: 1 },
      { brand: 'Oak', sku: 'B', order_no: 1 },
    ];
    expect(guessedSettings(['brand', 'order_no', 'sku'], rows).idField).toBe('sku');
    expect(guessedSettings(['name', 'id'], [{ name: 'a', id: 1 }]).idField).toBe('id');
    expect(
      guessedSettings(
        ['kind', 'name'],
        [
          { kind: 1, name: 'a' },
          { kind: 1, name: 'b' },
        ],
      ).idField,
    ).toBe('name');
    const repeated = [
      { id: 1, sku: 'a' },
      { id: 1, sku: 'b' },
    ];
    expect(guessedSettings(['sku', 'id'], repeated).idField).toBe('id');
    expect(guessedSettings(['id', 'updated_at'], []).clockField).toBe('updated_at');
  });

  it('give a field one purpose, join ids, and send only what differs', () => {
    const one = withPurpose(noSettings, 'order', 'id');
    const joined = withPurpose(one, 'line', 'part');
    expect([joined.idField, purposeOf(joined, 'order'), purposeOf(joined, 'line')]).toEqual([
      'order:line',
      'id',
      'part',
    ]);
    const changed = withPurpose(withPurpose(joined, 'line', 'identifier'), 'at', 'clock');
    expect(changesOf(noSettings, changed)).toEqual({
      id_field: 'order',
      write_date_field: 'at',
      id_match_fields: ['line'],
    });
    expect(changesOf(changed, withPurpose(changed, 'line', ''))).toEqual({ id_match_fields: [] });
  });
});
