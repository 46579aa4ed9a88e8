import { Bitset } from '@tessera/search-engine';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SlotsById } from './slots-by-id.js';

test('SlotsById > finds the slot of every live id, after any additions, removals and reuse of slots', () => {
  const step = fc.record({ id: fc.nat(300).map(String), isRemoved: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
      const ids: string[] = [];
      const live = new Bitset();
      const slots = new SlotsById(ids, live);
      const model = new Map<string, number>();
      const free: number[] = [];
      for (const { id, isRemoved } of steps) {
        const known = model.get(id);
        expect(slots.find(id)).toBe(known);
        if (known === undefined) {
          const slot = free.pop() ?? ids.length;
          ids[slot] = id;
          live.set(slot);
          slots.add(slot);
          model.set(id, slot);
        } else if (isRemoved) {
          live.clear(known);
          free.push(known);
          model.delete(id);
        }
      }
      for (const each of [slots, new SlotsById(ids, live)]) {
        for (let id = 0; id <= 301; id++) {
          expect(each.find(String(id))).toBe(model.get(String(id)));
        }
      }
    }),
  );
});

test('SlotsById > finds each of many ids, although it has grown', () => {
  const ids = Array.from({ length: 20_000 }, (_, slot) => `id ${slot}`);
  const live = new Bitset();
  const slots = new SlotsById(ids, live);
  ids.forEach((_, slot) => {
    live.set(slot);
    slots.add(slot);
  });
  expect(ids.every((id, slot) => slots.find(id) === slot)).toBe(true);
  expect(slots.find('id 20000')).toBeUndefined();
});
