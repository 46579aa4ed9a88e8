import { errors, ServiceError } from '../errors.js';
import type { OpenDatabase } from './database.js';
import type { DiskSpace } from './disk-space.js';
import { codeOf } from './sqlstate.js';

/**
 * Errors of the embedded engine when the disk is full, and its later errors: the failure can leave its session in an
 * unfinished command.
 */
const fullDisk = /No space left on device|ENOSPC|cannot drop active portal|could not write to file|PANIC/;

/** Protects the embedded database from a full disk. */
export interface DiskGuard {
  readonly space: DiskSpace;
  /** Stops the engine. The next connection starts it, and it recovers from its write-ahead log. */
  readonly restart: () => Promise<void>;
}

/**
 * Wraps a database so that it refuses writes while its disk is full, before the engine can fail in the middle of one.
 * Reads continue. If the engine fails with a full disk anyway, it is restarted when there is space.
 */
export function guardDisk(database: OpenDatabase, { space, restart }: DiskGuard): OpenDatabase {
  let isDamaged = false;
  const guarded = async <Result>(isWrite: boolean, work: () => Promise<Result>): Promise<Result> => {
    const isFull = space.isFull();
    if (isFull && isWrite) {
      throw errors.diskFull();
    }
    if (isDamaged && !isFull) {
      isDamaged = false;
      await restart();
    }
    try {
      return await work();
    } catch (error) {
      const isOwn = error instanceof ServiceError;
      if (!isOwn && (codeOf(error) === '53100' || fullDisk.test(String(error)))) {
        isDamaged = true;
        throw errors.diskFull();
      }
      // While the disk is full, other errors, such as a stopped engine, are probably caused by it too.
      throw !isOwn && space.isFull() ? errors.diskFull() : error;
    }
  };
  return {
    ...database,
    inWorkspace: (workspaceId, work, mode) =>
      guarded((mode ?? 'write') === 'write', () => database.inWorkspace(workspaceId, work, mode)),
    asSystem: (work) => guarded(true, () => database.asSystem(work)),
    withoutWorkspace: (work) => guarded(false, () => database.withoutWorkspace(work)),
    lookUp: (work) => guarded(false, () => database.lookUp(work)),
    refreshStatistics: (table) => guarded(true, () => database.refreshStatistics(table)),
    isDiskFull: () => space.isFull(),
  };
}
