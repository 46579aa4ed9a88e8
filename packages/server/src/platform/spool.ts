import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * A temporary file with the bytes of one push or upload, so that large ones use no memory. Another process can open it
 * by path. Its calls are synchronous, because the system's cache is faster than a switch to another thread.
 */
export class Spool {
  private readonly file: number;

  constructor(readonly path: string) {
    this.file = openSync(path, 'a+', 0o600);
  }

  /** Creates a new file in its own folder. */
  static create(): Spool {
    return new Spool(join(mkdtempSync(join(tmpdir(), 'tessera-spool-')), 'objects'));
  }

  /** The number of bytes. */
  get bytes(): number {
    return fstatSync(this.file).size;
  }

  /** Appends bytes, and returns their offset. Only one process at a time may append. */
  append(bytes: Uint8Array): number {
    const start = this.bytes;
    for (let written = 0; written < bytes.length; ) {
      written += writeSync(this.file, bytes, written, bytes.length - written);
    }
    return start;
  }

  /** Reads `length` bytes from an offset. Throws `RangeError` if there are fewer. */
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

  /** Removes the file and its folder. The file stays readable until it is closed or the process stops. */
  unlink(): void {
    rmSync(dirname(this.path), { recursive: true, force: true });
  }

  /** Closes the file, which deletes its bytes. */
  close(): void {
    closeSync(this.file);
  }
}
