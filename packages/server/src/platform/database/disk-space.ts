import { statfsSync } from 'node:fs';

/** The write-ahead log uses files of 16 MB. With less space, the database could fail in the middle of a commit. */
const reserveBytes = 24 * 1024 * 1024;

/** Reports whether the disk of a folder has space for writes. */
export interface DiskSpace {
  isFull(): boolean;
}

/** Options of tests. */
export interface DiskSpaceOptions {
  /** Called when the disk becomes full, and when it has space again. */
  readonly onChange?: (isFull: boolean) => void;
  readonly freeBytes?: (folder: string) => number;
}

/**
 * Checks the disk of a folder at each call. The system call takes microseconds, and a disk can fill up between two
 * writes.
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

function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
