import type { JsonObject, JsonValue } from '@tessera/json';
import { ownValue } from '@tessera/json';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../../acceptance/full-size.mjs';
import { Bitset } from '../bitset.js';
import { ColumnStore } from './columns.js';
import { type CompiledFilter, compileFilter, compileSlice, matchesFilter, matchesSlice } from './compile.js';
import { FilterError, parseFilter } from './parse.js';
import { attributes, fieldTypes, filters } from './testing/arbitraries.js';

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

function loadMissing(
  store: ColumnStore,
  filter: CompiledFilter,
  records: Iterable<readonly [number, JsonObject]>,
): void {
  for (const key of store.missing(filter)) {
    store.load(
      key,
      [...records].map(([slot, record]) => [slot, ownValue(record, key.field)] as const),
    );
  }
}

const usableFilter = filters.map(compiled).filter((filter) => filter !== undefined);

test('ColumnStore.mask > matches the same slots as matchesFilter, before and after updates', () => {
  fc.assert(
    fc.property(
      fc.array(attributes, { minLength: 1, maxLength: 8 }),
      fc.array(fc.tuple(fc.nat({ max: 12 }), fc.option(attributes)), { maxLength: 12 }),
      // With a large distance few slots have a value, so another algorithm is used.
      fc.constantFrom(1, 50),
      usableFilter,
      (records, updates, distance, filter) => {
        const store = new ColumnStore();
        const live = new Map(records.map((record, index) => [index * distance, record]));
        loadMissing(store, filter, live);
        const check = () => {
          const mask = store.mask(filter, Bitset.of(live.keys()));
          const expected = [...live].filter(([, record]) => matchesFilter(filter, record)).map(([slot]) => slot);
          expect([...mask]).toEqual(expected.sort((a, b) => a - b));
        };
        check();
        for (const [index, record] of updates) {
          const slot = index * distance;
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
    { numRuns: propertyRuns(2_000) },
  );
});

test('ColumnStore.sliceMask > returns the union of the filters', () => {
  const slices = fc.array(filters, { maxLength: 3 }).map((several) => compileSlice(several, fieldTypes));
  fc.assert(
    fc.property(fc.array(attributes, { maxLength: 6 }), slices, (records, slice) => {
      const store = new ColumnStore();
      for (const filter of slice) {
        loadMissing(store, filter, new Map(records.entries()));
      }
      const mask = store.sliceMask(slice, Bitset.range(records.length));
      expect(records.map((_, slot) => mask.has(slot))).toEqual(records.map((record) => matchesSlice(slice, record)));
    }),
  );
});

test('TextColumn > finds exactly the lists that contain a string, after any updates', () => {
  const lists = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 });
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat({ max: 4 }), lists), { maxLength: 30 }), (updates) => {
      const store = new ColumnStore();
      store.load({ field: 'note', type: 'text' }, []);
      const live = new Map<number, JsonObject>();
      for (const [slot, note] of updates) {
        store.set(slot, { note });
        live.set(slot, { note });
        for (const text of ['a', 'b', 'c']) {
          const filter = compileFilter(parseFilter({ note: text }), fieldTypes);
          const expected = [...live].filter(([, record]) => matchesFilter(filter, record)).map(([found]) => found);
          expect([...store.mask(filter, Bitset.of(live.keys()))]).toEqual(expected.sort((x, y) => x - y));
        }
      }
    }),
  );
});

test.each<[string, (text: string) => JsonValue]>([
  ['text', (text) => text],
  ['list', (text) => [text, 'of several']],
])('ColumnStore > the memory of a %s column does not grow with changing values', (_, valueWith) => {
  const store = new ColumnStore();
  store.load({ field: 'note', type: 'text' }, [[0, valueWith('start')]]);
  store.set(0, { note: valueWith('first value') });
  const settled = store.bytes;
  for (let step = 100; step < 400; step += 1) {
    store.set(0, { note: valueWith(`value ${step}`) });
  }
  expect(store.bytes).toBeLessThanOrEqual(settled + 200);
});

test('ColumnStore > names a missing column, and throws if it is used', () => {
  const store = new ColumnStore();
  const filter = compileFilter(parseFilter({ price: { lte: 5 }, note: 'a' }), fieldTypes);
  expect(store.missing(filter)).toEqual([
    { field: 'price', type: 'number' },
    { field: 'note', type: 'text' },
  ]);
  expect(() => store.mask(filter, Bitset.range(1))).toThrow('price');
});

test.each(['text', 'number', 'date'] as const)('ColumnStore > a %s column uses no memory for absent slots', (type) => {
  const bytesOf = (slots: number) => {
    const store = new ColumnStore();
    store.load(
      { field: 'field', type },
      Array.from({ length: slots }, (_, slot) => [slot, slot % 2 ? null : undefined] as const),
    );
    return store.bytes;
  };
  expect(bytesOf(10_000)).toBe(bytesOf(0));
});
