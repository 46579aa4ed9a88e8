import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../../acceptance/full-size.mjs';
import { Bitset } from '../bitset.js';
import { TopList } from '../top-list.js';
import { cosine, directionOf, dotInt8, encodeVector, quantise } from '../vector.js';
import { VectorStore } from './vector-store.js';

const dimensionsArbitrary = fc.integer({ min: 1, max: 200 });
const component = fc.float({ min: -1, max: 1, noNaN: true });

function vectorsOf(dimensions: number, minLength = 1): fc.Arbitrary<Float32Array[]> {
  const vector = fc.array(component, { minLength: dimensions, maxLength: dimensions });
  return fc.array(
    vector.map((values) => Float32Array.from(values)),
    { minLength, maxLength: 80 },
  );
}

const sets = dimensionsArbitrary.chain((dimensions) => vectorsOf(dimensions, 2));

/** The expected score by the scalar definitions. */
function expectedScore(a: Float32Array, b: Float32Array): number {
  const first = quantise(a, a.length);
  const second = quantise(b, b.length);
  return dotInt8(first.values, second.values) * first.scale * second.scale;
}

describe('VectorStore', () => {
  test('scores every vector like the scalar reference', () => {
    fc.assert(
      fc.property(sets, ([query, ...vectors]) => {
        const store = new VectorStore(query?.length ?? 0);
        vectors.forEach((vector, slot) => {
          store.set(slot, vector);
        });
        store.setQuery(query as Float32Array);
        const found = store.nearest(Bitset.range(vectors.length), vectors.length);
        expect(found.map(({ slot }) => slot).sort((a, b) => a - b)).toEqual(vectors.map((_, slot) => slot));
        for (const { slot, score } of found) {
          const expected = expectedScore(query as Float32Array, vectors[slot] as Float32Array);
          expect(score).toBeCloseTo(expected, 5);
          expect(store.similarity(slot)).toBeCloseTo(expected, 5);
        }
        expect(found.every(({ score }, i) => i === 0 || score <= (found[i - 1]?.score as number))).toBe(true);
        // A few slots are scored one by one, many are scored in blocks.
        const block = new TopList(vectors.length);
        store.sweepValues(Bitset.range(vectors.length), block);
        expect(block.takeSorted()).toEqual(found);
      }),
    );
  });

  test('restores values that are stored in several parts', () => {
    const store = new VectorStore(256);
    const vectors = new Map(
      [0, 9_000, 20_000, 40_000].map((slot) => [slot, new Float32Array(256).fill(1, slot % 251)]),
    );
    vectors.forEach((vector, slot) => {
      store.set(slot, vector);
    });
    const restored = VectorStore.restored(structuredClone(store.stored()));
    const parts = [...store.parts()];
    expect(parts.length).toBeGreaterThan(2);
    for (const part of parts) {
      restored.setPart(part);
    }
    vectors.forEach((vector, slot) => {
      restored.setQuery(vector);
      expect(restored.similarity(slot)).toBeCloseTo(1, 2);
    });
    expect([...restored.parts()].every((part, n) => isDeepStrictEqual(part, parts[n]))).toBe(true);
  });

  test('stores the bytes of an encoded vector as the vector itself', () => {
    fc.assert(
      fc.property(sets, ([before, ...vectors]) => {
        const [exact, encoded] = [before, before].map((vector) => {
          const store = new VectorStore(vector?.length ?? 0);
          store.set(0, vector as Float32Array);
          return store;
        });
        vectors.forEach((vector, slot) => {
          exact?.set(slot, vector);
          encoded?.set(slot, directionOf(encodeVector(vector)));
        });
        // Much faster than `toEqual`, which compares each byte of the arrays by itself.
        const states = [exact, encoded].map((store) => [store?.stored(), [...(store?.parts() ?? [])]]);
        expect(isDeepStrictEqual(states[0], states[1])).toBe(true);
      }),
    );
  });

  test('equals the cosine up to the error of 8-bit values', () => {
    fc.assert(
      fc.property(vectorsOf(64, 2), ([a, b]) => {
        const expected = cosine(a as Float32Array, b as Float32Array);
        expect(Math.abs(expectedScore(a as Float32Array, b as Float32Array) - expected)).toBeLessThan(0.05);
      }),
    );
  });

  test('returns the same after growing, updates and deletions as a store that is built at once', () => {
    const step = fc.record({
      slot: fc.integer({ min: 0, max: 1500 }),
      vector: fc.option(vectorsOf(20).map((v) => v[0])),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 60 }), vectorsOf(20), (steps, [query]) => {
        const store = new VectorStore(20);
        const state = new Map<number, Float32Array>();
        for (const { slot, vector } of steps) {
          if (vector) {
            store.set(slot, vector);
            state.set(slot, vector);
          } else {
            store.clear(slot);
            state.delete(slot);
          }
        }
        const fresh = new VectorStore(20);
        for (const [slot, vector] of state) {
          fresh.set(slot, vector);
        }
        store.setQuery(query as Float32Array);
        fresh.setQuery(query as Float32Array);
        const all = Bitset.range(1501);
        expect(store.nearest(all, 2000)).toEqual(fresh.nearest(all, 2000));
        expect(store.nearest(all, 2000)).toHaveLength(state.size);
      }),
    );
  });

  test('reads only the slots of the mask', () => {
    fc.assert(
      fc.property(vectorsOf(16, 2), fc.array(fc.nat(100)), (vectors, chosen) => {
        const store = new VectorStore(16);
        vectors.forEach((vector, slot) => {
          store.set(slot, vector);
        });
        store.setQuery(vectors[0] as Float32Array);
        const found = store.nearest(Bitset.of(chosen), 200).map(({ slot }) => slot);
        const expected = [...new Set(chosen)].filter((slot) => slot < vectors.length);
        expect(found.sort((a, b) => a - b)).toEqual(expected.sort((a, b) => a - b));
      }),
    );
  });

  test('scores the slots chosen by sketches like the scalar reference, and always finds enough', () => {
    fc.assert(
      fc.property(sets, fc.array(fc.nat(80)), fc.integer({ min: 1, max: 100 }), ([query, ...vectors], left, limit) => {
        const sketchUse = { exhaustive: 8, candidatesPerRoot: 0.7 };
        const store = new VectorStore(query?.length ?? 0, sketchUse);
        const eligible = Bitset.range(vectors.length);
        vectors.forEach((vector, slot) => {
          store.set(slot, vector);
        });
        for (const slot of left) {
          eligible.clear(slot);
        }
        store.setQuery(query as Float32Array);
        const found = store.nearest(eligible, limit);
        const isExhaustive = eligible.count() <= sketchUse.exhaustive;
        const wanted = Math.max(Math.ceil(sketchUse.candidatesPerRoot * Math.sqrt(eligible.count())), limit);
        const candidates = new Set(isExhaustive ? eligible : store.sweepSketches(eligible, wanted));
        const expected = [...candidates]
          .map((slot) => expectedScore(query as Float32Array, vectors[slot] as Float32Array))
          .sort((a, b) => b - a)
          .slice(0, limit);
        expect(found).toHaveLength(Math.min(limit, eligible.count()));
        found.forEach(({ slot, score }, i) => {
          expect(candidates.has(slot)).toBe(true);
          expect(score).toBeCloseTo(expected[i] as number, 5);
        });
      }),
    );
  });

  test('finds the same vectors regardless of their slots and of what else is stored', () => {
    const known = fc.array(fc.tuple(fc.nat(19), fc.boolean()), { minLength: 1200, maxLength: 1300 });
    const uses = fc.constantFrom(
      { exhaustive: 8, candidatesPerRoot: 0.2 },
      { exhaustive: 2000, candidatesPerRoot: 0.2 },
    );
    fc.assert(
      fc.property(vectorsOf(20, 20), known, uses, (pool, vectors, sketchUse) => {
        const ids = vectors.map((_, i) => vectors.length - 1 - i);
        const whole = new VectorStore(20, sketchUse);
        const part = new VectorStore(20, sketchUse);
        const inside = vectors.flatMap(([, isInside], id) => (isInside ? [id] : []));
        ids.forEach((id, slot) => {
          whole.set(slot, pool[(vectors[id]?.[0] ?? 0) % pool.length] as Float32Array);
        });
        inside.forEach((id, slot) => {
          part.set(slot, pool[(vectors[id]?.[0] ?? 0) % pool.length] as Float32Array);
        });
        whole.setQuery(pool[0] as Float32Array);
        part.setQuery(pool[0] as Float32Array);
        const mask = Bitset.of(inside.map((id) => ids.indexOf(id)));
        const byId = (first: number, second: number) => (ids[first] as number) < (ids[second] as number);
        const found = whole.nearest(mask, 5, byId).map(({ slot, score }) => ({ id: ids[slot], score }));
        const alone = part.nearest(Bitset.range(inside.length), 5);
        expect(found).toEqual(alone.map(({ slot, score }) => ({ id: inside[slot], score })));
      }),
      { numRuns: propertyRuns(20), endOnFailure: true },
    );
  });

  test.each([64, 256, 272])('sketches of %i dimensions find the true neighbors in a large collection', (dimensions) => {
    const random = generator(dimensions);
    const vector = () => Float32Array.from({ length: dimensions }, () => random() - 0.5);
    const count = 12_000;
    const pool = Array.from({ length: 500 }, vector);
    const query = vector();
    const store = new VectorStore(dimensions, { exhaustive: 8, candidatesPerRoot: 0.6 });
    for (let slot = 0; slot < count; slot++) {
      store.set(slot, pool[slot % pool.length] as Float32Array);
    }
    const near = [5, 9_000, count - 1];
    near.forEach((slot, i) => {
      store.set(slot, query.map((value) => value + (i + 1) * 0.05 * (random() - 0.5)) as Float32Array);
    });
    store.setQuery(query);
    const found = store.nearest(Bitset.range(count), 3);
    expect(found.map(({ slot }) => slot)).toEqual(near);
  });

  test('rejects a vector of another length', () => {
    const store = new VectorStore(5);
    store.set(0, new Float32Array(5).fill(1));
    expect(() => store.set(1, new Float32Array(6))).toThrow(RangeError);
    expect(() => store.setQuery(new Float32Array(4))).toThrow(RangeError);
  });
});

/** A small deterministic random source (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
