import { limits } from '@tessera/contract';
import type { Transaction } from '../../platform/database/database.js';
import type { Settings } from '../../platform/settings.js';
import { type NewRevisions, rowsBesideObjects } from './commits.js';
import type { NewObject } from './objects.js';

/** Bytes that the repos of one workspace may take. */
export function storageBytes(settings: Pick<Settings, 'SVC_WORKSPACE_STORAGE_MB'>): number {
  return settings.SVC_WORKSPACE_STORAGE_MB * 1_048_576;
}

/** Bytes that all repos of the workspace take. */
export async function storedBytes(transaction: Transaction): Promise<number> {
  const [row] = await transaction.query<{ bytes: string }>(
    {
      name: 'sum_repo_bytes',
      text: 'select coalesce(sum(bytes), 0)::text as bytes from repos where workspace_id = $1',
    },
    [transaction.workspaceId],
  );
  return Number(row?.bytes ?? 0);
}

/** Bytes that a write takes: each object as it is stored, and each row for itself. */
export function bytesOf(added: Omit<NewRevisions, 'objects'>, objects: Iterable<number>): number {
  let bytes = rowsBesideObjects(added) * limits.storedRowBytes;
  for (const size of objects) {
    bytes += size + limits.storedRowBytes;
  }
  return bytes;
}

/** Bytes of an object's content as it is stored. */
export function newObjectBytes({ data, size }: NewObject): number {
  return 'deflated' in data ? data.deflated.length : size;
}
