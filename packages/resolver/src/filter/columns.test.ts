import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Bitset } from '../bitset.js';
import type { JsonObject } from '../json.js';
import { ColumnStore } from './columns.js';
import { type CompiledFilter, compileFilter, matchesFilter, matchesSlice } from './compile.js';
import { FilterError, parseFilter } from './parse.js';
import { attributes, fieldTypes, filters } from './testing/arbitraries.js';
import { ownValue } from './values.js';

function compiled(raw: JsonObject): CompiledFilter | undefined {
  try {
    return compileFilter(parseFilter(raw), fieldTypes);
  } catch (error) {
    if (error instanceof FilterError) {
      return undefined;
    }
    throw error;
  }
}

function loadMissing(store: ColumnStore, filter: CompiledFilter, records: readonly JsonObject[]): void {
  for (const { field, type } of store.missing(filter)) {
    store.load(
      field,
      type,
      records.map((record, slot) => [slot, ownValue(record, field)] as const),
    );
  }
}

const usableFilter = filters.map(compiled).filter((filter) => filter !== undefined);

test('columns answer a filter as the reference does, for every slot, before and after updates', () => {
  fc.assert(
    fc.property(
      fc.array(attributes, { minLength: 1, maxLength: 8 }),
      fc.array(fc.tuple(fc.nat({ max: 12 }), fc.option(attributes)), { maxLength: 6 }),
      usableFilter,
      (records, updates, filter) => {
        const store = new ColumnStore();
        loadMissing(store, filter, records);
        const live = new Map(records.map((record, slot) => [slot, record]));
        const check = () => {
          const mask = store.mask(filter, Bitset.of(live.keys()));
          const expected = [...live].filter(([, record]) => matchesFilter(filter, record)).map(([slot]) => slot);
          expect([...mask]).toEqual(expected.sort((a, b) => a - b));
        };
        check();
        for (const [slot, record] of updates) {
          if (record === null) {
            store.clear(slot);
            live.delete(slot);
          } else {
            store.set(slot, record);
            live.set(slot, record);
          }
        }
        check();
      },
    ),
    { numRuns: 2_000 },
  );
});

test('a slice is the union of its filters', () => {
  fc.assert(
    fc.property(fc.array(attributes, { maxLength: 6 }), fc.array(usableFilter, { maxLength: 3 }), (records, slice) => {
      const store = new ColumnStore();
      for (const filter of slice) {
        loadMissing(store, filter, records);
      }
      const mask = store.sliceMask(slice, Bitset.range(records.length));
      expect(records.map((_, slot) => mask.has(slot))).toEqual(records.map((record) => matchesSlice(slice, record)));
    }),
  );
});

test('the column of a value that keeps changing does not grow with every value', () => {
  const store = new ColumnStore();
  store.load('note', 'text', [[0, 'start']]);
  store.set(0, { note: 'first value' });
  const settled = store.bytes;
  for (let step = 100; step < 400; step += 1) {
    store.set(0, { note: `value ${step}` });
  }
  expect(store.bytes).toBeLessThanOrEqual(settled + 200);
});

test('a column that was not built is named, and asking without it is an error', () => {
  const store = new ColumnStore();
  const filter = compileFilter(parseFilter({ price: { lte: 5 }, note: 'a' }), fieldTypes);
  expect(store.missing(filter)).toEqual([
    { field: 'price', type: 'number' },
    { field: 'note', type: 'text' },
  ]);
  expect(() => store.mask(filter, Bitset.range(1))).toThrow('price');
});
