import { randomUUID } from 'node:crypto';
import { closeSync, fstatSync, mkdirSync, openSync, readSync, rmSync, write, writeSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const writeAside = promisify(write);

/**
 * A temporary file with the bytes of one request, so that large ones use no memory. Another process can open it by
 * path. Most calls are synchronous, because the system's cache is faster than a switch to another thread.
 */
export class Spool {
  private readonly file: number;

  constructor(readonly path: string) {
    this.file = openSync(path, 'a+', 0o600);
  }

  /** Creates a new file in a folder. */
  static create(folder: string): Spool {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return new Spool(join(folder, randomUUID()));
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

  /** Appends bytes as they arrive. Other requests run meanwhile, because a busy disk can delay a write for seconds. */
  async appendAside(bytes: Uint8Array): Promise<void> {
    for (let written = 0; written < bytes.length; ) {
      written += (await writeAside(this.file, bytes, written, bytes.length - written)).bytesWritten;
    }
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

  /** Removes the file from its folder. It stays readable until it is closed or the process stops. */
  unlink(): void {
    rmSync(this.path, { force: true });
  }

  /** Closes the file, in this process only. */
  close(): void {
    closeSync(this.file);
  }
}
