import { errors, ServiceError } from '../errors.js';
import type { OpenDatabase } from './database.js';
import type { DiskSpace } from './disk-space.js';
import { codeOf } from './sqlstate.js';

/**
 * Errors of the embedded engine when the disk is full, and after that, because its session may be left in an unfinished
 * command.
 */
const fullDisk = /No space left on device|ENOSPC|cannot drop active portal|could not write to file|PANIC/;

/** Handles a full disk. */
export interface DiskGuard {
  readonly space: DiskSpace;
  /** Stops the engine. The next connection starts it again, and it recovers from its log. */
  readonly restart: () => Promise<void>;
}

/**
 * Wraps a database to refuse writes while its disk is full, before the engine fails in the middle of one. Reads
 * continue. If the engine has failed with a full disk anyway, it is restarted when there is space.
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
      // Another error, such as the engine stopping, may be caused by the full disk.
      throw !isOwn && space.isFull() ? errors.diskFull() : error;
    }
  };
  return {
    ...database,
    inWorkspace: (workspaceId, work, mode) =>
      guarded((mode ?? 'write') === 'write', () => database.inWorkspace(workspaceId, work, mode)),
    asSystem: (work) => guarded(true, () => database.asSystem(work)),
    withoutWorkspace: (work) => guarded(false, () => database.withoutWorkspace(work)),
    refreshStatistics: (table) => guarded(true, () => database.refreshStatistics(table)),
    isDiskFull: () => space.isFull(),
  };
}
