import { statfsSync } from 'node:fs';

/** The write-ahead log grows by files of 16 MB. Without space for one, PostgreSQL stops, and several writes can run. */
const reserveBytes = 64 * 1024 * 1024;

/** Reports whether the disk of a folder has space for writes. */
export interface DiskSpace {
  isFull(): boolean;
}

/** Options that tests set. */
export interface DiskSpaceOptions {
  /** Called when the disk becomes full, and when it has space again. */
  readonly onChange?: (isFull: boolean) => void;
  readonly freeBytes?: (folder: string) => number;
}

/**
 * Checks the disk of a folder at each call. The check is one system call of a few microseconds. A cached result could
 * be wrong, because a disk can fill up between two writes.
 */
export function watchDiskSpace(
  folder: string,
  { onChange, freeBytes = freeBytesOf }: DiskSpaceOptions = {},
): DiskSpace {
  let wasFull = false;
  return {
    isFull: () => {
      const isFull = freeBytes(folder) < reserveBytes;
      if (isFull !== wasFull) {
        wasFull = isFull;
        onChange?.(isFull);
      }
      return isFull;
    },
  };
}

/** The free space of a folder's disk for this process. */
export function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
