import { statfsSync } from 'node:fs';

/** The embedded database writes ahead in files of 16 MB. Below this it could fail in the middle of a commit. */
const reserveBytes = 24 * 1024 * 1024;

/** Whether the disk of a folder has space for writes. */
export interface DiskSpace {
  isFull(): boolean;
}

/** What a disk space may differ in, in tests. */
export interface DiskSpaceOptions {
  /** Called when the disk becomes full, and when it has space again. */
  readonly onChange?: (isFull: boolean) => void;
  readonly freeBytes?: (folder: string) => number;
}

/** Watches the disk of a folder. Each question is a system call of microseconds, as a disk can fill up between two writes. */
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
