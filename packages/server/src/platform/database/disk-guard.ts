import { errors, ServiceError } from '../errors.js';
import type { OpenDatabase } from './database.js';
import type { DiskSpace } from './disk-space.js';
import { codeOf } from './sqlstate.js';

/** What the embedded engine reports once the disk is full, and afterwards: its one session may be left half way. */
const fullDisk = /No space left on device|ENOSPC|cannot drop active portal|could not write to file|PANIC/;

/** What is done about a full disk. */
export interface DiskGuard {
  readonly space: DiskSpace;
  /** Ends the engine, which starts anew for the next connection and recovers from its log. */
  readonly restart: () => Promise<void>;
}

/**
 * A database that refuses writes while its disk is full, before the engine could fail in the middle of one, and reads on.
 * If the engine has met a full disk all the same, it is restarted as soon as there is space.
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
      // The failure of the disk may hide behind what follows it, such as the end of the engine.
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
