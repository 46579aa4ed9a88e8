import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivateFile } from '../config/stored-logins.js';
import type { Input } from './input.js';

/** The progress of an import. The service has answered for everything before `offset`. */
export interface Progress {
  /** Number of bytes of the input that are done. */
  readonly offset: number;
  /** Number of records of the input that are done. */
  readonly rows: number;
  readonly imported: number;
  /** Number of records that were ignored because the stored ones are newer. */
  readonly stale: number;
  readonly failed: number;
  readonly embedded: number;
  /** Number of bytes in the failures file that belong to finished records. */
  readonly failuresBytes: number;
}

/** The progress of an import that has not started. */
export const nothingDone: Progress = {
  offset: 0,
  rows: 0,
  imported: 0,
  stale: 0,
  failed: 0,
  embedded: 0,
  failuresBytes: 0,
};

/** The target and the rules of an import. An import with other rules is a different one. */
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
 * The saved progress of importing one file to one collection of one server. It is replaced atomically after every page.
 * If the process is killed, at most the current page is lost, and is sent again.
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

  /**
   * The progress from which to continue. Undefined if there is none, it cannot be read, or the file has changed since.
   */
  load(failuresPath: string): Progress | undefined {
    let stored: StoredPosition;
    try {
      stored = JSON.parse(readFileSync(this.path, 'utf8')) as StoredPosition;
    } catch {
      // A position that cannot be read is ignored, because importing from the start is safe.
      return undefined;
    }
    if (stored.fingerprint !== this.fingerprint) return undefined;
    // Positions that earlier versions saved have no `stale`.
    const progress = { ...nothingDone, ...stored.progress };
    return stored.failuresPath === failuresPath ? progress : { ...progress, failuresBytes: 0 };
  }

  /** Saves the progress. */
  save(progress: Progress, failuresPath: string): void {
    const stored: StoredPosition = { fingerprint: this.fingerprint, failuresPath, progress };
    writePrivateFile(this.folder, this.path, JSON.stringify(stored));
  }

  /** Deletes the progress of a finished import. */
  clear(): void {
    rmSync(this.path, { force: true });
  }
}

function digest(...values: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of values) hash.update(part);
  return hash.digest('hex');
}
