import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Bitset } from '../bitset.js';
import { createKernel } from './kernel.js';
import { layOut } from './layout.js';
import { hammingDistance, heavyFrom, quantise, signBits, signWeights, weightedDistance } from './reference.js';
import { type Choice, SketchStore } from './sketch-store.js';

type Signs = Uint8Array;

/** What `nearest` must choose of the slots at most so far away by heavy dimensions, by the scalar definitions. */
function choose(query: Int8Array, sketches: Map<number, Signs>, heaviest: number, wanted: number): number[] {
  const weights = signWeights(query);
  const signs = signBits(query, bytesOf(query));
  return [...sketches]
    .filter(([, sketch]) => weightedDistance(signs, sketch, heavyOnly(weights)) <= heaviest)
    .map(([slot, sketch]) => ({ slot, distance: weightedDistance(signs, sketch, weights) }))
    .sort((a, b) => a.distance - b.distance || a.slot - b.slot)
    .slice(0, wanted)
    .map(({ slot }) => slot)
    .sort((a, b) => a - b);
}

/** How far away the `wanted`-th slot is by heavy dimensions; as far as can be where there are fewer. */
function heavyDistanceOf(query: Int8Array, sketches: Iterable<Signs>, wanted: number): number {
  const heavy = heavyOnly(signWeights(query));
  const signs = signBits(query, bytesOf(query));
  const distances = [...sketches].map((sketch) => weightedDistance(signs, sketch, heavy)).sort((a, b) => a - b);
  return distances[wanted - 1] ?? query.length;
}

const heavyOnly = (weights: Uint8Array) => weights.map((weight) => (weight >= heavyFrom ? 1 : 0));
const bytesOf = (values: Int8Array) => Math.ceil(values.length / 64) * 8;

function storeOf(dimensions: number, slots: number): { store: SketchStore; padded: number } {
  const kernel = createKernel();
  const layout = layOut(dimensions, [kernel]);
  const store = new SketchStore(kernel, layout);
  store.reserve(Math.ceil(slots / layout.slots));
  return { store, padded: layout.padded };
}

const value = fc.integer({ min: -127, max: 127 });
const collections = fc
  .oneof(fc.integer({ min: 1, max: 700 }), fc.constantFrom(16, 256, 440, 448))
  .chain((dimensions) => {
    const values = fc.int8Array({ minLength: dimensions, maxLength: dimensions, min: -127, max: 127 });
    return fc.record({
      dimensions: fc.constant(dimensions),
      query: values,
      records: fc.array(values, { minLength: 1, maxLength: 90, size: 'max' }),
      left: fc.array(fc.nat(90)),
      weighed: fc.integer({ min: 1, max: 60 }),
      wanted: fc.integer({ min: 1, max: 60 }),
    });
  });

