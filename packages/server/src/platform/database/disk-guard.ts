import { errors, ServiceError } from '../errors.js';
import type { OpenDatabase } from './database.js';
import type { DiskSpace } from './disk-space.js';

/**
 * Wraps a database so that it refuses writes while its disk is full, before PostgreSQL can fail in the middle of one.
 * Reads continue.
 */
export function guardDisk(database: OpenDatabase, space: DiskSpace): OpenDatabase {
  const guarded = async <Result>(isWrite: boolean, work: () => Promise<Result>): Promise<Result> => {
    if (isWrite && space.isFull()) {
      throw errors.diskFull();
    }
    try {
      return await work();
    } catch (error) {
      // While the disk is full, other errors, such as a stopped server, are probably caused by it too.
      throw !(error instanceof ServiceError) && space.isFull() ? errors.diskFull() : error;
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
