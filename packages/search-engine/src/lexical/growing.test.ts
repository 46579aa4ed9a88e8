import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Counts, enlarged } from './growing.js';

test('Counts > returns what was set, also after it is stored and restored', () => {
  const step = fc.tuple(fc.nat(100), fc.oneof(fc.nat(600), fc.constantFrom(253, 254, 255, 256)));
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const counts = new Counts();
      for (const [index, count] of steps) {
        counts.set(index, count);
      }
      const model = new Map(steps);
      for (const each of [counts, Counts.restored(structuredClone(counts.stored()))]) {
        for (let index = 0; index <= 101; index++) {
          expect(each.get(index)).toBe(model.get(index) ?? 0);
        }
      }
      expect(counts.get(-1)).toBe(0);
    }),
  );
});

test('enlarged > keeps the content and the type, and has the wanted length', () => {
  const larger = enlarged(Uint16Array.of(1, 2, 3), 9);
  expect(larger).toEqual(Uint16Array.of(1, 2, 3, 0, 0, 0, 0, 0, 0));
  expect(enlarged(new Float64Array(800), 801).length).toBe(900);
});
