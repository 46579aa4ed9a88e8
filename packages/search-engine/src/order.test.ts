import fc from 'fast-check';
import { expect, it } from 'vitest';
import { selectOrdered } from './order.js';

it('selectOrdered > returns the same range as sorting everything', () => {
  const positions = fc.tuple(fc.nat(60), fc.nat(60));
  fc.assert(
    fc.property(fc.array(fc.nat(9), { maxLength: 200 }), positions, (values, [from, count]) => {
      const precedes = (first: number, second: number): boolean =>
        (values[first] ?? 0) - (values[second] ?? 0) < 0 || (values[first] === values[second] && first < second);
      const slots = values.map((_, slot) => slot);
      const sorted = slots.toSorted((first, second) => (precedes(first, second) ? -1 : 1));
      const range = [from, from + count] as const;
      expect([...selectOrdered(Uint32Array.from(slots), precedes, range)]).toEqual(sorted.slice(...range));
    }),
  );
});
