import type { PackFile } from './file.js';

const windowBytes = 1024 * 1024;

/** The bytes of a pack in a file, read in windows, so that a large pack is not in memory as a whole. */
export class PackBytes {
  private window: { readonly at: number; readonly bytes: Buffer } = { at: 0, bytes: Buffer.alloc(0) };

  /** The pack is the range of the file from `start`, `length` bytes long. */
  constructor(
    private readonly file: PackFile,
    private readonly start: number,
    readonly length: number,
  ) {}

  /** The bytes from an offset: `length`, or fewer at the end. They may share memory with other results. */
  read(at: number, length: number): Buffer {
    const wanted = this.available(at, length);
    const from = at - this.window.at;
    if (from >= 0 && from + wanted <= this.window.bytes.length) {
      return this.window.bytes.subarray(from, from + wanted);
    }
    if (wanted > windowBytes) {
      return this.file.read(this.start + at, wanted);
    }
    this.window = { at, bytes: this.file.read(this.start + at, this.available(at, windowBytes)) };
    return this.window.bytes.subarray(0, wanted);
  }

  /** The bytes in pieces. */
  *pieces(end: number): Generator<Buffer> {
    for (let at = 0; at < end; at += windowBytes) {
      yield this.read(at, Math.min(windowBytes, end - at));
    }
  }

  private available(at: number, length: number): number {
    return Math.max(0, Math.min(length, this.length - at));
  }
}
