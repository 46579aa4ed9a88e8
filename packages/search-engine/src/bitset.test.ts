import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Bitset } from './bitset.js';

const slots = fc.uniqueArray(fc.nat(300));
const ascending = (values: Iterable<number>) => [...values].sort((a, b) => a - b);

describe('Bitset', () => {
  test('contains exactly the slots that were set and not cleared', () => {
    fc.assert(
      fc.property(slots, slots, (added, dropped) => {
        const set = Bitset.of(added);
        for (const slot of dropped) {
          set.clear(slot);
        }
        const expected = ascending(added.filter((slot) => !dropped.includes(slot)));
        expect([...set]).toEqual(expected);
        expect([...set.toArray()]).toEqual(expected);
        expect(set.count()).toBe(expected.length);
        expect(set.isEmpty()).toBe(expected.length === 0);
        for (let slot = 0; slot <= 300; slot++) {
          expect(set.has(slot)).toBe(expected.includes(slot));
        }
      }),
    );
  });

  test('combines sets of different sizes', () => {
    fc.assert(
      fc.property(slots, slots, (a, b) => {
        const inB = new Set(b);
        expect([...Bitset.of(a).and(Bitset.of(b))]).toEqual(ascending(a.filter((slot) => inB.has(slot))));
        expect([...Bitset.of(a).andNot(Bitset.of(b))]).toEqual(ascending(a.filter((slot) => !inB.has(slot))));
        expect([...Bitset.of(a).or(Bitset.of(b))]).toEqual(ascending(new Set([...a, ...b])));
      }),
    );
  });

  test('not returns only slots below the given count', () => {
    fc.assert(
      fc.property(slots, fc.nat(320), (a, count) => {
        const expected = Array.from({ length: count }, (_, slot) => slot).filter((slot) => !a.includes(slot));
        expect([...Bitset.of(a).not(count)]).toEqual(expected);
      }),
    );
  });

  test('range contains exactly the slots below its end', () => {
    fc.assert(
      fc.property(fc.nat(200), (count) => {
        expect([...Bitset.range(count)]).toEqual(Array.from({ length: count }, (_, slot) => slot));
      }),
    );
  });

  test('a copy does not change with its original', () => {
    const original = Bitset.of([1, 40]);
    const copy = original.clone();
    original.clear(40);
    original.set(2);
    expect([...copy]).toEqual([1, 40]);
  });

  test('treats a slot beyond the storage as absent, and can clear it', () => {
    const set = new Bitset();
    set.clear(1_000);
    expect(set.has(1_000)).toBe(false);
    expect(set.capacity).toBe(0);
  });
});
