import { expect, it } from 'vitest';
import { createLog } from '../platform/log.js';
import { type CachedIndex, IndexCache } from './index-cache.js';

const log = createLog('silent');

function cacheIndexes(memoryBytes: number, ...names: string[]) {
  let minutes = 0;
  const cache = new IndexCache({ memoryBytes, log, clock: () => new Date(minutes * 60_000) });
  const dropped: string[] = [];
  const indexes = names.map((name) => {
    const index: CachedIndex & { isBusy: boolean } = {
      of: name.endsWith('documents') ? 'documents' : 'records',
      size: name.startsWith('many') ? 501 : 500,
      bytes: 100,
      isBusy: false,
      drop: () => {
        dropped.push(name);
        cache.delete(index);
      },
    };
    cache.use(index);
    return index;
  });
  const wait = (more: number) => {
    minutes += more;
  };
  return { cache, indexes, dropped, wait };
}

it('IndexCache > applies one memory limit to all kinds of indexes, and drops the least recently used first', () => {
  const { cache, indexes, dropped } = cacheIndexes(250, 'records', 'documents', 'other records', 'other documents');
  cache.use(indexes[0] as CachedIndex);
  cache.freeMemory();
  expect(dropped).toEqual(['documents', 'other records']);
});

it('IndexCache > never drops an index that is being filled, or the most recently used one', () => {
  const { cache, indexes, dropped } = cacheIndexes(1, 'filling', 'idle', 'last');
  Object.assign(indexes[0] as CachedIndex, { isBusy: true });
  cache.freeMemory();
  expect(dropped).toEqual(['idle']);
});

it('IndexCache > drops the indexes that were not used for more than ten minutes, unless they are busy', () => {
  const { cache, indexes, dropped, wait } = cacheIndexes(1_000, 'idle', 'queried', 'busy');
  Object.assign(indexes[2] as CachedIndex, { isBusy: true });
  const unused = () => indexes.map((index) => cache.isUnused(index));
  wait(9);
  cache.use(indexes[1] as CachedIndex);
  wait(1);
  expect(unused()).toEqual([false, false, false]);
  wait(1);
  expect(unused()).toEqual([true, false, false]);
  wait(9);
  expect(unused()).toEqual([true, true, false]);
  cache.dropUnused();
  expect(dropped).toEqual(['idle', 'queried']);
});

it('IndexCache > drops unused indexes of documents only if they are small, because indexing many takes long', () => {
  const { cache, dropped, wait } = cacheIndexes(1_000, 'documents', 'many documents', 'many records');
  wait(11);
  cache.dropUnused();
  expect(dropped).toEqual(['documents', 'many records']);
});