describe('the choice by sketches', () => {
  test('is that of the scalar reference, whatever the dimensions and the mask', () => {
    fc.assert(
      fc.property(collections, ({ dimensions, query, records, left, ...choice }) => {
        const { store, padded } = storeOf(dimensions, records.length);
        const eligible = Bitset.range(records.length);
        const sketches = new Map<number, Signs>();
        records.forEach((record, slot) => {
          const values = pad(record, padded);
          store.set(slot, values);
          sketches.set(slot, signBits(values, bytesOf(values)));
        });
        for (const slot of left) {
          eligible.clear(slot);
          sketches.delete(slot);
        }
        store.prepare(pad(query, padded));
        const heaviest = heavyDistanceOf(pad(query, padded), sketches.values(), choice.weighed);
        const reached = choose(pad(query, padded), sketches, heaviest, choice.wanted);
        if (reached.length === choice.wanted) {
          expect([...store.nearest(eligible, choice)]).toEqual(reached);
        } else {
          expect(store.nearest(eligible, choice)).toHaveLength(Math.min(choice.wanted, sketches.size));
        }
      }),
    );
  });

  test('of many slots is that of the scalar reference for some number of slots weighed, and always as many as wanted', () => {
    const dimensions = 48;
    const slots = 9_000;
    fc.assert(
      fc.property(
        fc.array(fc.array(value, { minLength: dimensions, maxLength: dimensions }), { minLength: 2, maxLength: 300 }),
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 1, max: 4 }),
        (pool, weighed, wanted, step) => {
          const { store } = storeOf(dimensions, slots);
          const query = Int8Array.from(pool[0] as number[]);
          const sketches = new Map<number, Signs>();
          for (let slot = 0; slot < slots; slot++) {
            // Runs of alike records, so that samples mislead.
            const values = Int8Array.from(pool[1 + (Math.floor(slot / 50) % (pool.length - 1))] as number[]);
            store.set(slot, values);
            if (slot % step === 0) {
              sketches.set(slot, signBits(values, 8));
            }
          }
          store.prepare(query);
          const chosen = [...store.nearest(Bitset.of(sketches.keys()), { weighed, wanted })];
          expect(chosen).toHaveLength(Math.min(wanted, sketches.size));
          // Slots farther away by heavy dimensions than all chosen make no difference, whether weighed or not.
          const farthest = Math.max(...chosen.map((slot) => heavyDistanceOf(query, [sketches.get(slot) as Signs], 1)));
          expect(chosen).toEqual(choose(query, sketches, farthest, wanted));
        },
      ),
      { numRuns: 20 },
    );
  });

  test('of many slots depends neither on where they lie nor on what lies between', () => {
    const dimensions = 48;
    const count = 9_000;
    const values = fc.array(value, { minLength: dimensions, maxLength: dimensions });
    fc.assert(
      fc.property(
        fc.array(values, { minLength: 200, maxLength: 300 }),
        fc.integer({ min: 1, max: 400 }),
        (pool, wanted) => {
          const vectorOf = (id: number) =>
            Int8Array.from((pool[id % pool.length] as number[]).map((each, i) => (each * id * (i + 1)) % 127));
          const choose = (slotOf: (id: number) => number, idOf: (slot: number) => number) => {
            const { store } = storeOf(dimensions, 2 * count);
            const eligible = new Bitset();
            for (let id = 0; id < count; id++) {
              store.set(slotOf(id), vectorOf(id));
              eligible.set(slotOf(id));
            }
            store.prepare(Int8Array.from(pool[0] as number[]));
            const chosen = store.nearest(eligible, { weighed: wanted, wanted }, (a, b) => idOf(a) < idOf(b));
            return Array.from(chosen, idOf).sort((a, b) => a - b);
          };
          const inOrder = choose(
            (id) => id,
            (slot) => slot,
          );
          const backwards = choose(
            (id) => 2 * (count - id) - 1,
            (slot) => count - (slot + 1) / 2,
          );
          expect(backwards).toEqual(inOrder);
        },
      ),
      { numRuns: 5, endOnFailure: true },
    );
  });

  test('of records all alike is no larger than wanted', () => {
    const { store } = storeOf(16, 6_000);
    for (let slot = 0; slot < 6_000; slot++) {
      store.set(slot, new Int8Array(16).fill(1));
    }
    store.prepare(new Int8Array(16));
    const choice: Choice = { weighed: 100, wanted: 10 };
    expect([...store.nearest(Bitset.range(6_000), choice)]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
});

describe('the kernel', () => {
  test('measures and weighs just the masked sketches within the limits, be they many or few', () => {
    fc.assert(
      fc.property(collections, fc.nat(), fc.nat(), ({ dimensions, query, records, left }, heavyOf, limitOf) => {
        const kernel = createKernel();
        const layout = layOut(dimensions, [kernel]);
        const store = new SketchStore(kernel, layout);
        store.reserve(Math.ceil(records.length / layout.slots));
        const signs = signBits(pad(query, layout.padded), layout.sketchBytes);
        const weights = signWeights(pad(query, layout.padded));
        const measured = records.map((record, slot) => {
          const values = pad(record, layout.padded);
          store.set(slot, values);
          const sketch = signBits(values, layout.sketchBytes);
          const heavy = weightedDistance(signs, sketch, heavyOnly(weights));
          return { slot, heavy, weighted: weightedDistance(signs, sketch, weights) };
        });
        store.prepare(pad(query, layout.padded));
        const mask = Bitset.range(records.length);
        store.nearest(mask, { weighed: 1, wanted: 1 });
        for (const slot of left) {
          mask.clear(slot);
        }
        const masked = measured.filter(({ slot }) => mask.has(slot));
        const slots = Math.min(layout.slots, 96);
        const run = (scan: () => number): number[][] => {
          const { buffer } = kernel.memory;
          const words = new Uint32Array(buffer, kernel.maskAddress(), slots / 32).fill(0);
          words.set(mask.words.subarray(0, slots / 32));
          const pairs = new Uint32Array(buffer, kernel.resultsAddress(), 2 * scan());
          return Array.from({ length: pairs.length / 2 }, (_, i) => [...pairs.subarray(2 * i, 2 * i + 2)]);
        };
        const heavyLimit = measured[heavyOf % measured.length]?.heavy ?? 0;
        const limit = measured[limitOf % measured.length]?.weighted ?? 0;
        expect(run(() => kernel.measureSketches(layout.firstBlock, slots))).toEqual(
          masked.map(({ slot, heavy }) => [slot, heavy]),
        );
        expect(run(() => kernel.scanSketches(layout.firstBlock, slots, heavyLimit, limit))).toEqual(
          masked
            .filter(({ heavy, weighted }) => heavy <= heavyLimit && weighted <= limit)
            .map(({ slot, weighted }) => [slot, weighted]),
        );
      }),
    );
  });
});

describe('the scalar reference', () => {
  test('weighs a dimension by its absolute value, in units of the root mean square', () => {
    fc.assert(
      fc.property(fc.array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 300 }), (vector) => {
        const { values } = quantise(Float32Array.from(vector), vector.length);
        const weights = signWeights(values);
        expect(signWeights(values.map((each) => -each))).toEqual(weights);
        const order = [...values.keys()].sort((a, b) => Math.abs(values[a] ?? 0) - Math.abs(values[b] ?? 0));
        const ascending = order.map((dimension) => weights[dimension] as number);
        expect(ascending).toEqual([...ascending].sort((a, b) => a - b));
        values.forEach((each, i) => {
          expect(each === 0 ? weights[i] : 0).toBe(0);
        });
      }),
    );
  });

  test('counts every differing sign once where all weigh the same', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 8, maxLength: 8 }),
        fc.uint8Array({ minLength: 8, maxLength: 8 }),
        (a, b) => {
          expect(weightedDistance(a, b, new Uint8Array(64).fill(3))).toBe(3 * hammingDistance(a, b));
        },
      ),
    );
  });
});

function pad(values: Int8Array, length: number): Int8Array {
  const padded = new Int8Array(length);
  padded.set(values);
  return padded;
}
