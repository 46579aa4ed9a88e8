import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { limits } from '@tessera/contract';
import { Header } from 'tar';
import { ArchiveFault, isOfCall } from './fault.js';

/** A file of an archive that is being received. Read its content once, before the next file. */
export interface ReceivedFile {
  readonly path: string;
  readonly size: number;
  readonly content: AsyncIterable<Buffer>;
}

const blockBytes = 512;
const whole = 'archive';

/**
 * Reads the files of a gzipped tarball one after the other while it arrives. Throws `ArchiveFault` for a damaged or
 * truncated archive, for one that is too large when unpacked, and for anything but plain files with distinct names.
 */
export async function* readArchive(sent: AsyncIterable<Uint8Array>): AsyncGenerator<ReceivedFile> {
  const bytes = new Unpacked(sent);
  const paths = new Set<string>();
  for (;;) {
    const header = headerOf(await bytes.take(blockBytes));
    if (header === undefined) {
      await requireEnd(bytes);
      return;
    }
    const { path, size } = header;
    if (paths.has(path)) {
      throw new ArchiveFault(path, 'is in the archive twice');
    }
    if (paths.add(path).size > limits.importFiles) {
      throw new ArchiveFault(path, `the archive has more than ${limits.importFiles} files`);
    }
    const rest = { bytes: size };
    yield { path, size, content: contentOf(bytes, rest) };
    for await (const _skipped of contentOf(bytes, rest)) {
      // Reads and discards content that the caller did not read.
    }
    await bytes.take((blockBytes - (size % blockBytes)) % blockBytes);
  }
}

function headerOf(block: Buffer): { readonly path: string; readonly size: number } | undefined {
  const header = new Header(block);
  if (header.nullBlock) {
    return undefined;
  }
  const { path = '', size = -1, type } = header;
  if (!header.cksumValid) {
    throw new ArchiveFault(whole, 'is damaged, or is not a tarball that an export made');
  }
  // Links could point outside of the archive, and exports contain no names that need an extended header.
  if ((type !== 'File' && type !== 'OldFile') || size < 0) {
    throw new ArchiveFault(path, 'is not a plain file: send the archive as it was exported');
  }
  return { path, size };
}

async function* contentOf(bytes: Unpacked, rest: { bytes: number }): AsyncGenerator<Buffer> {
  while (rest.bytes > 0) {
    const piece = await bytes.next(rest.bytes);
    rest.bytes -= piece.length;
    yield piece;
  }
}

async function requireEnd(bytes: Unpacked): Promise<void> {
  const second = await bytes.take(blockBytes);
  let isEmpty = second.every((byte) => byte === 0);
  for await (const piece of bytes.rest()) {
    isEmpty &&= piece.every((byte) => byte === 0);
  }
  if (!isEmpty) {
    throw new ArchiveFault(whole, 'goes on after its end');
  }
}

/** The unpacked bytes of an archive, in portions of any requested size. */
class Unpacked {
  private readonly pieces: AsyncIterator<Buffer>;
  private waiting: Buffer = Buffer.alloc(0);
  private count = 0;

  constructor(sent: AsyncIterable<Uint8Array>) {
    // The callback ignores errors: an error of either stream is thrown where the result is read.
    this.pieces = pipeline(sent, createGunzip(), () => undefined)[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  /** Returns exactly `length` bytes. */
  async take(length: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let missing = length; missing > 0; ) {
      const part = await this.next(missing);
      missing -= part.length;
      parts.push(part);
    }
    return Buffer.concat(parts);
  }

  /** Returns at least one and at most `max` bytes. */
  async next(max: number): Promise<Buffer> {
    const piece = this.waiting.length > 0 ? this.waiting : await this.read();
    if (piece === undefined) {
      throw new ArchiveFault(whole, 'is cut off: export the workspace again');
    }
    this.waiting = piece.subarray(max);
    return piece.subarray(0, max);
  }

  /** All remaining bytes. */
  async *rest(): AsyncGenerator<Buffer> {
    yield this.waiting;
    for (let piece = await this.read(); piece !== undefined; piece = await this.read()) {
      yield piece;
    }
  }

  private async read(): Promise<Buffer | undefined> {
    const { done, value } = await this.pieces.next().catch((error: unknown) => {
      throw isOfCall(error)
        ? error
        : new ArchiveFault(whole, 'is not gzip, is damaged or is cut off', { cause: error });
    });
    this.count += done === true ? 0 : value.length;
    if (this.count > limits.importBytes) {
      throw new ArchiveFault(whole, `contains more than ${limits.importBytes} bytes`);
    }
    return done === true ? undefined : value;
  }
}
