import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TopList } from './top-list.js';

/** Few different scores, so that many slots are equal. */
const scored = fc.uniqueArray(fc.record({ slot: fc.nat(200), score: fc.integer({ min: -3, max: 3 }) }), {
  selector: ({ slot }) => slot,
});

describe('TopList', () => {
  test('keeps the best by score, then by precedence, and returns them in this order', () => {
    fc.assert(
      fc.property(scored, fc.nat(40), fc.boolean(), (entries, capacity, isDescending) => {
        const precedes = (first: number, second: number) => (isDescending ? first > second : first < second);
        const order = [...entries].sort((a, b) => b.score - a.score || (precedes(a.slot, b.slot) ? -1 : 1));
        const best = new TopList(capacity, precedes);
        for (const { slot, score } of entries) {
          best.offer(slot, score);
        }
        const expected = order.slice(0, capacity);
        expect(new Set(best.kept())).toEqual(new Set(expected.map(({ slot }) => slot)));
        const last = order[capacity - 1];
        expect(best.threshold).toBe(capacity === 0 ? Infinity : (last?.score ?? -Infinity));
        expect(best.takeSorted()).toEqual(expected);
        expect(best.takeSorted()).toEqual([]);
      }),
    );
  });
});
