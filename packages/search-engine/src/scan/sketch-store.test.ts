import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../../acceptance/full-size.mjs';
import { Bitset } from '../bitset.js';
import { differingSigns, heavyDimensions } from '../vector.js';
import { SketchStore } from './sketch-store.js';

/** The slots that `nearest` must return by the scalar definitions: all slots up to the distance of the `wanted`-th. */
function choose(query: Int8Array, records: ReadonlyMap<number, Int8Array>, wanted: number): number[] {
  const heavy = heavyDimensions(query);
  const measured = [...records].map(([slot, values]) => ({ slot, distance: differingSigns(query, values, heavy) }));
  const distances = measured.map(({ distance }) => distance).sort((a, b) => a - b);
  const farthest = distances[wanted - 1] ?? Number.POSITIVE_INFINITY;
  return measured
    .filter(({ distance }) => distance <= farthest)
    .map(({ slot }) => slot)
    .sort((a, b) => a - b);
}

/** Creates a store of these records. First stores other values in each slot, which must have no effect. */
function storeOf(padded: number, records: ReadonlyMap<number, Int8Array>): SketchStore {
  const store = new SketchStore(padded);
  for (const [slot, values] of records) {
    store.set(
      slot,
      values.map((each) => -each),
    );
    store.set(slot, values);
  }
  return store;
}

const wanted = fc.integer({ min: 1, max: 90 });
const collections = fc
  .oneof(fc.integer({ min: 1, max: 44 }), fc.constantFrom(16, 28, 96))
  .map((sixteens) => 16 * sixteens)
  .chain((dimensions) => {
    const values = fc.int8Array({ minLength: dimensions, maxLength: dimensions, min: -127, max: 127 });
    return fc.record({
      query: values,
      records: fc.array(fc.tuple(fc.nat(1_500), values), { minLength: 1, maxLength: 90, size: 'max' }),
      left: fc.array(fc.nat(1_500)),
    });
  });

describe('SketchStore.nearest', () => {
  test('equals the scalar reference for any dimensions, slots and mask', () => {
    fc.assert(
      fc.property(collections, wanted, ({ query, records, left }, count) => {
        const stored = new Map(records);
        const store = storeOf(query.length, stored);
        for (const slot of left) {
          stored.delete(slot);
        }
        store.setQuery(query);
        expect([...store.nearest(Bitset.of(stored.keys()), count)]).toEqual(choose(query, stored, count));
      }),
    );
  });

  test('equals the scalar reference for many slots, even if similar ones are adjacent', () => {
    const dimensions = 48;
    const values = fc.int8Array({ minLength: dimensions, maxLength: dimensions, min: -127, max: 127 });
    const pools = fc.array(values, { minLength: 2, maxLength: 300 });
    fc.assert(
      fc.property(pools, fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 4 }), (pool, count, step) => {
        const query = pool[0] as Int8Array;
        const records = new Map<number, Int8Array>();
        for (let slot = 0; slot < 9_000; slot += step) {
          records.set(slot, pool[1 + (Math.floor(slot / 50) % (pool.length - 1))] as Int8Array);
        }
        const store = storeOf(dimensions, records);
        store.setQuery(query);
        expect([...store.nearest(Bitset.of(records.keys()), count)]).toEqual(choose(query, records, count));
      }),
      { numRuns: propertyRuns(20) },
    );
  });

  test('returns the same after restoring', () => {
    fc.assert(
      fc.property(collections, wanted, ({ query, records }, count) => {
        const stored = new Map(records);
        const store = storeOf(query.length, stored);
        const restored = new SketchStore(query.length);
        restored.restore(store.stored().slice());
        const slots = Bitset.of(stored.keys());
        store.setQuery(query);
        restored.setQuery(query);
        expect(restored.nearest(slots, count)).toEqual(store.nearest(slots, count));
      }),
    );
  });

  test('returns all slots for a zero query', () => {
    const store = storeOf(16, new Map([[700, new Int8Array(16).fill(1)]]));
    store.setQuery(new Int8Array(16));
    expect([...store.nearest(Bitset.range(701), 1)]).toHaveLength(701);
  });
});

describe('scalar reference', () => {
  test('compares the dimensions of the largest values, regardless of their signs', () => {
    fc.assert(
      fc.property(fc.int8Array({ minLength: 1, maxLength: 300, min: -127, max: 127 }), (values) => {
        const heavy = heavyDimensions(values);
        expect(heavyDimensions(values.map((each) => -each))).toEqual(heavy);
        expect(heavy.length > 0).toBe(values.some((each) => each !== 0));
        const size = (dimension: number) => Math.abs(values[dimension] as number);
        const least = Math.min(...heavy.map(size));
        const others = [...values.keys()].filter((dimension) => !heavy.includes(dimension));
        expect(others.every((dimension) => size(dimension) < least)).toBe(true);
      }),
    );
  });

  test('counts the dimensions in which exactly one of two values is negative', () => {
    expect(differingSigns(Int8Array.of(1, -1, 0, -5), Int8Array.of(2, 3, -4, -6), [0, 1, 2, 3])).toBe(2);
    expect(differingSigns(Int8Array.of(1, -1, 0, -5), Int8Array.of(2, 3, -4, -6), [0, 1, 3])).toBe(1);
  });
});
