import { expect, it } from 'vitest';
import { createLog } from '../platform/log.js';
import { type CachedIndex, IndexCache } from './index-cache.js';

const log = createLog('silent');

function cacheIndexes(memoryBytes: number, ...names: string[]) {
  const cache = new IndexCache({ memoryBytes, log });
  const dropped: string[] = [];
  const indexes = names.map((name) => {
    const index: CachedIndex & { isFilling: boolean } = {
      size: 1,
      bytes: 100,
      isFilling: false,
      drop: () => {
        dropped.push(name);
        cache.delete(index);
      },
    };
    cache.use(index);
    return index;
  });
  return { cache, indexes, dropped };
}

it('IndexCache > applies one memory limit to all kinds of indexes, and drops the least recently used first', () => {
  const { cache, indexes, dropped } = cacheIndexes(250, 'records', 'documents', 'other records', 'other documents');
  cache.use(indexes[0] as CachedIndex);
  cache.freeMemory();
  expect(dropped).toEqual(['documents', 'other records']);
});

it('IndexCache > never drops an index that is being filled, or the most recently used one', () => {
  const { cache, indexes, dropped } = cacheIndexes(1, 'filling', 'idle', 'last');
  Object.assign(indexes[0] as CachedIndex, { isFilling: true });
  cache.freeMemory();
  expect(dropped).toEqual(['idle']);
});
