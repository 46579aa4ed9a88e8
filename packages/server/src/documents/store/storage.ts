import { limits } from '@tessera/contract';
import type { Transaction } from '../../platform/database/database.js';
import type { Settings } from '../../platform/settings.js';
import { type NewRevisions, rowsBesideObjects } from './commits.js';
import type { NewObject } from './objects.js';

/** The storage limit of one workspace's repos and drafts, in bytes. */
export function storageBytes(settings: Pick<Settings, 'SVC_WORKSPACE_STORAGE_MB'>): number {
  return settings.SVC_WORKSPACE_STORAGE_MB * 1_048_576;
}

/** The storage used by all repos and drafts of the workspace, in bytes. */
export async function storedBytes(transaction: Transaction): Promise<number> {
  const [row] = await transaction.query<{ bytes: string }>(
    {
      name: 'sum_stored_bytes',
      text: `select (coalesce((select sum(bytes) from repos where workspace_id = $1), 0)
               + coalesce((select sum(octet_length(body) + ${limits.storedRowBytes}) from document_drafts
                           where workspace_id = $1 and body is not null), 0))::text as bytes`,
    },
    [transaction.workspaceId],
  );
  return Number(row?.bytes ?? 0);
}

/** The size of a write in bytes: its objects as stored, and its rows. */
export function bytesOf(added: Omit<NewRevisions, 'objects'>, objects: Iterable<number>): number {
  let bytes = rowsBesideObjects(added) * limits.storedRowBytes;
  for (const size of objects) {
    bytes += size + limits.storedRowBytes;
  }
  return bytes;
}

/** The size of an object's content in storage, in bytes. */
export function newObjectBytes({ data, size }: NewObject): number {
  return 'deflated' in data ? data.deflated.length : size;
}
