import { expect, it } from 'vitest';
import { createLog } from '../platform/log.js';
import { type HeldIndex, HeldIndexes } from './held-indexes.js';

const log = createLog('silent');

function holdIndexes(memoryBytes: number, ...names: string[]) {
  const held = new HeldIndexes({ memoryBytes, log });
  const dropped: string[] = [];
  const indexes = names.map((name) => {
    const index: HeldIndex & { isFilling: boolean } = {
      size: 1,
      bytes: 100,
      isFilling: false,
      drop: () => {
        dropped.push(name);
        held.delete(index);
      },
    };
    held.use(index);
    return index;
  });
  return { held, indexes, dropped };
}

it('HeldIndexes > applies one memory limit to all kinds of indexes, and drops the least recently used first', () => {
  const { held, indexes, dropped } = holdIndexes(250, 'records', 'documents', 'other records', 'other documents');
  held.use(indexes[0] as HeldIndex);
  held.freeMemory();
  expect(dropped).toEqual(['documents', 'other records']);
});

it('HeldIndexes > never drops an index that is being filled or the most recently used one', () => {
  const { held, indexes, dropped } = holdIndexes(1, 'filling', 'idle', 'last');
  Object.assign(indexes[0] as HeldIndex, { isFilling: true });
  held.freeMemory();
  expect(dropped).toEqual(['idle']);
});
