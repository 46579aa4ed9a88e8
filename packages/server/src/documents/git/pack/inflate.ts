import { deflateSync, type Inflate, inflateSync } from 'node:zlib';
import { InvalidObjectError } from '../../model/git-objects.js';
import { breaksOff } from './format.js';

/** A stream inflated, and how many bytes it took. */
export interface Inflated {
  readonly content: Buffer;
  readonly deflatedBytes: number;
}

const leastChunkBytes = 64;
const mostChunkBytes = 1024 * 1024;

/**
 * Inflates the zlib stream at the start of `bytes`, whatever follows it. Never holds more than the declared size; throws
 * `InvalidObjectError` when the stream holds another number of bytes, is broken or breaks off.
 */
export function inflate(bytes: Buffer, size: number): Inflated {
  const chunkSize = Math.min(Math.max(size, leastChunkBytes), mostChunkBytes);
  try {
    // With `info` the answer is not the bytes alone, which the declared type does not know.
    const answer: unknown = inflateSync(bytes, { maxOutputLength: Math.max(size, 1), chunkSize, info: true });
    const { buffer, engine } = answer as { buffer: Buffer; engine: Inflate };
    if (buffer.length === size) {
      return { content: buffer, deflatedBytes: engine.bytesWritten };
    }
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'Z_BUF_ERROR' ? breaksOff() : brokenStream();
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

/** The most that deflating so many bytes takes where it cannot make them fewer: five bytes a block of 16 kB, and the ends. */
export function deflatedBytesMax(size: number): number {
  return size + 5 * (Math.floor(size / 16_383) + 1) + 16;
}
