import { limits } from '@tessera/contract';
import { type NewRevisions, rowsBesideObjects } from './commits.js';
import type { NewObject } from './objects.js';

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
