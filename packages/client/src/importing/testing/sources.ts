import { Readable } from 'node:stream';
import type { ImportSource } from '../source.js';

/** A source of these bytes, in chunks of `chunkBytes`. It is a file, unless its name is `-`. */
export function sourceOf(bytes: Buffer, name: string, chunkBytes = 7): ImportSource {
  const chunks = (from: number): Buffer[] =>
    Array.from({ length: Math.ceil((bytes.length - from) / chunkBytes) }, (_, index) =>
      bytes.subarray(from + index * chunkBytes, from + (index + 1) * chunkBytes),
    );
  return {
    name,
    isSeekable: name !== '-',
    head: bytes.subarray(0, 65_536),
    read: (offset) => Readable.from(chunks(name === '-' ? 0 : offset)),
  };
}
