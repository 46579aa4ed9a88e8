import { createHash } from 'node:crypto';
import type { ObjectKind } from '../objects/objects.js';
import { entryHeader, packHeader } from './format.js';

/** One object of a pack, with the zlib stream of its content in one or several pieces. */
export interface PackedObject {
  readonly kind: ObjectKind;
  /** Size of its content in bytes. */
  readonly size: number;
  readonly stream: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

/**
 * Streams a pack of objects that arrive in batches. Their zlib streams are copied as stored. There must be exactly
 * `count` objects, because the header contains the number.
 */
export async function* writePack(
  count: number,
  batches: AsyncIterable<readonly PackedObject[]>,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha1');
  let written = 0;
  const header = packHeader(count);
  hash.update(header);
  yield header;
  for await (const batch of batches) {
    for (const { kind, size, stream } of batch) {
      written += 1;
      const head = entryHeader(kind, size);
      hash.update(head);
      yield head;
      for await (const piece of stream) {
        hash.update(piece);
        yield piece;
      }
    }
  }
  if (written !== count) {
    throw new Error(`a pack of ${count} objects was to be written, but there were ${written}`);
  }
  yield hash.digest();
}
