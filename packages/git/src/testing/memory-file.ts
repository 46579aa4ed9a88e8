import type { PackFile } from '../pack/file.js';

/** A file in memory. */
export class MemoryFile implements PackFile {
  private content = Buffer.alloc(0);

  get bytes(): number {
    return this.content.length;
  }

  append(bytes: Uint8Array): number {
    const start = this.bytes;
    this.content = Buffer.concat([this.content, bytes]);
    return start;
  }

  read(start: number, length: number): Buffer {
    if (start + length > this.bytes) {
      throw new RangeError('the file holds fewer bytes');
    }
    return Buffer.from(this.content.subarray(start, start + length));
  }
}
