import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivateFile } from '../config/stored-logins.js';
import type { Input } from './input.js';

/** How far an import has come. Everything before `offset` has been answered by the service. */
export interface Progress {
  /** Bytes of the input that are done. */
  readonly offset: number;
  /** Records of the input that are done. */
  readonly rows: number;
  readonly imported: number;
  /** Records that are older than the stored ones, and were ignored. */
  readonly stale: number;
  readonly failed: number;
  readonly embedded: number;
  /** Bytes of the failures file that belong to the records that are done. */
  readonly failuresBytes: number;
}

/** The progress of an import that has not begun. */
export const nothingDone: Progress = {
  offset: 0,
  rows: 0,
  imported: 0,
  stale: 0,
  failed: 0,
  embedded: 0,
  failuresBytes: 0,
};

/** What a file is imported into, and how its rows become records: by other rules it is another import. */
export interface ImportTarget {
  readonly baseUrl: string;
  readonly collectionId: string;
  readonly rules: readonly unknown[];
}

interface StoredPosition {
  readonly fingerprint: string;
  readonly failuresPath: string;
  readonly progress: Progress;
}

/**
 * The saved progress of importing one file into one collection of one server. It is replaced in one step after every
 * page, so that a process that is killed loses at most the page in flight, which is then sent again.
 */
export class SavedPosition {
  private readonly folder: string;
  private readonly path: string;
  private readonly fingerprint: string;

  constructor(configFolder: string, input: Input, target: ImportTarget) {
    const path = input.file?.path ?? '';
    this.folder = join(configFolder, 'imports');
    this.path = join(this.folder, `${digest(JSON.stringify([path, target.baseUrl, target.collectionId]))}.json`);
    this.fingerprint = digest(
      JSON.stringify([input.file?.sizeBytes, input.file?.modifiedMs, target.rules]),
      input.head,
    );
  }

  /** The progress to go on from; undefined when none can be read, or when the file has changed since. */
  load(failuresPath: string): Progress | undefined {
    let stored: StoredPosition;
    try {
      stored = JSON.parse(readFileSync(this.path, 'utf8')) as StoredPosition;
    } catch {
      // One that cannot be read is as good as none: importing from the start is safe.
      return undefined;
    }
    if (stored.fingerprint !== this.fingerprint) return undefined;
    // A position of an earlier version has no `stale`.
    const progress = { ...nothingDone, ...stored.progress };
    return stored.failuresPath === failuresPath ? progress : { ...progress, failuresBytes: 0 };
  }

  /** Saves the progress. */
  save(progress: Progress, failuresPath: string): void {
    const stored: StoredPosition = { fingerprint: this.fingerprint, failuresPath, progress };
    writePrivateFile(this.folder, this.path, JSON.stringify(stored));
  }

  /** Forgets the progress: the import is complete. */
  clear(): void {
    rmSync(this.path, { force: true });
  }
}

function digest(...values: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of values) hash.update(part);
  return hash.digest('hex');
}
