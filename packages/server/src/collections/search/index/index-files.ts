import { readdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../../platform/database/database.js';
import { describeError, type Log } from '../../../platform/log.js';
import type { FollowedIndex } from './followed-index.js';
import { findState } from './index-queries.js';
import { type IndexTarget, keyOf } from './index-target.js';
import { forgetStored } from './stored-index.js';

/** Minimum records of an index that is stored. A smaller one is built in no time. */
const storedFrom = 2_000;
/** Share of changed records above which an index is stored again. Fewer changes are read quickly at the next start. */
const changedShare = 0.1;
/** Maximum age of a file. Until then, it may contain records that were deleted since. */
const storedForMs = 86_400_000;

/** What storing indexes depends on. */
export interface IndexFileDependencies {
  readonly database: Pick<Database, 'inWorkspace'>;
  readonly log: Log;
  /** The folder in which indexes are stored between two runs. Undefined: they are not stored. */
  readonly folder?: string;
}

/** The path of an index's file. */
export function pathOf(folder: string, target: IndexTarget): string {
  return join(folder, keyOf(target).replaceAll('/', '.'));
}

/**
 * Stores indexes that were never stored or have changed much, and those that are about to end if they have changed at
 * all. Renews the age of files whose index is unchanged. Deletes files of deleted collections, and files that were not
 * used for a day.
 */
export async function storeIndexes(
  { database, log, folder }: IndexFileDependencies,
  indexes: readonly FollowedIndex[],
  isLast: (index: FollowedIndex) => boolean,
): Promise<void> {
  if (folder === undefined) {
    return;
  }
  const exists = async ({ workspaceId, collectionId, indexVersion }: IndexTarget): Promise<boolean> => {
    const state = await database.inWorkspace(
      workspaceId,
      (transaction) => findState(transaction, collectionId),
      'read',
    );
    return state?.index_version === indexVersion;
  };
  // The smallest first, because the time for stopping may end before all are stored.
  for (const index of [...indexes].sort((one, other) => one.remote.size - other.remote.size)) {
    try {
      const path = pathOf(folder, index.target);
      if (isDue(index, isLast(index)) && (await exists(index.target))) {
        await index.store(path);
      } else if (index.storedMs !== undefined && index.changedRecords === 0) {
        await utimes(path, new Date(), new Date()).catch(() => undefined);
      }
    } catch (error) {
      log.warn({ error: describeError(error) }, 'a search index could not be stored and will be built again');
    }
  }
  const used = new Set(indexes.filter(({ storedMs }) => storedMs !== undefined).map(({ target }) => keyOf(target)));
  for (const file of await readdir(folder).catch(() => [])) {
    const target = targetOf(file);
    const { mtimeMs } = await stat(join(folder, file));
    const isKept = target !== undefined && (used.has(keyOf(target)) || Date.now() - mtimeMs < storedForMs);
    if (!(isKept && (await exists(target)))) {
      forgetStored(join(folder, file));
    }
  }
}

function isDue({ remote, storedMs, changedRecords }: FollowedIndex, isLast: boolean): boolean {
  if (remote.size < storedFrom || remote.isDropped) {
    return false;
  }
  const isOld = storedMs !== undefined && Date.now() - storedMs > storedForMs;
  const least = isLast || isOld ? 1 : remote.size * changedShare;
  return storedMs === undefined || changedRecords >= least;
}

function targetOf(file: string): IndexTarget | undefined {
  const [, workspaceId = '', collectionId = '', version] = /^([0-9a-f-]{36})\.([0-9a-f-]{36})\.(\d+)$/.exec(file) ?? [];
  const indexVersion = Number(version);
  return version === undefined ? undefined : { workspaceId, collectionId, indexVersion, sequenceNumber: 0 };
}
