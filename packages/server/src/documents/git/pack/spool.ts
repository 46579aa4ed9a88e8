import { closeSync, mkdtempSync, openSync, readSync, rmSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Bytes of one push on their way, in a temporary file without a name: a push of a hundred megabytes takes no memory, and
 * whatever ends the process ends the file. Reads and writes are synchronous, because the system's cache answers them
 * sooner than another thread could be asked.
 */
export class Spool {
  private readonly file: number;
  private length = 0;

  constructor() {
    const folder = mkdtempSync(join(tmpdir(), 'tessera-push-'));
    const path = join(folder, 'objects');
    this.file = openSync(path, 'w+', 0o600);
    unlinkSync(path);
    rmSync(folder, { recursive: true });
  }

  /** How many bytes there are. */
  get bytes(): number {
    return this.length;
  }

  /** Adds bytes at the end and answers where they begin. */
  append(bytes: Uint8Array): number {
    const start = this.length;
    for (let written = 0; written < bytes.length; ) {
      written += writeSync(this.file, bytes, written, bytes.length - written, start + written);
    }
    this.length += bytes.length;
    return start;
  }

  /** So many bytes from a place on. Throws `RangeError` when there are fewer. */
  read(start: number, length: number): Buffer {
    if (start + length > this.length) {
      throw new RangeError('the file holds fewer bytes');
    }
    const bytes = Buffer.allocUnsafe(length);
    for (let read = 0; read < length; ) {
      read += readSync(this.file, bytes, read, length - read, start + read);
    }
    return bytes;
  }

  /** Gives the bytes up. */
  close(): void {
    closeSync(this.file);
  }
}
