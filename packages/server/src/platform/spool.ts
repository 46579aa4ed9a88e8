import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * The bytes of one push or upload on its way, in a temporary file, so that a large one takes no memory. A process that is
 * given its path opens the same file. Reads and writes are synchronous, because the system's cache answers them
 * sooner than another thread could be asked.
 */
export class Spool {
  private readonly file: number;

  constructor(readonly path: string) {
    this.file = openSync(path, 'a+', 0o600);
  }

  /** Makes a new file, in a folder of its own. */
  static create(): Spool {
    return new Spool(join(mkdtempSync(join(tmpdir(), 'tessera-spool-')), 'objects'));
  }

  /** How many bytes there are. */
  get bytes(): number {
    return fstatSync(this.file).size;
  }

  /** Adds bytes at the end and answers where they begin. One process at a time does so. */
  append(bytes: Uint8Array): number {
    const start = this.bytes;
    for (let written = 0; written < bytes.length; ) {
      written += writeSync(this.file, bytes, written, bytes.length - written);
    }
    return start;
  }

  /** So many bytes from a place on. Throws `RangeError` when there are fewer. */
  read(start: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    for (let read = 0; read < length; ) {
      const count = readSync(this.file, bytes, read, length - read, start + read);
      if (count === 0) {
        throw new RangeError('the file holds fewer bytes');
      }
      read += count;
    }
    return bytes;
  }

  /** Removes the file and its folder by name: it can be read until it is closed, or the process ends. */
  unlink(): void {
    rmSync(dirname(this.path), { recursive: true, force: true });
  }

  /** Gives the bytes up. */
  close(): void {
    closeSync(this.file);
  }
}
