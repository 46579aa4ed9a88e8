import { appendFileSync, closeSync, openSync, readSync, rmSync, type Stats, statSync, truncateSync } from 'node:fs';
import type { Failure } from '@tessera/client';
import { isMissing } from '../config/stored-logins.js';
import { usageFailure } from '../failure.js';

/** Matches the start of each line in a file of failures. */
const firstWords = /^\{"row":\d+,"(error|external_id)":"/;

/** The refused records of an import, one JSON object per line. The file exists only if there are any. */
export class FailuresFile {
  private writtenBytes: number;

  /**
   * Continues the file after its first `bytes`. What follows belongs to a page that will be sent again. If the file has
   * another format or cannot be written, throws a usage failure and leaves the file unchanged.
   */
  constructor(
    readonly path: string,
    bytes: number,
    inputPath: string | undefined,
  ) {
    this.writtenBytes = bytes;
    try {
      this.openFile(statusOf(path), inputPath);
    } catch (error) {
      if (!(error instanceof Error && 'syscall' in error)) throw error;
      throw usageFailure(`Cannot write the refused records: ${error.message}.`, 'Name another file with --failures.');
    }
  }

  /** Number of bytes written so far. */
  get bytes(): number {
    return this.writtenBytes;
  }

  /** Adds the failures of a page. */
  add(failures: readonly Failure[]): void {
    if (failures.length === 0) return;
    const text = failures.map((failure) => `${lineOf(failure)}\n`).join('');
    appendFileSync(this.path, text, { mode: 0o600 });
    this.writtenBytes += Buffer.byteLength(text);
  }

  private openFile(status: Stats | undefined, inputPath: string | undefined): void {
    if (status !== undefined && inputPath !== undefined && isSame(status, statSync(inputPath))) {
      throw usageFailure('The file for refused records cannot be the file that is imported.');
    }
    // A device such as /dev/null accepts lines without storing them, so there is nothing to check.
    if (status?.isFile() === false && !status.isDirectory()) return;
    closeSync(openSync(this.path, 'a', 0o600));
    this.writtenBytes = Math.min(this.writtenBytes, status?.size ?? 0);
    if (status === undefined) rmSync(this.path);
    if (status === undefined || status.size === 0) return;
    if (!firstWords.test(beginningOf(this.path))) {
      throw usageFailure(
        `${this.path} contains something other than refused records of an import, so it is not overwritten.`,
        'Name another file with --failures.',
      );
    }
    if (this.writtenBytes === 0) rmSync(this.path);
    else if (status.size > this.writtenBytes) truncateSync(this.path, this.writtenBytes);
  }
}

/** One line of the file. The record is written as sent, because parsing would change numbers too large for a double. */
function lineOf({ record, ...failure }: Failure): string {
  const text = JSON.stringify(failure);
  // In JSON, line breaks occur only between values, never inside of a string.
  return record === undefined ? text : `${text.slice(0, -1)},"record":${record.replace(/\s*[\r\n]\s*/g, '')}}`;
}

function statusOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Whether two paths lead to the same file, through any links. */
function isSame(one: Stats, other: Stats): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}

function beginningOf(path: string): string {
  const file = openSync(path, 'r');
  try {
    const begin = Buffer.alloc(64);
    return begin.toString('utf8', 0, readSync(file, begin));
  } finally {
    closeSync(file);
  }
}
