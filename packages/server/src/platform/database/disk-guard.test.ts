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
    { inWorkspace: run, asSystem: run, withoutWorkspace: run } as unknown as OpenDatabase,
    space,
  );
  return {
    state,
    changes,
    isFull: () => database.isDiskFull?.(),
    write: () => database.inWorkspace(workspaceId, run),
    count: () => database.inWorkspace(workspaceId, run, 'count'),
    read: () => database.inWorkspace(workspaceId, run, 'read'),
    system: () => database.asSystem(run),
  };
}

it('guardDisk > while the disk is full refuses writes and allows reads; later accepts writes again', async () => {
  const { state, changes, isFull, write, count, read, system } = onDisk();
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
});

it('guardDisk > reports the full disk for errors of PostgreSQL that it causes', async () => {
  const { state, read } = onDisk();
  state.failure = new Error('Connection terminated unexpectedly');
  await expect(read()).rejects.toThrow('Connection terminated');
  state.freeBytes = 0;
  await expect(read()).rejects.toThrow('disk full');
});

it('guardDisk > passes other errors on unchanged', async () => {
  const { state, write } = onDisk();
  for (const failure of [errors.notFound('document_not_found'), new Error('a fault of ours')]) {
    state.failure = failure;
    await expect(write()).rejects.toBe(failure);
  }
  state.failure = undefined;
  await write();
});
