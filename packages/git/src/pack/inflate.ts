import { deflateSync, type Inflate, inflateSync } from 'node:zlib';
import { InvalidObjectError } from '../objects/objects.js';
import { breaksOff } from './format.js';

/** The inflated content of a stream, and how many bytes the stream took. */
export interface Inflated {
  readonly content: Buffer;
  readonly deflatedBytes: number;
}

const leastChunkBytes = 64;
const mostChunkBytes = 1024 * 1024;

/**
 * Inflates the zlib stream at the start of a source and ignores what follows it. `read` returns the first bytes of the
 * source, fewer than requested at its end. Allocates at most the declared size. Throws `InvalidObjectError` if the stream
 * has another size or is damaged.
 */
export function inflate(read: (length: number) => Buffer, size: number): Inflated {
  // Few encoders write more bytes than incompressible content takes.
  for (let length = deflatedBytesMax(size); ; length *= 16) {
    const bytes = read(length);
    const inflated = tryInflate(bytes, size);
    if (inflated !== undefined) {
      return inflated;
    }
    if (bytes.length < length) {
      throw breaksOff();
    }
  }
}

/** Undefined if the stream is longer than the bytes. */
function tryInflate(bytes: Buffer, size: number): Inflated | undefined {
  const chunkSize = Math.min(Math.max(size, leastChunkBytes), mostChunkBytes);
  try {
    // With `info`, zlib returns an object instead of the bytes, which its declared type does not express.
    const answer: unknown = inflateSync(bytes, { maxOutputLength: Math.max(size, 1), chunkSize, info: true });
    const { buffer, engine } = answer as { buffer: Buffer; engine: Inflate };
    if (buffer.length === size) {
      return { content: buffer, deflatedBytes: engine.bytesWritten };
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'Z_BUF_ERROR') {
      return undefined;
    }
  }
  throw brokenStream();
}

function brokenStream(): InvalidObjectError {
  return new InvalidObjectError('an object of the pack is not as large as it declares, or its data is broken');
}

/** Bytes as one zlib stream. */
export function deflate(content: Buffer): Buffer {
  return deflateSync(content);
}

/** The largest deflated size of incompressible content: five bytes per block of 16 kB, plus header and trailer. */
export function deflatedBytesMax(size: number): number {
  return size + 5 * (Math.floor(size / 16_383) + 1) + 16;
}
