import { expect, it } from 'vitest';
import { errors } from '../errors.js';
import type { OpenDatabase } from './database.js';
import { guardDisk } from './disk-guard.js';
import { watchDiskSpace } from './disk-space.js';

const megabyte = 2 ** 20;
const workspaceId = '11111111-1111-4111-8111-111111111111';

/** A guarded database whose failures and free disk space the test controls. */
function onDisk() {
  const state = { freeBytes: 100 * megabyte, failure: undefined as Error | undefined };
  const changes: boolean[] = [];
  let restarts = 0;
  const run = async (): Promise<never> => {
    if (state.failure !== undefined) {
      throw state.failure;
    }
    return 'done' as never;
  };
  const space = watchDiskSpace('/data', {
    freeBytes: () => state.freeBytes,
    onChange: (isFull) => changes.push(isFull),
  });
  const database = guardDisk(
    { inWorkspace: run, asSystem: run, withoutWorkspace: run, lookUp: run } as unknown as OpenDatabase,
    {
      space,
      restart: async () => {
        restarts += 1;
      },
    },
  );
  return {
    state,
    changes,
    restarts: () => restarts,
    isFull: () => database.isDiskFull?.(),
    write: () => database.inWorkspace(workspaceId, run),
    count: () => database.inWorkspace(workspaceId, run, 'count'),
    read: () => database.inWorkspace(workspaceId, run, 'read'),
    system: () => database.asSystem(run),
  };
}

it('guardDisk > while the disk is full refuses writes and allows reads; later accepts writes again', async () => {
  const { state, changes, restarts, isFull, write, count, read, system } = onDisk();
  expect(await write()).toBe('done');
  state.freeBytes = 10 * megabyte;
  await expect(write()).rejects.toThrow('disk full');
  await expect(system()).rejects.toThrow('disk full');
  expect(await Promise.all([read(), count()])).toEqual(['done', 'done']);
  expect(isFull()).toBe(true);
  state.freeBytes = 100 * megabyte;
  expect(await Promise.all([write(), system()])).toEqual(['done', 'done']);
  expect(isFull()).toBe(false);
  expect(changes).toEqual([true, false]);
  expect(restarts()).toBe(0);
});

it.each([
  Object.assign(new Error('could not extend file'), { code: '53100' }),
  new Error('cannot drop active portal ""'),
  new Error('could not write to file "pg_wal/xlogtemp.42": No space left on device'),
])('guardDisk > restarts the engine after "$message" when there is space', async (failure) => {
  const { state, restarts, write, read } = onDisk();
  state.failure = failure;
  await expect(write()).rejects.toThrow('disk full');
  state.failure = undefined;
  state.freeBytes = 0;
  expect(await read()).toBe('done');
  expect(restarts()).toBe(0);
  state.freeBytes = 100 * megabyte;
  expect(await write()).toBe('done');
  expect(await write()).toBe('done');
  expect(restarts()).toBe(1);
});

it('guardDisk > passes other errors on unchanged', async () => {
  const { state, restarts, write } = onDisk();
  for (const failure of [errors.notFound('document_not_found'), new Error('a fault of ours')]) {
    state.failure = failure;
    await expect(write()).rejects.toBe(failure);
  }
  state.failure = undefined;
  await write();
  expect(restarts()).toBe(0);
});
